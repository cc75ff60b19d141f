"""What the clauses about priority, triggers and the cleanup step demand, one clause each."""

from typing import Any

from checker import (
    at_most_one,
    ensures,
    forbids,
    gives,
    norm,
    obliges,
    permits,
    set_of,
    settled,
    some,
)
from models.magic_triggers import MagicTriggers, Part, Player, Source

Pair = tuple[bool, bool]
PLAYS = ("play_theft", "play_discard", "play_counterspell")

settled(MagicTriggers, "holders", after="pass_priority", says="who has priority")

# -- who has priority ----------------------------------------------------------------------------------------


@norm("CR24:117.3", at_most_one(field="holders"))
def one_player_has_priority(game: MagicTriggers) -> bool:
    """Which player has priority is settled, and so it is one."""
    return True


@norm("CR24:117.3a/1", gives("holders", after="end_sequence"), at="priority")
def the_active_player_begins_a_step(before: MagicTriggers, step: Any, after: MagicTriggers) -> Pair:
    """At the start of most steps and phases the active player gets priority."""
    return after.part != Part.CLEANUP, after.holders == set_of(after.turn_player)


@norm("CR24:117.3a/2", ensures(after="clean_up"), governs="holders")
def no_priority_in_cleanup(before: MagicTriggers, step: Any, after: MagicTriggers) -> Pair:
    """There is usually no priority in the cleanup step."""
    return True, not after.holders


@norm("CR24:117.3b", gives("holders", after="finish_resolution"))
def the_active_player_goes_on(before: MagicTriggers, step: Any, after: MagicTriggers) -> Pair:
    """When a spell or ability has resolved, the active player gets priority."""
    return True, after.holders == set_of(after.turn_player)


@norm("CR24:117.3c", gives("holders", after=PLAYS))
def who_acted_goes_on(before: MagicTriggers, step: Any, after: MagicTriggers) -> Pair:
    """Who had priority when they activated an ability gets it again."""
    player: Player = step.player
    return player in before.holders, after.holders == set_of(player)


@norm("CR24:117.3d/2", gives("holders", after="pass_priority"))
def the_next_player_follows(before: MagicTriggers, step: Any, after: MagicTriggers) -> Pair:
    """After a pass the next player in turn order gets priority, as long as somebody has not passed."""
    player: Player = step.player
    others = some(before.in_game, lambda p: p != player and p not in before.passed)
    return others, after.holders == set_of(player.next_in_game)


@norm("CR24:514.3", ensures(after="clean_up"), governs="holders")
def nobody_gets_priority_in_cleanup(before: MagicTriggers, step: Any, after: MagicTriggers) -> Pair:
    """Nobody gets priority in the cleanup step, as a rule."""
    return True, not after.holders


@norm("CR24:514.3a", gives("holders", after="clean_up"))
def unless_something_is_done(before: MagicTriggers, step: Any, after: MagicTriggers) -> Pair:
    """If something is dealt with in the cleanup step after all, the active player gets priority."""
    return bool(after.something_was_done), after.holders == set_of(after.turn_player)


@norm("CR24:117.3d/1", permits("pass_priority"))
def who_has_priority_may_pass(game: MagicTriggers, player: Player) -> bool:
    """A player with priority who does nothing passes."""
    return player in game.holders


@norm("CR24:117.1a/1", permits("play_discard"))
def instants_whenever_one_has_priority(game: MagicTriggers, player: Player) -> bool:
    """A player with priority can cast an instant, if they have one."""
    return player in game.holders and game.effects_left > 0


# -- triggers ------------------------------------------------------------------------------------------------


def waits(game: MagicTriggers, player: Player) -> bool:
    """Return whether an ability of ``player`` has triggered and is not on the stack yet."""
    return some(game.waiting, lambda t: t.controller == player)


def is_first(game: MagicTriggers, player: Player) -> bool:
    """Return whether an ability of ``player`` waits that another ability's triggering did not cause."""
    return some(game.waiting, lambda t: t.controller == player and t.source != Source.ECHO)


@norm("CR24:603.3", obliges("stack_trigger", before=("give_priority", "end_turn")))
def triggers_go_to_the_stack(game: MagicTriggers, player: Player) -> bool:
    """The next time a player would get priority, a triggered ability is stacked by its controller."""
    return waits(game, player) and not game.is_resolving()


@norm("CR24:603.3b/1", forbids("stack_trigger"))
def the_second_round_waits(game: MagicTriggers, player: Player) -> bool:
    """What triggered on another ability's triggering goes to the stack after all the rest."""
    return not is_first(game, player) and some(game.in_game, lambda p: is_first(game, p))


@norm("CR24:405.3", forbids("stack_trigger"))
def the_active_player_is_first(game: MagicTriggers, player: Player) -> bool:
    """Of what is added at the same time, the active player's goes lowest."""
    return player != game.turn_player and waits(game, game.turn_player)
