"""Terms that are made of integers, folded as they are built: sums in normal form, products, remainders."""

from __future__ import annotations

from collections.abc import Iterable

from checker.system.cells import Sort
from checker.system.logic import spread
from checker.system.nodes import ZERO, Op, Term, integer, node

__all__ = ["add", "floor_divide", "modulo", "multiply", "subtract", "total"]


def add(a: Term, b: Term) -> Term:
    """Return a + b."""
    return total((a, b))


def subtract(a: Term, b: Term) -> Term:
    """Return a - b."""
    return total((a, multiply(integer(-1), b)))


def total(parts: Iterable[Term]) -> Term:
    """Return the sum of ``parts`` in normal form: coefficients gathered, the constant last (0 of none)."""
    constant = 0
    coefficients: dict[int, int] = {}
    terms: dict[int, Term] = {}
    queue = list(parts)
    while queue:
        part = queue.pop()
        if part.is_const:
            constant += part.value
        elif part.op is Op.ADD:
            queue.extend(part.args)
        else:
            factor, base = 1, part
            if part.op is Op.MULTIPLY and part.args[0].is_const:
                factor, base = part.args[0].value, part.args[1]
            coefficients[base.id] = coefficients.get(base.id, 0) + factor
            terms[base.id] = base
    items = [
        _scaled(coefficients[base.id], base)
        for base in sorted(terms.values(), key=lambda t: t.rank)
        if coefficients[base.id] != 0
    ]
    if len(items) == 1 and constant and items[0].folds:
        shift = integer(constant)
        return spread(items[0], lambda x: None if x.op is Op.ITE else total((x, shift)))
    if constant or not items:
        items.append(integer(constant))
    if len(items) == 1:
        return items[0]
    return node(Op.ADD, Sort.INT, tuple(items))


def _scaled(factor: int, base: Term) -> Term:
    return base if factor == 1 else node(Op.MULTIPLY, Sort.INT, (integer(factor), base))


def multiply(a: Term, b: Term) -> Term:
    """Return a * b; constants are distributed over sums."""
    if b.is_const:
        a, b = b, a
    if a.is_const:
        if b.is_const:
            return integer(a.value * b.value)
        if a.value == 0:
            return ZERO
        if a.value == 1:
            return b
        if b.op is Op.ADD:
            return total(multiply(a, x) for x in b.args)
        if b.op is Op.MULTIPLY and b.args[0].is_const:
            return multiply(integer(a.value * b.args[0].value), b.args[1])
        return _scaled(a.value, b)
    if a.rank > b.rank:
        a, b = b, a
    return node(Op.MULTIPLY, Sort.INT, (a, b))


def floor_divide(a: Term, divisor: int) -> Term:
    """Return a divided by the positive constant ``divisor``, rounded down."""
    if divisor < 1:
        raise ValueError("division is by a positive constant")
    if a.is_const:
        return integer(a.value // divisor)
    return a if divisor == 1 else node(Op.DIVIDE, Sort.INT, (a, integer(divisor)))


def modulo(a: Term, divisor: int) -> Term:
    """Return the remainder, 0 or more, of a divided by the positive constant ``divisor``."""
    if divisor < 1:
        raise ValueError("division is by a positive constant")
    if a.is_const:
        return integer(a.value % divisor)
    if a.low >= 0 and a.high < divisor:
        return a
    return node(Op.MODULO, Sort.INT, (a, integer(divisor)))
