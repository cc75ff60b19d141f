"""Automatic steps of random plays with sizes left open, in plain numbers.

A solver takes long to say what is not so. Whatever is not so in a step that a play takes need not be asked:
that is all that samples are for, and no proof rests on one.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from checker.prove.open.measures import Measure
from checker.prove.solver import Clock
from checker.system.cells import Cell
from checker.system.open.evaluation import Evaluator, Valuation
from checker.system.open.functions import NATURAL, Function, place
from checker.system.open.model import OpenSystem, OpenUpdate, Variable
from checker.system.terms import FALSE, Term

__all__ = ["Sample", "moved", "sampled"]

SEED = 20
STEPS = 1_500
"""How many steps plays take in all: a second or two."""

LONGEST_PLAY = 60
MOST_ITEMS = 4
MOST_SAMPLES = 40
"""How many steps of one update are kept; the last ones give way to others by chance."""

ENOUGH_SAMPLES = 25
"""Plays end early once there are as many of each update."""

SELDOM = 0.5
"""How often a step is taken that was seen least."""

FEW = 3
"""How many more than the least number of each size, and of each value that is not given, are tried."""


_Arguments = Mapping[Cell, int]
_Chosen = tuple[OpenUpdate, _Arguments]


@dataclass(frozen=True)
class Sample:
    """The states before and after a step. What terms are in them is remembered for all measures."""

    before: Valuation
    after: Valuation

    @cached_property
    def values(self) -> tuple[Evaluator, Evaluator]:
        """What terms are before the step, and after it."""
        return Evaluator(self.before), Evaluator(self.after)


def sampled(system: OpenSystem, wanted: Iterable[OpenUpdate], clock: Clock) -> dict[str, list[Sample]]:
    """Return samples of some updates by their names, from random plays that are the same every time."""
    names = {u.name for u in wanted}
    found: dict[str, list[Sample]] = defaultdict(list)
    rng, steps = random.Random(SEED), 0
    seen: Counter[str] = Counter()
    while steps < STEPS and any(len(found[n]) < ENOUGH_SAMPLES for n in names) and not clock.over:
        steps += 1  # a play that ends at once counts as well
        play = _Play(system, rng, seen)
        for name, sample in itertools.islice(play.steps(), LONGEST_PLAY):
            steps += 1
            if name in names:
                known = found[name]
                if len(known) < MOST_SAMPLES:
                    known.append(sample)
                else:
                    known[rng.randrange(MOST_SAMPLES)] = sample
    return found


def moved(measure: Measure, sample: Sample) -> int:
    """Return what a step did to a measure: -1 if it made it smaller, 0 if it left it alone, else 1."""
    old, new = (_numbers(measure, state) for state in sample.values)
    if old == new:
        return 0
    return -1 if len(new) <= len(old) and all(a <= b for a, b in zip(new, old, strict=False)) else 1


def _numbers(measure: Measure, state: Evaluator) -> tuple[int, ...]:
    if measure.end is None:
        return (state.value(measure.value),)
    return tuple(state.value(measure.value, {place(0): x}) for x in range(state.value(measure.end)))


class _Play:
    """One random play of a game of a random size, with a liking for what was seldom ``seen``."""

    def __init__(self, system: OpenSystem, rng: random.Random, seen: Counter[str]) -> None:
        self._system = system
        self._rng = rng
        self._seen = seen
        self._now = FEW  # no moment that is stored at the start is newer
        self._lengths = [v.cell for v in system.variables if v.cell.domain == NATURAL and not v.ends]
        self._ranks = [
            [u for u in system.updates if u.rank == rank and u.guard is not FALSE]
            for rank in sorted({u.rank for u in system.updates})
        ]

    def steps(self) -> Iterator[tuple[str, Sample]]:
        """Yield the steps of the play, each by the name of its update, until nothing may happen."""
        state = self._start()
        while state is not None and self._is_small(state):
            here = self._values(state)
            chosen = None if here.value(self._system.over) else self._chosen(self._ranks, here)
            if chosen is None:
                return
            update, given = chosen
            following = self._written(here, given, update.writes)
            yield update.name, Sample(state, following)
            state = following

    def _start(self) -> Valuation | None:
        """Return a state in which the game is set up; nothing where it cannot be as was tried."""
        state: dict[Cell, Any] = {n: n.domain.low + self._rng.randrange(FEW) for n in self._system.numbers}
        for variable in self._system.variables:
            state[variable.cell] = _any_table if variable.ends else variable.cell.domain.low
        for variable in self._system.variables:
            state[variable.cell] = self._any(variable, state)
        state = self._written(self._values(state), {}, self._system.start)
        for updates in self._system.set_up:
            here = self._values(state)
            chosen = self._chosen((updates,), here)
            if chosen is None:
                return None
            state = self._written(here, chosen[1], chosen[0].writes)
        return state

    def _values(self, state: Valuation) -> Evaluator:
        """Return what terms are in a state, in which it is later than in all before."""
        self._now += 1
        return Evaluator(state, now=self._now)

    def _is_small(self, state: Valuation) -> bool:
        """Return whether containers are short: what is said of all their items takes long otherwise."""
        return all(state[cell] <= MOST_ITEMS for cell in self._lengths)

    def _any(self, variable: Variable, state: Valuation) -> Any:
        domain = variable.cell.domain
        high = min(domain.high, domain.low + FEW)
        if variable.end is not None:
            high = max(domain.low, min(high, Evaluator(state).value(variable.end) - 1))
        return self._table(variable.ends, state, lambda _: self._rng.randint(domain.low, high))

    def _chosen(self, ranks: Iterable[Sequence[OpenUpdate]], here: Evaluator) -> _Chosen | None:
        """Return one of the steps that may be taken, with its arguments; nothing where one goes wrong."""
        for updates in ranks:
            ready = [
                (u, given) for u in updates for given in _arguments(u, here) if here.value(u.guard, given)
            ]
            if ready:
                rare = min(self._seen[u.name] for u, _ in ready)
                if self._rng.random() < SELDOM:
                    ready = [(u, given) for u, given in ready if self._seen[u.name] == rare]
                update, given = self._rng.choice(ready)
                self._seen[update.name] += 1
                return None if here.value(update.wrong, given) else (update, given)
        return None

    def _written(self, here: Evaluator, given: _Arguments, writes: Mapping[Cell, Term]) -> dict[Cell, Any]:
        """Return a state after these writes."""
        following = dict(here.state)
        scalars = {c: t for c, t in writes.items() if not isinstance(c, Function)}
        following |= {cell: here.value(term, given) for cell, term in scalars.items()}
        tables = {
            cell: self._table(cell.ends, following, partial(_at_places, here, given, term))
            for cell, term in writes.items()
            if isinstance(cell, Function)
        }
        return following | tables

    @staticmethod
    def _table(ends: Sequence[Term], state: Valuation, value: Callable[[tuple[int, ...]], int]) -> Any:
        """Return a function by its values at all places below its ends; a scalar where there are none."""
        if not ends:
            return value(())
        here = Evaluator(state)
        values = {at: value(at) for at in itertools.product(*(range(here.value(end)) for end in ends))}
        return lambda *at: values.get(at, 0)


def _any_table(*_: int) -> int:
    return 0


def _at_places(here: Evaluator, given: _Arguments, term: Term, at: tuple[int, ...]) -> int:
    return here.value(term, {**given, **{place(i): x for i, x in enumerate(at)}})


def _arguments(update: OpenUpdate, here: Evaluator) -> Iterator[_Arguments]:
    ranges = [range(here.value(p.end)) for p in update.parameters]
    for numbers in itertools.product(*ranges):
        yield {p.cell: n for p, n in zip(update.parameters, numbers, strict=True)}
