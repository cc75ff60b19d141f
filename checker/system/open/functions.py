"""Functions: what a container of an open size is laid out in, instead of cells.

A stack of any depth is its length and, for each scalar field of its records, one function from slot numbers
to values; a map or set over players of any number is a function of players. A function is used wherever a
cell is; its term (:func:`checker.system.terms.var`) is its value at its own *places*, and what is written to
it is a term over these places: pushing ``x`` makes ``f(@0)`` into ``if(@0 = length, x, f(@0))``. So every
update is a definition of the new function by the old one, and no new function is ever needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn
from weakref import WeakValueDictionary

from checker.system.cells import Cell, Domain
from checker.system.terms import Term, all_of, equal, var

__all__ = ["NATURAL", "UNBOUNDED", "Element", "Function", "place"]

UNBOUNDED = 10**30
"""Stands for "no upper end" where terms are folded: no constant of a game comes near it."""

NATURAL = Domain.integer(0, UNBOUNDED)
"""The numbers from 0 up, without an end: lengths, slots, and players of an open number."""


def place(position: int) -> Cell:
    """Return the cell that stands for the argument of functions at ``position``."""
    return Cell(f"@{position}", NATURAL)


@dataclass(frozen=True, eq=False)
class Function(Cell):
    """A total function from numbers to values of ``domain``.

    ``ends`` has for each argument the end of its range: the function is only looked at where the arguments
    are from 0 to less than that. An end may depend on the places before it.
    """

    ends: tuple[Term, ...]

    def __new__(cls, name: str, domain: Domain, ends: tuple[Term, ...]) -> Function:
        """Return the one function of this name, domain and these ends."""
        key = (name, domain, tuple(t.id for t in ends))
        known = _functions.get(key)
        if known is None:
            known = _functions[key] = object.__new__(cls)
        return known

    def __reduce__(self) -> NoReturn:
        raise TypeError("functions are not handed to other processes")

    @property
    def places(self) -> tuple[Cell, ...]:  # type: ignore[override] # a scalar has none
        """The cells that stand for its arguments in what is written to it."""
        return tuple(place(i) for i in range(len(self.ends)))


_functions: WeakValueDictionary[tuple[str, Domain, tuple[int, ...]], Function] = WeakValueDictionary()


@dataclass(frozen=True, eq=False)
class Element(Cell):
    """A function at one argument tuple, where a cell is wanted to be read or written."""

    function: Function
    at: tuple[Term, ...]

    def __new__(cls, name: str, domain: Domain, function: Function, at: tuple[Term, ...]) -> Element:
        """Return a new one; it is compared by what it is made of nowhere."""
        return object.__new__(cls)

    @property
    def here(self) -> Term:
        """That the places of the function are these arguments."""
        return all_of(equal(var(p), t) for p, t in zip(self.function.places, self.at, strict=True))

    @staticmethod
    def of(function: Function, at: tuple[Term, ...]) -> Element:
        """Return ``function`` at ``at``."""
        return Element(function.name, function.domain, function, at)
