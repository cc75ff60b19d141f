"""Holds a certificate against the rules and claims of a game as they are today."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from checker.certify.expressions import renamed
from checker.certify.parts import Case, Definition, Parts, System
from checker.certify.reading import system_of
from checker.errors import InputError
from checker.judge.at_priority import ENDS
from checker.judge.claims import Claim
from checker.judge.every_size import open_claim
from checker.judge.proofs.files import subject_text
from checker.judge.proofs.prove import condition_of, scribe_of
from checker.judge.questions import Question, question_of
from checker.judge.rounds import Round, rounds_of, select_games
from checker.judge.selection import Selection
from checker.judge.workspace import Workspace
from checker.language.lower import lower
from checker.language.open.layout import any_number_of
from checker.language.open.refusal import CannotOpen
from checker.language.tracing.tracings import Tracings
from checker.prove.open.certified import is_open
from checker.prove.subject import Scribe
from checker.prove.termination import automatic_updates

__all__ = ["difference"]


def difference(workspace: Workspace, game: str, parts: Parts) -> str:
    """Say in what a certificate is not about ``game`` today; nothing where it is.

    The game is read anew, in the sizes and readings of the certificate.
    """
    name, readings = parts.proof.name, tuple(sorted(parts.system.readings))
    try:
        if is_open(parts.system.name):
            now = _with_sizes_open(workspace, game, name, readings, parts.system.sizes)
        else:
            now = _with_sizes(workspace, game, name, readings)
    except (InputError, CannotOpen) as error:
        return f"{game} cannot be read as the certificate has it: {error}"
    if now is None:
        return f"{game} has no claim {parts.proof.name} that a certificate can be about"
    if now.system.sizes != parts.system.sizes:
        return f"it is about {', '.join(parts.system.sizes)}, and the game has {', '.join(now.system.sizes)}"
    if now.system != parts.system:
        return (
            f"the rules of {game} are not those that it is about: "
            f"{_first_difference(now.system, parts.system)}"
        )
    then = _Now(parts.system, parts.proof.claim, parts.proof.on_steps, parts.proof.among)
    if now != then:
        return f"{parts.proof.name} claims something else today"
    return ""


@dataclass(frozen=True)
class _Now:
    """A system as it is today, and a claim about it: on states, on steps, or that runs of steps end."""

    system: System
    claim: str
    on_steps: tuple[tuple[str, str], ...] = ()
    among: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def _with_sizes(
    workspace: Workspace, game: str, name: str, readings: tuple[tuple[str, str], ...]
) -> _Now | None:
    for one, claim in _claims(workspace, game, name, readings):
        question: Question = question_of(lower(one.schema, Tracings()), claim)
        scribe: Scribe = scribe_of(one, question)
        ends = name == ENDS
        text = "" if ends else scribe.formula(condition_of(question, question.system))
        among = scribe.among(automatic_updates(question.system)) if ends else ()
        return _Now(system_of(subject_text(scribe.subject), name), text, among=among)
    return None


@lru_cache(maxsize=64)
def _with_sizes_open(
    workspace: Workspace,
    game: str,
    name: str,
    readings: tuple[tuple[str, str], ...],
    sizes: tuple[str, ...],
) -> _Now | None:
    """Read a game with as much left open as some phrases about sizes say."""
    for one, claim in _claims(workspace, game, name, readings):
        objects = [m.cls for m in one.schema.objects if any_number_of(m.cls) in sizes]
        found = open_claim(one.schema, claim, objects)
        if found is not None:
            system = system_of(subject_text(found.subject), name)
            return _Now(system, found.claim, found.on_steps, found.among)
    return None


def _claims(
    workspace: Workspace, game: str, name: str, readings: tuple[tuple[str, str], ...]
) -> Iterator[tuple[Round, Claim]]:
    selection = Selection((game,), properties=(name,), readings=dict(readings))
    for one in rounds_of(select_games(workspace, selection), selection):
        for claim, _ in one.claims:
            yield one, claim


def _first_difference(now: System, then: System) -> str:
    if now.variables != then.variables:
        return "its cells differ"
    if _told(now, now.starts) != _told(then, then.starts):
        return "it starts otherwise"
    steps = _told(then, then.steps)
    for name, case in _told(now, now.steps).items():
        if name not in steps:
            return f"there is a new step {name}"
        if steps.pop(name) != case:
            return f"{name} does something else"
    return f"there is no step {next(iter(steps))} any more" if steps else "what its steps share differs"


def _told(system: System, cases: Iterable[Case]) -> dict[str, tuple[object, ...]]:
    """Return what each case says by its name, with what is shared replaced by what it stands for.

    Where a shared part is new, those after it have other names; steps that say the same are still alike.
    """
    shared = _meanings(system.definitions, {})
    found: dict[str, tuple[object, ...]] = {}
    for case in cases:
        names = _meanings(case.definitions, shared)
        writes = tuple((w.variable, w.places, renamed(w.value, names)) for w in case.writes)
        found[case.name] = renamed(case.formula, names), writes
    return found


def _meanings(definitions: Iterable[Definition], known: Mapping[str, str]) -> dict[str, str]:
    """Return a digest of the meaning of each definition by its name; one may use those before it."""
    names = dict(known)
    for name, sort, formula in definitions:
        names[name] = hashlib.sha256(f"{sort} {renamed(formula, names)}".encode()).hexdigest()
    return names
