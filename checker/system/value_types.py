"""Types of decoded values: what the labels of a shown state stand for.

A state that is shown (see :mod:`checker.system.shapes`) is made of labels, lists and mappings. A reader of
another tool needs to know more: whether ``3`` is a number, and whether a list is a set.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["Form", "ValueType"]


class Form(Enum):
    """The forms of values, each with how it is shown."""

    TRUTH = "truth value"
    """``yes`` or ``no``."""
    NUMBER = "number"
    """Its digits."""
    LABEL = "label"
    """The name of a member of an enumeration, a participant or an object."""
    MOMENT = "moment"
    """The word ``moment``: it can only be compared."""
    MAYBE = "value that may be absent"
    """None where it is absent."""
    RECORD = "record"
    """A :class:`checker.system.shapes.RecordValue`."""
    MAP = "map"
    """A mapping from the labels of all keys."""
    SET = "set"
    """A list of the labels of its members."""
    SEQUENCE = "sequence"
    """A list, bottom first: a stack."""
    QUEUE = "queue"
    """A list, front first."""
    BAG = "bag"
    """A list of its items, of which the order says nothing."""


@dataclass(frozen=True)
class ValueType:
    """A form, and the types that it is made of.

    ``parts`` names them: the fields of a record; ``key`` and ``item`` of a map, ``key`` of a set, and
    ``item`` of everything else that holds something. ``name`` is what the model calls the type of a label,
    such as ``Card``, where that is known.
    """

    form: Form
    parts: tuple[tuple[str, ValueType], ...] = ()
    name: str = ""

    def part(self, name: str) -> ValueType:
        """Return the type of one part.

        Raises:
            KeyError: there is no such part.
        """
        return dict(self.parts)[name]
