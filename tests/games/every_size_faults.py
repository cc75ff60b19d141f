"""Magic and Riftbound with one fault each in what they share, or in an action that the rules perform."""

from checker import every, require
from models.magic import Battle, Magic, OnStack
from models.magic import Player as MagicPlayer
from models.riftbound import Item, Player, Riftbound, Unit

__all__ = [
    "AMagicPassIsNotForgotten",
    "APassIsNotForgotten",
    "NothingIsBuried",
    "OldestMagicResolves",
    "OldestResolves",
    "TheDeadStay",
    "TwoGetMagicPriority",
    "TwoGetPriority",
]


class AMagicPassIsNotForgotten(Magic):
    """Who has passed still counts as having passed when somebody acts."""

    def acted(self, player: MagicPlayer) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class OldestMagicResolves(Magic):
    """The entry at the bottom of the stack resolves."""

    def next_to_resolve(self) -> OnStack:
        oldest = self.stack.find(lambda e: every(self.stack, lambda f: e.arrived <= f.arrived))
        assert oldest is not None
        return oldest


class TwoGetMagicPriority(Magic):
    """The next player gets priority as well."""

    def give_priority(self, player: MagicPlayer) -> None:
        super().give_priority(player)
        self.holders.add(player.next_in_game)


class NothingIsBuried(Magic):
    """The state-based action about battles with defense 0 does nothing."""

    def bury_without_defense(self, battle: Battle) -> None:
        require(self.is_battle(battle), self.defense[battle] == 0, not self.is_spared(battle))


class APassIsNotForgotten(Riftbound):
    """Who has passed still counts as having passed when somebody acts."""

    def acted(self, player: Player) -> None:
        self.holders.discard(player)
        self.due = self.next_after_action(player)


class OldestResolves(Riftbound):
    """The item at the bottom of the chain resolves."""

    def next_to_resolve(self) -> Item:
        oldest = self.stack.find(lambda e: every(self.stack, lambda f: e.arrived <= f.arrived))
        assert oldest is not None
        return oldest


class TwoGetPriority(Riftbound):
    """The next player gets priority as well."""

    def give_priority(self, player: Player) -> None:
        super().give_priority(player)
        self.holders.add(player.next_in_game)


class TheDeadStay(Riftbound):
    """The state-based action about units with lethal damage does nothing."""

    def die(self, unit: Unit) -> None:
        require(self.is_cleaning_up(), self.is_lethal(unit))
