"""What the clauses demand of priority wherever sequences are performed, each from its own text alone."""

from typing import Any

from checker import Step, gives, norm, set_of, some
from models.force_of_will.sequence import Sequence

AnySequence = Sequence[Any]


@norm("FOW12:605.1b/3", gives("holders", after="finish_resolution"), at="priority")
def the_turn_player_after_a_resolution(
    before: AnySequence, step: Step, after: AnySequence
) -> tuple[bool, bool]:
    """After a resolution the turn player has priority."""
    return True, after.holders == set_of(after.turn_player)


@norm("FOW12:605.1c", gives("holders", after="pass_priority"), at="priority")
def the_other_player_after_a_first_pass(
    before: AnySequence, step: Step, after: AnySequence
) -> tuple[bool, bool]:
    """After a pass that follows no pass of the other player, the other player has priority."""
    follows = some(before.passes_in_a_row, lambda p: p != step.player)
    return not follows, after.holders == set_of(step.player.next_in_game)
