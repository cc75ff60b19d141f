from typing import ClassVar

import pytest

import specs.magic.claims  # noqa: F401 - registers the claims
from checker import require
from checker.explore.automatic import endless_automatic
from checker.explore.explicit import ExplicitEngine
from checker.explore.graph import build_graph
from checker.explore.liveness import Answer
from checker.language.game import Game
from models.magic import Battle, Item, Magic, OnStack, Player
from tests.models.faults import breaks, lowered

SMALL = {"effects": 1, "defense": 1, "stack": 3}


class NothingIsBuried(Magic):
    abstract: ClassVar[bool] = False

    bury_without_defense = None  # a rule that is set to None is gone


class BuryingDoesNothing(Magic):
    abstract: ClassVar[bool] = False

    def bury_without_defense(self, battle: Battle) -> None:
        require(self.is_battle(battle), self.defense[battle] == 0, not self.is_spared(battle))


class PassesAreKept(Magic):
    abstract: ClassVar[bool] = False

    def acted(self, player: Player) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class OldestFirst(Magic):
    abstract: ClassVar[bool] = False

    def next_to_resolve(self) -> OnStack:
        for entry in self.stack:
            return entry
        return self.stack.top


class EverybodyHasPriority(Magic):
    abstract: ClassVar[bool] = False

    def give_priority(self, player: Player) -> None:
        require(self.due == player)
        for other in Player:
            self.holders.add(other)
        self.due = None


class CountersComeLate(Magic):
    abstract: ClassVar[bool] = False

    with_defense_counters = None  # a rule that is set to None is gone


class EveryAttackerTriggers(Magic):
    abstract: ClassVar[bool] = False

    def trigger(self, item: Item, battle: Battle) -> None:
        super().trigger(item, battle)
        super().trigger(item, battle)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (NothingIsBuried, "zero_defense_leaves_play"),
        pytest.param(PassesAreKept, "resolves_after_passes_in_a_row", marks=pytest.mark.slow),
        pytest.param(OldestFirst, "resolves_last_in_first", marks=pytest.mark.slow),
        pytest.param(EverybodyHasPriority, "one_priority_holder", marks=pytest.mark.slow),
        pytest.param(CountersComeLate, "battles_enter_with_their_counters", marks=pytest.mark.slow),
        pytest.param(EveryAttackerTriggers, "one_defeat_trigger_an_event", marks=pytest.mark.slow),
    ],
)
def test_a_fault_breaks_its_claim(game: type[Game], name: str) -> None:
    assert breaks(game, name, SMALL)
    assert not breaks(Magic, name, SMALL)


def test_a_state_based_action_that_does_nothing_goes_on_for_ever() -> None:
    assert (
        endless_automatic(build_graph(lowered(BuryingDoesNothing, SMALL).sliced())).answer is Answer.VIOLATED
    )
    assert endless_automatic(build_graph(lowered(Magic, SMALL).sliced())).answer is Answer.HOLDS


def test_how_large_the_small_game_is() -> None:
    seen = ExplicitEngine().search(lowered(Magic, SMALL).sliced()).statistics
    assert (seen.states, seen.transitions, seen.levels) == (3948, 4258, 86)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)
