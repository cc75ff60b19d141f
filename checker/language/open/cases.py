"""Whether a condition is false in every state, seen by telling cases apart.

What is seen by propagation alone (:func:`checker.language.tracing.facts.excluded`) is less: this looks into
conditionals as well. Neither is complete: what is not seen to be false may be so all the same.
"""

from __future__ import annotations

from checker.language.tracing.facts import Facts
from checker.system.open.known import BINDERS
from checker.system.terms import FALSE, TRUE, Op, Term, substitute

__all__ = ["never"]

MOST_CASES = 300
"""How many cases are told apart before a condition counts as one that may be true."""


def never(condition: Term) -> bool:
    """Return whether ``condition`` is seen to be false in every state."""
    return _Cases().excluded(condition, Facts())


class _Cases:
    def __init__(self) -> None:
        self._left = MOST_CASES

    def excluded(self, condition: Term, known: Facts) -> bool:
        """Return whether a condition is false wherever this is known, as far as the cases go."""
        facts = Facts(known)
        facts.assume(condition)
        if facts.contradiction:
            return True
        atom = _atom(condition)
        if atom is None:
            return False
        decided = facts.decide(atom)
        if decided is not None:
            return self._case(condition, atom, facts, value=decided)
        self._left -= 1
        return self._left > 0 and all(self._case(condition, atom, facts, value=v) for v in (True, False))

    def _case(self, condition: Term, atom: Term, known: Facts, *, value: bool) -> bool:
        facts = Facts(known)
        facts.assume(atom, value)
        if facts.contradiction:
            return True
        (there,) = substitute((condition,), lambda _: None, {atom.id: TRUE if value else FALSE})
        return self.excluded(there, facts)


def _atom(term: Term) -> Term | None:
    """Return what decides a part of a condition: what a conditional asks first; nothing in a constant."""
    if term.is_const:
        return None
    if term.op in (Op.AND, Op.OR, Op.NOT, Op.ITE):
        return _atom(term.args[0])
    within = _asked_within(term)
    return term if within is None else within


def _asked_within(term: Term) -> Term | None:
    """Return what a conditional inside a comparison asks, outside of quantifiers."""
    if term.op is Op.ITE:
        return _atom(term.args[0])
    inner = () if term.op in BINDERS else term.args
    return next((found for a in inner if (found := _asked_within(a)) is not None), None)
