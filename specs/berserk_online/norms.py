"""What the clauses of Berserk Online demand of strikes, each from its own text."""

from checker import (
    Step,
    at_most_one,
    ensures,
    every,
    forbids,
    gives,
    needs,
    norm,
    obliges,
    only,
    permits,
    set_of,
    settled,
    some,
)
from models.berserk import BerserkOnline, Player
from models.berserk.chains import Ability, Fighter, StackObject
from models.priority_stack import Stage

DECLARATIONS = ("declare_strike", "assign_defender", "ward_off", "use_ability")

settled(BerserkOnline, "holders", says="who has priority")

# -- who has priority --------------------------------------------------------------------------------


@norm("BKON:215.7", at_most_one(field="holders"))
def one_owner_at_most(game: BerserkOnline) -> bool:
    """Only one player has priority at a time."""
    return True


@norm("BKON:215.6", gives("holders", after="pass_priority"))
def a_pass_hands_over(before: BerserkOnline, step: Step, after: BerserkOnline) -> tuple[bool, bool]:
    """Passing gives priority to the opponent; what two passes come to is told elsewhere."""
    return not before.passed, every(Player, lambda p: (p in after.holders) == (p != step.player))


@norm(
    "BKON:215.9",
    gives("holders", after=(*DECLARATIONS, "declare_triggered", "finish_resolution")),
    at="priority",
)
def the_active_player_gains_priority(
    before: BerserkOnline, step: Step, after: BerserkOnline
) -> tuple[bool, bool]:
    """The active player gains priority whenever an object was declared or has resolved."""
    return True, after.holders == set_of(after.turn_player)


@norm("BKON:423.2", gives("holders", after="begin_resolution"))
def the_owner_of_what_was_cancelled(
    before: BerserkOnline, step: Step, after: BerserkOnline
) -> tuple[bool, bool]:
    """After something illegal was cancelled, its owner gains priority."""
    top = before.stack.top
    return before.is_illegal(top), after.holders == set_of(top.controller)


# -- declaring ---------------------------------------------------------------------------------------


@norm("BKON:215.6", permits("pass_priority"))
def priority_lets_pass(game: BerserkOnline, player: Player) -> bool:
    """Priority is the right to declare, or to pass."""
    return player in game.holders


@norm("BKON:205.2.a", permits("declare_strike"))
def a_strike_may_be_declared(game: BerserkOnline, player: Player) -> bool:
    """A simple strike may be declared in one's own turn, with priority and on an empty stack."""
    return player in game.holders and player == game.turn_player and not game.stack


@norm("BKON:205.2.a", only("declare_strike"))
def strikes_need_an_empty_stack(game: BerserkOnline, player: Player) -> bool:
    """It may not be declared otherwise."""
    return player in game.holders and player == game.turn_player and not game.stack


@norm("BKON:103.6", needs("declare_strike"))
def a_strike_takes_its_price(game: BerserkOnline) -> bool:
    """A card that could not pay for a strike declares none."""
    return Ability.STRIKE in game.can and Fighter.ATTACKER in game.open


@norm("BKON:104.6", permits("assign_defender"))
def what_is_sudden_may_be_declared(game: BerserkOnline, player: Player) -> bool:
    """A sudden action, as assigning a defender is one, may be declared whenever its player has priority."""
    return player in game.holders


@norm("BKON:205.3.a", needs("assign_defender"))
def a_defender_is_open(game: BerserkOnline) -> bool:
    """It takes an open creature next to both, and one that is struck."""
    struck = some(game.stack, lambda c: c.ability == Ability.STRIKE)
    return struck and Fighter.DEFENDER in game.open and Ability.DEFENCE in game.can


@norm("BKON:103.6", needs("assign_defender"))
def a_defender_has_its_price(game: BerserkOnline) -> bool:
    """A card that has promised to close for something else does not defend."""
    return not game.is_promised(Ability.DEFENCE)


@norm("BKON:205.3.c", needs("assign_defender"))
def the_inactive_player_defends(game: BerserkOnline, player: Player) -> bool:
    """The inactive player has the card that defends."""
    return player != game.turn_player


@norm("BKON:412.3", only("assign_defender"))
def defenders_have_their_time(game: BerserkOnline) -> bool:
    """A chain is redirected only while its target object is the top."""
    return game.strike_may_be_answered()


