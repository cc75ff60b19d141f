"""Comparisons of two terms of one sort, folded as they are built."""

from __future__ import annotations

from collections.abc import Callable

from checker.system.arithmetic import subtract, total
from checker.system.cells import Sort
from checker.system.logic import ite, negate, spread
from checker.system.nodes import (
    DEAD,
    FALSE,
    FOLDED,
    NOW,
    TRUE,
    ZERO,
    Op,
    Term,
    boolean,
    integer,
    node,
    remember,
)

__all__ = ["at_least", "equal", "less", "less_equal"]


def equal(a: Term, b: Term) -> Term:
    """Return "a equals b", for two terms of one sort."""
    if a is b:
        return TRUE
    key = (Op.EQUAL, a.id, b.id)
    known = FOLDED.get(key)
    return known if known is not None else remember(key, _fold_equal(a, b))


def _fold_equal(a: Term, b: Term) -> Term:
    if a.sort is Sort.BOOL:
        if a.is_const:
            return b if a.value else negate(b)
        if b.is_const:
            return a if b.value else negate(a)
        return ite(a, b, negate(b))
    if a.sort is Sort.MOMENT:
        return _compare_moments(a, b, equal)
    if a.is_const and b.is_const:
        return FALSE
    if a.high < b.low or b.high < a.low:
        return FALSE
    if a.is_const:
        a, b = b, a
    if b.is_const:
        if a.op is Op.ADD and a.args[-1].is_const:
            return equal(total(a.args[:-1]), integer(b.value - a.args[-1].value))
        if a.folds:
            return spread(a, lambda x: None if x.op is Op.ITE else equal(x, b))
    else:
        difference = _known_difference(a, b)
        if difference is not None:
            return boolean(difference == 0)
        if a.rank > b.rank:
            a, b = b, a
    return node(Op.EQUAL, Sort.BOOL, (a, b))


def _known_difference(a: Term, b: Term) -> int | None:
    """Return a - b where it is the same for all values of the cells, as for x + 1 and x."""
    if Op.ADD not in (a.op, b.op):
        return None
    difference = subtract(a, b)
    return difference.value if difference.is_const else None


def less(a: Term, b: Term) -> Term:
    """Return "a is less than b"; for moments, "a is older than b"."""
    if a is b:
        return FALSE
    key = (Op.LESS, a.id, b.id)
    known = FOLDED.get(key)
    return known if known is not None else remember(key, _fold_less(a, b))


def _fold_less(a: Term, b: Term) -> Term:
    if a.sort is Sort.MOMENT:
        return _compare_moments(a, b, less)
    if a.high < b.low:
        return TRUE
    if a.low >= b.high:
        return FALSE
    if a.is_const:  # c < b is: not (b < c + 1)
        return negate(less(b, integer(a.value + 1)))
    if b.is_const:
        if a.op is Op.ADD and a.args[-1].is_const:
            return less(total(a.args[:-1]), integer(b.value - a.args[-1].value))
        if a.folds:
            return spread(a, lambda x: None if x.op is Op.ITE else less(x, b))
        if b.value == a.low + 1:
            return equal(a, integer(a.low))
        if b.value == a.high:
            return negate(equal(a, integer(a.high)))
    else:
        difference = _known_difference(a, b)
        if difference is not None:
            return boolean(difference < 0)
    return node(Op.LESS, Sort.BOOL, (a, b))


def less_equal(a: Term, b: Term) -> Term:
    """Return "a is at most b"."""
    return negate(less(b, a))


def at_least(a: Term, value: int) -> Term:
    """Return "a is at least the number ``value``"."""
    return negate(less(a, integer(value)))


def _compare_moments(a: Term, b: Term, compare: Callable[[Term, Term], Term]) -> Term:
    """Push a comparison of moments down to pairs of cells, and fold it where one side is a constant.

    A dead moment (of an empty slot) counts as equal to every other, so that empty slots have one value; but
    it is older than the present one, as what a cell holds is, whether or not that is dead.
    """

    def split(x: Term, other: Term, go_on: Callable[[Term], Term]) -> Term | None:
        if x is other:
            return compare(ZERO, ZERO)
        return None if x.op is Op.ITE else go_on(x)

    def compare_leaf(x: Term) -> Term:
        return spread(b, lambda y: split(y, x, lambda z: _compare_two(x, z, compare)))

    return spread(a, lambda x: split(x, b, compare_leaf))


def _compare_two(a: Term, b: Term, compare: Callable[[Term, Term], Term]) -> Term:
    """Compare two different moments that are constants or cells."""
    if a is NOW:
        return FALSE
    if b is NOW:
        return boolean(compare is less)
    if a is DEAD or b is DEAD:
        return boolean(compare is equal)
    op = Op.LESS if compare is less else Op.EQUAL
    if op is Op.EQUAL and a.rank > b.rank:
        a, b = b, a
    return node(op, Sort.BOOL, (a, b))
