from __future__ import annotations

import pytest

from checker import Game, Participant, action, integer, reading, require
from checker.errors import ModelError
from checker.scenario import Scene, differ, start


class Player(Participant, size=2):
    """Who takes stones."""


class Stones(Game):
    """Players take stones, by one of three readings of how many."""

    left: int = integer(0, 5, start=5)
    share: str = reading("how many?", one="A:1", two="A:2", pair="A:3")

    @action()
    def take(self, player: Player) -> None:
        """Take as many as the reading says."""
        require(self.left >= 2)
        self.left -= 1 if self.share == "one" else 2


def play(readings: dict[str, str]) -> Scene[Stones]:
    return start(Stones, readings=readings).do("take", player=Player(0))


def left(number: int):
    return lambda game: game.left == number


def test_each_reading_has_its_own_outcome():
    differ(play, share={"one": left(4), "two": left(3)})


def test_an_outcome_that_is_not_so_is_told_with_its_reading():
    with pytest.raises(AssertionError, match="with share=two: this must be true: "):
        differ(play, share={"one": left(4), "two": left(2)})


def test_readings_that_do_not_differ_are_told():
    with pytest.raises(AssertionError, match="with share=two, what is said of pair: this must not be true"):
        differ(play, share={"one": left(4), "two": left(3), "pair": left(3)})


@pytest.mark.parametrize("outcomes", [{}, {"share": {"one": left(4)}}, {"share": {}, "other": {}}])
def test_two_options_of_one_reading_are_needed(outcomes):
    with pytest.raises(ModelError, match="by the options of one reading only"):
        differ(play, **outcomes)
