"""What must hold of rule effects in Berserk, and of symbiotes."""

from checker import Step, every, implies, invariant, some, transition, under, violated
from models.berserk import RP19, Berserk, Creature, Mage

__all__ = ["RULE_EFFECTS", "rule_effect_is_due"]

RULE_EFFECTS = ("creature_dies", "hostless_symbiote_dies", "gain_token", "cut_cycle")
"""The rules that apply a rule effect."""


def rule_effect_is_due(game: Berserk) -> bool:
    """Return whether a creature has no life left, a symbiote no host, or a token is to be gained."""
    return (
        game.has_no_host()
        or some(Creature, lambda c: c in game.alive and game.life[c] == 0)
        or bool(game.gain)
    )


@invariant(
    cites=("S-BK:303.6", "BK19:503.2/1", "BKON:421.1"),
    at="priority",
    says="nobody may act while a rule effect is due",
    also=(under(**RP19), under(payment="after_replies")),
)
def rule_effects_come_before_priority(game: Berserk) -> bool:
    """All of them are applied first."""
    return not rule_effect_is_due(game)


@transition(
    cites="S-BK:303.6",
    says="a rule effect is applied by the player who is about to get priority",
    also=(under(**RP19, expect=violated(length=9)),),
)
def who_is_due_applies_rule_effects(before: Berserk, step: Step, after: Berserk) -> bool:
    """Somebody is about to get it, and still is afterwards."""
    return step.rule not in RULE_EFFECTS or (bool(before.due) and after.due == before.due)


@transition(
    cites="BK19:503.2/1",
    says="nothing is paid for and nothing leaves the stack while a rule effect is due",
    expect=violated(length=9),
    also=(under(**RP19),),
)
def rule_effects_come_at_once(before: Berserk, step: Step, after: Berserk) -> bool:
    """Where they wait for the next priority, a host without life is still there during payment."""
    return step.rule not in ("pay", "finish_resolution") or not rule_effect_is_due(before)


@invariant(
    cites=("S-BK:302.5/2", "BKON:210.7"),
    says="a symbiote whose text lets it live on never dies with its host",
    also=(
        under(symbiote="effect_first", expect=violated(length=12)),
        under(symbiote="unsettled", expect=violated(length=12)),
    ),
)
def the_change_of_type_is_in_time(game: Berserk) -> bool:
    """The change of type and the rule effect are both without the stack and at once."""
    return implies(game.lives_on, Creature.SYMBIOTE in game.alive)


@invariant(
    cites=("S-BK:302.5/1", "BKON:210.7"),
    at="priority",
    says="a symbiote that is still one has a host when somebody may act",
)
def no_symbiote_without_host(game: Berserk) -> bool:
    """It has died, or changed its type."""
    return not game.has_no_host()


@invariant(
    cites=("BK19:503.3", "BKON:103.4"),
    says="no card gains a second token in one cycle",
    also=(under(cycle="exact_repetition", expect=violated(length=13)), under(**RP19)),
)
def a_cycle_is_cut_before_it_repeats(game: Berserk) -> bool:
    """Berserk Online counts an effect as the same only if its cause is the same."""
    return every(Mage, lambda m: game.tokens[m] <= 1)
