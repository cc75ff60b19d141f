"""Facts: what is known on one way through a rule, so that a decided condition does not fork again.

A small constraint propagator: truth values of terms, and the values that integer terms can still have.
It may fail to see that a condition is decided (then the rule forks where it need not, which costs time
and changes nothing); it never decides wrongly.
"""

from __future__ import annotations

from functools import lru_cache

from checker.system.terms import Op, Sort, Term, negate

__all__ = ["Facts", "excluded"]

_WIDEST = 64
"""Integer terms with more values than this are tracked as intervals only."""

_Possible = frozenset[int] | tuple[int, int]
"""The values that an integer term can still have: all of them, or the least and the greatest."""


class Facts:
    """Assumptions made so far. ``contradiction`` is true once they are seen to exclude each other."""

    def __init__(self, other: Facts | None = None) -> None:
        self._truth: dict[int, bool] = dict(other._truth) if other else {}
        self._values: dict[int, frozenset[int]] = dict(other._values) if other else {}
        self._pending: list[tuple[Term, bool]] = list(other._pending) if other else []
        self._undecided: set[int] = set()
        self._range_memo: dict[int, _Possible] = {}
        self.contradiction: bool = other.contradiction if other else False

    def assume(self, term: Term, value: bool = True) -> None:
        """Take ``term`` to have this truth value from now on."""
        queue = [(term, value)]
        while queue:
            term, value = queue.pop()
            if term.op is Op.NOT:
                queue.append((term.args[0], not value))
                continue
            known = self.decide(term)
            if known is not None:
                if known is not value:
                    self.contradiction = True
                continue
            self._truth[term.id] = value
            self._undecided.clear()
            self._range_memo.clear()
            if term.op is Op.AND and value:
                queue.extend((a, True) for a in term.args)
            elif term.op is Op.OR and not value:
                queue.extend((a, False) for a in term.args)
            elif term.op in (Op.AND, Op.OR):
                self._pending.append((term, value))
            elif term.op in (Op.EQUAL, Op.LESS) and term.args[0].sort is Sort.INT:
                self._narrow(term, value)
            queue.extend(self._units())

    def decide(self, term: Term) -> bool | None:
        """Return the truth value of ``term`` if the assumptions determine it, else None."""
        if term.op is Op.CONST:
            return bool(term.value)
        known = self._truth.get(term.id)
        if known is not None:
            return known
        if term.id in self._undecided:
            return None
        found = self._decide(term)
        if found is None:
            self._undecided.add(term.id)
        else:  # what is decided stays so, whatever else is assumed
            self._truth[term.id] = found
        return found

    def simplify(self, term: Term) -> Term:
        """Return ``term`` without the outermost alternatives that the assumptions exclude."""
        while term.op is Op.ITE:
            known = self.decide(term.args[0])
            if known is None:
                return term
            term = term.args[1] if known else term.args[2]
        return term

    def _decide(self, t: Term) -> bool | None:
        op = t.op
        if op is Op.AND or op is Op.OR:
            absorbing = op is Op.OR
            open_parts = False
            for part in t.args:
                known = self.decide(part)
                if known is absorbing:
                    return absorbing
                open_parts = open_parts or known is None
            return None if open_parts else not absorbing
        if op is Op.NOT:
            inner = self.decide(t.args[0])
            return None if inner is None else not inner
        if op is Op.ITE:
            return self._decide_ite(t)
        if (op is Op.EQUAL or op is Op.LESS) and t.args[0].sort is Sort.INT:
            left, right = self._possible(t.args[0]), self._possible(t.args[1])
            return _equal(left, right) if op is Op.EQUAL else _less(left, right)
        return None

    def _decide_ite(self, t: Term) -> bool | None:
        condition = self.decide(t.args[0])
        if condition is not None:
            return self.decide(t.args[1] if condition else t.args[2])
        then = self.decide(t.args[1])
        return then if then is not None and then is self.decide(t.args[2]) else None

    def _possible(self, t: Term) -> _Possible:
        """Return the values that an integer term can still have: a set if it is small, else ends."""
        remembered = self._range_memo.get(t.id)
        if remembered is not None:
            return remembered
        result = self._compute_possible(t)
        if isinstance(result, tuple) and result[1] - result[0] < _WIDEST:
            result = _all_between(*result)
        known = self._values.get(t.id)
        if known is not None:
            result = known & result if isinstance(result, frozenset) else known
        if not result:
            self.contradiction = True
            result = (t.low, t.high)
        self._range_memo[t.id] = result
        return result

    def _compute_possible(self, t: Term) -> _Possible:
        op = t.op
        if op is Op.ITE:
            return self._possible_of_ite(t)
        if op is Op.CONST:
            return frozenset((t.value,))
        if op is Op.ADD:
            return self._possible_sum(t)
        if op is Op.MULTIPLY and t.args[0].is_const:
            factor = t.args[0].value
            inner = self._possible(t.args[1])
            if isinstance(inner, frozenset):
                return frozenset(factor * x for x in inner)
            ends = sorted((factor * inner[0], factor * inner[1]))
            return ends[0], ends[1]
        return t.low, t.high

    def _possible_of_ite(self, t: Term) -> _Possible:
        condition = self.decide(t.args[0])
        if condition is not None:
            return self._possible(t.args[1] if condition else t.args[2])
        a, b = self._possible(t.args[1]), self._possible(t.args[2])
        if isinstance(a, frozenset) and isinstance(b, frozenset) and len(a | b) <= _WIDEST:
            return a | b
        (a_low, a_high), (b_low, b_high) = _ends(a), _ends(b)
        return min(a_low, b_low), max(a_high, b_high)

    def _possible_sum(self, t: Term) -> _Possible:
        parts = [self._possible(a) for a in t.args]
        sums: set[int] | None = {0}
        for part in parts:
            if sums is None or not isinstance(part, frozenset) or len(sums) * len(part) > 4 * _WIDEST:
                sums = None
                break
            sums = {x + y for x in sums for y in part}
        if sums is not None and len(sums) <= _WIDEST:
            return frozenset(sums)
        return sum(_ends(p)[0] for p in parts), sum(_ends(p)[1] for p in parts)

    def _narrow(self, term: Term, value: bool) -> None:
        """Restrict the values of the two sides of a comparison that was assumed."""
        a, b = term.args
        left, right = self._possible(a), self._possible(b)
        if isinstance(left, frozenset):
            kept = {x for x in left if self._fits(term.op, value, x, right, mirrored=False)}
            self._restrict(a, left, frozenset(kept))
        if isinstance(right, frozenset):
            kept = {y for y in right if self._fits(term.op, value, y, left, mirrored=True)}
            self._restrict(b, right, frozenset(kept))

    @staticmethod
    def _fits(op: Op, value: bool, x: int, other: _Possible, *, mirrored: bool) -> bool:
        """Whether some value of the other side makes the comparison with ``x`` come out as ``value``."""
        low, high = _ends(other)
        if op is Op.EQUAL:
            if value:
                return x in other if isinstance(other, frozenset) else low <= x <= high
            return not (low == high == x)
        if mirrored:  # other < x
            return low < x if value else high >= x
        return x < high if value else x >= low

    def _restrict(self, t: Term, before: frozenset[int], kept: frozenset[int]) -> None:
        if t.op is Op.CONST or kept == before:
            return
        if not kept:
            self.contradiction = True
            return
        self._values[t.id] = kept
        if t.op is Op.ADD and len(t.args) == 2 and t.args[1].is_const:
            shift = t.args[1].value
            inner = self._possible(t.args[0])
            if isinstance(inner, frozenset):
                self._restrict(t.args[0], inner, frozenset(x for x in inner if x + shift in kept))
        self._undecided.clear()
        self._range_memo.clear()

    def _units(self) -> list[tuple[Term, bool]]:
        """Return what follows from junctions of which all parts but one are decided."""
        found: list[tuple[Term, bool]] = []
        rest: list[tuple[Term, bool]] = []
        for term, value in self._pending:
            neutral = term.op is Op.AND
            open_parts: list[Term] = []
            for part in term.args:
                known = self.decide(part)
                if known is None:
                    open_parts.append(part)
                    if len(open_parts) == 2:  # nothing follows yet, whatever the other parts are
                        rest.append((term, value))
                        break
                elif known is not neutral:  # the junction is as assumed already
                    break
            else:
                if open_parts:
                    found.append((open_parts[0], value))
                else:
                    self.contradiction = True
        self._pending = rest
        return found


@lru_cache
def _all_between(low: int, high: int) -> frozenset[int]:
    return frozenset(range(low, high + 1))


def _equal(a: _Possible, b: _Possible) -> bool | None:
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        if a.isdisjoint(b):
            return False
        return True if len(a) == len(b) == 1 else None
    (a_low, a_high), (b_low, b_high) = _ends(a), _ends(b)
    return False if a_high < b_low or b_high < a_low else None


def _less(a: _Possible, b: _Possible) -> bool | None:
    (a_low, a_high), (b_low, b_high) = _ends(a), _ends(b)
    if a_high < b_low:
        return True
    return False if a_low >= b_high else None


def _ends(values: _Possible) -> tuple[int, int]:
    return (min(values), max(values)) if isinstance(values, frozenset) else values


def excluded(term: Term) -> bool:
    """Whether ``term`` is seen to be false in every state, by propagation alone."""
    facts = Facts()
    facts.assume(term)
    return facts.contradiction or facts.decide(negate(term)) is True
