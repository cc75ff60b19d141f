from __future__ import annotations

import pytest

from checker import (
    Game,
    ModelError,
    Participant,
    Step,
    action,
    as_enters,
    chosen,
    event,
    observer,
    transition,
)
from checker.judge.rule_names import check_rule_names


class Player(Participant, size=2):
    pass


class Core(Game):
    abstract = True

    @action()
    def take(self, player: Player) -> None:
        pass

    @event()
    def enter(self) -> None:
        pass

    @as_enters("enter")
    def named(self, word: bool = chosen(by="player")) -> None:
        pass

    @observer
    def watch(self, before: Core, step: Step) -> None:
        assert step.word or step.word2 or step.replacement or step.rule == "state_based"


class One(Core):
    pass


@transition()
def who_gives(before: Core, step: Step, after: Core) -> bool:
    return step.rule != "give" or step.given == step.player


def nothing() -> None:
    pass


def is_ours(file: str) -> bool:
    return file == __file__


def test_what_is_said_of_a_core_may_be_there_in_another_game_that_extends_it() -> None:
    kept = []

    def import_all() -> None:
        class Two(Core):
            @action()
            def give(self, player: Player, given: Player) -> None:
                pass

        kept.append(Two)

    with pytest.raises(ModelError) as refused:
        check_rule_names(One, is_ours, nothing)
    assert "'who_gives' asks for the rule 'give', which no game has" in str(refused.value)
    check_rule_names(One, is_ours, import_all)
    assert len(kept) == 1


def test_what_is_not_the_authors_is_not_held_to_the_games_at_hand() -> None:
    check_rule_names(One, lambda _: False, nothing)
