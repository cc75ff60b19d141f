from dataclasses import replace
from typing import ClassVar

import pytest

import specs.magic_triggers.claims  # noqa: F401 - registers the claims
from checker import require
from checker.explore.explicit import ExplicitEngine
from checker.language.game import Game
from models.magic_triggers import Item, MagicTriggers, Part, Player, Source, Trigger
from tests.models.faults import breaks, lowered

WIDE = {"waiting": 4}
"""Room for what triggers too often."""


class OneWave(MagicTriggers):
    abstract: ClassVar[bool] = False

    def in_wave(self, trigger: Trigger) -> bool:
        return True


class AnyOrder(MagicTriggers):
    abstract: ClassVar[bool] = False

    def stacks_next(self, player: Player) -> bool:
        return True


class CleanupComesOnce(MagicTriggers):
    abstract: ClassVar[bool] = False

    def after_sequence(self) -> None:
        if self.part == Part.CLEANUP:
            self.part = Part.OVER
        else:
            super().after_sequence()


class CleanupAlwaysGivesPriority(MagicTriggers):
    abstract: ClassVar[bool] = False

    def clean_up(self) -> None:
        super().clean_up()
        self.due = self.turn_player


class ThievesTakeAbilities(MagicTriggers):
    abstract: ClassVar[bool] = False

    def theft_resolves(self) -> None:
        entry = self.resolving_now(Item.STEAL)
        self.controller[entry.source] = thief = entry.controller
        stolen = self.stack.find(lambda e: e.item == Item.ABILITY and e.source == entry.source)
        if stolen:
            self.stack.replace(stolen, replace(stolen, controller=thief))
        self.carried_out()


class StatesTriggerAgain(MagicTriggers):
    abstract: ClassVar[bool] = False

    def has_triggered(self, source: Source) -> bool:
        return False


class NoConditionIsLookedAt(MagicTriggers):
    abstract: ClassVar[bool] = False

    def oath_triggers(self, before: MagicTriggers) -> None:
        require(before.part == Part.MAIN, self.part == Part.END)
        self.trigger(Source.OATH)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        (OneWave, "echoes_come_in_a_second_wave"),
        (CleanupAlwaysGivesPriority, "no_priority_in_cleanup_for_nothing"),
        (AnyOrder, "the_active_player_stacks_first"),
        (CleanupComesOnce, "cleanup_comes_again"),
        (ThievesTakeAbilities, "a_theft_takes_no_ability"),
        (StatesTriggerAgain, "the_well_waits_once"),
        (NoConditionIsLookedAt, "the_oath_needs_a_card"),
    ],
)
def test_a_fault_breaks_its_claim(game: type[Game], name: str) -> None:
    assert breaks(game, name, WIDE)
    assert not breaks(MagicTriggers, name, {})


@pytest.mark.slow
def test_how_large_the_game_is() -> None:
    seen = ExplicitEngine().search(lowered(MagicTriggers, {}).sliced()).statistics
    assert (seen.states, seen.transitions, seen.levels) == (7712, 8381, 90)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)
