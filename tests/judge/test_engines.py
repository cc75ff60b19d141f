from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.explore.compiled import CompiledEngine
from checker.explore.interface import Target
from checker.explore.symbolic import SymbolicEngine
from checker.judge import engines
from checker.system.terms import FALSE
from tests.toys import priority_stack

SYSTEM = priority_stack(4, 4, 2, 2)
STATES = 50_720

needs_machine_code = pytest.mark.skipif(bool(CompiledEngine.unavailable()), reason="llvmlite is not here")
needs_diagrams = pytest.mark.skipif(bool(SymbolicEngine.unavailable()), reason="dd.cudd is not here")


def search(engine: str = "auto", checkpoints: Path | None = None) -> tuple[str, int, str]:
    outcome, why = engines.search(
        SYSTEM, [], engine=engine, seconds=None, progress=None, checkpoints=checkpoints
    )
    assert outcome.complete
    return outcome.engine, outcome.statistics.states, why


def test_a_small_game_is_searched_in_plain_python() -> None:
    assert search() == ("explicit", STATES, "the game is small")


@needs_machine_code
def test_a_larger_game_is_searched_in_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "SMALL", 1_000)
    assert search() == ("compiled", STATES, "the game has more than 1,000 states")
    assert search("explicit")[0] == "compiled"


@needs_machine_code
@needs_diagrams
def test_the_largest_games_are_searched_in_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "SMALL", 1_000)
    monkeypatch.setattr(engines, "LARGE", 5_000)
    assert search() == ("symbolic", STATES, "the game has more than 5,000 states")
    assert search("explicit")[:2] == ("compiled", STATES), "who asks for states one by one gets them"


@needs_diagrams
def test_sets_of_states_can_be_asked_for() -> None:
    assert search("symbolic") == ("symbolic", STATES, "as asked")


def test_asking_for_sets_where_they_cannot_be_had_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SymbolicEngine, "unavailable", staticmethod(lambda: "no wheel"))
    with pytest.raises(UsageError, match="no wheel"):
        search("symbolic")


def test_without_machine_code_plain_python_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "SMALL", 1_000)
    monkeypatch.setattr(CompiledEngine, "unavailable", staticmethod(lambda: "no llvmlite"))
    assert search() == ("explicit", STATES, "machine code cannot be made here: no llvmlite")


@needs_machine_code
@needs_diagrams
def test_a_long_search_leaves_how_far_it_came_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(engines, "SMALL", 1_000)
    monkeypatch.setattr(engines, "LARGE", 5_000)
    folder = tmp_path / "kept"
    assert search(checkpoints=folder)[0] == "symbolic"
    (kept,) = folder.iterdir()
    assert kept.name.startswith(f"{SYSTEM.name}-")
    monkeypatch.setattr(engines, "LARGE", 10_000_000)
    assert search(checkpoints=folder) == ("compiled", STATES, "the game has more than 1,000 states")
    assert not list(folder.iterdir()), "a search that came to its end needs no checkpoint"


def test_time_that_one_engine_took_is_gone_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "SMALL", 1_000)
    target = Target("never", FALSE, tuple(FALSE for _ in SYSTEM.updates))
    outcome, _ = engines.search(SYSTEM, [target], engine="explicit", seconds=0.000001, progress=None)
    assert not outcome.complete
    assert "limit" in outcome.stopped
