"""Damage outside combat, and counters put back: effects that stand for many cards."""

from typing import ClassVar

from checker import action, assumed, automatic, require
from models.magic.effects import Effects
from models.magic.words import Battle, Item, Player

__all__ = ["Damaging"]


class Damaging(Effects):
    """Defense counters that go, and come back, by effects."""

    abstract: ClassVar[bool] = True

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c", "CR24:602.2"),
        says="{player} plays an effect that deals 2 damage to {battle}",
    )
    @assumed("a card deals damage to a battle")
    def play_damage(self, player: Player, battle: Battle) -> None:
        """Target battle is dealt 2 damage."""
        require(self.is_battle(battle))
        self.play(Item.DAMAGE, player, battle)

    @automatic(cites=("CR24:120.3h", "CR24:608.2b"), says="{self.stack.top.battle} is dealt 2 damage")
    @assumed("a card deals damage to a battle")
    def damage_resolves(self) -> None:
        """Damage outside combat removes counters as well."""
        entry = self.resolving_now(Item.DAMAGE)
        if self.is_battle(entry.battle):
            self.damage(entry.battle, 2)
        self.carried_out()

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that puts defense counters on {battle}",
    )
    @assumed("a card puts defense counters on a battle that has none")
    def play_counters(self, player: Player, battle: Battle) -> None:
        """Target battle without defense counters gets the printed number of them."""
        require(self.is_battle(battle), self.defense[battle] == 0)
        self.play(Item.COUNTERS, player, battle)

    @automatic(cites="CR24:608.2b", says="{self.stack.top.battle} gets its defense counters back")
    @assumed("a card puts defense counters on a battle that has none")
    def counters_resolve(self) -> None:
        """The battle gets its counters, unless it has some again already."""
        entry = self.resolving_now(Item.COUNTERS)
        if self.is_battle(entry.battle) and self.defense[entry.battle] == 0:
            self.defense[entry.battle] = self.printed
        self.carried_out()
