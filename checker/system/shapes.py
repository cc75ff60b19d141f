"""Shapes: how a structured value (a stack, a map, a record) is laid out in cells.

A shape is the one place that knows which cells make up a value, so that engines work on flat tuples
of integers while reports show stacks and zones. Slots beyond the length of a container are *dead* and
hold the least value of their domain, so that equal values are equal cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from checker.system.terms import Cell, Sort

__all__ = [
    "BagShape",
    "MapShape",
    "MaybeShape",
    "QueueShape",
    "RecordShape",
    "RecordValue",
    "ScalarShape",
    "SequenceShape",
    "SetShape",
    "Shape",
    "StackShape",
    "Variable",
    "show",
]

Lookup = Callable[[Cell], int]


@dataclass(frozen=True)
class RecordValue:
    """A decoded record: the name of its type and its fields in order."""

    type_name: str
    fields: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return f"{self.type_name}({', '.join(f'{k}={show(v)}' for k, v in self.fields)})"


@dataclass(frozen=True)
class Shape:
    """Base of all shapes. ``decode`` turns cell values into plain structured values for display.

    Decoded values: labels and numbers as in ``Domain.show`` (``str``), ``None`` for what is absent,
    ``dict`` for maps, ``list`` for sequences (bottom or front first) and sets, :class:`RecordValue`.
    """

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells of the value, in a fixed order."""
        # A shape is asked for its cells whenever a value in it is read or written, so it keeps them.
        known: tuple[Cell, ...] | None = self.__dict__.get("_all")
        if known is None:
            known = tuple(self._cells())
            object.__setattr__(self, "_all", known)
        return known

    def _cells(self) -> Iterator[Cell]:
        """Yield the cells of the value, in a fixed order."""
        raise NotImplementedError

    def decode(self, lookup: Lookup) -> Any:
        """Return the value as a person reads it."""
        raise NotImplementedError


@dataclass(frozen=True)
class ScalarShape(Shape):
    """One cell."""

    cell: Cell

    def _cells(self) -> Iterator[Cell]:
        yield self.cell

    def decode(self, lookup: Lookup) -> Any:  # noqa: D102 - described by the base class
        if self.cell.domain.sort is Sort.MOMENT:
            return "moment"
        return self.cell.domain.show(lookup(self.cell))


@dataclass(frozen=True)
class MaybeShape(Shape):
    """A value that may be absent: one cell for its presence, and the cells of the value."""

    present: Cell
    item: Shape

    def _cells(self) -> Iterator[Cell]:
        yield self.present
        yield from self.item.cells()

    def decode(self, lookup: Lookup) -> Any:  # noqa: D102 - described by the base class
        return self.item.decode(lookup) if lookup(self.present) else None


@dataclass(frozen=True)
class RecordShape(Shape):
    """A record: its fields one after the other."""

    type_name: str
    fields: tuple[tuple[str, Shape], ...]

    def _cells(self) -> Iterator[Cell]:
        for _, shape in self.fields:
            yield from shape.cells()

    def decode(self, lookup: Lookup) -> Any:  # noqa: D102 - described by the base class
        return RecordValue(self.type_name, tuple((name, s.decode(lookup)) for name, s in self.fields))


@dataclass(frozen=True)
class MapShape(Shape):
    """A total map: one value for each key, in key order. Keys are given by their labels."""

    keys: tuple[str, ...]
    items: tuple[Shape, ...]

    def _cells(self) -> Iterator[Cell]:
        for item in self.items:
            yield from item.cells()

    def decode(self, lookup: Lookup) -> Any:  # noqa: D102 - described by the base class
        return {key: item.decode(lookup) for key, item in zip(self.keys, self.items, strict=True)}


@dataclass(frozen=True)
class SetShape(Shape):
    """A set: one truth value for each possible member, in order."""

    labels: tuple[str, ...]
    members: tuple[Cell, ...]

    def _cells(self) -> Iterator[Cell]:
        yield from self.members

    def decode(self, lookup: Lookup) -> Any:  # noqa: D102 - described by the base class
        return [label for label, cell in zip(self.labels, self.members, strict=True) if lookup(cell)]


@dataclass(frozen=True)
class SequenceShape(Shape):
    """A bounded sequence: its length, and its slots (bottom, front or least first)."""

    length: Cell
    slots: tuple[Shape, ...]

    def _cells(self) -> Iterator[Cell]:
        yield self.length
        for slot in self.slots:
            yield from slot.cells()

    def decode(self, lookup: Lookup) -> Any:  # noqa: D102 - described by the base class
        return [slot.decode(lookup) for slot in self.slots[: lookup(self.length)]]


@dataclass(frozen=True)
class StackShape(SequenceShape):
    """A stack; slot 0 is its bottom."""


@dataclass(frozen=True)
class QueueShape(SequenceShape):
    """A queue; slot 0 is its front."""


@dataclass(frozen=True)
class BagShape(SequenceShape):
    """An unordered collection; its slots are kept sorted, so that equal bags are equal cells."""


@dataclass(frozen=True)
class Variable:
    """A field of a game, as the transition system holds it."""

    name: str
    shape: Shape
    ghost: bool = False

    def decode(self, lookup: Lookup) -> Any:
        """Return its value as a person reads it."""
        return self.shape.decode(lookup)


def show(value: Any) -> str:
    """Return a decoded value in one line."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {show(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(show(v) for v in value) + "]"
    return str(value)
