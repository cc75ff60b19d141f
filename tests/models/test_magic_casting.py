from typing import ClassVar

import pytest

import specs.magic_casting.claims  # noqa: F401 - registers the claims
from checker import require
from checker.explore.explicit import ExplicitEngine
from checker.language.game import Game
from models.magic_casting import MagicCasting, Player, Spell, cost, owner
from tests.models.faults import breaks, lowered


class CostsAreSkipped(MagicCasting):
    abstract: ClassVar[bool] = False

    def pay(self, player: Player, spell: Spell) -> None:
        require(self.casting == spell, owner(spell) == player, self.pool[player] >= cost(spell))
        self.casting = None
        self.acted(player)


class CostsArePaidTwice(MagicCasting):
    abstract: ClassVar[bool] = False

    def pay(self, player: Player, spell: Spell) -> None:
        super().pay(player, spell)
        if self.pool[player] >= cost(spell):
            self.spend(player, cost(spell))


class CostsArePaidInPart(MagicCasting):
    abstract: ClassVar[bool] = False

    def spend(self, player: Player, amount: int) -> None:
        require(self.pool[player] >= 1)
        self.pool[player] -= 1


class AnythingCanBeBegun(MagicCasting):
    abstract: ClassVar[bool] = False

    def propose(self, player: Player, spell: Spell) -> None:
        self.lands[player] += 3
        super().propose(player, spell)
        self.lands[player] -= 3


class ManaAbilitiesPassPriority(MagicCasting):
    abstract: ClassVar[bool] = False

    def use_mana_ability(self, player: Player) -> None:
        super().use_mana_ability(player)
        self.due = player.next_in_game


class EffectsNeedNoTarget(MagicCasting):
    abstract: ClassVar[bool] = False

    def strike_resolves(self) -> None:
        require(self.resolves_now(Spell.STRIKE))
        self.creature = False
        self.drew = True
        self.carried_out()


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (CostsAreSkipped, "every_spell_is_paid_once"),
        (CostsArePaidTwice, "every_spell_is_paid_once"),
        (CostsArePaidInPart, "mana_is_only_paid"),
        (AnythingCanBeBegun, "what_is_begun_can_be_paid"),
        (ManaAbilitiesPassPriority, "mana_abilities_use_no_stack"),
        (EffectsNeedNoTarget, "without_a_target_nothing_happens"),
    ],
)
def test_a_fault_breaks_its_claim(game: type[Game], name: str) -> None:
    scopes = {"lands": 1} if game is AnythingCanBeBegun else {}
    assert breaks(game, name, scopes)
    assert not breaks(MagicCasting, name, scopes)


def test_how_large_the_game_is() -> None:
    seen = ExplicitEngine().search(lowered(MagicCasting, {}).sliced()).statistics
    assert (seen.states, seen.transitions, seen.levels) == (1401, 1724, 49)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)
