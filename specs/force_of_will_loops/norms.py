"""What the clauses demand of what can be repeated without end, each from its own text alone."""

from checker import Step, forbids, gives, norm, permits, settled
from models.force_of_will.loops import ForceOfWillLoops
from models.force_of_will.sequence import Player
from specs.force_of_will import sequence_norms

__all__ = ["sequence_norms"]

settled(ForceOfWillLoops, "stopper", after="settle_number", says="who has to do something else")


@norm("FOW12:907.2/1", permits("use_fountain"))
def will_abilities_with_priority(game: ForceOfWillLoops, player: Player) -> bool:
    """A player with priority can play will abilities."""
    return game.fountain and player in game.holders and player == game.turn_player


@norm("FOW12:1301.1a", forbids("use_fountain"))
def something_else_after_the_loop(game: ForceOfWillLoops) -> bool:
    """Who has named how often a loop runs has to do something else before it can run again."""
    return game.flowing and game.draws_left == 0


@norm("FOW12:604.1f", permits("pass_priority"))
def the_holder_may_pass(game: ForceOfWillLoops, player: Player) -> bool:
    """A player with priority can pass."""
    return player in game.holders


@norm("FOW12:1301.1a", forbids("pass_priority"))
def no_pass_after_the_loop(game: ForceOfWillLoops, player: Player) -> bool:
    """Who has named how often a loop runs has to do something else when it has run so often."""
    return game.has_to_act == player


@norm("FOW12:1301.1b", gives("stopper", after="settle_number"))
def the_smaller_number_counts(
    before: ForceOfWillLoops, step: Step, after: ForceOfWillLoops
) -> tuple[bool, bool]:
    """If both can stop a loop, who has named the smaller number stops it."""
    first, second = before.turn_player, before.turn_player.next_in_game
    smaller = (
        after.stopper == first if before.named[first] < before.named[second] else after.stopper == second
    )
    both = before.named[first] > 0 and before.named[second] > 0
    return both and before.named[first] != before.named[second], smaller


@norm("FOW12:1301.1a", gives("stopper", after="settle_number"))
def who_alone_can_stop_it(before: ForceOfWillLoops, step: Step, after: ForceOfWillLoops) -> tuple[bool, bool]:
    """If only one player can stop a loop, that player stops it."""
    first, second = before.turn_player, before.turn_player.next_in_game
    alone = after.stopper == first if before.named[first] > 0 else after.stopper == second
    return (before.named[first] > 0) != (before.named[second] > 0), alone


@norm("FOW12:1301.1a", gives("stopper", after="pass_priority"))
def the_loop_runs_as_often_as_named(
    before: ForceOfWillLoops, step: Step, after: ForceOfWillLoops
) -> tuple[bool, bool]:
    """Who is to stop the loop is so until it has run as often as named, and has to do something else then."""
    return bool(before.stopper), after.stopper == before.stopper or after.has_to_act == before.stopper


@norm("FOW12:1301.1a", gives("stopper", after="play_hush"))
def something_else_ends_the_duty(
    before: ForceOfWillLoops, step: Step, after: ForceOfWillLoops
) -> tuple[bool, bool]:
    """When something else has been done, nobody has to stop the loop any more."""
    return True, not after.stopper