@norm("BKON:216.3", permits("ward_off"))
def a_target_object_may_be_blocked(game: BerserkOnline, player: Player) -> bool:
    """While the target object is the top, what blocks its chain may be declared."""
    return player in game.holders and game.strike_may_be_answered()


@norm("BKON:410.3", only("ward_off"))
def wards_have_their_time(game: BerserkOnline) -> bool:
    """What blocks is declared only while the target object of what it blocks is the top."""
    return game.strike_may_be_answered()


@norm("BKON:404.3", needs("ward_off"))
def a_ward_takes_its_price(game: BerserkOnline, player: Player) -> bool:
    """Its source must be one's own card, and able to pay."""
    able = Ability.WARD in game.can and Fighter.DEFENDER in game.open and not game.is_promised(Ability.WARD)
    return able and player != game.turn_player


# -- resolving ---------------------------------------------------------------------------------------


@norm("BKON:215.8/1", obliges("begin_resolution"))
def the_top_resolves(game: BerserkOnline) -> bool:
    """When both have passed, the top object resolves."""
    return bool(game.stack) and not game.is_resolving() and game.in_game <= game.passes_in_a_row


@norm("BKON:215.8/1", forbids("begin_resolution"))
def nothing_resolves_before(game: BerserkOnline) -> bool:
    """It resolves when both have passed, and not before."""
    return bool(game.stack) and not game.in_game <= game.passes_in_a_row


def pays(game: BerserkOnline, ability: Ability) -> bool:
    """Return whether the payment object of an ability is resolving."""
    return some(
        game.stack,
        lambda c: c.ability == ability and c.top == StackObject.PAYMENT and c.stage == Stage.RESOLVING,
    )


@norm("BKON:216.12", obliges("payment_resolves"))
def a_strike_is_paid_for(game: BerserkOnline) -> bool:
    """As the payment object of a strike resolves, the card pays by closing."""
    return pays(game, Ability.STRIKE)


@norm("BKON:103.3", forbids("payment_resolves"))
def nothing_impossible_is_done(game: BerserkOnline) -> bool:
    """What demands something impossible, as closing a card that has gone, is cancelled without payment."""
    return pays(game, Ability.STRIKE) and Fighter.ATTACKER not in game.on_field


@norm("BKON:216.12.a", ensures(after="payment_resolves"), governs="open")
def attacker_and_defender_close(before: BerserkOnline, step: Step, after: BerserkOnline) -> tuple[bool, bool]:
    """A defender closes with the attacker's payment."""
    return (
        before.closes_defender and before.resolving().ability == Ability.STRIKE,
        Fighter.DEFENDER not in after.open and Fighter.ATTACKER not in after.open,
    )


# -- destruction and defeat --------------------------------------------------------------------------


@norm("BKON:405.2", obliges("declare_triggered", before="give_priority"))
def what_has_triggered_is_declared(game: BerserkOnline) -> bool:
    """What has triggered must be declared as soon as its player gains priority."""
    return bool(game.waiting) and some(
        game.waiting,
        lambda t: some(
            Player, lambda p: game.due == p and game.is_active_players(t.about) == (p == game.turn_player)
        ),
    )


@norm("BKON:402.3.a", obliges("destruction_resolves"))
def destruction_buries(game: BerserkOnline) -> bool:
    """A destruction effect puts its card into the graveyard when it resolves."""
    return some(game.stack, lambda c: c.ability == Ability.DESTRUCTION and c.stage == Stage.RESOLVING)


@norm("BKON:210.6/2", ensures(after="destruction_resolves"), governs="on_field")
def the_symbiote_follows(before: BerserkOnline, step: Step, after: BerserkOnline) -> tuple[bool, bool]:
    """When its host's destruction effect has resolved, a symbiote goes to the graveyard too."""
    return before.resolving().about == Fighter.TARGET, Fighter.SYMBIOTE not in after.on_field


@norm("BKON:102.3.a", obliges("lose", before="give_priority"))
def who_has_no_creature_loses(game: BerserkOnline) -> bool:
    """Who has no creature left loses when a player gains priority on an empty stack."""
    idle = bool(game.due) and not game.stack and not game.waiting
    return idle and some(Player, lambda p: not game.has_creatures(p))


@norm("BKON:102.3.a", forbids("lose"))
def nobody_loses_on_the_stack(game: BerserkOnline) -> bool:
    """Nobody loses so while something is on the stack."""
    return bool(game.stack)
