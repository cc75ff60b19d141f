from __future__ import annotations

from collections.abc import Callable

import pytest

from checker import Game
from checker.errors import ModelError
from checker.scenario import Scenario, Scenarios
from tests.games.sieges import Sieges


class Cited(Game):
    """A game with a rulebook of the workspace."""

    rulebook = "magic"
    done: bool = False


class MoreCited(Cited):
    """What a test adds to it."""


@pytest.fixture
def scenario() -> Scenarios:
    return Scenarios(MoreCited)


def line(test: Callable[..., object]) -> int:
    return test.__code__.co_firstlineno + 1


def test_a_test_is_added_with_its_number_and_clauses(scenario: Scenarios) -> None:
    @scenario("R10")
    def test_later() -> None: ...

    @scenario("R9b", "CR24:117.4", "CR24:117.4/1")
    def test_the_top_of_the_stack_resolves() -> None: ...

    @scenario("R9a")
    def test_first() -> None: ...

    assert [s.number for s in scenario.table()] == ["R9a", "R9b", "R10"]
    assert scenario.numbers() == ("R9", "R10")
    where = scenario.table()[1].source
    assert scenario.table()[1] == Scenario(
        "R9b",
        ("CR24:117.4", "CR24:117.4/1"),
        "the top of the stack resolves",
        where,
        test_the_top_of_the_stack_resolves,
    )
    assert scenario.table()[1].test is test_the_top_of_the_stack_resolves
    assert str(scenario).splitlines()[1] == (
        f"R9b: the top of the stack resolves [CR24:117.4, CR24:117.4/1], {where}"
    )
    assert (where.file, where.line) == (
        "tests/scenario/test_numbered.py",
        line(test_the_top_of_the_stack_resolves),
    )


def test_a_clause_must_exist(scenario: Scenarios) -> None:
    with pytest.raises(ModelError, match=r"has no clause 'CR24:117\.44'") as error:

        @scenario("R1", "CR24:117.44")
        def test_nothing() -> None: ...

    assert error.value.source is not None
    assert error.value.source.file == "tests/scenario/test_numbered.py"
    assert scenario.table() == ()


def test_a_number_stands_for_one_test(scenario: Scenarios) -> None:
    def test_nothing() -> None: ...

    def test_another() -> None: ...

    scenario("R1")(test_nothing)
    scenario("R1")(test_nothing)  # a file that is loaded twice
    with pytest.raises(ModelError, match=r"there is a scenario R1 already, at tests/scenario/test_numb"):
        scenario("R1")(test_another)
    with pytest.raises(ModelError, match="'first' is no number of a scenario"):
        scenario("first")(test_nothing)


def test_a_game_without_a_rulebook_has_no_clauses() -> None:
    def test_nothing() -> None: ...

    Scenarios(Sieges)("R1")(test_nothing)
    with pytest.raises(ModelError, match="Sieges has no rulebook, so 'S:1' is no clause of it"):
        Scenarios(Sieges)("R1", "S:1")(test_nothing)
