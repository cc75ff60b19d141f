"""What other cards do to the stack, to permanents and to hands: rules that stand for many cards."""

from typing import ClassVar

from checker import action, assumed, automatic, choice, integer, one_of, require
from models.magic_triggers.triggering import Triggering
from models.magic_triggers.words import EFFECTS, Entry, Item, Player, Source
from models.priority_stack import Stage

__all__ = ["Effects"]

PLAYING = ("CR24:117.1a/1", "CR24:117.1b", "CR24:117.3c", "CR24:602.2")


class Effects(Triggering):
    """Effects that use the stack; one game has only so many of them."""

    abstract: ClassVar[bool] = True

    effects_left: int = integer(0, EFFECTS, start=EFFECTS)

    def play(self, item: Item, player: Player, source: Source) -> None:
        """Put an effect on the stack; ``player`` keeps priority."""
        require(player in self.holders, self.effects_left > 0)
        self.effects_left -= 1
        self.put_on_stack(item, player, source)
        self.acted(player)

    @action(cites=PLAYING, says="{player} plays an effect that gains control of {source}")
    @assumed("a card gives a player control of a permanent")
    def play_theft(self, player: Player, source: Source) -> None:
        """The player is to gain control of target permanent."""
        require(source in self.there, self.controller[source] != player)
        self.play(Item.STEAL, player, source)

    @automatic(
        cites=("CR24:603.3a", "CR24:608.2b"),
        says="{self.stack.top.controller} gains control of {self.stack.top.source}",
    )
    @assumed("a card gives a player control of a permanent")
    def theft_resolves(self) -> None:
        """The permanent changes its controller; what it has triggered before does not."""
        entry = self.resolving_now(Item.STEAL)
        self.controller[entry.source] = entry.controller
        self.carried_out()

    @action(cites=PLAYING, says="{player} plays an effect by which each player discards a card")
    @assumed("a card makes each player discard a card")
    def play_discard(self, player: Player) -> None:
        """The source in the record only fills its place."""
        self.play(Item.DISCARD, player, Source.BELL)

    @automatic(cites="CR24:608.2", says="each player discards a card")
    @assumed("a card makes each player discard a card")
    def discard_resolves(self) -> None:
        """All players discard at the same time, which is one event."""
        self.resolving_now(Item.DISCARD)
        for player in Player:
            self.discard(player)
        self.carried_out()

    @action(cites=PLAYING, says="{player} plays an effect that counters an ability")
    @assumed("a card counters a triggered ability")
    def play_counterspell(self, player: Player) -> None:
        """What to counter is chosen on resolution, so that no target has to be kept in the state."""
        require(self.stack)
        self.play(Item.COUNTERSPELL, player, Source.BELL)

    @choice(cites="CR24:608.2d", says="{player} counters the ability of {entry.source}")
    @assumed("a card counters a triggered ability")
    def counter(self, player: Player, entry: Entry = one_of("stack")) -> None:
        """The effect's controller picks an entry on the stack, which leaves it and does nothing."""
        source = self.resolving_now(Item.COUNTERSPELL)
        require(source.controller == player, entry.stage == Stage.WAITING)
        self.stack.remove(entry)
        self.carried_out()
