"""SPIN and Rumur on random games: the same states and steps, and the same claims broken by plays as short."""

from __future__ import annotations

from itertools import count, islice

import pytest

from checker.export.model import Exported, Property, PropertyKind
from checker.system.terms import FALSE, all_of, any_of, negate
from tests.differential.engines import Trial
from tests.differential.test_random_games import trials
from tests.export.tools import NEEDS_RUMUR, NEEDS_SPIN, play_of, rumur, spin

FIRST, GAMES = 5_000_000, 10


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> list[Trial]:
    return list(islice(trials(count(FIRST), tmp_path_factory.mktemp("games")), GAMES))


def claims(trial: Trial) -> tuple[Property, ...]:
    """Return the claims of a random game, as it is said of states that nothing breaks them."""
    updates = trial.system.updates
    found = []
    for target in trial.targets:
        if target.name not in ("wrong", "cut"):
            steps = (all_of((u.enabled, t)) for u, t in zip(updates, target.steps or (), strict=False))
            broken = any_of((target.states if not target.steps else FALSE, *steps))
            found.append(Property(target.name, PropertyKind.INVARIANT, negate(broken)))
    return tuple(found)


@NEEDS_SPIN
@pytest.mark.slow
@pytest.mark.parametrize("place", range(GAMES))
def test_spin_counts_the_states_and_finds_whether_a_claim_is_broken(place, games, tmp_path):
    trial = games[place]
    exported = Exported(trial.system, claims(trial))
    assert spin(exported, tmp_path, claims=False) == (trial.explored.statistics.states, 0)
    found = {"state", "ghost", "step"} & trial.explored.found.keys()
    assert spin(exported, tmp_path)[1] == bool(found)


@NEEDS_RUMUR
@pytest.mark.slow
@pytest.mark.parametrize("place", range(GAMES))
def test_rumur_counts_the_states_and_steps(place, games, tmp_path):
    counted = games[place].explored.statistics
    assert rumur(Exported(games[place].system), tmp_path)[:2] == (counted.states, counted.transitions)


@NEEDS_RUMUR
@pytest.mark.slow
@pytest.mark.parametrize("place", range(GAMES))
def test_rumur_finds_a_shortest_play_to_what_breaks_a_claim(place, games, tmp_path):
    trial = games[place]
    for claim in claims(trial):
        told = rumur(Exported(trial.system, (claim,)), tmp_path)[2]
        ours = trial.explored.found.get(claim.name)
        assert (ours is None) == ("No error found" in told)
        if ours is not None:  # a step that breaks a claim breaks it in the state before
            assert len(play_of(told)) == len(ours) - (claim.name == "step")
