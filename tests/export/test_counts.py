"""SPIN and Rumur count the states, and Rumur the steps, that our own search counts."""

from __future__ import annotations

import pytest

from checker.explore.compiled import CompiledEngine
from checker.export.model import Exported
from checker.judge.workspace import find_workspace, load_game, load_games
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.system.model import System
from tests.benchmarks.instances import INSTANCES
from tests.export.tools import NEEDS_RUMUR, NEEDS_SPIN, rumur, spin
from tests.games.benchmark import Benchmark

BUNDLED = {
    "berserk": ({"stack": 1}, 2_778, 2_944),
    "berserk_online": ({"stack": 1, "waiting": 1, "graveyard": 1}, 5_441, 5_608),
    "force_of_will": ({"stack": 1, "waiting": 1}, 3_381, 4_150),
    "force_of_will_battle": ({"stack": 1}, 11_852, 12_530),
    "force_of_will_loops": ({"stack": 2}, 379, 415),
    "force_of_will_processes": ({"stack": 1}, 6_504, 7_460),
    "force_of_will_triggers": ({"stack": 2, "waiting": 2}, 122, 125),
    "force_of_will_turn": ({"stack": 1}, 1_925, 2_006),
    "magic": ({"effects": 1, "defense": 1, "stack": 1, "waiting": 1}, 2_280, 2_448),
    "magic_blocks": ({"stack": 1, "waiting": 1, "defense": 1, "creatures": 2}, 1_106, 1_162),
    "magic_casting": ({"stack": 2, "lands": 1}, 275, 318),
    "magic_combat": ({"stack": 1, "waiting": 1, "defense": 1, "creatures": 2}, 2_982, 3_329),
    "magic_copies": ({"effects": 1, "stack": 2, "waiting": 1}, 82, 88),
    "magic_siege": ({"effects": 1, "defense": 1, "stack": 2, "waiting": 1}, 954, 1_016),
    "magic_triggers": ({"stack": 2, "waiting": 1}, 3_685, 3_888),
    "riftbound": ({"stack": 1, "waiting": 1}, 11_189, 11_571),
    "riftbound_victory": ({"stack": 1, "waiting": 1}, 214, 221),
}
"""All bundled games at a small scope, with their states and steps there."""

TOO_LONG_FOR_RUMUR = {"riftbound"}  # it writes C code for 100 seconds, in which it then counts as we do


def bundled(game: str) -> System:
    """Return a game at its small scope, in which our own search counts what the table says."""
    scopes, states, steps = BUNDLED[game]
    system = lower(Schema(load_game(find_workspace(), game).game, scopes)).sliced()
    counted = CompiledEngine().search(system).statistics
    assert (counted.states, counted.transitions) == (states, steps)
    return system


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


def test_every_bundled_game_is_counted():
    assert BUNDLED.keys() == load_games(find_workspace()).keys()


@NEEDS_SPIN
@pytest.mark.slow
@pytest.mark.parametrize("game", BUNDLED)
def test_spin_counts_bundled_games(game, tmp_path):
    assert spin(Exported(bundled(game)), tmp_path) == (BUNDLED[game][1], 0)


@NEEDS_RUMUR
@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(BUNDLED.keys() - TOO_LONG_FOR_RUMUR))
def test_rumur_counts_bundled_games(game, tmp_path):
    assert rumur(Exported(bundled(game)), tmp_path)[:2] == BUNDLED[game][1:]
