"""Priority in Magic: what the common core leaves open, with Magic's own clauses. No card and no battle."""

from typing import Any, ClassVar, Generic, Self, TypeVar

from checker import Participant, action, automatic, ghost, observer
from models.priority_stack import PriorityStack, Waiting

__all__ = ["BEGIN_RESOLUTION", "PROCEDURE", "MagicPriority"]

P = TypeVar("P", bound=Participant)
E = TypeVar("E", bound=Waiting)

BEGIN_RESOLUTION = (
    "CR24:117.4/1",
    "CR24:405.2",
    "CR24:405.5/1",
    "CR24:608",
    "CR24:608.1",
    "CR24:608.2",
)
"""The clauses by which the top of the stack starts to resolve."""

PROCEDURE = (
    "CR24:117.2d",
    "CR24:117.5/1",
    "CR24:117.5/2",
    "CR24:117.5/3",
    "CR24:117.5/4",
    "CR24:405.6f",
    "CR24:603.3b/2",
    "CR24:704.1",
    "CR24:704.2",
    "CR24:704.4",
)
"""The clauses by which state-based actions, triggers and priority follow each other between actions."""


class MagicPriority(PriorityStack[P, E], Generic[P, E]):
    """Who acts after an action, a pass and a resolution, and what happens when all pass.

    The core's defaults are Magic's rules: who acted is next (117.3c), after a pass the next player (117.3d),
    after a resolution the active player (117.3b), and one entry resolves at a time (117.4).
    """

    abstract: ClassVar[bool] = True
    rulebook: ClassVar[str] = "magic"

    resolution_ended: bool = ghost(False)  # and nobody has acted since

    @action(cites=("CR24:117.3d/1", "CR24:117.3d/2"), says="{player} passes")
    def pass_priority(self, player: P) -> None:
        """A player with priority who does nothing passes; the next player in turn order gets priority."""
        super().pass_priority(player)

    @automatic(cites=BEGIN_RESOLUTION, says="the top of the stack starts to resolve")
    def begin_resolution(self) -> None:
        """When all players have passed with no action in between, the topmost entry resolves."""
        super().begin_resolution()

    @automatic(cites=("CR24:117.3b", "CR24:608.2n/2"), says="the resolution is over")
    def finish_resolution(self) -> None:
        """As its last part, what was resolving leaves the stack; the active player is to have priority."""
        super().finish_resolution()

    @automatic(
        cites=("CR24:117.4/2", "CR24:405.5/2", "CR24:500.2", "CR24:511.3"),
        says="all have passed on an empty stack",
    )
    def end_sequence(self) -> None:
        """When all pass on an empty stack, the step or phase ends and the next begins."""
        super().end_sequence()

    @automatic(
        cites=("CR24:117.5/4", "CR24:117.3a/1", "CR24:704.3/3", "CR22:117.3a"), says="{player} gets priority"
    )
    def give_priority(self, player: P) -> None:
        """The player gets priority when no check finds anything and no trigger waits."""
        super().give_priority(player)

    @observer
    def watch_resolutions(self, before: Self, step: Any) -> None:
        """Remember whether something resolved after the last action: only who has priority acts."""
        if step.rule == "finish_resolution":
            self.resolution_ended = True
        elif before.holders:
            self.resolution_ended = False
