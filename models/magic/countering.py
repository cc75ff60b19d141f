"""Countering: an effect that takes a spell or ability from the stack. It stands for many cards."""

from typing import ClassVar

from checker import action, assumed, automatic, choice, one_of, require
from models.magic.effects import Effects
from models.magic.words import Battle, Item, OnStack, Player, Zone
from models.priority_stack import Stage

__all__ = ["Countering"]


class Countering(Effects):
    """A counterspell, which also counters triggered abilities."""

    abstract: ClassVar[bool] = True

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that counters a spell or ability",
    )
    @assumed("a card counters a spell or ability")
    def play_counterspell(self, player: Player, battle: Battle) -> None:
        """What to counter is chosen on resolution, so that no target has to be kept in the state.

        ``battle`` is that of the newest entry, and only fills the place in the record.
        """
        require(self.stack)
        require(self.stack.top.battle == battle)
        self.play(Item.COUNTERSPELL, player, battle)

    @choice(cites="CR24:608.2d", says="{player} counters the {entry.item} of {entry.battle}")
    @assumed("a card counters a spell or ability")
    def counter(self, player: Player, entry: OnStack = one_of("stack")) -> None:
        """The effect's controller picks an entry on the stack; a card goes to its owner's graveyard."""
        source = self.resolving_now(Item.COUNTERSPELL)
        require(source.controller == player, entry.stage == Stage.WAITING)
        if entry.item == Item.BATTLE or entry.item == Item.BACK_FACE:
            self.zone[entry.battle] = Zone.GRAVEYARD
            self.transformed.discard(entry.battle)
        self.stack.remove(entry)
        self.carried_out()

    @automatic(says="there is nothing left to counter")
    @assumed("a card counters a spell or ability")
    def nothing_to_counter(self) -> None:
        """The effect does nothing when the stack is empty but for itself."""
        self.resolving_now(Item.COUNTERSPELL)
        require(self.stack.size == 1)
        self.carried_out()
