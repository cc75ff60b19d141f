"""Terms as decision diagrams: a truth value is one diagram, an integer one for each value it may have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.encoding import Encoding
from checker.system.terms import Op, Sort, Term, walk

__all__ = ["Conditions"]

_Values = Mapping[int, Diagram]


class Conditions:
    """Turns terms into diagrams; what terms share is turned once.

    Diagrams are right for codes of states only: a code that stands for no value of its cell may be in them
    or not. ``look`` is called now and then, and may end the work by an exception.
    """

    def __init__(self, encoding: Encoding, look: Callable[[], None]) -> None:
        self._encoding = encoding
        self._diagrams = encoding.diagrams
        self._look = look
        self._truths: dict[int, Diagram] = {}
        self._numbers: dict[int, _Values] = {}

    def truth(self, term: Term) -> Diagram:
        """Return the states in which a truth-valued term is true."""
        self._compile(term)
        return self._truths[term.id]

    def values(self, term: Term) -> _Values:
        """Return for each value that a term may have where it has it (truth values as 0 and 1)."""
        if term.sort is Sort.BOOL:
            truth = self.truth(term)
            return {0: ~truth, 1: truth}
        self._compile(term)
        return self._numbers[term.id]

    def _compile(self, root: Term) -> None:
        for term in walk((root,)):
            if term.id in self._truths or term.id in self._numbers:
                continue
            self._look()
            if term.sort is Sort.BOOL:
                self._truths[term.id] = self._truth(term)
            else:
                self._numbers[term.id] = self._values(term)

    def _truth(self, t: Term) -> Diagram:
        match t.op:
            case Op.CONST:
                return self._diagrams.true if t.value else self._diagrams.false
            case Op.VAR:
                return self._diagrams.bit(self._encoding.bits[t.cell][0])
            case Op.NOT:
                return ~self._truths[t.args[0].id]
            case Op.AND:
                return ~self._diagrams.union(~self._truths[a.id] for a in t.args)
            case Op.OR:
                return self._diagrams.union(self._truths[a.id] for a in t.args)
            case Op.ITE:
                return self._diagrams.choose(*(self._truths[a.id] for a in t.args))
            case _:
                a, b = (self._numbers[x.id] for x in t.args)
                return self._equal(a, b) if t.op is Op.EQUAL else self._less(a, b)

    def _values(self, t: Term) -> _Values:
        match t.op:
            case Op.CONST:
                return {t.value: self._diagrams.true}
            case Op.VAR:
                return {v: self._encoding.is_value(t.cell, v) for v in t.cell.domain.values()}
            case Op.ITE:
                return self._either(self._truths[t.args[0].id], *(self._numbers[a.id] for a in t.args[1:]))
            case Op.ADD:
                first, *others = (self._numbers[a.id] for a in t.args)
                for other in others:
                    first = self._combine(first, other, lambda x, y: x + y)
                return first
        a, b = (self._numbers[x.id] for x in t.args)
        match t.op:
            case Op.MULTIPLY:
                return self._combine(a, b, lambda x, y: x * y)
            case Op.DIVIDE:
                return self._combine(a, b, lambda x, y: x // y)
            case _:
                return self._combine(a, b, lambda x, y: x % y)

    def _equal(self, a: _Values, b: _Values) -> Diagram:
        return self._diagrams.union(a[value] & b[value] for value in a.keys() & b.keys())

    def _less(self, a: _Values, b: _Values) -> Diagram:
        """Return where ``a`` is less: for each value of it, where ``b`` has any larger one."""
        parts = []
        larger = self._diagrams.false
        rest = sorted(b)
        for value in sorted(a, reverse=True):
            while rest and rest[-1] > value:
                larger = larger | b[rest.pop()]
            parts.append(a[value] & larger)
        return self._diagrams.union(parts)

    def _either(self, condition: Diagram, then: _Values, otherwise: _Values) -> _Values:
        false = self._diagrams.false
        values: dict[int, Diagram] = {}
        for value in sorted(then.keys() | otherwise.keys()):
            self._look()
            values[value] = self._diagrams.choose(
                condition, then.get(value, false), otherwise.get(value, false)
            )
        return self._real(values.items())

    def _combine(self, a: _Values, b: _Values, compute: Callable[[int, int], int]) -> _Values:
        """Return the values of an operation on two integers, each where one of its pairs is."""
        parts: dict[int, list[Diagram]] = defaultdict(list)
        for x, where_x in a.items():
            self._look()
            for y, where_y in b.items():
                both = where_x & where_y
                if both != self._diagrams.false:
                    parts[compute(x, y)].append(both)
        return self._real((value, self._diagrams.union(parts[value])) for value in sorted(parts))

    def _real(self, values: Iterable[tuple[int, Diagram]]) -> _Values:
        """Return the values that are had anywhere at all."""
        return {value: where for value, where in values if where != self._diagrams.false}
