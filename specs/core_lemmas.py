"""What proofs of every size lean on, in every game with a stack and priority. All of it is proved itself.

Plain functions: each game lists those that it needs, and its own, in ``specs/<game>/lemmas.py``.
"""

from checker import every, may_act, some
from models.priority_stack import Stage
from specs.common import Core

__all__ = [
    "CORE_LEMMAS",
    "a_resolution_follows_passes",
    "at_most_one_holder",
    "nobody_acts_in_a_resolution",
    "nobody_is_due_while_somebody_holds",
    "one_entry_resolves",
    "passes_are_counted",
    "somebody_has_not_passed",
    "somebody_is_in_the_game",
    "the_newest_resolves",
    "turn_player_is_in_the_game",
    "who_has_priority_may_act",
    "who_is_due_is_in_the_game",
]


def at_most_one_holder(game: Core) -> bool:
    """Return whether at most one player has priority."""
    return game.holders.size <= 1


def nobody_is_due_while_somebody_holds(game: Core) -> bool:
    """Return whether nobody waits for priority while somebody has it."""
    return not game.holders or not game.due


def somebody_has_not_passed(game: Core) -> bool:
    """Return whether somebody has not passed yet, as long as somebody has priority or is to get it."""
    return not (game.holders or game.due) or not game.everybody_has_passed()


def nobody_acts_in_a_resolution(game: Core) -> bool:
    """Return whether nobody has priority, or is to get it, while an entry is being resolved."""
    return not game.is_resolving() or (not game.holders and not game.due)


def one_entry_resolves(game: Core) -> bool:
    """Return whether at most one entry is being resolved, told by its moment of arrival."""
    return every(
        game.stack,
        game.stack,
        lambda a, b: a.stage == Stage.WAITING or b.stage == Stage.WAITING or a.arrived == b.arrived,
    )


def passes_are_counted(game: Core) -> bool:
    """Return whether who has passed by the rules has passed by the count from outside, until a resolution."""
    return game.is_resolving() or game.passed <= game.passes_in_a_row


def a_resolution_follows_passes(game: Core) -> bool:
    """Return whether, while an entry is being resolved, everybody in the game has passed."""
    return not game.is_resolving() or game.everybody_has_passed()


def the_newest_resolves(game: Core) -> bool:
    """Return whether no entry that waits has arrived after the one that is being resolved."""
    return every(
        game.stack,
        lambda e: e.stage == Stage.WAITING or every(game.stack, lambda f: f.arrived <= e.arrived),
    )


def turn_player_is_in_the_game(game: Core) -> bool:
    """Return whether the turn player is in the game."""
    return game.turn_player in game.in_game


def somebody_is_in_the_game(game: Core) -> bool:
    """Return whether anybody is in the game."""
    return some(game.in_game, lambda _: True)


def who_is_due_is_in_the_game(game: Core) -> bool:
    """Return whether who is to get priority, and who has it, is in the game."""
    return game.holders <= game.in_game and (not game.due or game.due in game.in_game)


def who_has_priority_may_act(game: Core) -> bool:
    """Return whether somebody may act wherever somebody has priority: nothing else goes on then."""
    return not game.holders or some(game.in_game, may_act)


CORE_LEMMAS = (
    who_is_due_is_in_the_game,
    who_has_priority_may_act,
    at_most_one_holder,
    nobody_is_due_while_somebody_holds,
    somebody_has_not_passed,
    nobody_acts_in_a_resolution,
    one_entry_resolves,
    passes_are_counted,
    a_resolution_follows_passes,
    turn_player_is_in_the_game,
    somebody_is_in_the_game,
)
"""The lemmas that most games share; a game in which one does not hold proves what it can without it."""
