"""Copies of Sieges: tokens, and an effect that makes a permanent one, which stands for many cards."""

from typing import ClassVar

from checker import Set, action, assumed, automatic, require, state_based
from models.magic.effects import Effects
from models.magic.words import Battle, Card, Item, Player, Zone

__all__ = ["Copying"]


class Copying(Effects):
    """A permanent that becomes a copy of a Siege on the battlefield, and tokens that cease to exist."""

    abstract: ClassVar[bool] = True

    copies_of_a_siege: Set[Battle]  # no battles by themselves; only on the battlefield

    def is_battle(self, battle: Battle) -> bool:
        """Return whether it is on the battlefield and is a battle there, by itself or as a copy."""
        return super().is_battle(battle) or (
            self.zone[battle] == Zone.BATTLEFIELD and battle in self.copies_of_a_siege
        )

    def leave_battlefield(self, battle: Battle, zone: Zone) -> None:
        """Move a permanent to another zone, where it is a new object and no copy any more (CR24:400.7)."""
        super().leave_battlefield(battle, zone)
        self.copies_of_a_siege.discard(battle)

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that makes {battle} a copy of a Siege",
    )
    @assumed("a card makes a permanent a copy of a Siege")
    def play_copy(self, player: Player, battle: Battle) -> None:
        """Target permanent that is no battle is to become a copy of a Siege."""
        require(self.card[battle] == Card.NO_BATTLE, self.zone[battle] == Zone.BATTLEFIELD)
        require(not self.is_battle(battle))
        self.play(Item.COPY, player, battle)

    @automatic(
        cites=("CR24:608.2b", "S-MTG:bullet-4/1", "S-MTG:bullet-4/2"),
        says="{self.stack.top.battle} becomes a copy of a Siege",
    )
    @assumed("a card makes a permanent a copy of a Siege")
    def copy_resolves(self) -> None:
        """It does not enter, and so has neither counters nor a protector; the checks see to that."""
        entry = self.resolving_now(Item.COPY)
        if self.zone[entry.battle] == Zone.BATTLEFIELD:
            self.copies_of_a_siege.add(entry.battle)
        self.carried_out()

    @state_based(cites=("CR24:704.5d", "S-MTG:bullet-7/2"), says="the token {battle} ceases to exist")
    def token_ceases(self, battle: Battle) -> None:
        """A token anywhere but on the battlefield ceases to exist."""
        require(self.card[battle] == Card.TOKEN)
        require(self.zone[battle] != Zone.BATTLEFIELD, self.zone[battle] != Zone.GONE)
        self.zone[battle] = Zone.GONE
