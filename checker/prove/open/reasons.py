"""Which conditions of an invariant a proof needs, and from which of them each is kept.

An invariant is found for all claims of a game at once. What one claim needs of it is less, and easier to
check: the conditions from which the claim follows, those that keep these at every step, and so on.
Unsatisfiable cores tell which; the sets that they tell suffice, and need not be the smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.prove.open.obligations import Goal, Query, claim_query, step_query
from checker.prove.solver import Clock, NamedScript
from checker.system.open.model import OpenSystem
from checker.system.terms import Term

__all__ = ["TYPES", "Needed", "Reason", "Reasons"]

LONGEST = 10.0
"""Seconds for one question about a core; where it gets no answer, all conditions count as needed."""

TYPES = "types"
"""The name of the condition that all variables have values of their types, which is always given."""


@dataclass(frozen=True)
class Reason:
    """A condition, and the names of those that are enough to show that every step keeps it."""

    goal: Goal
    kept_by: frozenset[str]


@dataclass(frozen=True)
class Needed:
    """What a claim needs: conditions that show it, others that keep these and the types of values."""

    shows: frozenset[str]
    keeps_types: frozenset[str]
    conditions: tuple[Reason, ...]


class Reasons:
    """Finds what proofs about one open system need of one invariant, and remembers it for the next."""

    def __init__(self, system: OpenSystem, invariant: Sequence[Goal], clock: Clock) -> None:
        self._system, self._invariant, self._clock = system, tuple(invariant), clock
        self._names = tuple(g.name for g in invariant)
        self._kept: dict[str, frozenset[str]] = {}

    @cached_property
    def _steps(self) -> tuple[_Asked, ...]:
        return tuple(
            _Asked(step_query(self._system, u, self._invariant, self._invariant), self._names)
            for u in self._system.updates
        )

    def of(self, claim: Term | Sequence[Term]) -> Needed:
        """Return what a claim needs: it is a condition on states, or one for each update."""
        needed = shows = self._shows(claim)
        while True:
            reasons = {name: self._keeps(name) for name in (*needed, TYPES)}
            more = needed.union(*reasons.values())
            if more == needed:
                break
            needed = more
        kept = tuple(Reason(g, reasons[g.name]) for g in self._invariant if g.name in needed)
        return Needed(shows, reasons[TYPES], kept)

    def _shows(self, claim: Term | Sequence[Term]) -> frozenset[str]:
        """Return conditions from which a claim follows."""
        system, invariant = self._system, self._invariant
        if isinstance(claim, Term):
            queries = [claim_query(system, None, invariant, Goal("", claim))]
        else:
            pairs = zip(system.updates, claim, strict=True)
            queries = [claim_query(system, u, invariant, Goal("", t)) for u, t in pairs]
        needed: frozenset[str] = frozenset()
        for query in queries:
            if not query.is_plain:
                needed |= _Asked(query, self._names).core("", self._clock)
        return needed

    def _keeps(self, name: str) -> frozenset[str]:
        """Return conditions from which it follows that every step keeps one: itself, and others."""
        if name not in self._kept:
            itself = frozenset(known for known in self._names if known == name)
            self._kept[name] = itself.union(*(step.core(name, self._clock) for step in self._steps))
        return self._kept[name]


class _Asked:
    """A question, asked goal by goal; ``known`` are the conditions that are given, before anything else."""

    def __init__(self, query: Query, known: Sequence[str]) -> None:
        self._query, self._known = query, tuple(known)
        self._goals = {g.name: f"g.{number}" for number, g in enumerate(query.wanted)}
        if query.typing:
            self._goals[TYPES] = f"g.{len(query.wanted)}"

    @cached_property
    def _script(self) -> NamedScript:
        return NamedScript(self._query.apart())

    def core(self, name: str, clock: Clock) -> frozenset[str]:
        """Return conditions that are enough for a goal beside itself: none where there is nothing to ask."""
        if name not in self._goals:
            return frozenset()
        given = [f"h.{number}" for number in range(len(self._query.given))]
        seconds = LONGEST if clock.left is None else min(LONGEST, clock.left)
        core = self._script.core((self._goals[name], *given), seconds) if seconds else None
        if core is None:
            return frozenset(self._known)
        return frozenset(known for known, h in zip(self._known, given, strict=False) if h in core)
