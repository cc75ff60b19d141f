"""Automatic runs end, whatever the sizes: a ranking that every automatic step makes smaller.

A run is one of automatic and state-based steps alone: where somebody acts or takes a choice it has ended.
What triggers in a step, and what is chosen inside a rule, is part of that step, for whatever is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from checker.prove.open.measures import Measure, measures_of
from checker.prove.open.obligations import Goal, Query
from checker.prove.open.samples import sampled
from checker.prove.open.seen import Seen
from checker.prove.open.told import Told
from checker.prove.open.ways import wanted_ways
from checker.prove.ranking import ranked
from checker.prove.solver import Clock, NamedScript, Session
from checker.system.logic import parts_of
from checker.system.model import Kind
from checker.system.open.model import OpenSystem, OpenUpdate
from checker.system.terms import FALSE, TRUE, Term, negate

__all__ = ["AUTOMATIC", "Ending", "automatic_steps", "prove_ending"]

AUTOMATIC = (Kind.STATE_BASED, Kind.AUTOMATIC)
"""The kinds of step that runs consist of."""

EFFORTS = (60_000, 3_000_000, 3_000_000)
"""What the solver may spend on one question, by the effort put into it, in steps that it counts itself."""

LONGEST = 20.0
"""Seconds after which one question is given up on a machine that is too busy."""


@dataclass(frozen=True)
class Ending:
    """The measures by which steps make a state smaller, the most important first, and the steps left over.

    Where none are left every run of automatic steps comes to an end, in each state where the invariant holds.
    ``rests_on`` has for each step, by its name, what of the invariant and of its own conditions that took.
    """

    measures: tuple[Measure, ...]
    left: tuple[OpenUpdate, ...]
    rests_on: Mapping[str, frozenset[Term]]


def automatic_steps(system: OpenSystem) -> tuple[OpenUpdate, ...]:
    """Return the steps that runs consist of."""
    return tuple(u for u in system.updates if u.kind in AUTOMATIC and u.enabled is not FALSE)


def prove_ending(system: OpenSystem, invariant: Sequence[Goal], clock: Clock) -> Ending:
    """Look for measures that show that runs of automatic steps end where the invariant holds."""
    steps = automatic_steps(system)
    tiers = measures_of(system, steps)
    asking = _Asking(system, steps, tiers, tuple(g.term for g in invariant), clock)
    found = ranked(asking, len(steps), [len(tier) for tier in tiers], clock)
    order, left = (asking.measures[i] for i in found.order), (steps[i] for i in found.left)
    rests_on = {steps[i].name: known for i, known in asking.rests_on.items()}
    return Ending(tuple(order), tuple(left), rests_on)


class _Asking:
    """Questions about steps and measures, put to z3 where neither a term nor a sample answers them.

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
        self.measures = [m for tier in tiers for m in tier]
        self._likely = sum(len(tier) for tier in tiers[:2])
        self._first_offered = len(self.measures)
        self._offered: set[Measure] = set()
        self._invariant = invariant
        self._clock = clock
        self._seen = Seen(steps, sampled(system, steps, clock))
        self._kept: dict[tuple[int, int], Term] = {}
        self._answers: dict[tuple[int, Term, frozenset[int], int], frozenset[Term] | None] = {}
        self._session = Session()
        self._told: dict[tuple[int, int], Told] = {}
        self.rests_on: dict[int, frozenset[Term]] = dict.fromkeys(range(len(steps)), frozenset())

    def touches(self, step: int, candidate: int) -> bool:
        return not self.measures[candidate].reads.isdisjoint(self._steps[step].writes)

    def never_raises(
        self, step: int, candidate: int, kept: Sequence[int], effort: int
    ) -> frozenset[int] | None:
        if self._seen.some_raises(step, self.measures[candidate], self._all(kept)):
            return None
        wanted = self.measures[candidate].never_raised(self._steps[step].writes)
        likely = candidate < self._likely or candidate >= self._first_offered
        return self._shown(step, wanted, kept, effort if likely else min(effort, self.most_effort - 1))

    def cannot_keep(self, step: int, kept: Sequence[int], effort: int) -> frozenset[int] | None:
        found = self._not_kept(step, kept, effort)
        for one in kept:
            if found is not None and one in found:
                fewer = self._not_kept(step, [c for c in kept if c in found and c != one], 1)
                found = found if fewer is None else fewer
        return found

    def _not_kept(self, step: int, kept: Sequence[int], effort: int) -> frozenset[int] | None:
        if self._seen.some_keeps(step, self._all(kept)):
            return None
        return self._shown(step, FALSE, kept, effort)

    def may_go(self, step: int, candidate: int, kept: Sequence[int]) -> bool:
        return not self._seen.some_keeps(step, self._all((*kept, candidate)))

    def is_seen(self, step: int) -> bool:
        return self._seen.count(step) > 0

    def may_lower(self, step: int, candidate: int, kept: Sequence[int]) -> bool:
        measure = self.measures[candidate]
        return self._seen.some_lowers(step, measure, self._all(kept)) or not self.is_seen(step)

    def more(self, left: Mapping[int, Sequence[int]]) -> int:
        kept = {step: list(self._all(numbers)) for step, numbers in left.items()}
        found = [m for m in wanted_ways(self._steps, kept, self._seen) if m not in self._offered]
        self.measures += found
        self._offered.update(found)
        return len(found)

    def _all(self, numbers: Iterable[int]) -> Iterator[Measure]:
        return (self.measures[n] for n in numbers)

    def _shown(self, step: int, wanted: Term, kept: Sequence[int], most: int) -> frozenset[int] | None:
        """Return what of ``kept`` suffices for a step that keeps it to lead to what is wanted, if known."""
        if wanted is TRUE:
            return frozenset()
        stays = {self._keeps(step, c): c for c in kept}
        if FALSE in stays:
            return frozenset((stays[FALSE],))
        for effort in range(most + 1):
            key = (step, wanted, frozenset(kept), effort)
            if key not in self._answers:
                self._answers[key] = self._asked(step, (*stays, negate(wanted)), effort)
            core = self._answers[key]
            if core is not None:
                self._note(step, core - stays.keys() - {negate(wanted)})
                return frozenset(stays[t] for t in core if t in stays)
        return None

    def _note(self, step: int, known: frozenset[Term]) -> None:
        """Note what an answer rests on; what is no part of the whole condition has been folded into it."""
        update = self._steps[step]
        whole = frozenset((*self._invariant, *parts_of(update.enabled), *parts_of(negate(update.wrong))))
        self.rests_on[step] |= known if known <= whole else (known & whole).union(parts_of(update.enabled))

    def _keeps(self, step: int, candidate: int) -> Term:
        if (step, candidate) not in self._kept:
            self._kept[step, candidate] = self.measures[candidate].kept(self._steps[step].writes)
        return self._kept[step, candidate]

    def _asked(self, step: int, terms: Sequence[Term], effort: int) -> frozenset[Term] | None:
        """Return some of these terms, and of what is known of a step, that exclude each other, if known."""
        update = self._steps[step]
        given = parts_of(update.guard) if effort == 0 else (*self._invariant, *parts_of(update.enabled))
        given = (*given, *parts_of(negate(update.wrong)), *terms)
        left = self._clock.left
        seconds = LONGEST if left is None else max(0.001, min(LONGEST, left))
        if effort < self.most_effort:
            if (step, effort) not in self._told:
                self._told[step, effort] = Told(
                    self._system, update.parameters, self._session, apart=effort == 0
                )
            return self._told[step, effort].refuted(given, seconds, EFFORTS[effort])
        never = (Goal(update.rule, FALSE),)
        query = Query(update.name, self._system, given, never, {}, update.parameters, typing=False)
        shown = NamedScript(query.script(), models=True).core((), seconds, effort=EFFORTS[effort])
        return None if shown is None else frozenset(given)
