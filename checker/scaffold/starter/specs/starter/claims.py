"""What must hold of the duel, whatever the players do. Each claim is a function that returns a truth value.

Five more things are asked of every game without anybody writing them down: `ruleproof list` shows them.
"""

from checker import (
    Step,
    count,
    every,
    implies,
    invariant,
    leads_to,
    may_act,
    possible,
    transition,
    under,
    violated,
)

from models.starter import Player, Spell, Starter


# An invariant is judged in every state that a play can reach.
@invariant(cites="RULES:2", says="at most one player may act")
def one_acts_at_a_time(game: Starter) -> bool:
    """It asks who may act, whatever field the rules keep that in."""
    return count(Player, may_act) <= 1


@invariant(cites="RULES:7/2", says="a life is lost only for an energy that was spent")
def no_life_for_nothing(game: Starter) -> bool:
    """The other player has spent at least as much energy as lives are lost."""
    return every(Player, lambda p: 2 - game.life[p] <= 2 - game.energy[p.next_in_game])


# A transition is judged at every step. The rules can be read in two ways here, so it is judged under both.
# That it fails under the second one is known, and pinned by the length of its play and the failing part.
@transition(
    cites="RULES:5",
    says="once a spell has resolved, the turn player is the first to act",
    also=(under(goes_on="caster", expect=violated(length=5, part="after.priority == after.turn_player")),),
)
def the_turn_player_goes_on(before: Starter, step: Step, after: Starter) -> bool:
    """A step is asked for the rule that it takes, and for its arguments."""
    return implies(step.rule == "resolve", after.priority == after.turn_player)


# `possible` asks for a play that gets there. Claims of the form "if this, then that" need one beside them.
@possible(cites="RULES:7/1", says="a spark can be hushed")
def a_spark_can_be_hushed(game: Starter) -> bool:
    """Some play has a hush right on top of a spark."""
    return game.stack.size > 1 and game.stack.top.spell == Spell.HUSH


@leads_to(cites="RULES:4", says="whatever is cast comes to an end")
def the_stack_empties(game: Starter) -> tuple[bool, bool]:
    """After the first condition has been true, the second one becomes true, however the players go on."""
    return game.stack.size > 0, game.stack.size == 0 or game.over()
