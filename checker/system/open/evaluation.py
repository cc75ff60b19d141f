"""Values of open terms in one concrete state: what ties them to plain numbers.

Slow and plain, as :func:`checker.system.terms.evaluate` is: for checks of what proves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from checker.system.cells import Cell
from checker.system.terms import DEAD, NOW, Op, Term

__all__ = ["Valuation", "value_of"]

Valuation = Mapping[Cell, Any]
"""A number for each scalar (truth values as 0 and 1), for each function a callable of as many numbers."""


def value_of(term: Term, state: Valuation, *, now: int = 0) -> int:
    """Return the value of ``term`` in ``state``; truth values as 0 and 1. ``now`` is the moment ``NOW``."""
    return _Evaluator(state, now).value(term, {})


class _Evaluator:
    def __init__(self, state: Valuation, now: int) -> None:
        self._state = state
        self._now = now

    def value(self, t: Term, bound: Mapping[Cell, int]) -> int:
        """Return the value of a term under values of its bound variables."""
        match t.op:
            case Op.CONST:
                return self._now if t is NOW else -1 if t is DEAD else t.value
            case Op.VAR:
                return int(bound[t.cell] if t.cell in bound else self._state[t.cell])
            case Op.AT:
                return int(self._state[t.cell](*(self.value(a, bound) for a in t.args)))
            case Op.NOT:
                return 1 - self.value(t.args[0], bound)
            case Op.AND:
                return int(all(self.value(a, bound) for a in t.args))
            case Op.OR:
                return int(any(self.value(a, bound) for a in t.args))
            case Op.ITE:
                return self.value(t.args[1 if self.value(t.args[0], bound) else 2], bound)
            case Op.EQUAL:
                return int(self.value(t.args[0], bound) == self.value(t.args[1], bound))
            case Op.LESS:
                return int(self.value(t.args[0], bound) < self.value(t.args[1], bound))
            case Op.SOME | Op.LEAST | Op.GREATEST:
                return self._bound(t, bound)
            case _:
                return _calculated(t.op, [self.value(a, bound) for a in t.args])

    def _bound(self, t: Term, bound: Mapping[Cell, int]) -> int:
        assert isinstance(t.payload, tuple)
        cell, end = t.payload[0], self.value(t.args[0], bound)
        fits = (x for x in _numbers(t.op, end) if self.value(t.args[1], {**bound, cell: x}))
        match t.op:
            case Op.SOME:
                return int(any(True for _ in fits))
            case Op.LEAST:
                return next(fits, max(end, 0))
            case _:
                return next(fits, -1)


def _numbers(op: Op, end: int) -> range:
    return range(end - 1, -1, -1) if op is Op.GREATEST else range(end)


_ARITHMETIC: dict[Op, Callable[[list[int]], int]] = {
    Op.ADD: sum,
    Op.MULTIPLY: lambda a: a[0] * a[1],
    Op.DIVIDE: lambda a: a[0] // a[1],
    Op.MODULO: lambda a: a[0] % a[1],
}


def _calculated(op: Op, args: list[int]) -> int:
    return _ARITHMETIC[op](args)
