"""What single clauses demand, written from their texts alone. `ruleproof contradictions` holds them together.

A claim is about the whole game. A norm is what one clause says by itself: where two clauses cannot both be
followed, the rulebook contradicts itself, and the shortest play that gets there is shown.
"""

from checker import Step, gives, needs, norm, only, permits

from models.starter import Player, Starter


# The parameters of a norm are those of the rule that it is about; the condition says when the clause speaks.
@norm("RULES:2", permits("cast"))
def who_has_priority_may_cast(game: Starter, player: Player) -> bool:
    """The player who has priority may cast a spell."""
    return player == game.priority


# A price is no prohibition: who cannot pay may cast, and lacks the means. So nothing clashes over it.
@norm("RULES:2", needs("cast"))
def a_spell_costs_energy(game: Starter, player: Player) -> bool:
    """A spell is cast for one energy."""
    return game.energy[player] > 0


# `only` permits nothing: it forbids where it is false.
@norm("RULES:2", only("cast"))
def nobody_else_casts(game: Starter, player: Player) -> bool:
    """Nobody but the player who has priority may cast."""
    return player == game.priority


# What follows an event comes in pairs: when the clause speaks, and what is true then.
@norm("RULES:5", gives("priority", after="resolve"))
def the_turn_player_has_priority(before: Starter, step: Step, after: Starter) -> tuple[bool, bool]:
    """When a spell has resolved, the player whose turn it is has priority."""
    return True, after.priority == after.turn_player
