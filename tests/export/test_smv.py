"""The SMV that is exported has the states and steps that our own search counts, by a reader of its own."""

from __future__ import annotations

from itertools import count, islice

import pytest

from checker.export import smv
from checker.export.model import Exported
from tests.benchmarks.instances import INSTANCES
from tests.differential.test_random_games import trials
from tests.export.smv_reader import Smv
from tests.export.test_counts import BUNDLED, benchmark, bundled

FIRST, GAMES = 6_000_000, 4


def counted(exported: Exported) -> tuple[int, int]:
    states, steps, _ = Smv(smv.write(exported)).explored()
    return states, steps


def test_the_benchmark_has_as_many_states_and_steps_in_smv():
    assert counted(Exported(benchmark("tiny"))) == (INSTANCES["tiny"].states, INSTANCES["tiny"].transitions)


def test_a_word_that_is_no_smv_is_refused():
    text = smv.write(Exported(benchmark("tiny")))
    with pytest.raises(AssertionError):
        Smv(text.replace("TRANS", "TRANSFER", 1))
    with pytest.raises(AssertionError):
        Smv(text.replace("can_", "may_", 1))


@pytest.mark.slow
@pytest.mark.parametrize("game", [g for g, (_, states, _) in BUNDLED.items() if states < 1_500])
def test_bundled_games_have_as_many_states_and_steps_in_smv(game):
    assert counted(Exported(bundled(game))) == BUNDLED[game][1:]


@pytest.mark.slow
def test_random_games_have_as_many_states_and_steps_in_smv(tmp_path):
    for trial in islice(trials(count(FIRST), tmp_path), GAMES):
        seen = trial.explored.statistics
        assert counted(Exported(trial.system)) == (seen.states, seen.transitions)
