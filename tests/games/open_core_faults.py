"""The core with one fault each, which no proof may survive."""

import dataclasses

from checker import every, now
from models.priority_stack import Stage
from tests.games.open_core import Entry, OpenCore, Player, What

__all__ = [
    "APassAdds",
    "APassKeepsPriority",
    "APassReplaces",
    "ControllerIsNext",
    "LeavesEarly",
    "NeverLeaves",
    "NextToNewestResolves",
    "OldestResolves",
    "OnePassIsEnough",
    "TwoGetPriority",
]


class TwoGetPriority(OpenCore):
    """The next player gets priority as well."""

    def give_priority(self, player: Player) -> None:
        super().give_priority(player)
        self.holders.add(player.next_in_game)


class OldestResolves(OpenCore):
    """The entry at the bottom resolves."""

    def next_to_resolve(self) -> Entry:
        oldest = self.stack.find(lambda e: every(self.stack, lambda f: e.arrived <= f.arrived))
        assert oldest is not None
        return oldest


class NextToNewestResolves(OpenCore):
    """The entry below the top resolves, where there is one."""

    def next_to_resolve(self) -> Entry:
        newest = self.stack.top
        older = self.stack.find(lambda e: e.arrived < newest.arrived)
        return older or newest


class OnePassIsEnough(OpenCore):
    """Whoever passes ends the sequence for all."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        self.passed = self.in_game
        self.due = None


class APassKeepsPriority(OpenCore):
    """A pass of one player counts for the next, who is passed over."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        self.passed.add(player.next_in_game)


class APassReplaces(OpenCore):
    """A pass puts another entry in place of the newest, so that there are as many as before."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        if self.stack:
            self.stack.pop()
            self.stack.push(Entry(controller=player, what=What.NOTHING, arrived=now()))


class APassAdds(OpenCore):
    """A pass puts the newest entry on the stack again."""

    def pass_priority(self, player: Player) -> None:
        super().pass_priority(player)
        if self.stack:
            self.stack.push(self.stack.top)


class LeavesEarly(OpenCore):
    """What takes effect is gone at once."""

    def takes_effect(self) -> None:
        self.stack.remove(self.resolves(What.NOTHING))
        self.passed.clear()
        self.due = self.turn_player


class NeverLeaves(OpenCore):
    """What has resolved waits again."""

    def what_remains(self, entry: Entry) -> Entry | None:
        return dataclasses.replace(entry, stage=Stage.WAITING)


class ControllerIsNext(OpenCore):
    """Who controlled what has resolved is next."""

    def next_after_resolution(self, entry: Entry) -> Player | None:
        return entry.controller
