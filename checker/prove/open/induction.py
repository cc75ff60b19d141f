"""Induction over open systems: which of some conditions are together an invariant, and what follows.

Conditions that some step breaks, or the start, are given up one after the other until the rest is kept by
every step: then each of the rest is true in every reachable state of every size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from checker.prove.open.cores import Cores
from checker.prove.open.obligations import Goal, Query, claim_query, start_queries, step_query
from checker.prove.solver import Clock, NamedScript, Result, answer_script
from checker.system.open.model import OpenSystem

__all__ = ["Failed", "Kept", "OpenProver"]

_UNTYPED = "it is not shown that all values keep their types"

QUICK, STEP, EFFORT = 2_000_000, 4_000_000, 8_000_000
"""What the solver may spend on one question, in steps that it counts itself: the same on any machine.

First it looks for models only where it has no more instances, by which most of what is so is shown; then
in every way that it has, by which a state is found in which a condition fails. Of a step of the induction
nobody is told whether there is one, so that less is spent on it."""

LONGEST = 60.0
"""Seconds after which one question is given up on a machine that is too busy."""


@dataclass(frozen=True)
class Failed:
    """What could not be shown, and where: at the start, in a step, or of a claim.

    ``found`` says that there is a state, perhaps one that no play reaches, in which it fails; otherwise the
    solver gave up, for the ``reason``. Neither is a violation.
    """

    goal: str
    about: str
    found: bool
    reason: str = ""


@dataclass(frozen=True)
class Kept:
    """The conditions that are together an invariant, and those that were given up, each with the reason."""

    invariant: tuple[Goal, ...]
    failed: tuple[Failed, ...]
    given_up: tuple[Goal, ...] = ()


class OpenProver:
    """Asks z3 about one open system under one time limit.

    ``untyped`` says where it is not shown that values keep their types, if anywhere. Every question takes for
    granted that they do: so nothing is proved then.
    """

    def __init__(self, system: OpenSystem, clock: Clock | None = None) -> None:
        self.system = system
        self.clock = clock or Clock(None)
        self.untyped: Failed | None = None
        self.cores = Cores(system, self.clock)

    def inductive(self, candidates: Sequence[Goal]) -> Kept:
        """Return those of the candidates that are together an invariant.

        There are none where values may leave their types.
        """
        return self._extended(Kept((), ()), candidates)

    def extended(self, kept: Kept, claims: Sequence[Goal]) -> Kept:
        """Return an invariant along with those of the claims that are one together with it.

        Claims that follow from the invariant are left out: as premises they would only take time. What was
        given up before may be kept together with the others, and is tried once more.
        """
        more = [g for g in claims if self.follows(kept.invariant, g) is not None]
        if not more or self.untyped is not None:
            return kept
        return self._extended(kept, [*kept.given_up, *more])

    def _extended(self, known: Kept, candidates: Sequence[Goal]) -> Kept:
        failed: list[Failed] = []
        kept = list(candidates)
        for query in start_queries(self.system, kept):
            kept = self._given_up(query, kept, failed)
        stable = False
        while not stable and self.untyped is None:
            stable = True
            for number in range(len(self.system.updates)):
                before = len(kept)
                kept = self._kept_by(number, known.invariant, kept, failed)
                stable = stable and len(kept) == before
        if self.untyped is not None:
            failed += [Failed(g.name, self.untyped.about, found=False, reason=_UNTYPED) for g in kept]
            kept = []
        lost = {f.goal for f in failed}
        return Kept((*known.invariant, *kept), tuple(failed), tuple(g for g in candidates if g.name in lost))

    def _kept_by(
        self, number: int, known: Sequence[Goal], kept: list[Goal], failed: list[Failed]
    ) -> list[Goal]:
        """Return the conditions that a step keeps where these and what is ``known`` are true."""
        given = [g.term for g in (*known, *kept)]
        hard = [g for g in kept if self.cores.kept(number, given, g.term) is None]
        typed = self.cores.kept(number, given, None) is not None
        if typed and not hard:
            return kept
        query = step_query(self.system, self.system.updates[number], [*known, *kept], hard)
        return self._given_up(replace(query, typing=not typed), kept, failed)

    def _given_up(self, query: Query, kept: list[Goal], failed: list[Failed]) -> list[Goal]:
        """Return the conditions without those that the question is not answered well for."""
        failure = self._fails(query, STEP)
        if failure is None:
            return kept
        if len(query.wanted) == 1 and not query.typing:
            failed.append(failure)
            return [g for g in kept if g.name != failure.goal]
        lost = {f.goal: f for goal in query.wanted if (f := self._fails(query.only(goal), STEP)) is not None}
        if query.typing:
            self.untyped = self.untyped or self._fails(query.only(None))
        if not lost:  # each by itself is shown, so that all are
            return kept
        failed.extend(lost.values())
        return [g for g in kept if g.name not in lost]

    def follows(self, invariant: Sequence[Goal], claim: Goal) -> Failed | None:
        """Return whether a condition on states follows from an invariant: nothing if so."""
        if self.untyped is None and self.cores.of_state([g.term for g in invariant], claim.term) is not None:
            return None
        return self._fails(claim_query(self.system, None, invariant, claim))

    def steps_follow(self, invariant: Sequence[Goal], claim: Sequence[Goal]) -> Failed | None:
        """Return whether a condition for each update follows where it may be taken: nothing if so."""
        given = [g.term for g in invariant]
        for number, (update, goal) in enumerate(zip(self.system.updates, claim, strict=True)):
            if self.untyped is None and self.cores.of_step(number, given, goal.term) is not None:
                continue
            found = self._fails(claim_query(self.system, update, invariant, goal))
            if found is not None:
                return found
        return None

    def _fails(self, query: Query, effort: int = EFFORT) -> Failed | None:
        if self.untyped is not None:
            return Failed(", ".join(g.name for g in query.wanted), self.untyped.about, False, _UNTYPED)
        if query.is_plain:
            return None
        if self.clock.over:
            return Failed(", ".join(g.name for g in query.wanted), query.about, False, "time limit")
        left = self.clock.left
        seconds = LONGEST if left is None else min(LONGEST, left)
        script = query.script()
        if NamedScript(script, models=True).core((), seconds, effort=QUICK) is not None:
            return None
        result, reason = answer_script(script, seconds, effort=effort)
        if result is Result.UNSAT:
            return None
        name = ", ".join(g.name for g in query.wanted) or "types"
        return Failed(name, query.about, result is Result.SAT, reason)
