from typing import ClassVar

import pytest

import specs.magic_combat.claims  # noqa: F401 - registers the claims
from checker.explore.explicit import ExplicitEngine
from checker.language.game import Game
from models.magic_combat import Battle, Creature, Item, MagicCombat, Player
from tests.models.faults import breaks, lowered

SMALL = {"creatures": 2, "defense": 1}


class AttackersLeaveWithTheirBattle(MagicCombat):
    abstract: ClassVar[bool] = False

    def leave_combat(self, battle: Battle) -> None:
        for creature in Creature:
            if self.attacks[creature] == battle:
                self.retire(creature)


class ProtectorIsForgotten(MagicCombat):
    abstract: ClassVar[bool] = False

    def leave_combat(self, battle: Battle) -> None:
        for creature in Creature:
            if self.attacks[creature] == battle:
                self.attacks[creature] = None


class EverybodyBlocks(MagicCombat):
    abstract: ClassVar[bool] = False

    def may_be_blocked_by(self, attacker: Creature, player: Player) -> bool:
        return attacker in self.attacking


class NobodyHasToAttack(MagicCombat):
    abstract: ClassVar[bool] = False

    def must_attack(self, player: Player) -> bool:
        return False


class BattlesGoOnFighting(MagicCombat):
    abstract: ClassVar[bool] = False

    def retire(self, creature: Creature) -> None:
        if creature not in self.alive:
            super().retire(creature)


class EveryAttackerTriggers(MagicCombat):
    abstract: ClassVar[bool] = False

    def trigger(self, item: Item, battle: Battle) -> None:
        for creature in Creature:
            if self.attacks[creature] == battle:
                super().trigger(item, battle)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        (ProtectorIsForgotten, "the_defending_player_is_known"),
        pytest.param(AttackersLeaveWithTheirBattle, "attackers_outlast_their_battle", marks=pytest.mark.slow),
        pytest.param(NobodyHasToAttack, "who_has_to_attack_does", marks=pytest.mark.slow),
        pytest.param(BattlesGoOnFighting, "battles_neither_attack_nor_block", marks=pytest.mark.slow),
    ],
)
def test_a_fault_breaks_its_claim(game: type[Game], name: str) -> None:
    scopes = {**SMALL, "creatures": 3} if game is NobodyHasToAttack else SMALL
    assert breaks(game, name, scopes)
    assert not breaks(MagicCombat, name, SMALL)


@pytest.mark.slow
def test_a_second_attacker_is_no_second_defeat() -> None:
    assert breaks(EveryAttackerTriggers, "one_defeat_trigger_an_event", {"effects": 0})


@pytest.mark.slow
def test_creatures_of_third_players_do_not_block() -> None:
    three = {"players": 3, "effects": 0, "defense": 1}
    assert breaks(EverybodyBlocks, "only_the_protector_blocks", three)
    assert not breaks(MagicCombat, "only_the_protector_blocks", three)


def test_how_large_the_small_game_is() -> None:
    seen = ExplicitEngine().search(lowered(MagicCombat, SMALL).sliced()).statistics
    assert (seen.states, seen.transitions, seen.levels) == (4322, 4839, 108)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)
