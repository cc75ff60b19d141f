"""Answers: what a search, a graph or a proof says about a question, before it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.explore.interface import Outcome
from checker.judge.claims import ClaimKind
from checker.judge.questions import Question, rule_key, undefined_key
from checker.judge.verdict import Evidence, Status
from checker.system.play import Play

__all__ = ["Answer", "FaultError", "by_search", "figures_of", "undetermined"]


class FaultError(Exception):
    """The tool contradicts itself: a fault of the tool, never of the user."""


@dataclass(frozen=True)
class Answer:
    """A status with its evidence, not yet told.

    ``explanation`` is filled in for a violation by whoever replays ``play``, unless the answer knows better.
    """

    status: Status
    evidence: Evidence
    engine: str
    play: Play | None = None
    explanation: str = ""
    reason: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    rests_on: tuple[str, ...] = ()
    undefined: bool = False


def undetermined(engine: str, reason: str, figures: Mapping[str, float] | None = None) -> Answer:
    """Return "nobody knows", with the reason."""
    return Answer(Status.UNDETERMINED, Evidence.NONE, engine, reason=reason, figures=figures or {})


def figures_of(outcome: Outcome) -> dict[str, float]:
    """Return the numbers that a search stands on."""
    seen = outcome.statistics
    return {
        "states": seen.states,
        "transitions": seen.transitions,
        "levels": seen.levels,
        "seconds": seen.seconds,
    }


def by_search(question: Question, outcome: Outcome) -> Answer | None:
    """Return the answer of a search to a safety or ``possible`` question, or None for other kinds."""
    claim, engine, figures = question.claim, outcome.engine, figures_of(outcome)
    unclear = outcome.found.get(undefined_key(question.key))
    play = outcome.found.get(question.key)
    if unclear is not None and (play is None or len(unclear) <= len(play)):
        return Answer(
            Status.VIOLATED,
            Evidence.PLAY,
            engine,
            unclear,
            "the claim reads something that is not there, so it says nothing in this state",
            figures=figures,
            undefined=True,
        )
    if claim.kind is ClaimKind.POSSIBLE:
        if play is not None:
            return Answer(Status.HOLDS, Evidence.WITNESS, engine, play, figures=figures)
        if not outcome.complete:
            return undetermined(engine, outcome.stopped, figures)
        if outcome.statistics.cut:
            return undetermined(
                engine, "no play within the bounds reaches it, and a bound cut the search", figures
            )
        return Answer(
            Status.VIOLATED, Evidence.EXHAUSTIVE, engine, None, "no play reaches it", figures=figures
        )
    if claim.kind in (ClaimKind.INVARIANT, ClaimKind.LEMMA, ClaimKind.TRANSITION) or claim.name in (
        "no_dead_end",
        "no_step_goes_wrong",
    ):
        if play is not None:
            return Answer(Status.VIOLATED, Evidence.PLAY, engine, play, figures=figures)
        if not outcome.complete:
            return undetermined(engine, outcome.stopped, figures)
        return Answer(Status.HOLDS, Evidence.EXHAUSTIVE, engine, figures=figures)
    if claim.name == "every_rule_can_happen":
        return _every_rule(question, outcome, figures)
    return None


def _every_rule(question: Question, outcome: Outcome, figures: Mapping[str, float]) -> Answer:
    """Answer whether every rule of the game happens in some play."""
    never = [name for name in question.rules if rule_key(name) not in outcome.found]
    if not never:
        return Answer(Status.HOLDS, Evidence.WITNESS, outcome.engine, figures=figures)
    words = f"never happens: {', '.join(never)}"
    if not outcome.complete:
        return undetermined(outcome.engine, f"so far {words}; {outcome.stopped}", figures)
    if outcome.statistics.cut:
        return undetermined(outcome.engine, f"within the bounds {words}", figures)
    return Answer(Status.VIOLATED, Evidence.EXHAUSTIVE, outcome.engine, None, words, figures=figures)
