"""Claims over open systems: an author's claim function traced over variables of open sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from checker.language.judged import judged_on_state, judged_on_step
from checker.language.open.lower import OpenLowered
from checker.language.resolved import label_of
from checker.system.model import Kind
from checker.system.open.model import OpenUpdate
from checker.system.terms import FALSE, TRUE, Cell, Term, all_of, any_of, equal, integer, var

__all__ = ["OpenStateClaim", "OpenStepClaim", "trace_open_state_claim", "trace_open_step_claim"]


@dataclass(frozen=True)
class OpenStateClaim:
    """A condition on one state, and where the claim says nothing because it reads what is not there."""

    term: Term
    undefined: Term


@dataclass(frozen=True)
class OpenStepClaim:
    """For every update of the system, the claim and where it says nothing, over the state before it."""

    terms: tuple[Term, ...]
    undefined: tuple[Term, ...]


class _Enabled:
    """When rules may be taken, read from the system's updates."""

    def __init__(self, lowered: OpenLowered) -> None:
        self._updates = lowered.system.updates
        who = lowered.schema.participant
        self._numbers = {} if who is None else {label_of(v): i for i, v in enumerate(who.values())}

    def _any(self, actor: Term | None, fits: Callable[[OpenUpdate], bool]) -> Term:
        return any_of(u.some(all_of((u.enabled, self._is(u.actor, actor)))) for u in self._updates if fits(u))

    def _is(self, known: str | Cell | None, actor: Term | None) -> Term:
        if actor is None:
            return TRUE
        if known is None:
            return FALSE
        return equal(actor, var(known) if isinstance(known, Cell) else integer(self._numbers[known]))

    def rule(self, name: str, actor: Term | None) -> Term:
        return self._any(actor, lambda u: u.rule == name)

    def action(self, actor: Term | None) -> Term:
        return self._any(actor, lambda u: u.kind is Kind.ACTION)


def trace_open_state_claim(lowered: OpenLowered, function: Callable[..., Any]) -> OpenStateClaim:
    """Trace ``function(game)``.

    Raises:
        CannotOpen: the claim asks what cannot be said with these sizes open.
        ModelError: the claim cannot be traced, or returns something else.
    """
    judged = judged_on_state(lowered.layout, lowered.schema.game, function, _Enabled(lowered))
    return OpenStateClaim(*lowered.finish([*judged.terms, judged.undefined]))


def trace_open_step_claim(
    lowered: OpenLowered, function: Callable[..., Any], rules: Collection[str] | None = None
) -> OpenStepClaim:
    """Trace ``function(before, step, after)`` for every update of the system.

    With ``rules``, only steps of these are asked about; of all others it is true.

    Raises:
        CannotOpen: the claim asks what cannot be said with these sizes open.
        ModelError: the claim cannot be traced.
    """
    terms: list[Term] = []
    undefined: list[Term] = []
    for event in lowered.kept_events:
        if rules is not None and event.rule not in rules:
            terms.append(TRUE)
            undefined.append(FALSE)
            continue
        judged = judged_on_step(lowered.layout, lowered.schema.game, function, event)
        term, wrong = lowered.finish([*judged.terms, judged.undefined])
        terms.append(term)
        undefined.append(wrong)
    return OpenStepClaim(tuple(terms), tuple(undefined))
