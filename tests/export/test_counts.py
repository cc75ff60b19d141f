from __future__ import annotations

import pytest

from checker.explore.compiled import CompiledEngine
from checker.export.model import Exported
from checker.judge.workspace import find_workspace, load_game
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.system.model import System
from tests.benchmarks.instances import INSTANCES
from tests.export.tools import NEEDS_RUMUR, NEEDS_SPIN, rumur, spin
from tests.games.benchmark import Benchmark

SMALL = {
    "force_of_will_turn": {},
    "magic": {"effects": 1, "defense": 1, "stack": 3},
    "magic_casting": {},
    "magic_triggers": {},
    "riftbound": {},  # here SPIN passes over states without -o2
}
"""Bundled games with scopes for which both tools end soon."""


def system_of(game: str) -> System:
    return lower(Schema(load_game(find_workspace(), game).game, SMALL[game])).sliced()


def benchmark(size: str) -> System:
    return lower(Schema(Benchmark, INSTANCES[size].scopes)).sliced()


@NEEDS_SPIN
@pytest.mark.parametrize("size", ["tiny", pytest.param("small", marks=pytest.mark.slow)])
def test_spin_counts_the_benchmark(size, tmp_path):
    assert spin(Exported(benchmark(size)), tmp_path) == (INSTANCES[size].states, 0)


@NEEDS_RUMUR
@pytest.mark.parametrize("size", ["tiny", pytest.param("small", marks=pytest.mark.slow)])
def test_rumur_counts_the_benchmark(size, tmp_path):
    states, fired, told = rumur(Exported(benchmark(size)), tmp_path)
    assert (states, fired) == (INSTANCES[size].states, INSTANCES[size].transitions)
    assert "No error found" in told


@NEEDS_SPIN
@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_spin_counts_bundled_games(game, tmp_path):
    system = system_of(game)
    assert spin(Exported(system), tmp_path) == (CompiledEngine().search(system).statistics.states, 0)


@NEEDS_RUMUR
@pytest.mark.slow
@pytest.mark.parametrize("game", ["force_of_will_turn", "magic_casting"])
def test_rumur_counts_bundled_games(game, tmp_path):
    system = system_of(game)
    counted = CompiledEngine().search(system).statistics
    assert rumur(Exported(system), tmp_path)[:2] == (counted.states, counted.transitions)
