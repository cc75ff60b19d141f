"""What must hold of casting, costs and mana abilities."""

from typing import Any

from checker import every, invariant, leads_to, possible, some, transition
from models.magic_casting import MagicCasting, Place, Player, Spell, cost, owner
from models.priority_stack import Stage
from specs.magic import priority  # noqa: F401 - what holds of priority in all games of this rulebook

# -- costs -----------------------------------------------------------------------------------------------


@invariant(
    cites=("CR24:601.2f", "CR24:601.2h"),
    at="priority",
    says="what is on the stack when a player may act has been paid for, in full and once",
)
def every_spell_is_paid_once(game: MagicCasting) -> bool:
    """The mana that was spent on a spell on the stack is its cost, neither less nor more."""
    return every(Spell, lambda s: game.place[s] != Place.STACK or game.spent[s] == cost(s))


@transition(cites="CR24:601.2h", says="mana leaves a pool only as a payment, and by the whole amount of it")
def mana_is_only_paid(before: MagicCasting, step: Any, after: MagicCasting) -> bool:
    """No other rule takes mana, and who pays does not pay in part."""
    return every(
        Player,
        lambda p: (
            after.pool[p] >= before.pool[p]
            or (step.rule == "pay_for_leak" and after.pool[p] == before.pool[p] - 1)
            or (step.rule == "pay" and pays_for(before, after, p))
        ),
    )


def pays_for(before: MagicCasting, after: MagicCasting, player: Player) -> bool:
    """Return whether ``player`` paid just the cost of the spell that was being cast."""
    return some(Spell, lambda s: before.casting == s and after.pool[player] == before.pool[player] - cost(s))


@invariant(
    cites=("CR24:601.2", "CR24:601.2g"),
    says="who has begun to cast a spell can pay for it, with mana abilities if need be",
)
def what_is_begun_can_be_paid(game: MagicCasting) -> bool:
    """A casting that could not be completed would have to be taken back."""
    return every(Spell, lambda s: game.casting != s or game.pool[owner(s)] + game.lands[owner(s)] >= cost(s))


# -- what does not use the stack -------------------------------------------------------------------------


@transition(
    cites=("CR24:117.1d", "CR24:117.3c", "CR24:405.6c"),
    says="a mana ability leaves the stack as it is, and its player has priority again if they had it",
)
def mana_abilities_use_no_stack(before: MagicCasting, step: Any, after: MagicCasting) -> bool:
    """Nothing is put on the stack, and nobody else comes to have priority."""
    if step.rule not in ("use_mana_ability", "tap_while_casting", "tap_while_resolving"):
        return True
    kept = after.due == step.player if step.rule == "use_mana_ability" else after.due == before.due
    return after.stack.size == before.stack.size and kept


@invariant(
    cites=("CR24:117.2e", "CR24:601.2i"),
    says="nobody has priority while a spell is being cast or resolves",
)
def nobody_has_priority_in_between(game: MagicCasting) -> bool:
    """Between the first and the last step of casting and of resolving, no other action is open."""
    return not game.holders or not (game.casting or game.is_resolving())


@transition(cites="CR24:117.3c", says="after casting, activating or a special action the same player is next")
def who_acts_has_priority_again(before: MagicCasting, step: Any, after: MagicCasting) -> bool:
    """Also where the action ends with a payment."""
    return step.rule not in ("pay", "use_mana_ability", "play_land") or after.due == step.player


# -- targets ---------------------------------------------------------------------------------------------


@transition(cites="CR24:608.2b", says="nothing of a spell happens whose target is gone when it would resolve")
def without_a_target_nothing_happens(before: MagicCasting, step: Any, after: MagicCasting) -> bool:
    """Without its target the Strike draws no card."""
    return step.rule != "strike_resolves" or before.creature or after.drew == before.drew


@leads_to(
    cites=("CR24:405.5/1", "CR24:608.2n/1"),
    says="a spell that has been cast leaves the stack: it resolves or is countered",
)
def what_is_cast_leaves_the_stack(game: MagicCasting) -> tuple[bool, bool]:
    """There are only so many cards and lands, so that players have to pass in the end."""
    return bool(game.stack), not game.stack


# -- what can happen: without these, the claims above would be about nothing -----------------------------


@possible(cites="CR24:608.2b", says="a spell can lose its target before it resolves")
def a_target_is_gone(game: MagicCasting) -> bool:
    """The Strike resolves without a creature."""
    return not game.creature and some(
        game.stack, lambda e: e.spell == Spell.STRIKE and e.stage == Stage.RESOLVING
    )


@possible(cites=("CR24:117.1d", "CR24:117.2e"), says="a player can tap a land while a spell resolves")
def a_strike_is_saved(game: MagicCasting) -> bool:
    """The Leak has resolved, and the Strike is still on the stack."""
    return game.place[Spell.LEAK] == Place.GRAVEYARD and game.place[Spell.STRIKE] == Place.STACK


@possible(cites="CR24:608.2d", says="a player can leave a spell to be countered")
def a_strike_is_countered(game: MagicCasting) -> bool:
    """The Strike is in the graveyard, the creature is there, and no card was drawn."""
    return game.place[Spell.STRIKE] == Place.GRAVEYARD and game.creature and not game.drew
