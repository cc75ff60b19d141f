"""What must hold of strikes in Berserk Online, and what must be possible."""

from checker import (
    Step,
    count,
    eventually,
    every,
    implies,
    invariant,
    leads_to,
    may,
    may_act,
    possible,
    some,
    transition,
)
from models.berserk import BerserkOnline, Player
from models.berserk.chains import Ability, Fighter, StackObject
from specs import common

ACTIVE, INACTIVE = Player(0), Player(1)
DECLARATIONS = ("declare_strike", "assign_defender", "ward_off", "use_ability", "declare_triggered")
ORDER = tuple(StackObject)

# -- priority and the stack --------------------------------------------------------------------------


@invariant(cites="BKON:215.7", says="at most one player may act, and nobody while an object resolves")
def one_priority_holder(game: BerserkOnline) -> bool:
    """Count who may act."""
    return common.one_priority_holder(game)


@transition(cites=("BKON:215.8/1", "BKON:216.1.a"), says="the object that resolves is the top of the stack")
def resolves_last_in_first(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """It belongs to the chain that was declared last and is still there."""
    return common.resolves_last_in_first(before, after)


@transition(cites="BKON:215.8/1", says="no object resolves before both have passed in a row")
def resolves_after_passes_in_a_row(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """Each of the nine objects of a chain has its own two passes."""
    return common.resolves_after_passes_in_a_row(before, after)


@transition(cites="BKON:215.6.a", says="a pass is never an entry on the stack")
def a_pass_adds_nothing(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """A pass uses no stack."""
    return common.a_pass_adds_nothing(before, step, after)


@transition(
    cites="BKON:215.9",
    says="when something was declared or an object has resolved, the active player is next",
)
def active_player_is_next(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """Whoever declared it, and whosever it was."""
    return step.rule not in (*DECLARATIONS, "finish_resolution") or after.due == after.turn_player


def how_many(game: BerserkOnline, top: StackObject) -> int:
    """Return how many chains have this object on top."""
    return count(game.stack, lambda c: c.top == top)


@transition(
    cites=("BKON:216.1", "BKON:216.1.b", "BKON:410.1"),
    says="the objects of a chain resolve in their order, and none comes back",
)
def objects_resolve_in_order(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """Blocking passes over all that come before the payment; nothing else but resolving takes an object."""
    if step.rule == "finish_resolution":
        if after.stack.size < before.stack.size:
            return True
        old, new = before.stack.top, after.stack.top
        return some(
            StackObject,
            StackObject,
            lambda o, n: old.top == o and new.top == n and ORDER.index(o) < ORDER.index(n),
        )
    if step.rule in ("ward_blocks", "begin_resolution"):
        return every(
            StackObject, lambda o: o == StackObject.PAYMENT or how_many(after, o) <= how_many(before, o)
        )
    return every(StackObject, lambda o: how_many(after, o) >= how_many(before, o))


@invariant(
    cites=("BKON:405.2", "BKON:402.3.a"),
    at="priority",
    says="nobody may act while an ability or a destruction effect that has triggered waits to be declared",
)
def no_trigger_waits_at_priority(game: BerserkOnline) -> bool:
    """The active player's are declared first, and then the other player's."""
    return common.no_trigger_waits(game)


@transition(
    cites=("BKON:216.1", "BKON:409.1", "BKON:423.1"),
    says="a chain leaves the stack when its last object has resolved or because it is cancelled, "
    "and in no other way",
)
def none_vanishes(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """Cancelling happens when an object should resolve; one chain leaves at a time."""
    return common.entries_stay(before, after) or (
        step.rule in ("finish_resolution", "begin_resolution") and common.one_entry_leaves(before, after)
    )


@transition(
    cites=("BKON:216.12", "BKON:216.1"),
    says="a chain that leaves the stack because it has resolved has been paid for",
)
def no_payment_is_skipped(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """A destruction effect costs nothing; objects in their order do not pay twice."""
    if step.rule != "finish_resolution" or after.stack.size >= before.stack.size:
        return True
    left = before.resolving()
    return (
        left.top == StackObject.PAYMENT
        or left.top == StackObject.ENDING
        or left.ability == Ability.DESTRUCTION
    )


@transition(
    cites=("BKON:409.3", "BKON:423.1"),
    says="what is cancelled is not paid for, and has no effect",
)
def cancelling_costs_nothing(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """Neither closes a card nor takes a token."""
    if step.rule != "begin_resolution":
        return True
    return (
        before.open <= after.open
        and before.tokens <= after.tokens
        and every(Fighter, lambda f: after.life[f] == before.life[f])
    )


@transition(
    cites="BKON:423.2", says="after something illegal was cancelled, its owner is the one to gain priority"
)
def owner_is_next_after_cancelling(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """The one exception from the active player's priority."""
    if step.rule != "begin_resolution" or after.stack.size == before.stack.size:
        return True
    return after.due == before.stack.top.controller


# -- declaring ---------------------------------------------------------------------------------------


@invariant(
    cites="BKON:205.2.a",
    says="a simple strike is declared by the active player alone, on an empty stack",
)
def strikes_need_an_empty_stack(game: BerserkOnline) -> bool:
    """It is not sudden."""
    return every(
        Player,
        lambda p: implies(may(p, "declare_strike"), p == game.turn_player and not game.stack),
    )


@invariant(
    cites=("BKON:205.3.a", "BKON:205.3.c", "BKON:216.3"),
    says="a defender is assigned by the inactive player alone, to an open creature, "
    "while the target object of the strike is the top",
)
def defenders_have_their_time(game: BerserkOnline) -> bool:
    """Neither earlier nor later."""
    return not may(ACTIVE, "assign_defender") and implies(
        may(INACTIVE, "assign_defender"),
        Fighter.DEFENDER in game.open and game.strike_may_be_answered(),
    )


@invariant(cites=("BKON:216.3", "BKON:412.5"), says="a strike is not redirected twice")
def redirected_once(game: BerserkOnline) -> bool:
    """Whose target is not the initial one has been redirected before."""
    return not (may(INACTIVE, "assign_defender") and game.strike_targets(Fighter.DEFENDER))


@transition(
    cites=("BKON:103.6", "BKON:404.3", "BKON:104.4"),
    says="nothing is declared whose source could not pay",
)
def means_come_first(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """What closes must be open, and what costs a token must have one."""
    if step.rule == "declare_strike":
        return Fighter.ATTACKER in before.open
    if step.rule in ("assign_defender", "ward_off"):
        return Fighter.DEFENDER in before.open
    if step.rule == "use_ability":
        return (Fighter.ATTACKER if step.ability == Ability.TRIP else Fighter.DEFENDER) in before.tokens
    return True


@invariant(
    cites=("BKON:103.6", "BKON:104.4", "BKON:216.12.a"),
    says="no card closes for two things on the stack",
)
def nothing_is_promised_twice(game: BerserkOnline) -> bool:
    """Assigned as defender, it is going to close in the payment of the strike."""
    closing = count(game.stack, lambda c: c.ability == Ability.DEFENCE or c.ability == Ability.WARD)
    return closing + (1 if game.closes_defender else 0) <= 1 or some(
        game.stack,
        lambda c: c.ability == Ability.DEFENCE and c.top == StackObject.PAYMENT,
    )


@transition(
    cites=("BKON:216.12", "BKON:216.12.a"),
    says="a payment object takes the price: it closes the source, or takes its token",
)
def payment_takes_the_price(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """That of assigning a defender is added to the strike's."""
    if step.rule != "payment_resolves":
        return True
    paid = before.resolving().ability
    return (
        (paid != Ability.STRIKE or Fighter.ATTACKER not in after.open)
        and (paid != Ability.STRIKE or not before.closes_defender or Fighter.DEFENDER not in after.open)
        and (paid != Ability.WARD or Fighter.DEFENDER not in after.open)
        and (paid != Ability.DEFENCE or after.closes_defender)
        and (paid != Ability.TRIP or Fighter.ATTACKER not in after.tokens)
        and (paid != Ability.HEAL or Fighter.DEFENDER not in after.tokens)
    )


@transition(
    cites=("BKON:216.12", "BKON:216.12.a"),
    says="creatures close by payment alone, and a defender closes together with the attacker",
)
def closing_is_payment(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """Besides, a trip closes the defender, and who dies is not open."""
    if step.rule == "payment_resolves":
        closes = Fighter.DEFENDER in before.open and Fighter.DEFENDER not in after.open
        paid = before.resolving().ability
        return (
            not closes
            or paid == Ability.WARD
            or (paid == Ability.STRIKE and before.closes_defender and Fighter.ATTACKER not in after.open)
        )
    return step.rule in ("trip_happens", "destruction_resolves") or before.open <= after.open


# -- the strike --------------------------------------------------------------------------------------


@transition(
    cites="BKON:216.5/2",
    says="only an open opponent of the attacker rolls, and who has not rolled deals no wounds in return",
)
def only_open_opponents_answer(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """A closed creature has no counter-strike, nor has one of the same side."""
    if step.rule == "responder_rolls":
        return every(
            Fighter,
            lambda f: before.responding != f or (f in before.open and not before.is_active_players(f)),
        )
    return after.wounds_back <= before.wounds_back or before.response_roll > 0


@transition(
    cites=("BKON:402.3.a", "BKON:216.11/2"),
    says="no wound takes a card from the field: only a destruction effect that resolves does",
)
def wounds_bury_nobody(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """Wounds, destruction and defeat come at three times."""
    return step.rule == "destruction_resolves" or before.on_field <= after.on_field


@invariant(
    cites=("BKON:402.3/2", "BKON:402.3.a", "BKON:405.2"),
    at="priority",
    says="whoever has no life left has a destruction effect on the stack when somebody may act",
)
def destruction_is_declared(game: BerserkOnline) -> bool:
    """It is declared before anybody gains priority; a symbiote shares that of its host."""
    return not game.waiting and every(
        Fighter,
        lambda f: (
            f not in game.on_field
            or game.life[f] > 0
            or some(game.stack, lambda c: c.ability == Ability.DESTRUCTION and c.about == f)
        ),
    )


@transition(
    cites=("BKON:215.4", "BKON:103.5"),
    says="of two destruction effects that are declared at once, the active player's is declared first",
)
def active_players_destruction_first(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """So it resolves last."""
    if step.rule != "declare_triggered":
        return True
    return before.is_active_players(step.trigger.about) or not some(
        before.waiting, lambda t: before.is_active_players(t.about)
    )


@transition(
    cites="BKON:402.3.c",
    says="a destruction effect that comes of wounds buries nobody who has life again",
)
def who_was_healed_stays(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """A symbiote has not lost life itself."""
    return every(
        Fighter,
        lambda f: (
            f not in before.on_field or f in after.on_field or before.life[f] == 0 or f == Fighter.SYMBIOTE
        ),
    )


@invariant(
    cites=("BKON:210.6/1", "BKON:210.6/2", "BKON:421.4"),
    says="a symbiote is on the field as long as its host, and follows it to the graveyard",
)
def symbiote_follows_its_host(game: BerserkOnline) -> bool:
    """They share the destruction effect."""
    return Fighter.SYMBIOTE not in game.on_field or Fighter.TARGET in game.on_field


# -- defeat ------------------------------------------------------------------------------------------


@transition(
    cites=("BKON:102.3.a", "BKON:421.2"),
    says="nobody loses while something is on the stack",
)
def no_defeat_on_the_stack(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """What waits there may bring a creature back."""
    return before.in_game <= after.in_game or (not before.stack and step.rule == "lose")


@transition(
    cites=("BKON:102.3.a", "BKON:102.4", "BKON:102.3.c"),
    says="exactly those lose who have no creature, both at once if neither has one",
)
def who_has_no_creature_loses(before: BerserkOnline, step: Step, after: BerserkOnline) -> bool:
    """The order in which two creatures died does not matter."""
    return step.rule != "lose" or every(Player, lambda p: (p in after.in_game) == before.has_creatures(p))


@invariant(
    cites=("BKON:102.3.a", "BKON:421.1"),
    at="priority",
    says="nobody may act on an empty stack while a player has no creature",
)
def defeat_comes_with_priority(game: BerserkOnline) -> bool:
    """The base effect comes first."""
    return bool(game.stack) or every(Player, game.has_creatures)


# -- what comes of it --------------------------------------------------------------------------------


@leads_to(cites="BKON:215.8/1", says="whatever is declared, the stack becomes empty again")
def the_stack_empties(game: BerserkOnline) -> tuple[bool, bool]:
    """Everything is declared once, and a dead attacker's payment does not stand in the way."""
    return bool(game.stack), not game.stack


@eventually(cites=("BKON:215.8/2", "BKON:300.3", "BKON:102.3.a"), says="the phase ends, or somebody loses")
def the_phase_ends(game: BerserkOnline) -> bool:
    """Two passes on an empty stack end it."""
    return game.over()


@possible(cites="BKON:102.4", says="both lose: the game is a draw")
def a_draw(game: BerserkOnline) -> bool:
    """Both last creatures died of one exchange."""
    return not game.in_game


@possible(cites="BKON:216.12", says="the counter-strike kills the attacker, and the responding card is open")
def the_attacker_dies(game: BerserkOnline) -> bool:
    """Only the active player is out."""
    return ACTIVE not in game.in_game and INACTIVE in game.in_game and Fighter.TARGET in game.open


@possible(cites=("BKON:216.12.a", "BKON:412.5"), says="attacker and defender close for the same strike")
def defender_and_attacker_close(game: BerserkOnline) -> bool:
    """The target was not struck."""
    return (
        game.redirected
        and game.closes_defender
        and Fighter.ATTACKER not in game.open
        and Fighter.DEFENDER not in game.open
        and game.life[Fighter.TARGET] == 10
    )


@possible(cites=("BKON:423.2", "BKON:404.4", "BKON:412.4"), says="assigning a defender is cancelled")
def a_defence_is_cancelled(game: BerserkOnline) -> bool:
    """The inactive player has priority because of that, with the strike still on the stack."""
    return (
        may_act(INACTIVE)
        and not game.passed
        and not game.redirected
        and Ability.DEFENCE not in game.can
        and Fighter.DEFENDER in game.on_field
        and Ability.TRIP not in game.can
        and not some(game.stack, lambda c: c.ability == Ability.DEFENCE)
    )


@possible(cites=("BKON:402.3.c", "BKON:210.6/3"), says="a destruction effect is cancelled by healing")
def a_destruction_is_cancelled(game: BerserkOnline) -> bool:
    """The host had no life left, and lives, with its symbiote."""
    return (
        not game.stack
        and Fighter.SYMBIOTE in game.on_field
        and Ability.HEAL not in game.can
        and game.life[Fighter.TARGET] == 5
    )


@possible(cites=("BKON:410.1", "BKON:216.12"), says="a strike is blocked, and paid for all the same")
def a_blocked_strike_is_paid_for(game: BerserkOnline) -> bool:
    """Both have closed, and nobody has lost life."""
    return (
        not game.stack
        and Ability.WARD not in game.can
        and Fighter.DEFENDER in game.on_field
        and Fighter.ATTACKER not in game.open
        and Fighter.DEFENDER not in game.open
        and game.life[Fighter.TARGET] == 2
        and not game.redirected
    )


@possible(
    cites=("BKON:102.3.a", "BKON:405.4"), says="a last creature that has died returns, and nobody loses"
)
def a_last_creature_returns(game: BerserkOnline) -> bool:
    """Its ability resolved while it was in the graveyard."""
    return (
        game.over()
        and game.in_game.size == 2
        and Ability.RETURN not in game.can
        and Fighter.TARGET in game.on_field
    )
