"""Where a value lives: the cells of a store that hold it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from checker.language.resolved import ScalarType, Type
from checker.language.tracing.coding import encode
from checker.language.tracing.store import Store
from checker.system import terms as tm
from checker.system.shapes import Shape
from checker.system.terms import FALSE, Op, Sort, Term, ite

__all__ = ["Location", "key_condition"]


@dataclass(frozen=True)
class Location:
    """Where a value lives: a store, and the shapes it may be in, each under its condition.

    The conditions exclude each other, and one of them is true.
    """

    store: Store
    type: Type
    places: tuple[tuple[Term, Shape], ...]

    def terms(self) -> tuple[Term, ...]:
        """Return the present terms of the value's cells."""
        columns = [[self.store.get(c) for c in shape.cells()] for _, shape in self.places]
        # The last place counts where none of the others does, which is where its own condition is true.
        result = [_where(self.places[-1][0], term) for term in columns[-1]]
        for (condition, _), column in zip(reversed(self.places[:-1]), reversed(columns[:-1]), strict=True):
            result = [ite(condition, a, b) for a, b in zip(column, result, strict=True)]
        return tuple(result)

    def put(self, values: Sequence[Term], change: Term | None = None) -> None:
        """Set the value's cells; ``change`` marks the increment of a single integer cell."""
        for condition, shape in self.places:
            for cell, value in zip(shape.cells(), values, strict=True):
                if change is None:
                    self.store.put(cell, value, condition)
                else:
                    self.store.put(cell, tm.add(self.store.get(cell), change), condition, change)

    def move(self, values: Sequence[Term]) -> None:
        """Rearrange a container's cells; those that keep their value count as untouched."""
        for condition, shape in self.places:
            for cell, value in zip(shape.cells(), values, strict=True):
                self.store.move(cell, value, condition)

    def inner(self, t: Type, pick: Callable[[Shape], Sequence[tuple[Term, Shape]]]) -> Location:
        """Return the location of a part; ``pick`` gives the part's shapes within one shape."""
        places = tuple(
            (tm.all_of((outer, condition)), shape)
            for outer, whole in self.places
            for condition, shape in pick(whole)
            if tm.all_of((outer, condition)) is not FALSE
        )
        return Location(self.store, t, places)


def _where(condition: Term, term: Term) -> Term:
    """Return ``term`` without alternatives that ``condition`` decides, for use where that is true."""
    asked, branch = (condition.args[0], 2) if condition.op is Op.NOT else (condition, 1)
    while term.op is Op.ITE and term.args[0] is asked:
        term = term.args[branch]
    return term


def key_condition(key_type: ScalarType, key: object) -> list[Term]:
    """Return for each possible key the condition that ``key`` is that one."""
    (term,) = encode(key_type, key)
    if term.sort is Sort.BOOL:
        return [tm.negate(term), term]
    return [tm.equal(term, tm.integer(i)) for i in range(len(key_type.values()))]
