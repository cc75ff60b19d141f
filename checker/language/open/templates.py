"""Conditions that games with stacks can be expected to keep, found in their variables alone."""

from __future__ import annotations

from collections.abc import Iterator

from checker.language.open.layout import OpenSequenceShape
from checker.language.open.lower import OpenLowered
from checker.language.resolved import BagType
from checker.system.cells import Sort
from checker.system.open.binders import applied, every_number
from checker.system.terms import Cell, Term, any_of, less, negate, var

__all__ = ["expected_conditions"]


def expected_conditions(lowered: OpenLowered) -> Iterator[tuple[str, Term]]:
    """Yield conditions with a name each: items of a stack or queue stand in the order of their moments."""
    for name, shape in lowered.layout.shapes.items():
        if not isinstance(shape, OpenSequenceShape) or isinstance(lowered.schema.fields[name].type, BagType):
            continue
        for cell in shape.item.cells():
            if cell.domain.sort is Sort.MOMENT:
                yield f"{name} in the order of {cell.name}", _rising(var(shape.length), cell)


def _rising(end: Term, moments: Cell) -> Term:
    def ordered(i: Term, j: Term) -> Term:
        first, second = (applied(var(moments), (x,)) for x in (i, j))
        return any_of((negate(less(i, j)), less(first, second)))

    return every_number(end, lambda i: every_number(end, lambda j: ordered(i, j)))
