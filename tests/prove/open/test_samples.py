"""Steps of random plays, and what follows at once: each says what plain numbers say."""

from __future__ import annotations

from checker.language.open.lower import lower_open
from checker.language.schema import Schema
from checker.prove.open.cores import Cores
from checker.prove.open.ends import automatic_steps
from checker.prove.open.measures import measures_of
from checker.prove.open.samples import moved, sampled
from checker.prove.solver import Clock
from checker.system.open.evaluation import value_of
from checker.system.terms import FALSE, negate
from tests.games.endless import CountsDown

SYSTEM = lower_open(Schema(CountsDown), many=True).system
STEPS = automatic_steps(SYSTEM)


def test_samples_are_the_same_every_time_and_of_every_step() -> None:
    found, again = (sampled(SYSTEM, STEPS, Clock(None)) for _ in range(2))
    assert set(found) == {u.name for u in STEPS}
    assert {name: len(samples) for name, samples in found.items()} == {n: len(s) for n, s in again.items()}


def test_samples_tell_which_measures_a_step_makes_smaller() -> None:
    found = sampled(SYSTEM, STEPS, Clock(None))
    measures = {m.says: m for tier in measures_of(SYSTEM, STEPS) for m in tier}
    assert {moved(measures["line.size"], s) for s in found["leave"]} == {-1}
    assert {moved(measures["at each place, lit"], s) for s in found["put_out(player)"]} == {-1}
    assert {moved(measures["count"], s) for s in found["leave"]} == {0}
    assert 1 in {moved(measures["count"], s) for s in found["put_out(player)"]}
    for update in STEPS:
        assert not any(value_of(SYSTEM.over, s.before) for s in found[update.name])


def test_what_follows_tells_from_which_conditions() -> None:
    cores = Cores(SYSTEM, Clock(None))
    [number] = [i for i, u in enumerate(SYSTEM.updates) if u.name == "leave"]
    guard = SYSTEM.updates[number].guard
    assert cores.of_step(number, (), guard) == frozenset()
    assert cores.of_step(number, (), negate(guard)) is None
    assert cores.of_step(number, (negate(guard),), FALSE) == frozenset((negate(guard),))
    assert cores.kept(number, (), None) == frozenset()
