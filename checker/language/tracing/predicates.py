"""Predicates: functions of state values that are folded into one term and never fork their rule."""

from __future__ import annotations

import functools
from collections.abc import Callable

from checker.language.tracing.active import recorder, recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.values import truth
from checker.language.tracing.ways import Recorder, Undone, explore, fold_terms, fold_wrongs
from checker.system.terms import FALSE, TRUE, Term, all_of

__all__ = ["fitting", "folded"]


def folded(predicate: Callable[[], object], *, assuming: Term = TRUE) -> Term:
    """Return the truth of ``predicate()`` as one term, whatever it forks on by itself.

    ``assuming`` is a condition outside of which the result does not matter. What goes wrong inside is
    recorded for the rule, under the conditions of the way that leads to it.
    """
    outer = recorder()
    facts = Facts(outer.facts)
    facts.assume(assuming)

    def run(inner: Recorder) -> Term:
        with recording(inner):
            try:
                return truth(predicate())
            except Undone:  # a requirement inside a predicate undoes nothing but the predicate
                return truth(False)

    ways = explore(run, facts)
    for wrong in fold_wrongs(ways):
        condition = all_of((assuming, wrong.condition))
        if outer.facts.decide(condition) is not False:
            outer.wrongs.append(type(wrong)(wrong.message, wrong.source, condition))
    return fold_terms(ways, lambda term: term, truth(False))


def fitting(here: Term, predicate: Callable[..., object], *values: object) -> Term:
    """Return the condition that ``here`` and the predicate are true; it is asked only where ``here`` is."""
    if recorder().facts.decide(here) is False:
        return FALSE
    return all_of((here, folded(functools.partial(predicate, *values), assuming=here)))
