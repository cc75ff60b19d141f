"""Automatic runs end, whatever the sizes: a ranking that every automatic step makes smaller.

A run is one of automatic and state-based steps alone: where somebody acts or takes a choice it has ended.
What triggers in a step, and what is chosen inside a rule, is part of that step, for whatever is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.prove.open.measures import Measure, measures_of
from checker.prove.open.obligations import Goal, Query
from checker.prove.ranking import ranked
from checker.prove.solver import Clock, Result, answer_script, refuted_by_instances
from checker.system.model import Kind
from checker.system.open.model import OpenSystem, OpenUpdate
from checker.system.terms import FALSE, TRUE, Term, all_of, negate

__all__ = ["AUTOMATIC", "Ending", "automatic_steps", "prove_ending"]

AUTOMATIC = (Kind.STATE_BASED, Kind.AUTOMATIC)
"""The kinds of step that runs consist of."""

EFFORTS = (1_000_000, 3_000_000, 2_000_000)
"""What the solver may spend on one question, by the effort put into it, in steps that it counts itself."""

LONGEST = 20.0
"""Seconds after which one question is given up on a machine that is too busy."""


@dataclass(frozen=True)
class Ending:
    """The measures by which steps make a state smaller, the most important first, and the steps left over.

    Where none are left every run of automatic steps comes to an end, in each state where the invariant holds.
    """

    measures: tuple[Measure, ...]
    left: tuple[OpenUpdate, ...]


def automatic_steps(system: OpenSystem) -> tuple[OpenUpdate, ...]:
    """Return the steps that runs consist of."""
    return tuple(u for u in system.updates if u.kind in AUTOMATIC and u.enabled is not FALSE)


def prove_ending(system: OpenSystem, invariant: Sequence[Goal], clock: Clock) -> Ending:
    """Look for measures that show that runs of automatic steps end where the invariant holds."""
    steps = automatic_steps(system)
    tiers = measures_of(system, steps)
    measures = tuple(m for tier in tiers for m in tier)
    asking = _Asking(system, steps, tiers, tuple(g.term for g in invariant), clock)
    found = ranked(asking, len(steps), [len(tier) for tier in tiers], clock)
    return Ending(tuple(measures[i] for i in found.order), tuple(steps[i] for i in found.left))


class _Asking:
    """Questions about steps and measures, put to z3 where a term does not answer them.

    The first effort looks at the step by itself, the second at all that is known where it may be taken. The
    last looks for models as well, and so finds more instances of what is known (where items move up in a
    container, say), but takes long where there is nothing to find: of the less likely measures it asks only
    whether a step makes smaller what none of them makes greater.
    """

    most_effort = 2

    def __init__(
        self,
        system: OpenSystem,
        steps: tuple[OpenUpdate, ...],
        tiers: tuple[tuple[Measure, ...], ...],
        invariant: tuple[Term, ...],
        clock: Clock,
    ) -> None:
        self._system = system
        self._steps = steps
        self._measures = tuple(m for tier in tiers for m in tier)
        self._likely = sum(len(tier) for tier in tiers[:2])
        self._invariant = invariant
        self._clock = clock
        self._kept: dict[tuple[int, int], Term] = {}
        self._answers: dict[tuple[int, Term, frozenset[int], int], bool] = {}

    def touches(self, step: int, candidate: int) -> bool:
        return not self._measures[candidate].reads.isdisjoint(self._steps[step].writes)

    def never_raises(self, step: int, candidate: int, kept: Sequence[int], effort: int) -> bool:
        wanted = self._measures[candidate].never_raised(self._steps[step].writes)
        likely = candidate < self._likely
        return self._shown(step, wanted, kept, effort if likely else min(effort, self.most_effort - 1))

    def cannot_keep(self, step: int, kept: Sequence[int], effort: int) -> bool:
        return self._shown(step, FALSE, kept, effort)

    def _shown(self, step: int, wanted: Term, kept: Sequence[int], most: int) -> bool:
        """Return whether a step that keeps these measures leads to what is wanted, as far as is known."""
        if wanted is TRUE:
            return True
        among = frozenset(kept)
        for effort in range(most + 1):
            key = (step, wanted, among, effort)
            if key not in self._answers:
                self._answers[key] = self._asked(self._steps[step], wanted, step, kept, effort)
            if self._answers[key]:
                return True
        return False

    def _keeps(self, step: int, candidate: int) -> Term:
        if (step, candidate) not in self._kept:
            self._kept[step, candidate] = self._measures[candidate].kept(self._steps[step].writes)
        return self._kept[step, candidate]

    def _asked(self, update: OpenUpdate, wanted: Term, step: int, kept: Sequence[int], effort: int) -> bool:
        stays = all_of(self._keeps(step, c) for c in kept)
        given: tuple[Term, ...]
        if effort == 0:
            given = (all_of((update.guard, negate(update.wrong), stays)),)
        else:
            given = (*self._invariant, all_of((update.enabled, negate(update.wrong), stays)))
        if given[-1] is FALSE:
            return True
        if wanted is FALSE and given[-1] is TRUE:
            return False
        goal = Goal(update.rule, wanted)
        query = Query(update.name, self._system, given, (goal,), {}, update.parameters, typing=False)
        left = self._clock.left
        seconds = LONGEST if left is None else max(0.001, min(LONGEST, left))
        if effort < self.most_effort:
            return refuted_by_instances(query.script(), seconds, effort=EFFORTS[effort])
        return answer_script(query.script(), seconds, effort=EFFORTS[effort])[0] is Result.UNSAT
