from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.scenario import KnownPlay

GAME = """
from checker import Game, Participant, action, automatic, eventually, integer, invariant, possible, require
from checker import transition


class Player(Participant, size=2):
    pass


class Cups(Game):
    full: int = integer(0, {most})

    @action()
    def pour(self, player: Player) -> None:
        require(self.full < {top})
        self.full += {by}

    @action()
    def drink(self, player: Player) -> None:
        require(self.full > 0)
        self.full -= 1


@invariant()
def {few}(game: Cups) -> bool:
    return game.full < 2


@transition()
def one_at_a_time(before: Cups, step, after: Cups) -> bool:
    return after.full <= before.full + 1


@possible()
def three(game: Cups) -> bool:
    return game.full == 3


@eventually()
def all_full(game: Cups) -> bool:
    return game.full == 3
"""

Make = Callable[..., str]


@pytest.fixture
def cups(tmp_path: Path, request: pytest.FixtureRequest) -> Make:
    """Return a function that writes the game into a file of its own, and returns its path."""
    made: list[Path] = []

    def write(*, most: int = 3, top: int = 3, by: str = "1", few: str = "few") -> str:
        path = tmp_path / f"cups_{request.node.name.partition('[')[0]}_{len(made)}.py"
        path.write_text(GAME.format(most=most, top=top, by=by, few=few), encoding="utf-8")
        made.append(path)
        return str(path)

    return write


def known(model: str, claim: str, *rules: str, again_from: int | None = None) -> KnownPlay:
    play = KnownPlay("cups", claim, beside=__file__, model=model, again_from=again_from)
    for rule in rules:
        play.step(rule, player="P1")
    return play


def test_a_play_that_breaks_the_claim_fails_and_is_told(cups: Make) -> None:
    with pytest.raises(AssertionError) as told:
        known(cups(), "few", "pour", "pour").must_be_mended()
    assert str(told.value).splitlines() == [
        "few of cups is broken by this play",
        "  1. pour(player=P1)",
        "  2. pour(player=P1)",
        "  what fails: line 26: `game.full < 2` is false: game.full is 2",
        "  full: 2",
        "  in_game: [P1, P2]",
    ]


def test_a_play_that_no_longer_fits_passes(cups: Make) -> None:
    known(cups(top=1), "few", "pour", "pour").must_be_mended()


def test_a_claim_that_is_true_all_along_passes(cups: Make) -> None:
    known(cups(), "few", "pour", "drink", "pour").must_be_mended()


def test_a_claim_that_fails_sooner_by_now_is_no_less_broken(cups: Make) -> None:
    with pytest.raises(AssertionError, match="is broken") as told:
        known(cups(by="2"), "few", "pour", "drink").must_be_mended()
    assert "2. " not in str(told.value)


def test_a_claim_that_fails_before_the_play_stops_fitting_is_broken(cups: Make) -> None:
    with pytest.raises(AssertionError, match="is broken"):
        known(cups(top=2), "few", "pour", "pour", "pour").must_be_mended()


@pytest.mark.parametrize(("by", "broken"), [("1", False), ("2", True)])
def test_claims_on_steps_are_judged_at_every_step(cups: Make, by: str, broken: bool) -> None:
    play = known(cups(by=by), "one_at_a_time", "pour", "drink")
    if broken:
        with pytest.raises(AssertionError, match="what fails: line 31"):
            play.must_be_mended()
    else:
        play.must_be_mended()


def test_a_step_that_goes_wrong_is_broken_wherever_it_comes(cups: Make) -> None:
    for rules in (("pour", "pour", "pour"), ("pour", "pour", "pour", "drink")):
        with pytest.raises(AssertionError, match=r"what fails: full leaves its range 0\.\.2"):
            known(cups(most=2), "no_step_goes_wrong", *rules).must_be_mended()
    known(cups(), "no_step_goes_wrong", "pour", "pour", "pour").must_be_mended()


def test_a_witness_is_known_as_well(cups: Make) -> None:
    with pytest.raises(AssertionError, match="three of cups is broken"):
        known(cups(), "three", "pour", "pour", "pour").must_be_mended()
    known(cups(), "three", "pour", "pour").must_be_mended()


def test_a_play_that_goes_on_for_ever_must_come_round(cups: Make) -> None:
    with pytest.raises(AssertionError, match="all_full of cups is broken"):
        known(cups(), "all_full", "pour", "drink", again_from=0).must_be_mended()
    known(cups(), "all_full", "pour", "pour", again_from=0).must_be_mended()


def test_what_says_nothing_any_more_is_an_error(cups: Make) -> None:
    with pytest.raises(UsageError, match="cups has no claim 'few' any more"):
        known(cups(few="many"), "few", "pour", "pour").must_be_mended()
    with pytest.raises(UsageError, match=r"there is no file nowhere\.py"):
        known("nowhere.py", "few", "pour").must_be_mended()
