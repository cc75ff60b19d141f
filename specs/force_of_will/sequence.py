"""What must hold wherever players of Force of Will perform priority sequences, whatever is played in them."""

from typing import Any

from checker import Step, count, every, invariant, some, transition
from models.force_of_will.sequence import Sequence
from specs import common

AnySequence = Sequence[Any]

REMOVES = {"finish_resolution", "brezza_finale_resolves", "cancel_takes_effect"}
"""The rules that take an entry from the chase: when it has resolved, or as the effect of another one."""

# -- priority ----------------------------------------------------------------------------------------


@invariant(
    cites=("FOW12:602.1c", "FOW12:605.1b/2", "S-FOW:3/1"),
    says="at most one player may act, and nobody while something on the chase is being resolved",
)
def one_priority_holder(game: AnySequence) -> bool:
    """Count who may act, and not what a field says."""
    return common.one_priority_holder(game)


@invariant(
    cites=("FOW12:602.1b", "FOW12:901.1b", "FOW12:906.6"),
    at="priority",
    says="nobody may act while an ability that has triggered waits to be played",
)
def no_trigger_waits_at_priority(game: AnySequence) -> bool:
    """It is played first, the turn player's before the other player's."""
    return common.no_trigger_waits(game)


@transition(
    cites=("FOW12:605.1a", "S-FOW:4/1"),
    says="after any action but a pass the same player has priority, and the passes start again",
)
def holder_keeps_priority(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """Somebody had priority before the step, so it was an action."""
    if not before.holders or step.rule == "pass_priority":
        return True
    return after.due == step.player and not after.passed


@transition(
    cites=("FOW12:605.1c", "S-FOW:4/2", "S-FOW:7/2"),
    says="after a first pass the other player is next; after a second one nobody is",
)
def a_pass_hands_over(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """Compare with the passes that were counted before this one."""
    if step.rule != "pass_priority":
        return True
    if some(before.passes_in_a_row, lambda p: p != step.player):
        return not after.due
    return bool(after.due) and after.due != step.player


@transition(cites="FOW12:718.1", says="a pass adds nothing to the chase and takes nothing from it")
def a_pass_adds_nothing(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """A pass does nothing, and is no entry itself."""
    return common.a_pass_adds_nothing(before, step, after)


@transition(
    cites="FOW12:605.1b/3",
    says="when something has resolved, the turn player is the one who is to have priority",
)
def turn_player_after_resolution(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """Whoever played it, and whether or not anything is left."""
    return common.turn_player_after_resolution(before, after)


# -- what comes to the chase and leaves it -------------------------------------------------------------


@transition(
    cites=("FOW12:605.1b/2", "S-FOW:6"),
    says="what starts to resolve is what came last to the chase and is still there",
)
def resolves_last_in_first(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """Compare when the entries arrived."""
    return common.resolves_last_in_first(before, after)


@transition(
    cites=("FOW12:605.1b/2", "S-FOW:5/1"),
    says="nothing resolves before both players have passed in a row, and then one entry does",
)
def resolves_after_passes_in_a_row(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """Each entry that starts to resolve has its own two passes before it, since anything came or left."""
    return common.resolves_after_passes_in_a_row(before, after)


@transition(
    cites=("S-FOW:8/1", "FOW12:605.1b/2"),
    says="what is being resolved stays on the chase until it has resolved completely",
)
def stays_until_resolved(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """It leaves in the step that finishes it and in no other."""
    return common.stays_until_resolved(before, step, after)


@transition(
    cites=("FOW12:312.1", "FOW12:1012.1", "S-FOW:12/2"),
    says="what leaves the chase has resolved, or was taken out by what resolves; one entry at a time",
)
def nothing_vanishes_from_the_chase(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """Look for each entry on the other side of the step."""
    return common.entries_stay(before, after) or (
        step.rule in REMOVES and common.one_entry_leaves(before, after)
    )


@invariant(
    cites=("FOW12:312.2", "FOW12:1008.1"),
    says="no two entries of the chase are one: each came at a moment of its own",
)
def no_entry_is_there_twice(game: AnySequence) -> bool:
    """An entry is known by the moment of its arrival, so what has left can never leave again."""
    return every(game.stack, lambda e: count(game.stack, lambda other: other.arrived == e.arrived) == 1)


@transition(
    cites=("FOW12:312.2", "FOW12:1008.1", "S-FOW:6"),
    says="whatever comes to the chase comes alone and is its newest entry",
)
def entries_come_one_by_one(before: AnySequence, step: Step, after: AnySequence) -> bool:
    """So what left the chase does not come back as what it was."""
    if after.stack.size <= before.stack.size:
        return True
    newest = after.stack.top
    return after.stack.size == before.stack.size + 1 and every(
        after.stack, lambda e: e.arrived <= newest.arrived
    )
