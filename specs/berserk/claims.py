"""What must hold of priority and the stack in Berserk, and what must be possible."""

from checker import count, every, implies, may, may_act, set_of, some
from checker.judge.builtin import expecting
from checker.judge.claims import eventually, invariant, leads_to, possible, transition, under, violated
from checker.language.step import Step
from models.berserk import (
    BERSERK_ONLINE,
    FREE,
    NUMERIC,
    RP19,
    SLOW,
    Berserk,
    Creature,
    Deed,
    Mage,
    Phase,
    Player,
)
from models.priority_stack import Stage
from specs import common

RULE_EFFECTS = ("creature_dies", "hostless_symbiote_dies", "gain_token", "cut_cycle")
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
        lambda deed: count(game.stack, lambda e: e.deed == deed) + (1 if deed in game.can else 0) <= 1,
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


# -- performance and payment -------------------------------------------------------------------------


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


# -- rule effects ------------------------------------------------------------------------------------


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


# -- what comes of it --------------------------------------------------------------------------------


@leads_to(
    cites=("S-BK:303.4/5", "S-BK:302.8"),
    says="whatever is declared, the stack becomes empty again",
)
def the_stack_empties(game: Berserk) -> tuple[bool, bool]:
    """Nobody has to be fair: every deed is declared once."""
    return bool(game.stack), not game.stack


@eventually(
    cites=("S-BK:302.5/3", "BKON:300.3"),
    says="the phases come to their end",
    expect=violated(length=5),
    also=(under(phase_ends="both_pass"),),
)
def the_phases_end(game: Berserk) -> bool:
    """By the text, two passes on an empty stack end nothing."""
    return game.over()


# -- what must be possible: without these, the claims above would say little ---------------------------


@possible(cites=("S-BK:303.4/4", "S-BK:302.7/1"), says="a reply is performed while what it replies to waits")
def a_reply_is_performed_first(game: Berserk) -> bool:
    """Two entries, and the newer one is being performed."""
    return game.stack.size >= 2 and game.is_resolving()


@possible(cites="S-BK:303.3/2", says="one player has two deeds on the stack without any pass in between")
def the_declarer_declares_again(game: Berserk) -> bool:
    """Who keeps priority may declare another."""
    return count(game.stack, lambda e: e.controller == game.turn_player) == 2 and not game.passed


@possible(cites="S-BK:303.2/1", says="either player can be the first to pass")
def the_other_player_passes_first(game: Berserk) -> bool:
    """The Active player has priority because the opponent has passed."""
    return Player(1) in game.passed and game.turn_player in game.holders


@possible(
    cites=("S-BK:302.5/2", "BK208:208.1"), says="a symbiote outlives its host as an independent creature"
)
def a_symbiote_lives_on(game: Berserk) -> bool:
    """It is no symbiote any more."""
    return Creature.HOST not in game.alive and Creature.SYMBIOTE in game.alive and not game.is_symbiote


@possible(cites="S-BK:302.5/1", says="a symbiote dies with its host")
def a_symbiote_dies(game: Berserk) -> bool:
    """Its text does not let it live on."""
    return Creature.SYMBIOTE not in game.alive


@possible(
    cites=("S-BK:302.3/2", "BKON:405.4"), says="a triggered ability is performed although its source has died"
)
def a_trigger_outlives_its_source(game: Berserk) -> bool:
    """The Host's revenge has been carried out."""
    return Creature.HOST not in game.alive and some(
        game.stack, lambda e: e.deed == Deed.REVENGE and e.stage == Stage.CARRIED_OUT
    )


@possible(
    cites="S-BK:302.6/3",
    says="an ability has its effect and cannot be paid for",
    also=(
        under(without_means="refused", expect=violated()),
        under(without_means="refused", payment="after_replies"),
    ),
)
def an_ability_for_nothing(game: Berserk) -> bool:
    """The blessing had its effect after its token had been stolen."""
    return game.blessed and Deed.BLESS in game.unpaid and not game.owed


@possible(cites=("BK19:503.3", "BKON:103.4"), says="the exchange of tokens is cut")
def a_cycle_ends(game: Berserk) -> bool:
    """All three have gained one, and no more is to be gained."""
    return every(Mage, lambda m: game.tokens[m] >= 1) and not game.gain and not game.gained


@possible(cites=("S-BK:303.4/3", "S-BK:301.2"), says="a fast deed is declared while a slow one waits")
def fast_on_slow(game: Berserk) -> bool:
    """The slow one is below."""
    return some(
        game.stack,
        game.stack,
        lambda below, above: (
            below.arrived < above.arrived
            and some(SLOW, lambda d: below.deed == d)
            and above.deed == Deed.SHOT
        ),
    )


@possible(cites="S-BK:303.1/2", says="an effect may forbid the Active player to do anything, who passes")
def a_silenced_player_passes(game: Berserk) -> bool:
    """The opponent has priority because of that pass."""
    return game.turn_player in game.silenced and game.turn_player in game.passed and may_act(Player(1))
