"""Claims over open systems: an author's claim function traced over variables of open sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from checker.language.judged import judged_on_state, judged_on_step
from checker.language.open.lower import OpenLowered
from checker.system.terms import FALSE, TRUE, Term

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


def trace_open_state_claim(lowered: OpenLowered, function: Callable[..., Any]) -> OpenStateClaim:
    """Trace ``function(game)``.

    Raises:
        CannotOpen: the claim asks what cannot be said with these sizes open.
        ModelError: the claim cannot be traced, or returns something else.
    """
    judged = judged_on_state(lowered.layout, lowered.schema.game, function, lowered.enabled)
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
