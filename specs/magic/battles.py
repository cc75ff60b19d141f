"""What is asked of battles and Sieges, for the claims about every game in which there are any."""

from typing import Any

from checker import count, every, some
from models.magic.checks import Checks
from models.magic.words import Battle, Item

__all__ = [
    "ability_waits",
    "has_no_defense",
    "one_defeat_trigger_an_event",
    "zero_defense_leaves_play",
]


def has_no_defense(game: Checks, battle: Battle) -> bool:
    """Return whether ``battle`` is a battle on the battlefield with defense 0."""
    return game.is_battle(battle) and game.defense[battle] == 0


def ability_waits(game: Checks, battle: Battle) -> bool:
    """Return whether an ability of ``battle`` has triggered and not left the stack, as the clause reads."""
    return some(game.waiting, lambda t: t.battle == battle) or some(
        game.stack,
        lambda e: (
            e.battle == battle and (e.item == Item.ENTERS or e.item == Item.AIMED or e.item == Item.DEFEAT)
        ),
    )


def defeats_waiting(game: Checks, battle: Battle) -> int:
    """Return how many defeat abilities of ``battle`` wait for the stack."""
    return count(game.waiting, lambda t: t.item == Item.DEFEAT and t.battle == battle)


def loses_last_counter(before: Checks, after: Checks, battle: Battle) -> bool:
    """Return whether a Siege loses the last of its counters and stays on the battlefield."""
    there = before.is_siege(battle) and after.is_siege(battle)
    return there and before.defense[battle] > 0 and after.defense[battle] == 0


def zero_defense_leaves_play(game: Checks) -> bool:
    """Return whether every battle has defense, or an ability of its own that has not left the stack."""
    return every(Battle, lambda b: not has_no_defense(game, b) or ability_waits(game, b))


def one_defeat_trigger_an_event(before: Checks, step: Any, after: Checks) -> bool:
    """Return whether one defeat ability triggers when a Siege loses its last counter, and none otherwise."""
    if step.rule in ("stack_trigger", "remove_trigger"):
        return after.waiting.size == before.waiting.size - 1
    return every(
        Battle,
        lambda b: (
            defeats_waiting(after, b)
            == defeats_waiting(before, b) + (1 if loses_last_counter(before, after, b) else 0)
        ),
    )
