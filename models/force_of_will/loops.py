"""Loops in Force of Will: what nobody can stop, what one or both players can, and what one repeats at will.

Two mandatory automatic abilities trigger each other; a chant of either player may silence them. Besides, a
will ability that costs nothing can be repeated. One priority sequence is played. Left out: longer loops, and
numbers above two. Annotations are not postponed in this module: the record ``InLoop`` inherits fields from
the core's module.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

from checker import (
    Bag,
    Map,
    Maybe,
    Set,
    Stack,
    action,
    assumed,
    automatic,
    bag,
    between_actions,
    choice,
    each,
    every,
    ghost,
    integer,
    now,
    observer,
    one_of,
    reading,
    require,
    scope,
    some,
    stack,
    start,
)
from models.force_of_will.sequence import Player, Sequence
from models.priority_stack import Waiting

__all__ = ["ForceOfWillLoops", "InLoop", "Situation", "Voice"]

TIMES = 2
"""The largest number that is named."""


class Voice(Enum):
    """What can be on the chase."""

    CALL = "the Call"
    """The turn player's automatic ability: it triggers when the Answer has resolved."""
    ANSWER = "the Answer"
    """The other player's automatic ability: it triggers when the Call has resolved."""
    HUSH = "Hush"
    """A quickcast chant: the Call and the Answer trigger no more."""


class Situation(Enum):
    """Who can do what at the start."""

    NOBODY_CAN_STOP = "nobody can stop the voices"
    TURN_PLAYER_CAN = "the turn player can stop the voices"
    OTHER_PLAYER_CAN = "the other player can stop the voices"
    BOTH_CAN = "both players can stop the voices"
    FOUNTAIN = "the turn player has a will ability that costs nothing"


@dataclass(frozen=True, kw_only=True)
class InLoop(Waiting):
    """A chant or an automatic ability on the chase."""

    controller: Player
    voice: Voice


