"""What must hold of priority and the stack in every game that follows the rulebook of Magic."""

from typing import Any

from checker import implies, invariant, may_act, transition
from models.magic.priority import MagicPriority
from specs import common

__all__ = ["Priority"]

Priority = MagicPriority[Any, Any]

REMOVERS = ("finish_resolution", "counter", "entry_leaves_the_game")
"""The rules by which an entry leaves the stack: resolved, countered, or gone with a player."""


@invariant(
    cites=("CR24:117.3", "CR24:117.2e"),
    says="never may more than one player act, and nobody may while something resolves",
)
def one_priority_holder(game: Priority) -> bool:
    """At most one player may act."""
    return common.one_priority_holder(game)


@transition(
    cites=("CR24:405.5/1", "CR24:117.4/1", "CR24:117.7"),
    says="what resolves is the newest entry that is still on the stack",
)
def resolves_last_in_first(before: Priority, step: Any, after: Priority) -> bool:
    """The newest entry resolves."""
    return common.resolves_last_in_first(before, after)


@transition(
    cites=("CR24:117.4/1", "CR24:608.1"),
    says="an entry resolves only after all players have passed with no action in between",
)
def resolves_after_passes_in_a_row(before: Priority, step: Any, after: Priority) -> bool:
    """All pass in a row before anything resolves."""
    return common.resolves_after_passes_in_a_row(before, after)


@transition(cites="CR24:608.2n/2", says="what resolves leaves the stack as the last part of its resolution")
def stays_until_resolved(before: Priority, step: Any, after: Priority) -> bool:
    """An entry that resolves is on the stack to the end."""
    return common.stays_until_resolved(before, step, after)


@transition(
    cites=("CR24:601.2a", "CR24:603.3"),
    says="an entry leaves the stack once, when it has resolved, is countered or goes with a player; "
    "none vanishes otherwise",
)
def entries_leave_one_by_one(before: Priority, step: Any, after: Priority) -> bool:
    """Whatever else happens, what is on the stack stays there."""
    return common.entries_leave_one_by_one(before, step, after, REMOVERS)


@transition(cites="CR24:117.3d/1", says="a pass is no entry: it leaves the stack as it is")
def a_pass_adds_nothing(before: Priority, step: Any, after: Priority) -> bool:
    """Who passes does nothing."""
    return common.a_pass_adds_nothing(before, step, after)


@invariant(
    cites=("CR24:117.2a/2", "CR24:117.5/2", "CR24:117.5/3", "CR24:603.3"),
    at="priority",
    says="no trigger waits for the stack when a player may act",
)
def no_trigger_waits_at_priority(game: Priority) -> bool:
    """All triggers are stacked before anybody has priority."""
    return common.no_trigger_waits(game)


@invariant(
    cites=("CR24:117.3b",),
    at="priority",
    says="after every resolution the active player is the first who may act, whoever controlled the entry",
)
def active_player_acts_after_resolution(game: Priority) -> bool:
    """Until somebody acts after a resolution, it is the active player who may."""
    return implies(game.resolution_ended, may_act(game.turn_player))
