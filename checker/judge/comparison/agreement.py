"""When two states agree: the values of two shapes compared, cell by cell where they are laid out alike."""

from __future__ import annotations

from collections.abc import Callable

from checker.system.shapes import (
    MapShape,
    MaybeShape,
    RecordShape,
    ScalarShape,
    SequenceShape,
    SetShape,
    Shape,
)
from checker.system.terms import TRUE, Cell, Domain, Sort, Term, all_of, any_of, at_least, equal, negate

__all__ = ["Values", "alike", "alike_domains", "equal_values"]

Values = Callable[[Cell], Term]
"""The value of a cell on one side, before a step or after it."""


def alike_domains(mine: Domain, theirs: Domain) -> bool:
    """Whether two cells hold values of one kind: numbers may have other ends."""
    return mine.sort is theirs.sort and mine.labels == theirs.labels


def alike(mine: Shape, theirs: Shape) -> bool:
    """Whether values of two shapes can be compared: only bounds and the ends of ranges may differ."""
    match mine, theirs:
        case ScalarShape(a), ScalarShape(b):
            return alike_domains(a.domain, b.domain)
        case MaybeShape(_, a), MaybeShape(_, b):
            return alike(a, b)
        case RecordShape(_, a), RecordShape(_, b):
            names = [name for name, _ in a] == [name for name, _ in b]
            return names and all(alike(x, y) for (_, x), (_, y) in zip(a, b, strict=True))
        case MapShape(keys, a), MapShape(others, b):
            return keys == others and all(alike(x, y) for x, y in zip(a, b, strict=True))
        case SetShape(keys, _), SetShape(others, _):
            return keys == others
        case SequenceShape(_, a), SequenceShape(_, b):
            return type(mine) is type(theirs) and all(alike(x, y) for x, y in zip(a, b, strict=False))
    return False


def equal_values(mine: Shape, theirs: Shape, here: Values, there: Values) -> Term:
    """Return when two values of shapes that are :func:`alike` are equal. Moments count for nothing.

    Where both are the same cells, these are compared as they are: what is dead has one value.
    """
    if mine.cells() == theirs.cells():
        return all_of(_equal(c, c, here, there) for c in mine.cells())
    match mine, theirs:
        case ScalarShape(a), ScalarShape(b):
            return _equal(a, b, here, there)
        case MaybeShape(a, x), MaybeShape(b, y):
            inner = equal_values(x, y, here, there)
            return all_of((_equal(a, b, here, there), any_of((negate(here(a)), inner))))
        case RecordShape(_, a), RecordShape(_, b):
            return all_of(equal_values(x, y, here, there) for (_, x), (_, y) in zip(a, b, strict=True))
        case MapShape(_, a), MapShape(_, b):
            return all_of(equal_values(x, y, here, there) for x, y in zip(a, b, strict=True))
        case SetShape(_, a), SetShape(_, b):
            return all_of(_equal(x, y, here, there) for x, y in zip(a, b, strict=True))
        case SequenceShape(a, slots), SequenceShape(b, others):
            parts = [_equal(a, b, here, there)]
            for place, (x, y) in enumerate(zip(slots, others, strict=False)):
                empty = negate(at_least(here(a), place + 1))
                parts.append(any_of((empty, equal_values(x, y, here, there))))
            return all_of(parts)
    raise TypeError(f"{mine} and {theirs} are not alike")


def _equal(mine: Cell, theirs: Cell, here: Values, there: Values) -> Term:
    return TRUE if mine.domain.sort is Sort.MOMENT else equal(here(mine), there(theirs))
