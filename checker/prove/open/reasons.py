"""Which conditions of an invariant a proof needs, and from which of them each is kept.

An invariant is found for all claims of a game at once. What one claim needs of it is less, and easier to
check: the conditions from which the claim follows, those that keep these at every step, and so on.
Unsatisfiable cores tell which; the sets that they tell suffice, and need not be the smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.prove.open.cores import Cores
from checker.prove.open.obligations import Goal
from checker.system.open.model import OpenSystem
from checker.system.terms import Term

__all__ = ["TYPES", "Needed", "Reason", "Reasons"]

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
    """Finds what proofs about one open system need of one invariant, and remembers it for the next.

    Where that is not known soon, all of it counts as needed.
    """

    def __init__(self, system: OpenSystem, invariant: Sequence[Goal], cores: Cores) -> None:
        self._system, self._invariant, self._cores = system, tuple(invariant), cores
        self._terms = tuple(g.term for g in invariant)
        self._names = {g.term: g.name for g in reversed(invariant)}
        self._kept: dict[str, frozenset[str]] = {}

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
        if isinstance(claim, Term):
            return self._named(self._cores.of_state(self._terms, claim))
        found = (self._cores.of_step(number, self._terms, t) for number, t in enumerate(claim))
        return frozenset[str]().union(*map(self._named, found))

    def _keeps(self, name: str) -> frozenset[str]:
        """Return conditions from which it follows that every step keeps one: itself, and others."""
        if name not in self._kept:
            condition = next((g.term for g in self._invariant if g.name == name), None)
            steps = range(len(self._system.updates))
            cores = (self._cores.kept(number, self._terms, condition) for number in steps)
            itself = frozenset[str]() if condition is None else frozenset((name,))
            self._kept[name] = itself.union(*map(self._named, cores))
        return self._kept[name]

    def _named(self, core: frozenset[Term] | None) -> frozenset[str]:
        """Return the names of conditions, one for each; all of them if it is not known which are enough."""
        if core is None:
            return frozenset(self._names.values())
        return frozenset(self._names[t] for t in core)
