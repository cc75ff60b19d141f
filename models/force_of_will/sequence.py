"""The priority sequence of Force of Will: what all games of this package share, whatever is played in them.

Annotations are not postponed in this module: records of other modules inherit their fields from here.
"""

from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar

from checker import Map, Participant, action, automatic, each, integer, require, some
from models.priority_stack import PriorityStack, Stage, Waiting

__all__ = ["Lives", "Player", "Sequence"]


class Player(Participant, size=2):
    """The two players; the first is the turn player unless a game says otherwise."""


E = TypeVar("E", bound=Waiting)


class Sequence(PriorityStack[Player, E], Generic[E]):
    """Priority sequences, one after the other; a game adds what is played in them and where they stand.

    A game overrides ``after_sequence`` (what a finished sequence leads to), and ``is_main_phase`` and
    ``in_battle``, of which main timing is made.
    """

    abstract: ClassVar[bool] = True
    rulebook = "force_of_will"

    turn_player: Player = Player(0)

    # -- what a game settles -------------------------------------------------------------------------

    def is_main_phase(self) -> bool:
        """Return whether it is the main phase of the turn player."""
        return True

    def in_battle(self) -> bool:
        """Return whether a battle is going on."""
        return False

    # -- what rules are made of ----------------------------------------------------------------------

    def main_timing(self, player: Player) -> bool:
        """Return whether it is main timing for ``player`` (FOW12:701.2)."""
        return (
            player in self.holders
            and player == self.turn_player
            and self.is_main_phase()
            and not self.in_battle()
            and not self.stack
        )

    def resolves_if(self, fits: Callable[[E], bool]) -> E:
        """Return the entry being resolved; the rule that asks applies only if that one ``fits``."""
        require(some(self.stack, lambda e: e.stage == Stage.RESOLVING and fits(e)))
        return self.resolving()

    # -- rules ---------------------------------------------------------------------------------------

    @action(
        cites=(
            "FOW12:604",
            "FOW12:604.1",
            "FOW12:604.1f",
            "FOW12:605.1",
            "FOW12:605.1c",
            "FOW12:718.1",
            "S-FOW:4/2",
            "S-FOW:7/2",
        ),
        says="{player} passes",
    )
    def pass_priority(self, player: Player) -> None:
        """Whoever has priority may pass; unless it is the second pass in a row, the other player is next."""
        super().pass_priority(player)

    @automatic(
        cites=("FOW12:605.1b/2", "S-FOW:5/1", "S-FOW:5/2", "S-FOW:6", "JoW:1"),
        says="both have passed in a row: the newest entry starts to resolve",
    )
    def begin_resolution(self) -> None:
        """After two passes in a row the last card or ability that was put in resolves."""
        super().begin_resolution()

    @automatic(
        cites=("FOW12:605.1b/3", "S-FOW:7/1", "S-FOW:8/1", "S-FOW:8/2"),
        says="what was resolving has resolved and leaves the chase",
    )
    def finish_resolution(self) -> None:
        """What has resolved completely leaves the chase, and the turn player is to have priority."""
        super().finish_resolution()

    @automatic(cites="FOW12:605.1b/1", says="both have passed in a row and the chase is empty")
    def end_sequence(self) -> None:
        """The priority sequence is over when both have passed in a row on an empty chase."""
        super().end_sequence()

    @automatic(cites="FOW12:602.1c", says="{player} has priority")
    def give_priority(self, player: Player) -> None:
        """Who is due gets priority when rule processes are done and triggered abilities are played."""
        super().give_priority(player)


class Lives(Sequence[E], Generic[E]):
    """Priority sequences in which players can lose. Life is one unit: what hits hits hard."""

    abstract: ClassVar[bool] = True

    life: Map[Player, int] = each(Player, integer(0, 1, start=1))

    @automatic(
        cites=("FOW12:602.1a", "FOW12:1201", "FOW12:1201.1", "FOW12:1202", "FOW12:1202.1", "FOW12:103.3"),
        says="who has no life left loses",
    )
    def lose(self) -> None:
        """Rule process: players without life lose, both at once if both have none."""
        require(some(self.in_game, lambda p: self.life[p] == 0))
        for player in Player:
            if self.life[player] == 0:
                self.in_game.discard(player)
