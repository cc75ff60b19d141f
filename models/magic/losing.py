"""Losing: an effect by which a player leaves the game, and what goes with them. It stands for many cards."""

from typing import ClassVar

from checker import action, assumed, automatic, one_of, require
from models.magic.attacking import Attacking
from models.magic.effects import Effects
from models.magic.words import Battle, Item, OnStack, Player, Zone
from models.priority_stack import Stage

__all__ = ["Losing"]


class Losing(Effects, Attacking):
    """The defending player of an attack on a battle loses the game."""

    abstract: ClassVar[bool] = True

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect by which the player who defends {battle} loses",
    )
    @assumed("a card makes the defending player lose the game")
    def play_loss(self, player: Player, battle: Battle) -> None:
        """Whoever is the defending player of an attack on the battle is to lose the game.

        The active player is never meant, and nobody plays it against themselves.
        """
        require(self.is_attacked(battle))
        loser = self.defending_player(battle)
        require(loser)
        require(loser != player, loser != self.turn_player)
        self.play(Item.LOSE, player, battle)

    @automatic(
        cites=("CR24:310.8d", "CR24:508.5/1", "CR24:405.6h", "S-MTG:310.8d"),
        says="the player who defends {self.stack.top.battle} loses the game",
    )
    @assumed("a card makes the defending player lose the game")
    def loss_resolves(self) -> None:
        """The player who is meant is the protector of the battle, not its controller."""
        entry = self.resolving_now(Item.LOSE)
        loser = self.defending_player(entry.battle)
        if self.is_attacked(entry.battle) and loser:
            self.leave_game(loser)
        self.carried_out()

    def leave_game(self, player: Player) -> None:
        """Take ``player`` out of the game, with the cards that they own.

        What they control of others goes back to its owner, and what they protect has no protector.
        """
        self.in_game.discard(player)
        for battle in Battle:
            if self.owner[battle] == player:
                self.leave_battlefield(battle, Zone.GONE)
                self.transformed.discard(battle)
            else:
                if self.is_battle(battle) and self.controller[battle] == player:
                    self.controller[battle] = self.owner[battle]
                    self.leave_combat(battle)
                if self.protector[battle] == player:
                    self.protector[battle] = None

    @automatic(cites="CR24:405.6h", says="the {entry.item} of {entry.controller} goes with a player")
    @assumed("a card makes the defending player lose the game")
    def entry_leaves_the_game(self, entry: OnStack = one_of("stack")) -> None:
        """What waits on the stack goes with the player who controlled it, or who owned its card."""
        require(entry.stage == Stage.WAITING)
        is_card = entry.item == Item.BATTLE or entry.item == Item.BACK_FACE
        owner_left = is_card and self.owner[entry.battle] not in self.in_game
        require(owner_left or entry.controller not in self.in_game)
        self.stack.remove(entry)
