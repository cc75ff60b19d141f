"""Holds a certificate against the rules and claims of a game as they are today."""

from __future__ import annotations

from functools import lru_cache

from checker.certify.parts import Parts, System, system_of
from checker.errors import InputError
from checker.judge.at_priority import ENDS
from checker.judge.proofs.files import subject_text
from checker.judge.proofs.prove import condition_of, scribe_of
from checker.judge.questions import Question, question_of
from checker.judge.rounds import rounds_of, select_games
from checker.judge.selection import Selection
from checker.judge.workspace import Workspace
from checker.language.lower import lower
from checker.language.tracing.tracings import Tracings
from checker.prove.subject import Scribe

__all__ = ["difference"]


def difference(workspace: Workspace, game: str, parts: Parts) -> str:
    """Say in what a certificate is not about ``game`` today; nothing where it is.

    The game is read anew, in the sizes and readings of the certificate.
    """
    readings = tuple(sorted(parts.system.readings))
    try:
        now = _now(workspace, game, parts.proof.name, readings)
    except InputError as error:
        return f"{game} cannot be read as the certificate has it: {error.message}"
    if now is None:
        return f"{game} has no claim {parts.proof.name} that a certificate can be about"
    system, claim, sizes = now
    if sizes != parts.system.sizes:
        return f"it is about {', '.join(parts.system.sizes)}, and the game has {', '.join(sizes)}"
    if system != parts.system:
        return (
            f"the rules of {game} are not those that it is about: {_first_difference(system, parts.system)}"
        )
    if claim is not None and claim != parts.proof.claim:
        return f"{parts.proof.name} claims something else today"
    return ""


@lru_cache(maxsize=64)
def _now(
    workspace: Workspace, game: str, name: str, readings: tuple[tuple[str, str], ...]
) -> tuple[System, str | None, tuple[str, ...]] | None:
    selection = Selection((game,), properties=(name,), readings=dict(readings))
    for one in rounds_of(select_games(workspace, selection), selection):
        lowered = lower(one.schema, Tracings())
        for claim, _ in one.claims:
            question: Question = question_of(lowered, claim)
            scribe: Scribe = scribe_of(one, question)
            system = system_of(subject_text(scribe.subject), name)
            text = None if name == ENDS else scribe.formula(condition_of(question, question.system))
            return system, text, system.sizes
    return None


def _first_difference(now: System, then: System) -> str:
    if now.variables != then.variables:
        return "its cells differ"
    if now.starts != then.starts:
        return "it starts otherwise"
    steps = {case.name: case.formula for case in then.steps}
    for case in now.steps:
        if case.name not in steps:
            return f"there is a new step {case.name}"
        if steps.pop(case.name) != case.formula:
            return f"{case.name} does something else"
    return f"there is no step {next(iter(steps))} any more" if steps else "what its steps share differs"