class ForceOfWillLoops(Sequence[InLoop]):
    """One priority sequence in which something can be repeated without end."""

    stack: Stack[InLoop] = stack(InLoop, depth=scope(3))
    waiting: Bag[Voice] = bag(Voice, size=scope(1))  # what has triggered
    hushes: Set[Player]  # who has Hush in hand
    hushed: bool = False
    ended: bool = False  # the priority sequence is over
    draw: bool = False  # the game has ended in a draw

    came: bool = False  # the Call was played, and since then everybody has only passed
    repeats: bool = False  # it was played again so: this is a loop
    named: Map[Player, int] = each(Player, integer(0, TIMES))  # how often it is to run, 0 while not named
    left: int = integer(0, TIMES)  # how often it still is to run
    has_to_act: Maybe[Player]  # who has to do something else than pass now that it has run so often
    stopper: Maybe[Player]  # who will have to

    fountain: bool = False  # the turn player has the will ability
    will: bool = False  # it has given some will: more of it makes no difference here
    draws_left: int = integer(0, TIMES)  # how often it may still be repeated
    flowing: bool = False  # the last thing done was to use it

    settled: bool = ghost(False)  # a number was settled
    tied: bool = ghost(False)  # both had named the same
    obeyed: bool = ghost(False)  # somebody who had to act has acted

    free_loops: str = reading(
        "may a player repeat for ever what costs nothing and leads nowhere?",
        number_is_named="FOW12:1301.1a",
        without_end="FOW12:605.1a",
    )
    same_number: str = reading(
        "which player has to do something else when both have named the same number?",
        turn_player="FOW12:1301.1b",
        other_player="FOW12:1301.1b",
    )

    # -- the core ------------------------------------------------------------------------------------

    def after_sequence(self) -> None:
        """One sequence is played."""
        self.ended = True

    def over(self) -> bool:
        """Return whether the sequence is over, or the game a draw."""
        return self.ended or self.draw

    def acted(self, player: Player) -> None:
        """End an action of ``player``; whatever was repeated until now is no loop any more."""
        super().acted(player)
        self.came = False
        self.left = 0
        self.has_to_act = None
        self.stopper = None

    def can_stop(self, player: Player) -> bool:
        """Return whether a player can stop the voices."""
        return player in self.hushes

    @start(cites="FOW12:1301.1", says="{situation}")
    def lay_the_table(self, situation: Situation) -> None:
        """The turn player is to have priority, and the Call has triggered unless there is the fountain."""
        self.due = self.turn_player
        if situation == Situation.FOUNTAIN:
            self.fountain = True
        else:
            self.waiting.add(Voice.CALL)
        if situation == Situation.TURN_PLAYER_CAN or situation == Situation.BOTH_CAN:
            self.hushes.add(Player(0))
        if situation == Situation.OTHER_PLAYER_CAN or situation == Situation.BOTH_CAN:
            self.hushes.add(Player(1))

    # -- actions -------------------------------------------------------------------------------------

    @action(cites=("FOW12:604.1f", "FOW12:718.1", "FOW12:1301.1a", "FOW12:1301.1b"), says="{player} passes")
    def pass_priority(self, player: Player) -> None:
        """Pass, unless it is time to do something else."""
        require(self.has_to_act != player)
        super().pass_priority(player)
        self.flowing = False

    @action(cites=("FOW12:604.1c", "FOW12:605.1a"), says="{player} plays Hush")
    def play_hush(self, player: Player) -> None:
        """Play the chant that silences the voices."""
        require(player in self.holders, player in self.hushes)
        self.hushes.discard(player)
        self.stack.push(InLoop(controller=player, voice=Voice.HUSH, arrived=now()))
        self.flowing = False
        self.acted(player)

    @action(
        cites=("FOW12:907.2/1", "FOW12:907.3", "FOW12:605.1a", "FOW12:1301.1", "FOW12:1301.1a"),
        says="{player} draws from the fountain",
    )
    @assumed("a will ability without a cost")
    def use_fountain(self, player: Player, times: int = integer(1, TIMES)) -> None:
        """Use the will ability, naming how often in a row unless that was named before."""
        require(self.fountain, player in self.holders, player == self.turn_player)
        if self.free_loops == "without_end":
            require(times == 1)
        elif self.flowing:
            require(times == self.draws_left)
            self.draws_left -= 1
        else:
            self.draws_left = times - 1
        self.will = True
        self.flowing = self.free_loops == "number_is_named"
        self.acted(player)

    # -- the voices ----------------------------------------------------------------------------------

    def has_waiting_triggers(self, player: Player) -> bool:
        """Return whether an ability of ``player``'s has triggered: the Call is the turn player's."""
        return some(self.waiting, lambda v: (v == Voice.CALL) == (player == Player(0)))

    @automatic(
        cites=("FOW12:602.1b", "FOW12:603.1", "FOW12:603.3", "FOW12:603.4", "FOW12:906.6"),
        says="{voice} is played",
    )
    def play_triggered(self, voice: Voice = one_of("waiting", by="the controller of the ability")) -> None:
        """A mandatory ability is played; the Call counts how often the two have come around."""
        self.waiting.remove(voice)
        controller = Player(0) if voice == Voice.CALL else Player(1)
        self.stack.push(InLoop(controller=controller, voice=voice, arrived=now()))
        if voice == Voice.CALL:
            if self.stopper:
                self.left -= 1
                if self.left == 0:
                    self.has_to_act = self.stopper
                    self.stopper = None
            else:
                self.repeats = self.came
                self.came = True

    @automatic(cites=("FOW12:901.1b", "FOW12:906.1"), says="{self.stack.top.voice} resolves")
    @assumed("what the two abilities watch for stands on their cards")
    def voice_resolves(self) -> None:
        """An ability has no effect but that the other one triggers."""
        entry = self.resolves_if(lambda e: e.voice != Voice.HUSH)
        if not self.hushed:
            self.waiting.add(Voice.ANSWER if entry.voice == Voice.CALL else Voice.CALL)
        self.carried_out()

    @automatic(cites="FOW12:703.3", says="Hush takes effect")
    @assumed("what Hush does stands on the card")
    def hush_resolves(self) -> None:
        """From now on nothing triggers."""
        self.resolves_if(lambda e: e.voice == Voice.HUSH)
        self.hushed = True
        self.carried_out()

    # -- loops ---------------------------------------------------------------------------------------

    @automatic(cites=("FOW12:1301.1", "FOW12:1301.1c"), says="nobody can stop this: the game is a draw")
    def loop_is_a_draw(self) -> None:
        """A loop that nobody can stop ends the game."""
        require(self.repeats, not some(Player, self.can_stop))
        self.draw = True

    @choice(
        cites=("FOW12:1301.1", "FOW12:1301.1a", "FOW12:1301.1b"),
        says="{player} lets the loop run {times} times",
    )
    def name_number(self, player: Player, times: int = integer(1, TIMES)) -> None:
        """Who can stop the loop says how often it runs, the turn player first if both can."""
        require(self.repeats, self.can_stop(player), self.named[player] == 0)
        first = self.turn_player
        require(player == first or not self.can_stop(first) or self.named[first] > 0)
        self.named[player] = times

    @automatic(cites=("FOW12:1301.1a", "FOW12:1301.1b"), says="the number is settled")
    def settle_number(self) -> None:
        """The smaller number counts, and who named it will have to do something else."""
        require(self.repeats, some(Player, self.can_stop))
        require(every(Player, lambda p: not self.can_stop(p) or self.named[p] > 0))
        first, second = self.turn_player, self.turn_player.next_in_game
        firsts, seconds = self.named[first], self.named[second]
        tie = firsts == seconds and self.same_number == "turn_player"
        if seconds == 0 or (firsts > 0 and (firsts < seconds or tie)):
            self.left = firsts
            self.stopper = first
        else:
            self.left = seconds
            self.stopper = second
        self.named[first] = 0
        self.named[second] = 0
        self.repeats = False
        self.came = False

    @observer
    def watch_numbers(self, before: Self, step: Any) -> None:
        """Remember how a loop came to its end."""
        if step.rule == "settle_number":
            self.settled = True
            self.tied = before.named[Player(0)] == before.named[Player(1)]
        elif step.rule == "play_hush" and before.has_to_act == step.player:
            self.obeyed = True

    procedure = between_actions(
        "finish_resolution",
        (voice_resolves, hush_resolves),
        "begin_resolution",
        "end_sequence",
        play_triggered,
        (loop_is_a_draw, settle_number),
        "give_priority",
        cites=("FOW12:602.1", "FOW12:602.1b", "FOW12:602.1c", "FOW12:602.1d"),
    )
