"""What must hold of every game with a stack and priority, whichever rulebook it follows.

Plain functions: each game states them as claims of its own, with its own clauses, sentences and expected
outcomes under its readings.
"""

from typing import Any

from checker import count, every, may_act, some
from models.priority_stack import PriorityStack

__all__ = [
    "Core",
    "a_pass_adds_nothing",
    "entries_leave_one_by_one",
    "entries_stay",
    "no_trigger_waits",
    "one_entry_leaves",
    "one_priority_holder",
    "resolves_after_passes_in_a_row",
    "resolves_last_in_first",
    "stack_stays_as_it_is",
    "stays_until_resolved",
    "turn_player_after_resolution",
]

Core = PriorityStack[Any, Any]


def one_priority_holder(game: Core) -> bool:
    """Return whether at most one player may act, and nobody while an entry is being resolved.

    It asks who may act, whatever field the rules keep priority in.
    """
    return count(game.in_game, may_act) <= (0 if game.is_resolving() else 1)


def resolves_last_in_first(before: Core, after: Core) -> bool:
    """Return whether an entry that starts to resolve is the newest that is still there.

    It compares moments of arrival, so that it is a claim about history and not about the container.
    """
    if before.is_resolving() or not after.is_resolving():
        return True
    started = after.resolving()
    return every(after.stack, lambda e: e.arrived <= started.arrived)


def resolves_after_passes_in_a_row(before: Core, after: Core) -> bool:
    """Return whether an entry starts to resolve only when everybody has passed in a row.

    The passes are those that an observer counted, not the game's own tally.
    """
    started = after.is_resolving() and not before.is_resolving()
    return not started or before.in_game <= before.passes_in_a_row


def a_pass_adds_nothing(before: Core, step: Any, after: Core) -> bool:
    """Return whether a pass leaves the stack as it is."""
    return step.rule != "pass_priority" or stack_stays_as_it_is(before, after)


def stays_until_resolved(before: Core, step: Any, after: Core) -> bool:
    """Return whether an entry that is being resolved leaves the stack only when it is finished."""
    return not before.is_resolving() or after.is_resolving() or step.rule == "finish_resolution"


def entries_stay(before: Core, after: Core) -> bool:
    """Return whether every entry is still on the stack after a step.

    Entries are told apart by when they arrived, so that one that is put in place of another does not pass
    for it.
    """
    return every(before.stack, lambda e: some(after.stack, lambda new: new.arrived == e.arrived))


def one_entry_leaves(before: Core, after: Core) -> bool:
    """Return whether just one entry leaves the stack in a step, and nothing comes to it."""
    return after.stack.size == before.stack.size - 1 and every(
        after.stack, lambda e: some(before.stack, lambda old: old.arrived == e.arrived)
    )


def stack_stays_as_it_is(before: Core, after: Core) -> bool:
    """Return whether nothing comes to the stack in a step, and nothing leaves it."""
    return after.stack.size == before.stack.size and entries_stay(before, after)


def entries_leave_one_by_one(before: Core, step: Any, after: Core, removers: tuple[str, ...]) -> bool:
    """Return whether just one entry leaves the stack by each of the rules ``removers``, and none by others.

    A rule that removes an entry which is not there any more is a wrong step, so that none leaves twice.
    """
    return one_entry_leaves(before, after) if step.rule in removers else entries_stay(before, after)


def no_trigger_waits(game: Core) -> bool:
    """Return whether nothing that has triggered waits for the stack: said of whenever somebody may act."""
    return not some(game.in_game, game.has_waiting_triggers)


def turn_player_after_resolution(before: Core, after: Core) -> bool:
    """Return whether, once an entry has resolved, the turn player is the one to act next."""
    finished = before.is_resolving() and not after.is_resolving()
    return not finished or after.due == after.turn_player
