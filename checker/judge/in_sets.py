"""Questions about how plays go on in games too large for a graph, answered on sets of states."""

from __future__ import annotations

from checker.explore.interface import Limits, Progress
from checker.explore.liveness import Answer as Decided
from checker.judge.answers import Answer, undetermined
from checker.judge.claims import Claim, ClaimKind
from checker.judge.questions import Question
from checker.judge.verdict import Evidence, Status

__all__ = ["answer_in_sets", "can_be_answered_in_sets"]

_KINDS = (ClaimKind.ALWAYS_POSSIBLE, ClaimKind.EVENTUALLY, ClaimKind.LEADS_TO)


def can_be_answered_in_sets(claim: Claim) -> bool:
    """Whether sets of states can answer a claim: nothing is fair or grows in it, and diagrams can be had."""
    if claim.kind not in _KINDS or claim.fair or claim.strongly_fair or claim.but_for:
        return False
    from checker.explore.symbolic import SymbolicEngine

    return not SymbolicEngine.unavailable()


def answer_in_sets(question: Question, *, seconds: float | None, progress: Progress | None) -> Answer:
    """Answer a question that :func:`can_be_answered_in_sets`, within so many seconds."""
    from checker.explore.symbolic import fixpoints

    limits = Limits(seconds=seconds)
    system, states = question.system, question.states
    match question.claim.kind:
        case ClaimKind.ALWAYS_POSSIBLE:
            result = fixpoints.always_possible(system, states[0], limits=limits, progress=progress)
        case ClaimKind.EVENTUALLY:
            result = fixpoints.eventually(system, states[0], limits=limits, progress=progress)
        case _:
            result = fixpoints.leads_to(system, states[0], states[1], limits=limits, progress=progress)
    figures = {"levels": result.levels}
    if result.answer is Decided.UNDETERMINED:
        return undetermined("symbolic", result.reason, figures)
    if result.answer is Decided.HOLDS:
        return Answer(Status.HOLDS, Evidence.EXHAUSTIVE, "symbolic", figures=figures)
    play = result.play
    evidence = Evidence.PLAY if play is None or play.loop is None else Evidence.LASSO
    return Answer(Status.VIOLATED, evidence, "symbolic", play, result.reason, figures=figures)
