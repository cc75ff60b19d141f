"""What must hold of priority, passing and the stack in Berserk."""

from checker import Step, count, every, expecting, implies, invariant, may, some, transition, under, violated
from models.berserk import BERSERK_ONLINE, RP19, Berserk, Deed, Player
from specs import common
from specs.berserk.rule_effects import RULE_EFFECTS

WITHOUT_STACK = (*RULE_EFFECTS, "becomes_independent", "change_phase")
DECLARATIONS = ("use_ability", "act_slowly")

# Two passes on an empty stack: no clause of the text says what comes then.
expecting(
    Berserk,
    "no_dead_end",
    expect=violated(length=5),
    also=(
        under(phase_ends="both_pass"),
        under(phase_ends="both_pass", a_pass_is="game_action", expect=violated(length=13)),
        under(**RP19, expect=violated(length=5)),
    ),
)
expecting(
    Berserk,
    "automatic_order_is_settled",
    also=(under(symbiote="unsettled", expect=violated(length=11)),),
)

# -- priority ----------------------------------------------------------------------------------------


@invariant(
    cites=("S-BK:303.1/2", "BKON:215.7"),
    says="at most one player may act, and nobody while a declared deed is being performed",
)
def one_priority_holder(game: Berserk) -> bool:
    """Count who may act, and not what a field says."""
    return common.one_priority_holder(game)


@transition(
    cites="S-BK:303.1/2",
    says="while a rule effect is applied, somebody has priority, as at every moment",
    expect=violated(length=10),
    also=(under(meanwhile="who_applies_them"),),
)
def somebody_always_has_priority(before: Berserk, step: Step, after: Berserk) -> bool:
    """The clause read as exactly one owner; nobody acts meanwhile in any case."""
    return step.rule not in RULE_EFFECTS or after.holders.size == 1


@transition(
    cites="BK19:503.2/2",
    says="while a rule effect is applied, nobody has priority",
    also=(under(meanwhile="who_applies_them", expect=violated(length=10)),),
)
def nobody_has_priority_meanwhile(before: Berserk, step: Step, after: Berserk) -> bool:
    """The other edition excepts rule effects from the clause that somebody has priority."""
    return step.rule not in RULE_EFFECTS or not after.holders


@transition(
    cites="S-BK:303.1/3",
    says="when a phase begins, the Active player is the one who is to have priority",
    also=(under(phase_ends="both_pass"),),
)
def active_player_begins_phases(before: Berserk, step: Step, after: Berserk) -> bool:
    """Whoever had priority when the phase before ended."""
    return before.phase == after.phase or (after.due == after.turn_player and not after.holders)


@transition(
    cites="S-BK:303.2/1",
    says="after a first pass the opponent is next; after a second one nobody is, and something else happens",
)
def a_pass_hands_over(before: Berserk, step: Step, after: Berserk) -> bool:
    """A pass transfers priority."""
    if step.rule != "pass_priority":
        return True
    if some(before.passed, lambda p: p != step.player):
        return not after.due
    return bool(after.due) and after.due != step.player


@transition(cites=("S-BK:303.2/1", "S-BK:303.2/2"), says="a pass is never an entry on the stack")
def a_pass_adds_nothing(before: Berserk, step: Step, after: Berserk) -> bool:
    """A pass declares nothing."""
    return common.a_pass_adds_nothing(before, step, after)


@invariant(
    cites="S-BK:303.2/2",
    says="who has priority may pass, also where an effect forbids all game actions",
    also=(under(a_pass_is="game_action", expect=violated(length=13)),),
)
def passing_cannot_be_forbidden(game: Berserk) -> bool:
    """A pass is no game action; where it is one, a player may be able neither to act nor to pass."""
    return every(game.holders, lambda p: may(p, Berserk.pass_priority))


@invariant(
    cites=("S-BK:301.1/1", "S-BK:303.2/2"),
    says="nobody declares anything, nor goes on to the next phase, while game actions are forbidden to them",
)
def forbidden_actions_are_not_taken(game: Berserk) -> bool:
    """What is forbidden are game actions, which the change of phase is as well."""
    return not some(
        game.silenced,
        lambda p: may(p, Berserk.use_ability) or may(p, Berserk.act_slowly) or may(p, Berserk.change_phase),
    )


@transition(
    cites="S-BK:303.3/1",
    says="who declared a deed is the next who may declare or pass",
    also=(under(after_declaring="active_player", expect=violated(length=4)),),
)
def declarer_keeps_priority(before: Berserk, step: Step, after: Berserk) -> bool:
    """The declarer."""
    return step.rule not in DECLARATIONS or after.due == step.player


@transition(
    cites="BKON:215.9",
    says="when something was declared, the Active player is the next who may declare or pass",
    expect=violated(length=4),
    also=(under(after_declaring="active_player"),),
)
def active_player_after_declaring(before: Berserk, step: Step, after: Berserk) -> bool:
    """The clause of Berserk Online, which differs whenever the other player declares."""
    return step.rule not in DECLARATIONS or after.due == after.turn_player


@invariant(
    cites=("S-BK:303.4/3", "BKON:203.8", "BKON:205.2.a"),
    says="slow game actions may be declared by the Active player alone, and only while the stack is empty",
    also=(under(slow_on_slow="yes", expect=violated(length=3)),),
)
def slow_needs_an_empty_stack(game: Berserk) -> bool:
    """While deeds wait, only fast ones may be declared."""
    return every(
        Player,
        lambda p: implies(may(p, Berserk.act_slowly), p == game.turn_player and not game.stack),
    )


