"""Which conditions of an invariant a proof needs, and from which of them each is kept.

An invariant is found for all claims of a game at once. What one claim needs of it is less, and easier to
check. Unsatisfiable cores tell from which conditions the claim follows, which keep these at every step, and
so on; the sets that they tell suffice, and need not be the smallest. For a certificate one condition of them
after the other is then left out, along with all that are not kept without it, as long as the claim still
follows: what is left is an invariant none of whose conditions can be spared, as far as is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from checker.prove.open.cores import Cores
from checker.prove.open.obligations import Goal, claim_query, step_query
from checker.prove.solver import Result, answer_script
from checker.system.open.model import OpenSystem
from checker.system.terms import Term, walk

__all__ = ["TYPES", "Needed", "Reason", "Reasons"]

TYPES = "types"
"""The name of the condition that all variables have values of their types, which is always given."""

EFFORT = 2_000_000
"""What is spent, looking for models too, on a question that no core answers, in steps that z3 counts."""

LONGEST = 20.0
"""Seconds after which such a question is given up on a machine that is too busy."""


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


@dataclass(frozen=True)
class _Asked:
    """What has to follow of one update, or of a state without one: a goal, or with none that types are kept.

    ``kept`` says that the goal is to be true after the update, and not before it.
    """

    number: int | None
    goal: Goal | None
    kept: bool


class Reasons:
    """Finds what proofs about one open system need of one invariant, and remembers it for the next.

    Where that is not known soon, all of it counts as needed. With ``least``, which takes longer, no condition
    is left that can be spared.
    """

    def __init__(
        self, system: OpenSystem, invariant: Sequence[Goal], cores: Cores, *, least: bool = False
    ) -> None:
        self._system, self._cores, self._least = system, cores, least
        self._invariant = tuple({g.term: g for g in reversed(invariant)}.values())[::-1]
        self._names = {g.term: g.name for g in self._invariant}
        self._everything = frozenset(self._names)
        self._failed: dict[_Asked, list[frozenset[Term]]] = {}
        self._shown: dict[_Asked, list[frozenset[Term]]] = {}

    def of(self, claim: Term | Sequence[Term]) -> Needed:
        """Return what a claim needs: it is a condition on states, or one for each update."""
        shows = self._claimed(claim)
        kept = self._closed(shows)
        if self._least:
            kept = self._smallest(kept, shows)
        conditions = tuple(
            Reason(g, self._reasons(self._keeping(g), kept) | {g.name})
            for g in self._invariant
            if g.term in kept
        )
        return Needed(self._reasons(shows, kept), self._reasons(self._typing, kept), conditions)

    # -- sets of conditions ----------------------------------------------------------------------

    def _closed(self, shows: Iterable[_Asked]) -> frozenset[Term]:
        """Return conditions that are enough for a claim, for each other and for the types of values."""
        kept = frozenset[Term]()
        more = self._rest_on((*shows, *self._typing), self._everything)
        while more - kept:
            new, kept = more - kept, kept | more
            asked = (a for g in self._invariant if g.term in new for a in self._keeping(g))
            more = self._rest_on(asked, self._everything)
        return kept

    def _smallest(self, kept: frozenset[Term], shows: Sequence[_Asked]) -> frozenset[Term]:
        """Return an inductive part of some conditions that is enough for a claim, and has none to spare."""
        for goal in self._heaviest:
            if goal.term in kept:
                fewer = self._inductive(kept - {goal.term})
                if all(self._enough(asked, fewer) is not None for asked in (*self._typing, *shows)):
                    kept = fewer
        return kept

    def _inductive(self, conditions: frozenset[Term]) -> frozenset[Term]:
        """Return the conditions without those that the others do not keep."""
        while True:
            kept = frozenset(
                g.term
                for g in self._invariant
                if g.term in conditions
                and all(self._enough(asked, conditions) is not None for asked in self._keeping(g))
            )
            if kept == conditions:
                return kept
            conditions = kept

    @cached_property
    def _heaviest(self) -> tuple[Goal, ...]:
        """The conditions, those first that are the most to read."""
        return tuple(sorted(self._invariant, key=lambda g: -sum(1 for _ in walk((g.term,)))))

    # -- what has to follow ----------------------------------------------------------------------

    @staticmethod
    def _claimed(claim: Term | Sequence[Term]) -> tuple[_Asked, ...]:
        if isinstance(claim, Term):
            return (_Asked(None, Goal("claim", claim), kept=False),)
        return tuple(_Asked(number, Goal("claim", t), kept=False) for number, t in enumerate(claim))

    @cached_property
    def _typing(self) -> tuple[_Asked, ...]:
        return tuple(_Asked(number, None, kept=True) for number in range(len(self._system.updates)))

    def _keeping(self, goal: Goal) -> Iterator[_Asked]:
        return (_Asked(number, goal, kept=True) for number in range(len(self._system.updates)))

    # -- what it follows from --------------------------------------------------------------------

    def _rest_on(self, asked: Iterable[_Asked], given: frozenset[Term]) -> frozenset[Term]:
        """Return which conditions are enough for all that is asked: all that are not known to be spare."""
        cores = (self._enough(one, given) for one in asked)
        return frozenset[Term]().union(*(given if core is None else core for core in cores))

    def _reasons(self, asked: Iterable[_Asked], given: frozenset[Term]) -> frozenset[str]:
        return frozenset(self._names[t] for t in self._rest_on(asked, given))

    def _enough(self, asked: _Asked, given: Set[Term]) -> frozenset[Term] | None:
        """Return which of the conditions are enough for what is asked, if they are seen to be.

        What no core tells all conditions together are enough for, as they have been proved from.
        """
        given = frozenset(given)
        for shown in self._shown.get(asked, ()):
            if shown <= given:
                return shown
        if any(given <= failed for failed in self._failed.get(asked, ())):
            return None
        core = self._core(asked, [g.term for g in self._invariant if g.term in given])
        if core is None and (given == self._everything or self._follows(asked, given)):
            core = given
        if core is None:
            self._failed.setdefault(asked, []).append(given)
        else:
            self._shown.setdefault(asked, []).append(core)
        return core

    def _core(self, asked: _Asked, given: Sequence[Term]) -> frozenset[Term] | None:
        if asked.goal is None:
            assert asked.number is not None
            return self._cores.kept(asked.number, given, None)
        if asked.number is None:
            return self._cores.of_state(given, asked.goal.term)
        if asked.kept:
            return self._cores.kept(asked.number, given, asked.goal.term)
        return self._cores.of_step(asked.number, given, asked.goal.term)

    def _follows(self, asked: _Asked, given: Set[Term]) -> bool:
        """Return whether z3 shows it where it looks for models as well."""
        known = [g for g in self._invariant if g.term in given]
        update = None if asked.number is None else self._system.updates[asked.number]
        if asked.goal is None or asked.kept:
            assert update is not None
            wanted = () if asked.goal is None else (asked.goal,)
            query = replace(step_query(self._system, update, known, wanted), typing=asked.goal is None)
        else:
            query = claim_query(self._system, update, known, asked.goal)
        return query.is_plain or answer_script(query.script(), LONGEST, effort=EFFORT)[0] is Result.UNSAT
