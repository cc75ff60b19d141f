"""Values of open terms in one concrete state: what ties them to plain numbers.

Slow and plain, as :func:`checker.system.terms.evaluate` is: for checks of what proves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.system.cells import Cell
from checker.system.open.known import reads_of
from checker.system.terms import DEAD, NOW, Op, Term

__all__ = ["Evaluator", "Valuation", "value_of"]

Valuation = Mapping[Cell, Any]
"""A number for each scalar (truth values as 0 and 1), for each function a callable of as many numbers."""


def value_of(term: Term, state: Valuation, *, now: int = 0) -> int:
    """Return the value of ``term`` in ``state``; truth values as 0 and 1. ``now`` is the moment ``NOW``."""
    return Evaluator(state, now=now).value(term)


@dataclass
class _Scope:
    """The values of some variables, the scope around it, and what terms have been found to be under them."""

    bound: Mapping[Cell, int]
    around: _Scope | None
    known: dict[int, int] = field(default_factory=dict)


class Evaluator:
    """Values of terms in one state; what terms share is computed once."""

    def __init__(self, state: Valuation, *, now: int = 0) -> None:
        self.state = state
        self._now = now
        self._outermost = _Scope({}, None)

    def value(self, term: Term, given: Mapping[Cell, int] | None = None) -> int:
        """Return the value of a term, where more variables may be ``given`` values: parameters, places."""
        return self._value(term, _Scope(given, self._outermost) if given else self._outermost)

    def _value(self, t: Term, scope: _Scope) -> int:
        while scope.around is not None and reads_of(t).isdisjoint(scope.bound):
            scope = scope.around
        known = scope.known.get(t.id)
        if known is None:
            known = scope.known[t.id] = self._computed(t, scope)
        return known

    def _computed(self, t: Term, scope: _Scope) -> int:
        match t.op:
            case Op.CONST:
                return self._now if t is NOW else -1 if t is DEAD else t.value
            case Op.VAR:
                # It is of the innermost scope that has it, and of the state where none has.
                return int(scope.bound[t.cell] if t.cell in scope.bound else self.state[t.cell])
            case Op.AT:
                return int(self.state[t.cell](*(self._value(a, scope) for a in t.args)))
            case Op.AND:
                return int(all(self._value(a, scope) for a in t.args))
            case Op.OR:
                return int(any(self._value(a, scope) for a in t.args))
            case Op.ITE:
                return self._value(t.args[1 if self._value(t.args[0], scope) else 2], scope)
            case Op.SOME | Op.LEAST | Op.GREATEST:
                return self._bound(t, scope)
            case _:
                return _OPERATIONS[t.op]([self._value(a, scope) for a in t.args])

    def _bound(self, t: Term, scope: _Scope) -> int:
        assert isinstance(t.payload, tuple)
        cell, end = t.payload[0], self._value(t.args[0], scope)
        numbers = _numbers(t.op, end)
        fits = (x for x in numbers if self._value(t.args[1], _Scope({cell: x}, scope)))
        match t.op:
            case Op.SOME:
                return int(any(True for _ in fits))
            case Op.LEAST:
                return next(fits, max(end, 0))
            case _:
                return next(fits, -1)


def _numbers(op: Op, end: int) -> range:
    return range(end - 1, -1, -1) if op is Op.GREATEST else range(end)


_OPERATIONS: dict[Op, Callable[[list[int]], int]] = {
    Op.NOT: lambda a: 1 - a[0],
    Op.EQUAL: lambda a: int(a[0] == a[1]),
    Op.LESS: lambda a: int(a[0] < a[1]),
    Op.ADD: sum,
    Op.MULTIPLY: lambda a: a[0] * a[1],
    Op.DIVIDE: lambda a: a[0] // a[1],
    Op.MODULO: lambda a: a[0] % a[1],
}
