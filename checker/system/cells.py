"""Cells: the scalar variables of a transition system, and the finite domains of their values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar
from weakref import WeakValueDictionary

__all__ = ["Cell", "Domain", "Sort"]


class Sort(Enum):
    """What a term evaluates to."""

    __hash__ = object.__hash__  # the enumeration's own is slow, and sorts are hashed with every term

    BOOL = "bool"
    INT = "int"
    MOMENT = "moment"


@dataclass(frozen=True)
class Domain:
    """The finite set of values of a cell: the integers from ``low`` to ``high``.

    ``sort`` BOOL has low 0 and high 1. ``labels`` names the values in order where they are members of
    an enumeration (``labels[value - low]``). A MOMENT domain has no values of its own.
    """

    sort: Sort
    low: int
    high: int
    labels: tuple[str, ...] = ()

    @staticmethod
    def boolean() -> Domain:
        """Return the domain of truth values."""
        return Domain(Sort.BOOL, 0, 1)

    @staticmethod
    def integer(low: int, high: int) -> Domain:
        """Return the integers from ``low`` to ``high``, both included."""
        return Domain(Sort.INT, low, high)

    @staticmethod
    def enumeration(labels: Iterable[str]) -> Domain:
        """Return the domain 0..n-1 whose values are shown as ``labels``."""
        names = tuple(labels)
        return Domain(Sort.INT, 0, len(names) - 1, names)

    @staticmethod
    def moment() -> Domain:
        """Return the domain of moments, which can only be compared."""
        return Domain(Sort.MOMENT, 0, 0)

    @property
    def size(self) -> int:
        """How many values there are."""
        return self.high - self.low + 1

    def values(self) -> range:
        """Return all values, least first."""
        return range(self.low, self.high + 1)

    def show(self, value: int) -> str:
        """Return ``value`` as a person reads it."""
        if self.sort is Sort.BOOL:
            return "yes" if value else "no"
        if self.labels and self.low <= value <= self.high:
            return self.labels[value - self.low]
        return str(value)

    def __str__(self) -> str:
        if self.sort is Sort.BOOL:
            return "bool"
        if self.sort is Sort.MOMENT:
            return "moment"
        if self.labels:
            return "{" + ", ".join(self.labels) + "}"
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, eq=False)
class Cell:
    """A scalar variable of a transition system, such as ``life[P1]`` or ``stack[0].card``.

    There is one object for each name and domain. Cells are looked up more often than anything else, so that
    it pays that they are equal exactly where they are the same object.
    """

    name: str
    domain: Domain

    places: ClassVar[tuple[Cell, ...]] = ()
    """What stands for the arguments of a function; a cell has none."""

    def __new__(cls, name: str, domain: Domain) -> Cell:
        """Return the one cell of this name and domain."""
        known = _cells.get((name, domain))
        if known is None:
            known = _cells[name, domain] = super().__new__(cls)
        return known

    def __reduce__(self) -> tuple[type[Cell], tuple[str, Domain]]:
        return Cell, (self.name, self.domain)  # so that in another process, too, there is one

    def __str__(self) -> str:
        return self.name


_cells: WeakValueDictionary[tuple[str, Domain], Cell] = WeakValueDictionary()
