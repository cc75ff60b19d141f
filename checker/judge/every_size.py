"""Claims about games of every size: the second lowering and induction, and what each came to.

First everything is left open, the number of participants too where the game says that there may be more or
fewer; where that cannot be said of the game, containers alone. What stands in the way is told.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from checker.errors import ModelError
from checker.judge.at_priority import ENDS, NOT_KNOWN, is_at_priority
from checker.judge.claims import Claim, ClaimKind, claims_of, game_of
from checker.judge.endings import RunsEnd, runs_end
from checker.language.game import Game
from checker.language.open.claims import trace_open_state_claim, trace_open_step_claim
from checker.language.open.layout import size_name
from checker.language.open.lower import OpenLowered, lower_open
from checker.language.open.refusal import CannotOpen
from checker.language.open.templates import expected_conditions
from checker.language.rules import source_of
from checker.language.schema import Schema
from checker.language.types import Member
from checker.prove.certificate import Certified, Subject
from checker.prove.open.certified import OpenScribe, open_name
from checker.prove.open.cores import Cores
from checker.prove.open.ends import automatic_steps
from checker.prove.open.induction import Failed, OpenProver
from checker.prove.open.obligations import Goal
from checker.prove.solver import Clock
from checker.system.terms import Term, all_of, any_of, negate

__all__ = [
    "EverySize",
    "OpenClaim",
    "SizeAnswer",
    "helping_conditions",
    "is_about",
    "open_claim",
    "open_scribe",
    "open_sizes",
    "opened",
    "prove_every_size",
    "stated_lemmas",
]

_ON_STATES = (ClaimKind.INVARIANT, ClaimKind.LEMMA)


@dataclass(frozen=True)
class SizeAnswer:
    """What became of one claim: proved for every size, or why not. A claim that is not proved may be true.

    Where it is proved, ``why`` says how that automatic runs end is known, and ``besides`` what the proof
    counts together with.
    """

    claim: Claim
    proved: bool
    why: str = ""
    certified: Certified | None = None
    besides: str = ""


@dataclass(frozen=True)
class EverySize:
    """The answers about one game.

    ``sizes`` says for which sizes the proofs speak; ``closed`` what stands in the way of leaving more open.
    ``invariant`` are the conditions that the proofs rest on, and ``failed`` the candidates given up.
    """

    lowered: OpenLowered
    sizes: tuple[str, ...]
    closed: str
    answers: tuple[SizeAnswer, ...]
    invariant: tuple[Goal, ...]
    failed: tuple[Failed, ...]


def prove_every_size(
    schema: Schema,
    claims: Iterable[Claim],
    lemmas: Sequence[Callable[..., Any]] | None = None,
    *,
    objects: Sequence[type[Member]] = (),
    seconds: float | None = None,
    least: bool = False,
) -> EverySize:
    """Prove the claims of a game that speak of one state or one step, and that runs end, for every size.

    ``lemmas`` are functions of the game that may help, those of its specs (:func:`stated_lemmas`) unless
    given; they are proved themselves, and those that cannot be are left out. ``objects`` are classes of
    which any number is to be meant, as far as that can be said. ``seconds`` limits the whole.
    With ``least``, which takes longer, each proof has no condition that it can do without.

    Raises:
        CannotOpen: not even the sizes of containers can be left open; the error names the line.
        ModelError: the model or a claim is wrong in itself.
    """
    claims = tuple(claims)
    lowered, closed = opened(schema, objects)
    asked = [_Asked.of(lowered, c) for c in claims if c.kind in (*_ON_STATES, ClaimKind.TRANSITION)]
    prover = OpenProver(lowered.system, Clock(seconds))
    helping = helping_conditions(lowered, stated_lemmas(claims) if lemmas is None else lemmas)
    by_lemmas = prover.inductive(
        [part for name, term in helping.items() for part in Goal(name, term).parts()]
    )
    end = None
    if any(_is_about_ends(c) or is_at_priority(c) for c in claims):
        end = runs_end(prover, by_lemmas.invariant)
    kept = prover.extended(
        by_lemmas, [Goal(q.claim.name, q.everywhere) for q in asked if q.everywhere is not None]
    )
    scribe = open_scribe(lowered, prover.cores, least=least)
    told = {q.claim.name: q.answered(prover, kept.invariant, scribe, end) for q in asked}
    if end is not None:
        of_ends = (c for c in claims if _is_about_ends(c))
        told.update({c.name: _ends(c, end, by_lemmas.invariant, scribe) for c in of_ends})
    answers = tuple(told[c.name] for c in claims if c.name in told)
    return EverySize(lowered, open_sizes(lowered), closed, answers, kept.invariant, kept.failed)


def _ends(claim: Claim, end: RunsEnd, invariant: Sequence[Goal], scribe: OpenScribe) -> SizeAnswer:
    """Return what becomes of the claim that automatic runs end, given what is known of that.

    Where there is no automatic step there is no measure, and nothing that a certificate could say.
    """
    measured = end.proved and end.measures
    certified = scribe.ending(claim.name, claim.says, invariant, end.measures) if measured else None
    return SizeAnswer(claim, end.proved, end.why, certified)


def _is_about_ends(claim: Claim) -> bool:
    return claim.kind is ClaimKind.BUILT_IN and claim.name == ENDS


@dataclass(frozen=True)
class OpenClaim:
    """What a certificate of a claim for every size is about: the system, and the claim as text.

    The claim is told of states, of each step, or is that runs of steps end, as in
    :class:`checker.prove.certificate.Certified`.
    """

    subject: Subject
    claim: str = ""
    on_steps: tuple[tuple[str, str], ...] = ()
    among: tuple[str, ...] = ()


def open_claim(schema: Schema, claim: Claim, objects: Iterable[type[Member]] = ()) -> OpenClaim | None:
    """Return what a certificate of a claim for every size is about, as the game is today.

    ``objects`` are classes of which any number is meant. ``None`` where the claim cannot be said with sizes
    left open.

    Raises:
        CannotOpen: not even the sizes of containers can be left open; the error names the line.
    """
    lowered, _ = opened(schema, objects)
    scribe = open_scribe(lowered)
    if _is_about_ends(claim):
        among = tuple(u.name for u in automatic_steps(lowered.system))
        return OpenClaim(scribe.subject, among=among)
    asked = _Asked.of(lowered, claim)
    if asked.refused:
        return None
    on_state, on_steps = scribe.claim(asked.on_steps if asked.on_state is None else asked.on_state)
    return OpenClaim(scribe.subject, on_state, on_steps)


def open_scribe(lowered: OpenLowered, cores: Cores | None = None, *, least: bool = False) -> OpenScribe:
    """Return what writes a game that is left open, and proofs about it; the rest is as it is there."""
    name = open_name(size_name(cls) for cls in lowered.layout.objects)
    return OpenScribe(lowered.system, name, open_sizes(lowered), cores, least=least)


def helping_conditions(lowered: OpenLowered, lemmas: Iterable[Callable[..., Any]]) -> dict[str, Term]:
    """Return conditions on states that may help a proof, by name: those of every game, and these lemmas.

    Lemmas about another game are left out: they may stand beside claims about a core that both extend.
    """
    found = dict(expected_conditions(lowered))
    for function in lemmas:
        if not is_about(lowered.schema.game, function):
            continue
        try:
            found[function.__name__] = trace_open_state_claim(lowered, function).term
        except CannotOpen:
            continue  # it helps where it can be said
    return found


def is_about(game: type[Game], lemma: Callable[..., Any]) -> bool:
    """Return whether a lemma may be asked of a game; one that names no class may be asked of any."""
    try:
        return issubclass(game, game_of(lemma, source_of(lemma), "lemma"))
    except ModelError:
        return True


def stated_lemmas(claims: Iterable[Claim]) -> tuple[Callable[..., Any], ...]:
    """Return the functions in ``LEMMAS`` of the file ``lemmas.py`` beside those that state the claims.

    It has been imported with them, as everything in ``specs/<game>`` is. Built-in claims are stated by
    nobody: of these count all claims about the same game.
    """
    stated = (
        c for one in claims for c in (claims_of(one.game) if one.kind is ClaimKind.BUILT_IN else (one,))
    )
    packages = dict.fromkeys(c.function.__module__.rpartition(".")[0] for c in stated)
    modules = (sys.modules.get(f"{package}.lemmas") for package in packages)
    return tuple(dict.fromkeys(f for module in modules for f in getattr(module, "LEMMAS", ())))


def opened(schema: Schema, objects: Iterable[type[Member]] = ()) -> tuple[OpenLowered, str]:
    """Return the game with as much left open as can be, and what stands in the way of more.

    ``objects`` are the classes of objects whose number is to be left open; where that of one cannot be, it
    has as many members as the game says.
    """
    who = schema.participant
    many, closed = who is not None and not who.cls.size.fixed, []
    try:
        lowered = lower_open(schema, many=many)
    except CannotOpen as error:
        if not many:
            raise
        lowered, closed = lower_open(schema), [f"{error.source}: {error.message}"]
    for cls in objects:
        left_open = lowered.layout.many is not None
        try:
            lowered = lower_open(schema, many=left_open, objects=(*lowered.layout.objects, cls))
        except ModelError as error:  # also where a member is named that the least number of them leaves out
            closed.append(f"{error.source}: {error.message}")
    return lowered, "; ".join(closed)


def open_sizes(lowered: OpenLowered) -> tuple[str, ...]:
    """Return phrases for the sizes for which proofs about an open game speak."""
    who, sizes = lowered.schema.participant, dict(lowered.system.sizes)
    exactly: tuple[str, ...] = ()
    if who is not None and lowered.layout.number is None:
        name = who.cls.__name__.lower() + "s"
        sizes.pop(who.cls.size.name or name, None)
        exactly = (f"exactly {who.count} {name}",)
    return (*lowered.system.opened, *exactly, *(f"{name} {number}" for name, number in sizes.items()))


@dataclass(frozen=True)
class _Asked:
    """A claim over an open system: on states, on steps (one condition for each update), or refused."""

    claim: Claim
    on_state: Term | None = None
    on_steps: tuple[Term, ...] = ()
    refused: str = ""

    @staticmethod
    def of(lowered: OpenLowered, claim: Claim) -> _Asked:
        try:
            if claim.kind in _ON_STATES:
                found = trace_open_state_claim(lowered, claim.function)
                # Where a claim reads what is not there it says nothing, which does not count as true.
                term = all_of((found.term, negate(found.undefined)))
                judged = {"priority": lowered.system.at_priority, "choice": lowered.system.at_choice}
                premise = judged.get(claim.at)
                return _Asked(claim, term if premise is None else any_of((negate(premise), term)))
            steps = trace_open_step_claim(lowered, claim.function)
        except CannotOpen as error:
            return _Asked(claim, refused=f"{error.source}: {error.message}")
        pairs = zip(steps.terms, steps.undefined, strict=True)
        return _Asked(claim, on_steps=tuple(all_of((t, negate(u))) for t, u in pairs))

    @property
    def everywhere(self) -> Term | None:
        """The condition on every state, where that may be an invariant by itself."""
        return self.on_state if self.claim.at == "everywhere" else None

    def answered(
        self, prover: OpenProver, invariant: Sequence[Goal], scribe: OpenScribe, end: RunsEnd | None
    ) -> SizeAnswer:
        """Return what becomes of the claim, given what is known of all states, and of automatic runs."""
        if self.refused:
            return SizeAnswer(self.claim, proved=False, why=self.refused)
        if is_at_priority(self.claim) and (end is None or not end.proved):
            return SizeAnswer(self.claim, proved=False, why=NOT_KNOWN)
        if any(g.name == self.claim.name and g.term is self.on_state for g in invariant):
            return self._proved(invariant, scribe)
        if self.on_state is not None:
            failed = prover.follows(invariant, Goal(self.claim.name, self.on_state))
        else:
            goals = [Goal(self.claim.name, term) for term in self.on_steps]
            failed = prover.steps_follow(invariant, goals)
        if failed is None:
            return self._proved(invariant, scribe)
        reason = "a lemma is missing" if failed.found else f"the solver gave up: {failed.reason}"
        return SizeAnswer(self.claim, proved=False, why=f"not shown for {failed.about}: {reason}")

    def _proved(self, invariant: Sequence[Goal], scribe: OpenScribe) -> SizeAnswer:
        about = self.on_steps if self.on_state is None else self.on_state
        certified = scribe.certified(self.claim.name, self.claim.says, invariant, about)
        besides = ENDS if is_at_priority(self.claim) else ""
        return SizeAnswer(self.claim, proved=True, certified=certified, besides=besides)
