"""What is known of a term by itself: what stands free in it, what it reads, how deep its quantifiers are.

One term stands in hundreds of others and is asked about by all of them, so each answer is put together once,
of those for its arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

from checker.system.cells import Cell
from checker.system.terms import Op, Term

__all__ = ["BINDERS", "LOOSE", "below", "bound_cell", "free_in", "height_of", "reads_of"]

BINDERS = (Op.SOME, Op.LEAST, Op.GREATEST)
"""The operators that bind a variable; their arguments are the end of the range, and the body."""

LOOSE = ("#", "@", "?")
"""What the names of bound variables, places of functions and open variables begin with."""

_MOST_REMEMBERED = 500_000

_free: dict[Term, frozenset[Cell]] = {}
_reads: dict[Term, frozenset[Cell]] = {}
_heights: dict[Term, int] = {}

_NONE: frozenset[Cell] = frozenset()


def free_in(t: Term) -> frozenset[Cell]:
    """Return the bound and open variables, and the places of functions, that stand free in a term."""
    known = _free.get(t)
    if known is not None:
        return known
    for x in below(t, _free):
        if x.op is Op.VAR:
            _free[x] = frozenset((x.cell,)) if x.cell.name[0] in LOOSE else _NONE
        elif x.op in BINDERS:
            _free[x] = _free[x.args[0]] | (_free[x.args[1]] - {bound_cell(x)})
        else:
            _free[x] = _together(_free[a] for a in x.args)
    return _free[t]


def reads_of(t: Term) -> frozenset[Cell]:
    """Return the variables, scalars and functions, that a term reads."""
    known = _reads.get(t)
    if known is not None:
        return known
    for x in below(t, _reads):
        found = _together(_reads[a] for a in x.args)
        _reads[x] = found | {x.cell} if x.op in (Op.VAR, Op.AT) else found
    return _reads[t]


def height_of(t: Term) -> int:
    """Return how deep the quantifiers in a term are nested: 0 where there are none."""
    known = _heights.get(t)
    if known is not None:
        return known
    for x in below(t, _heights):
        own = int(bound_cell(x).name[1:]) if x.op in BINDERS else 0
        _heights[x] = max((own, *(_heights[a] for a in x.args)))
    return _heights[t]


def _together(sets: Iterator[frozenset[Cell]]) -> frozenset[Cell]:
    """Return the union of some sets; one that has all of it is not copied."""
    found = _NONE
    for one in sets:
        if found <= one:
            found = one
        elif not one <= found:
            found |= one
    return found


def bound_cell(t: Term) -> Cell:
    """Return the variable that a quantifier binds."""
    assert isinstance(t.payload, tuple)
    return t.payload[0]


def below(t: Term, known: MutableMapping[Term, Any]) -> Iterator[Term]:
    """Yield the parts of a term that are not known yet, and it itself, arguments first.

    Whoever asks makes each of them known before the next.
    """
    if len(known) > _MOST_REMEMBERED:
        known.clear()
    waiting = [t]
    while waiting:
        x = waiting[-1]
        missing = [a for a in x.args if a not in known]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if x not in known:
            yield x
