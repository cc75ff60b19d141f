"""What other cards do to battles: rules that stand for many cards and have no clause."""

from typing import ClassVar

from checker import action, assumed, automatic, integer, require
from models.magic.checks import Checks
from models.magic.words import EFFECTS, Battle, Item, Player, Zone

__all__ = ["Effects"]


class Effects(Checks):
    """Effects of instants and activated abilities, which use the stack; one game has only so many of them.

    An effect with a target does nothing if the target is illegal when it resolves (CR24:608.2b).
    """

    abstract: ClassVar[bool] = True

    effects_left: int = integer(0, EFFECTS, start=EFFECTS)

    def play(self, item: Item, player: Player, battle: Battle) -> None:
        """Put an effect on the stack; ``player`` keeps priority."""
        require(player in self.holders, self.effects_left > 0)
        self.effects_left -= 1
        self.put_on_stack(item, player, battle)
        self.acted(player)

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that gains control of {battle}",
    )
    @assumed("a card gives a player control of a battle")
    def play_control(self, player: Player, battle: Battle) -> None:
        """The player is to gain control of target battle."""
        require(self.is_battle(battle), self.controller[battle] != player)
        self.play(Item.CONTROL, player, battle)

    @automatic(
        cites=("CR24:506.4", "CR24:506.4c/1", "CR24:608.2b", "WotC-R:3"),
        says="{self.stack.top.controller} gains control of {self.stack.top.battle}",
    )
    @assumed("a card gives a player control of a battle")
    def control_resolves(self) -> None:
        """A battle that changes its controller is removed from combat."""
        entry = self.resolving_now(Item.CONTROL)
        if self.is_battle(entry.battle) and self.controller[entry.battle] != entry.controller:
            self.controller[entry.battle] = entry.controller
            self.leave_combat(entry.battle)
        self.carried_out()

    @action(
        cites=("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c"),
        says="{player} plays an effect that returns {battle} to its owner's hand",
    )
    @assumed("a card returns a battle to its owner's hand")
    def play_bounce(self, player: Player, battle: Battle) -> None:
        """Target battle is to return to its owner's hand."""
        require(self.is_battle(battle))
        self.play(Item.BOUNCE, player, battle)

    @automatic(cites=("CR24:400.7", "CR24:608.2b"), says="{self.stack.top.battle} returns to hand")
    @assumed("a card returns a battle to its owner's hand")
    def bounce_resolves(self) -> None:
        """The battle goes back to its owner's hand, whatever ability of it waits."""
        entry = self.resolving_now(Item.BOUNCE)
        if self.is_battle(entry.battle):
            self.leave_battlefield(entry.battle, Zone.HAND)
        self.carried_out()
