"""The core that the card games share: who has priority, passing in a row, and a stack of waiting entries.

A game extends ``PriorityStack[Player, Entry]`` with its own class of players and its own record of what
waits, decorates the rules below again with its own clauses and sentences (``super()`` does the work), and
overrides the helper methods where its rulebook differs. Annotations are not postponed in this module:
records of other modules inherit their fields from here.
"""

import dataclasses
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from checker import (
    Game,
    Maybe,
    Moment,
    Participant,
    Set,
    Stack,
    action,
    automatic,
    ghost,
    observer,
    require,
    some,
)

__all__ = ["PriorityStack", "Stage", "Waiting"]


class Stage(Enum):
    """How far an entry on the stack has come."""

    WAITING = "waits"
    RESOLVING = "is being resolved"
    CARRIED_OUT = "has had its effect"


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """What every entry on the stack has: when it arrived, and how far it has come."""

    arrived: Moment
    stage: Stage = Stage.WAITING


P = TypeVar("P", bound=Participant)
E = TypeVar("E", bound=Waiting)


class PriorityStack(Game, Generic[P, E]):
    """Players, priority, and one stack that is resolved from its newest entry.

    Nobody holds priority while something goes on by itself: whoever is to act next is first ``due`` and gets
    priority in the last layer of the procedure, so that automatic checks come before. So do triggers, which
    wait for the stack until their player is the next to put them there. A game lays its layers in this order:
    ``finish_resolution``, its own rules that carry an entry out, ``begin_resolution``, ``end_sequence``, its
    checks, its triggers, ``give_priority``.
    """

    abstract: ClassVar[bool] = True

    turn_player: P
    holders: Set[P]  # a set, so that "at most one has priority" is a claim and not a type
    due: Maybe[P]  # who is to get priority, once nothing else goes on by itself
    passed: Set[P]  # who has passed since the last action that was no pass
    stack: Stack[E]

    passes_in_a_row: Set[P] = ghost()  # the same, counted from outside: what claims compare with

    # -- what the rulebooks settle differently -------------------------------------------------------

    def next_after_action(self, player: P) -> P | None:
        """Return who is due after ``player`` did something other than pass."""
        return player

    def next_after_pass(self, player: P) -> P | None:
        """Return who is due after ``player`` passed and somebody has not passed yet."""
        return player.next_in_game

    def next_after_resolution(self, entry: E) -> P | None:
        """Return who is due after ``entry`` has resolved and left the stack."""
        return self.turn_player

    def resolution_goes_on(self) -> bool:
        """Return whether the next entry resolves without new passes."""
        return False

    def next_to_resolve(self) -> E:
        """Return the entry that resolves when everybody has passed in a row."""
        return self.stack.top

    def what_remains(self, entry: E) -> E | None:
        """Return what is left on the stack of an entry that has resolved: its rest, where it has parts."""
        return None

    def leave_stack(self, entry: E) -> None:
        """Settle where what ``entry`` stands for goes, now that it has resolved completely."""

    def after_sequence(self) -> None:
        """Settle what follows when everybody has passed in a row and nothing waits."""
        raise NotImplementedError

    def has_waiting_triggers(self, player: P) -> bool:
        """Return whether anything of ``player``'s has triggered and waits for the stack; nothing does."""
        return False

    # -- what rules are made of ----------------------------------------------------------------------

    def everybody_has_passed(self) -> bool:
        """Return whether all players who are in the game have passed in a row."""
        return self.in_game <= self.passed

    def is_resolving(self) -> bool:
        """Return whether an entry is being resolved."""
        return some(self.stack, lambda e: e.stage != Stage.WAITING)

    def resolving(self) -> E:
        """Return the entry that is being resolved; to be asked only while one is."""
        return cast(E, self.stack.find(lambda e: e.stage != Stage.WAITING))

    def stacks_next(self, player: P) -> bool:
        """Return whether ``player`` is the next to put on the stack what has triggered.

        That is the first in turn order, from the turn player, of whom anything waits.
        """
        return self.turn_player.first_who(self.has_waiting_triggers) == player

    def acted(self, player: P) -> None:
        """End an action of ``player`` other than a pass: the run of passes is broken."""
        self.passed.clear()
        self.holders.discard(player)
        self.due = self.next_after_action(player)

    def carried_out(self) -> None:
        """Note that the entry being resolved has had its effect; it is still on the stack."""
        entry = self.resolving()
        self.stack.replace(entry, dataclasses.replace(entry, stage=Stage.CARRIED_OUT))

    # -- rules ---------------------------------------------------------------------------------------

    @action(says="{player} passes")
    def pass_priority(self, player: P) -> None:
        """Whoever has priority may pass."""
        require(player in self.holders)
        self.holders.discard(player)
        self.passed.add(player)
        if not self.everybody_has_passed():
            self.due = self.next_after_pass(player)

    @automatic(says="the newest entry starts to resolve")
    def begin_resolution(self) -> None:
        """Once everybody has passed in a row, one entry starts to resolve."""
        require(self.everybody_has_passed(), self.stack, not self.is_resolving())
        entry = self.next_to_resolve()
        self.stack.replace(entry, dataclasses.replace(entry, stage=Stage.RESOLVING))

    @automatic(says="the entry has resolved and leaves the stack")
    def finish_resolution(self) -> None:
        """Take an entry that has had its effect from the stack; then somebody may act again."""
        require(some(self.stack, lambda e: e.stage == Stage.CARRIED_OUT))
        entry = self.resolving()
        rest = self.what_remains(entry)
        if rest:
            self.stack.replace(entry, rest)
        else:
            self.leave_stack(entry)
            self.stack.remove(entry)
        if not self.resolution_goes_on():
            self.passed.clear()
            self.due = self.next_after_resolution(entry)

    @automatic(says="everybody has passed and nothing waits")
    def end_sequence(self) -> None:
        """When everybody has passed in a row and nothing waits, the game goes on."""
        require(self.everybody_has_passed(), not self.stack)
        self.passed.clear()
        self.after_sequence()

    @automatic(says="{player} gets priority")
    def give_priority(self, player: P) -> None:
        """Who is due gets priority, after everything that goes on by itself."""
        require(self.due == player)
        self.holders.add(player)
        self.due = None

    @observer
    def count_passes(self, before: Self, step: Any) -> None:
        """Count the passes in a row, apart from what the rules make of them.

        The run is broken by whatever else a holder of priority does, and by whatever enters or leaves the
        stack; a new one begins after a resolution and after the end of a sequence.
        """
        moved = self.stack.size != before.stack.size
        if step.rule == "pass_priority":
            self.passes_in_a_row.add(step.player)
        elif before.holders or moved or step.rule in ("finish_resolution", "end_sequence"):
            self.passes_in_a_row.clear()
