from __future__ import annotations

import pytest

from checker import Game, Participant, action, reading, require
from checker.errors import ModelError
from checker.language.plain.interpreter import Interpreter
from checker.language.schema import Schema


class Player(Participant, size=2):
    pass


class Stones(Game):
    left: bool = True
    share: str = reading("may all be taken?", some="A:1", every="A:2")

    @action(says="{player} takes all")
    def take(self, player: Player) -> None:
        require(self.share == "every", self.left)
        self.left = False


class All(Stones):
    share = "every"


def test_a_class_fixes_a_reading_of_its_base() -> None:
    assert list(Stones.readings()) == ["share"]
    assert All.readings() == {}
    assert "share" not in Schema(All).fields


@pytest.mark.parametrize(("game", "possible"), [(Stones, 0), (All, 2)])
def test_rules_read_the_fixed_option(game: type[Game], possible: int) -> None:
    interpreter = Interpreter(Schema(game))
    start = interpreter.initial_states()[0]
    assert len(interpreter.enabled(start)) == possible


def test_a_reading_is_fixed_to_one_of_its_options() -> None:
    class Most(Stones):
        share = "evry"

    with pytest.raises(ModelError, match="Most fixes the reading 'share' to 'evry'") as caught:
        Schema(Most)
    assert caught.value.hint == "did you mean 'every'?"
