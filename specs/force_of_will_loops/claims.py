"""What must hold of loops in Force of Will, and what must be possible in them."""

from checker import Step, eventually, every, invariant, may, possible, some, transition, under, violated
from models.force_of_will.loops import ForceOfWillLoops, Voice
from models.force_of_will.sequence import Player
from specs.force_of_will import sequence

__all__ = ["sequence"]


@eventually(
    cites=("FOW12:1301.1a", "FOW12:1301.1b", "FOW12:1301.1c", "S-FOW:4/2"),
    says="the priority sequence ends, or the game does",
    also=(under(free_loops="without_end", expect=violated()),),
)
def nothing_goes_on_for_ever(game: ForceOfWillLoops) -> bool:
    """No loop runs on in silence; without the rule about loops a free will ability does."""
    return game.over()


@eventually(
    strongly_fair=("pass_priority",),
    cites=("S-FOW:4/1", "S-FOW:4/2", "FOW12:605.1a"),
    says="the priority sequence ends if whoever may pass does so at some time",
    also=(under(free_loops="without_end"),),
)
def it_ends_if_players_yield(game: ForceOfWillLoops) -> bool:
    """Nothing obliges a player to yield; that they do is what the article takes for granted."""
    return game.over()


@invariant(
    cites=("FOW12:1301.1c", "FOW12:103.3"),
    says="the game is a draw only where nobody can stop the loop",
)
def only_what_nobody_can_stop_is_a_draw(game: ForceOfWillLoops) -> bool:
    """Nobody has Hush in hand, and the voices have not been silenced."""
    return not game.draw or (not some(Player, game.can_stop) and not game.hushed)


@transition(
    cites=("FOW12:1301.1a", "FOW12:1301.1b"),
    says="a loop runs no more often than anybody who can stop it has named",
)
def the_smaller_number_counts(before: ForceOfWillLoops, step: Step, after: ForceOfWillLoops) -> bool:
    """The number is settled once, by all who can stop it."""
    if step.rule != "settle_number":
        return True
    return every(Player, lambda p: not before.can_stop(p) or 0 < after.left <= before.named[p])


@invariant(
    cites=("FOW12:1301.1a", "FOW12:1301.1b"),
    says="whoever has to do something else, when the loop has run so often, may not pass",
    at="priority",
)
def who_has_to_act_may_not_pass(game: ForceOfWillLoops) -> bool:
    """The other player may, meanwhile."""
    return every(Player, lambda p: game.has_to_act != p or not may(p, ForceOfWillLoops.pass_priority))


@transition(
    cites=("FOW12:1301.1b", "FOW12:1301.1"),
    says="who names a number can stop the loop, and the turn player is asked first",
)
def the_turn_player_names_first(before: ForceOfWillLoops, step: Step, after: ForceOfWillLoops) -> bool:
    """The other player knows the turn player's number."""
    if step.rule != "name_number":
        return True
    first = before.turn_player
    asked = step.player == first or not before.can_stop(first) or before.named[first] > 0
    return before.can_stop(step.player) and asked


@transition(
    cites=("FOW12:907.3", "FOW12:605.1a"),
    says="a will ability leaves the chase as it is, and its player keeps priority",
)
def the_fountain_bypasses_the_chase(before: ForceOfWillLoops, step: Step, after: ForceOfWillLoops) -> bool:
    """It is an action all the same: the run of passes is broken."""
    if step.rule != "use_fountain":
        return True
    return not after.stack and not after.passed and after.due == step.player


# -- what must be possible -----------------------------------------------------------------------------


@possible(cites="FOW12:1301.1c", says="a loop that nobody can stop ends in a draw")
def a_draw(game: ForceOfWillLoops) -> bool:
    """The Call waits on the chase, played for the second time."""
    return game.draw and game.stack.size == 1


@possible(
    cites="FOW12:1301.1b",
    says="both have named the same number, and the turn player has to do something else",
    also=(under(same_number="other_player", expect=violated()),),
)
def a_tie_binds_the_turn_player(game: ForceOfWillLoops) -> bool:
    """The rule speaks of "the player", and not of which."""
    return game.tied and game.has_to_act == game.turn_player


@possible(cites="FOW12:1301.1a", says="the loop has run as often as was named, and then was stopped")
def a_loop_is_stopped(game: ForceOfWillLoops) -> bool:
    """Somebody had to play Hush, and nothing triggers any more."""
    return game.hushed and game.ended and game.obeyed


@possible(cites="FOW12:1301.1a", says="a player stops a loop before it has run so often")
def a_loop_is_stopped_early(game: ForceOfWillLoops) -> bool:
    """Nothing keeps them from it."""
    return game.hushed and game.ended and game.settled and not game.obeyed


@possible(cites="FOW12:906.6", says="the Answer resolves, and the Call is played again")
def the_voices_come_around(game: ForceOfWillLoops) -> bool:
    """Once around is no loop yet."""
    return game.came and some(game.stack, lambda e: e.voice == Voice.ANSWER)