@invariant(
    cites=("S-BK:302.3/2", "S-BK:302.2", "BKON:405.2"),
    at="priority",
    says="nobody may act while an ability that has triggered waits to be declared",
)
def no_trigger_waits_at_priority(game: Berserk) -> bool:
    """It enters the stack before anybody has priority again."""
    return common.no_trigger_waits(game)


# -- the stack ---------------------------------------------------------------------------------------


@transition(
    cites=("S-BK:302.7/1", "S-BK:303.4/1", "S-BK:303.4/4"),
    says="what is performed is what was declared last and is still there",
)
def resolves_last_in_first(before: Berserk, step: Step, after: Berserk) -> bool:
    """Compare when the entries arrived."""
    return common.resolves_last_in_first(before, after)


@transition(
    cites=("S-BK:303.4/1", "S-BK:303.4/4"),
    says="nothing is performed before both have passed in sequence, and then one deed is",
    also=(under(run_of_passes="kept", expect=violated(length=7)),),
)
def resolves_after_passes_in_a_row(before: Berserk, step: Step, after: Berserk) -> bool:
    """Each deed that is performed has its own two passes before it, with no declaration in between."""
    return common.resolves_after_passes_in_a_row(before, after)


@transition(
    cites=("S-BK:303.4/2", "BKON:215.9"),
    says="when something has left the stack, the Active player is the one who is to have priority",
    also=(under(illegal="cancelled", expect=violated(length=19)),),
)
def active_player_after_performance(before: Berserk, step: Step, after: Berserk) -> bool:
    """An edition gives it to the owner of what it cancels instead."""
    return after.stack.size >= before.stack.size or after.due == after.turn_player


def keeps(before: Berserk, after: Berserk) -> bool:
    """Return whether everything that was on the stack still is (or waits for its die roll there)."""
    return every(before.stack, lambda old: some(after.stack, lambda new: new.deed == old.deed))


@transition(
    cites=("S-BK:303.4/2", "S-BK:303.4/4", "S-BK:302.6/2"),
    says="nothing leaves the stack but what has been performed",
    also=(
        under(die_roll="own_entry"),
        under(illegal="cancelled", expect=violated(length=19)),
        under(without_means="refused", expect=violated(length=19)),
    ),
)
def leaves_only_when_performed(before: Berserk, step: Step, after: Berserk) -> bool:
    """Other editions also take back what has become illegal, or what cannot be paid for."""
    if step.rule != "finish_resolution":
        return keeps(before, after)
    performed = before.resolving().deed
    return every(
        before.stack,
        lambda old: old.deed == performed or some(after.stack, lambda new: new.deed == old.deed),
    )


@transition(
    cites=("S-BK:303.4/2", "S-BK:302.6/2", "BKON:423.1", "BKON:404.4"),
    says="a deed leaves the stack when it has been performed or because it is cancelled, and in no other way",
    also=(under(**BERSERK_ONLINE), under(illegal="cancelled"), under(without_means="refused")),
)
def none_vanishes(before: Berserk, step: Step, after: Berserk) -> bool:
    """Cancelling happens when the deed should have been performed; one leaves at a time."""
    return keeps(before, after) or (
        step.rule in ("finish_resolution", "begin_resolution") and common.one_entry_leaves(before, after)
    )


@invariant(
    cites=("S-BK:302.1", "S-BK:302.2"),
    says="no deed is on the stack twice, or on the stack and still to be declared",
    also=(under(die_roll="own_entry"),),
)
def none_is_doubled(game: Berserk) -> bool:
    """What was declared enters once, and leaves once."""
    return every(
        Deed,
        lambda deed: count(game.stack, lambda e: e.deed == deed) <= (0 if deed in game.can else 1),
    )


@transition(
    cites=("S-BK:302.4", "S-BK:302.5/1", "S-BK:302.5/2", "S-BK:302.5/3", "S-BK:303.5"),
    says="rule effects, the change of type and the change of phase leave the stack as it is, "
    "and hand priority to nobody",
)
def some_actions_use_no_stack(before: Berserk, step: Step, after: Berserk) -> bool:
    """A new phase begins with the Active player, who is the one to change it."""
    if step.rule not in WITHOUT_STACK:
        return True
    return common.stack_stays_as_it_is(before, after) and (
        after.due == (before.due if step.rule != "change_phase" else step.player)
    )


@invariant(
    cites="S-BK:302.5/3",
    says="the phase is changed only while nothing waits on the stack and nothing is owed",
)
def phases_change_on_an_empty_stack(game: Berserk) -> bool:
    """Until everything on the stack is performed and removed."""
    return every(Player, lambda p: implies(may(p, Berserk.change_phase), not game.stack and not game.owed))


@transition(
    cites=("BKON:300.3", "BKON:215.8"),
    says="a phase ends only after both have passed in sequence on an empty stack",
    expect=violated(length=2),
    also=(under(phase_ends="both_pass"),),
)
def phases_end_after_passes_in_a_row(before: Berserk, step: Step, after: Berserk) -> bool:
    """By the text, the Active player may end a phase in which the opponent never had priority."""
    return before.phase == after.phase or (before.in_game <= before.passes_in_a_row and not before.stack)
