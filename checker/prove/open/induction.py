"""Induction over open systems: which of some conditions are together an invariant, and what follows.

Conditions that some step breaks, or the start, are given up one after the other until the rest is kept by
every step: then each of the rest is true in every reachable state of every size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.prove.open.obligations import Goal, Query, claim_query, start_queries, step_query
from checker.prove.solver import Clock, Result, answer_script
from checker.system.open.model import OpenSystem

__all__ = ["Failed", "Kept", "OpenProver"]

LONGEST = 5.0
"""Seconds for one question to the solver."""


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


class OpenProver:
    """Asks z3 about one open system under one time limit."""

    def __init__(self, system: OpenSystem, clock: Clock | None = None) -> None:
        self.system = system
        self.clock = clock or Clock(None)

    def inductive(self, candidates: Sequence[Goal]) -> Kept:
        """Return those of the candidates that are together an invariant.

        Raises:
            ValueError: a variable may leave its type by a step that is not wrong.
        """
        failed: list[Failed] = []
        kept = list(candidates)
        for query in start_queries(self.system, kept):
            kept = self._given_up(query, kept, failed)
        stable = False
        while not stable:
            stable = True
            for update in self.system.updates:
                before = len(kept)
                kept = self._given_up(step_query(self.system, update, kept, kept), kept, failed)
                stable = stable and len(kept) == before
        return Kept(tuple(kept), tuple(failed))

    def _given_up(self, query: Query, kept: list[Goal], failed: list[Failed]) -> list[Goal]:
        """Return the conditions without those that the question is not answered well for."""
        if self._fails(query) is None:
            return kept
        lost = {f.goal: f for goal in query.wanted if (f := self._fails(query.only(goal))) is not None}
        types = self._fails(query.only(None))
        if types is not None:
            raise ValueError(f"{query.about}: a value may leave its type ({types.reason or 'found'})")
        if not lost:  # each by itself is shown, so that all are
            return kept
        failed.extend(lost.values())
        return [g for g in kept if g.name not in lost]

    def follows(self, invariant: Sequence[Goal], claim: Goal) -> Failed | None:
        """Return whether a condition on states follows from an invariant: nothing if so."""
        return self._fails(claim_query(self.system, None, invariant, claim))

    def steps_follow(self, invariant: Sequence[Goal], claim: Sequence[Goal]) -> Failed | None:
        """Return whether a condition for each update follows where it may be taken: nothing if so."""
        for update, goal in zip(self.system.updates, claim, strict=True):
            found = self._fails(claim_query(self.system, update, invariant, goal))
            if found is not None:
                return found
        return None

    def _fails(self, query: Query) -> Failed | None:
        left = self.clock.left
        seconds = LONGEST if left is None else min(LONGEST, left)
        result, reason = answer_script(query.script(), seconds)
        if result is Result.UNSAT:
            return None
        name = ", ".join(g.name for g in query.wanted) or "types"
        return Failed(name, query.about, result is Result.SAT, reason)
