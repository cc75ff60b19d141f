"""Terms as decision diagrams: a truth value is one diagram, an integer one for each value it may have.

Some terms are simple where plays come, and far too large over all codes of states: which entry of a stack is
meant by another one, say. They are turned into diagrams for the states at hand alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn

from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.encoding import Encoding
from checker.system.terms import Op, Sort, Term

__all__ = ["Conditions", "TooLarge"]

_Values = Mapping[int, Diagram]


class TooLarge(Exception):  # noqa: N818 - what is too large over all states is looked at over some
    """A term has more nodes than it may have."""


class Conditions:
    """Turns terms into diagrams; what terms share is turned once.

    Where ``within`` is given, all diagrams are subsets of it: the states outside are of no interest, and what
    hangs on a condition that none of the others meets is not looked at. Else diagrams are right for codes
    of states only: a code that stands for no value of its cell may be in them or not. ``most`` is the number
    of nodes beyond which a diagram raises :class:`TooLarge`. ``look`` is called now and then, and may end the
    work by an exception.
    """

    def __init__(
        self,
        encoding: Encoding,
        look: Callable[[], None],
        *,
        within: Diagram | None = None,
        most: int | None = None,
    ) -> None:
        self._encoding = encoding
        self._diagrams = encoding.diagrams
        self._look = look
        self._most = most
        self._within = within
        self._all = encoding.diagrams.true if within is None else within
        self._truths: dict[int, Diagram] = {}
        self._numbers: dict[int, _Values] = {}
        self._too_large: set[int] = set()

    def truth(self, term: Term) -> Diagram:
        """Return the states in which a truth-valued term is true."""
        self._compile(term)
        return self._truths[term.id]

    def values(self, term: Term) -> _Values:
        """Return for each value that a term may have where it has it (truth values as 0 and 1)."""
        if term.sort is Sort.BOOL:
            truth = self.truth(term)
            return {0: self._not(truth), 1: truth}
        self._compile(term)
        return self._numbers[term.id]

    def _compile(self, root: Term) -> None:
        waiting = [root]
        while waiting:
            term = waiting[-1]
            if term.id in self._truths or term.id in self._numbers:
                waiting.pop()
                continue
            if term.id in self._too_large:
                self._give_up(waiting)
            needed = self._needed(term)
            if needed:
                waiting.extend(needed)
                continue
            self._look()
            if term.sort is Sort.BOOL:
                made = self._truths[term.id] = self._truth(term)
                self._check(waiting, (made,))
            else:
                values = self._numbers[term.id] = self._values(term)
                self._check(waiting, values.values())
            waiting.pop()

    def _needed(self, term: Term) -> list[Term]:
        """Return arguments that have to be turned before the term, none if it can be."""
        args: Iterable[Term] = term.args
        if term.op is Op.ITE:
            condition, then, otherwise = term.args
            where = self._truths.get(condition.id)
            if where is None:
                return [condition]
            args = [
                branch
                for branch, here in ((then, where), (otherwise, self._not(where)))
                if here != self._diagrams.false
            ]
        return [a for a in args if a.id not in self._truths and a.id not in self._numbers]

    def _check(self, waiting: Sequence[Term], made: Iterable[Diagram]) -> None:
        """Give up where the diagrams of the last of the terms ``waiting`` are too large."""
        if self._most is not None and sum(map(len, made)) > self._most:
            term = waiting[-1]
            self._truths.pop(term.id, None)
            self._numbers.pop(term.id, None)
            self._give_up(waiting)

    def _give_up(self, waiting: Sequence[Term]) -> NoReturn:
        """Note of the last term that it is too large, and of the first one, that waits for it."""
        self._too_large |= {waiting[0].id, waiting[-1].id}
        raise TooLarge

    def _not(self, states: Diagram) -> Diagram:
        return ~states if self._within is None else self._within & ~states

    def _truth(self, t: Term) -> Diagram:
        match t.op:
            case Op.CONST:
                return self._all if t.value else self._diagrams.false
            case Op.VAR:
                return self._all & self._diagrams.bit(self._encoding.bits[t.cell][0])
            case Op.NOT:
                return self._not(self._truths[t.args[0].id])
            case Op.AND:
                return self._not(self._diagrams.union(self._not(self._truths[a.id]) for a in t.args))
            case Op.OR:
                return self._diagrams.union(self._truths[a.id] for a in t.args)
            case Op.ITE:
                # A branch that is not needed has no diagram.
                false = self._diagrams.false
                condition, then, otherwise = (self._truths.get(a.id, false) for a in t.args)
                return self._diagrams.choose(condition, then, otherwise)
            case _:
                a, b = (self._numbers[x.id] for x in t.args)
                return self._equal(a, b) if t.op is Op.EQUAL else self._less(a, b)

    def _values(self, t: Term) -> _Values:
        match t.op:
            case Op.CONST:
                return {t.value: self._all}
            case Op.VAR:
                is_value = self._encoding.is_value
                return self._real((v, self._all & is_value(t.cell, v)) for v in t.cell.domain.values())
            case Op.ITE:
                then, otherwise = (self._numbers.get(a.id, {}) for a in t.args[1:])
                return self._either(self._truths[t.args[0].id], then, otherwise)
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
