"""What must hold of performance and payment in Berserk, and of movement."""

from checker import Step, every, implies, invariant, may, set_of, some, transition, under, violated
from models.berserk import BERSERK_ONLINE, FREE, NUMERIC, Berserk, Creature, Deed, Phase
from models.priority_stack import Stage


@invariant(
    cites=("S-BK:302.6/2", "S-BK:302.3/4"),
    at="priority",
    says="nobody may act between the start of a performance and its die roll",
    also=(under(die_roll="own_entry", expect=violated(length=8)),),
)
def a_performance_is_not_interrupted(game: Berserk) -> bool:
    """If rolls use the stack, the deed has left it and has not had its effect."""
    return not some(game.stack, lambda e: e.is_roll)


@transition(
    cites=("S-BK:302.6/2", "S-BK:302.3/4"),
    says="a die is rolled for a deed with a numeric value exactly in the step that performs it",
)
def rolls_belong_to_performances(before: Berserk, step: Step, after: Berserk) -> bool:
    """One roll for each deed that is being performed."""
    performing = step.rule in ("strike_performed", "shot_performed")
    return performing == (
        some(before.stack, lambda e: e.stage == Stage.RESOLVING and some(NUMERIC, lambda d: e.deed == d))
        and some(after.stack, lambda e: e.stage == Stage.CARRIED_OUT)
    )


@invariant(
    cites=("S-BK:302.6/3", "S-BK:303.4/2"),
    at="priority",
    says="nobody may act between a performance and its payment",
    also=(under(payment="after_replies", expect=violated(length=10)),),
)
def priority_comes_after_payment(game: Berserk) -> bool:
    """The other reading lets a reply remove what the price would be paid with."""
    return not game.owed


@transition(
    cites=("S-BK:302.6/3", "S-BK:302.4"),
    says="a price is paid once, for what has been performed, and never for what uses no stack",
    also=(under(payment="after_replies"), under(without_means="refused")),
)
def no_cost_is_paid_twice(before: Berserk, step: Step, after: Berserk) -> bool:
    """Also, nothing else closes a creature or uses up its movement."""
    if step.rule == "pay":
        deed: Deed = step.deed
        return deed in before.unpaid and deed not in before.paid and deed not in FREE
    closed = some(Creature, lambda c: c in before.open and c not in after.open)
    return not closed and implies(before.movement, after.movement)


@invariant(
    cites=("S-BK:302.6/3", "BKON:404.4"),
    at="priority",
    says="what has been performed has been paid for when somebody may act again",
    expect=violated(length=23),
    also=(
        under(without_means="refused"),
        under(**BERSERK_ONLINE),
    ),
)
def no_effect_is_free(game: Berserk) -> bool:
    """The text says nothing of a price that cannot be paid when it comes to paying."""
    return not game.unpaid


@invariant(
    cites="S-BK:302.6/3",
    at="priority",
    says="what has been performed has been paid for, or cannot be paid for",
    also=(under(without_means="refused"),),
)
def no_cost_is_skipped(game: Berserk) -> bool:
    """A payment is left out only where the means are gone."""
    return every(Deed, lambda d: d not in game.unpaid or not game.has_means(d))


@transition(
    cites="S-BK:302.6/3",
    says="nothing settles a debt but paying, which takes the means, or having nothing to pay with",
    also=(under(payment="after_replies"),),
)
def debts_are_settled_by_paying(before: Berserk, step: Step, after: Berserk) -> bool:
    """Going on to another phase is no way out."""
    if step.rule not in ("pay", "cannot_pay"):
        return before.owed <= after.owed
    deed: Deed = step.deed
    settled = before.has_means(deed) == (step.rule == "pay") and not after.has_means(deed)
    return settled and before.owed - set_of(deed) <= after.owed


@transition(
    cites="BKON:423.1",
    says="nobody enters a cell that is not empty any more",
    expect=violated(length=20),
    also=(under(illegal="cancelled"),),
)
def no_two_in_a_cell(before: Berserk, step: Step, after: Berserk) -> bool:
    """By the text, nothing checks when a movement is performed what was true when it was declared."""
    return after.in_cell.size <= 1


@invariant(
    cites=("BK19:506.2", "BK19:506.3", "BK19:506.5"),
    says="a movement may be declared in the Choice subphase only, of an open creature that has not acted",
)
def movement_has_its_time(game: Berserk) -> bool:
    """Both slow actions are the Warrior's: what is left to be declared tells which may be."""
    may_move = may(game.turn_player, Berserk.act_slowly) and Deed.STRIKE not in game.can
    return implies(may_move, game.phase == Phase.CHOICE and Creature.WARRIOR in game.open and game.movement)
