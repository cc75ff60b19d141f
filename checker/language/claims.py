"""Claims as terms: an author's claim function traced over the cells of a lowered game.

What a claim reads that is not there (the top of an empty stack) is told apart as ``undefined``: the claim
says nothing there, and a claim that says nothing must not count as true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from checker.language.judged import judged_on_state, judged_on_step
from checker.language.lower import Lowered
from checker.system.model import Kind, System, Update
from checker.system.terms import Term, any_of

__all__ = ["StateClaim", "StepClaim", "trace_state_claim", "trace_step_claim"]


@dataclass(frozen=True)
class StateClaim:
    """Conditions on one state: what the function returns (one term, or a pair), and where it is undefined."""

    terms: tuple[Term, ...]
    undefined: Term
    ghosts: frozenset[str]


@dataclass(frozen=True)
class StepClaim:
    """For every update of the system, the claim and where it is undefined, over the state before it."""

    terms: tuple[Term, ...]
    undefined: tuple[Term, ...]
    ghosts: frozenset[str]


class _Enabled:
    """When rules may be taken, read from the system's updates."""

    def __init__(self, system: System) -> None:
        self._updates = system.updates

    def _any(self, fits: Callable[[Update], bool]) -> Term:
        return any_of(u.enabled for u in self._updates if fits(u))

    def rule(self, name: str, actor: str | None) -> Term:
        return self._any(lambda u: u.rule == name and actor in (None, u.actor))

    def action(self, actor: str | None) -> Term:
        return self._any(lambda u: u.kind is Kind.ACTION and actor in (None, u.actor))


def trace_state_claim(lowered: Lowered, function: Callable[..., Any], parts: int = 1) -> StateClaim:
    """Trace ``function(game)``, which returns a truth value, or a tuple of ``parts`` of them.

    Raises:
        ModelError: the claim cannot be traced, or returns something else.
    """
    judged = judged_on_state(lowered.layout, lowered.schema.game, function, _Enabled(lowered.system), parts)
    *finished, undefined = lowered.finish((*judged.terms, judged.undefined))
    return StateClaim(tuple(finished), undefined, judged.ghosts)


def trace_step_claim(lowered: Lowered, function: Callable[..., Any]) -> StepClaim:
    """Trace ``function(before, step, after)`` for every update of the system.

    Raises:
        ModelError: the claim cannot be traced.
    """
    ghosts: set[str] = set()
    terms: list[Term] = []
    undefined: list[Term] = []
    for event in lowered.kept_events:
        judged = judged_on_step(lowered.layout, lowered.schema.game, function, event)
        term, wrong = lowered.finish((*judged.terms, judged.undefined))
        terms.append(term)
        undefined.append(wrong)
        ghosts |= judged.ghosts
    return StepClaim(tuple(terms), tuple(undefined), frozenset(ghosts))
