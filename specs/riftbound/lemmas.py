"""What proofs of every size lean on in Riftbound: what the core leans on, and how one thing follows another.

Nobody holds priority while anything goes on by itself, and nothing that goes on gets stuck: a pending item
can be finalized, and what is being resolved can be carried out.
"""

from checker import count, every, some
from models.riftbound import (
    Ability,
    Battlefield,
    Card,
    Item,
    Kind,
    Ongoing,
    Pending,
    Phase,
    Riftbound,
    Role,
    Trigger,
    Unit,
)
from models.riftbound.words import GEAR
from specs.core_lemmas import CORE_LEMMAS, passes_are_counted

__all__ = ["LEMMAS"]


# -- focus -------------------------------------------------------------------------------------------


def at_most_one_focus(game: Riftbound) -> bool:
    """Return whether at most one player has focus."""
    return game.focus.size <= 1


def what_is_fought_about_is_somewhere(game: Riftbound) -> bool:
    """Return whether a showdown or combat, in whichever of its steps, goes on at a battlefield."""
    return game.ongoing == Ongoing.NOTHING or bool(game.where)


def who_acted_last_is_of_no_matter(game: Riftbound) -> bool:
    """Return whether nobody is remembered as having acted last: focus goes on from its holder."""
    return not game.last_actor


# -- who is to act -----------------------------------------------------------------------------------


def who_is_to_act_has_something_to_do(game: Riftbound) -> bool:
    """Return whether who has priority, or is to get it, may pass, or is the turn player in the main phase."""
    if (not game.due and not game.holders) or game.stack or game.in_showdown():
        return True
    turn = game.turn_player
    return (
        game.ongoing == Ongoing.NOTHING
        and game.phase == Phase.MAIN
        and (game.due == turn or turn in game.holders)
    )


def nobody_holds_while_a_trigger_waits(game: Riftbound) -> bool:
    """Return whether nobody has priority while an ability has triggered and is not on the chain yet."""
    return not game.holders or not game.waiting


def nobody_holds_while_something_is_pending(game: Riftbound) -> bool:
    """Return whether nobody has priority, and nothing resolves, while an item is pending."""
    return not game.pending or (not game.holders and not game.is_resolving())


def not_all_have_passed_while_something_is_pending(game: Riftbound) -> bool:
    """Return whether somebody has not passed since what is pending was added."""
    return not game.pending or not game.everybody_has_passed()


def what_is_added_begins_the_count_of_passes(game: Riftbound) -> bool:
    """Return whether nobody has passed while a spell or ability is pending; Add abilities pass nothing."""
    item = game.pending
    if not item or not game.is_spell_or_ability(item):
        return True
    return not game.passed


def what_is_played_begins_the_count_of_passes(game: Riftbound) -> bool:
    """Return whether nobody has passed while anything but an Add ability is pending, units among it."""
    item = game.pending
    if not item or item.kind == Kind.ADD:
        return True
    return not game.passed


def nobody_has_passed_when_a_chain_is_empty(game: Riftbound) -> bool:
    """Return whether nobody has passed when a chain has become empty that no Add ability opened."""
    opened_by = game.opened_by
    if not opened_by or opened_by == Kind.ADD or game.is_closed():
        return True
    return not game.passed


def an_add_ability_opens_a_chain_or_joins_one(game: Riftbound) -> bool:
    """Return whether a pending Add ability has opened the chain itself, or others are on it."""
    item = game.pending
    if not item or item.kind != Kind.ADD:
        return True
    return bool(game.stack) or game.opened_by == Kind.ADD


def everybody_passes_something(game: Riftbound) -> bool:
    """Return whether all have passed only with a chain, or in a showdown."""
    return not game.everybody_has_passed() or bool(game.stack) or game.in_showdown()


def passes_are_counted_until_it_is_over(game: Riftbound) -> bool:
    """Return whether the rules and the count from outside agree on who has passed, while the game goes on."""
    return game.over() or passes_are_counted(game)


# -- what is pending can be finalized ------------------------------------------------------------------


def has_an_ability(game: Riftbound, item: Item | Pending | Trigger) -> bool:
    """Return whether the source of an item of the chain, or of a trigger, has an ability."""
    return some(Unit, lambda u: item.unit == u and game.ability[u] != Ability.NONE)


def what_waits_is_an_ability(game: Riftbound) -> bool:
    """Return whether every trigger that waits is of a unit with an ability."""
    return every(game.waiting, lambda t: has_an_ability(game, t))


def what_is_pending_is_something(game: Riftbound) -> bool:
    """Return whether a pending item is a card or unit that is played, or an ability of a unit."""
    item = game.pending
    if not item:
        return True
    if item.kind == Kind.SPELL or item.kind == Kind.GEAR:
        return some(Card, lambda c: item.card == c and (c in GEAR) == (item.kind == Kind.GEAR))
    if item.card:
        return False
    if item.kind == Kind.UNIT:
        return bool(item.unit)
    if item.kind == Kind.ACTIVATED:
        return some(Unit, lambda u: item.unit == u and game.ability[u] == Ability.SCOUT)
    return item.kind == Kind.ADD or has_an_ability(game, item)


def who_is_hurt_lethally_is_buried_in_a_cleanup(game: Riftbound) -> bool:
    """Return whether a cleanup is outstanding as long as a unit has lethal damage."""
    return game.outstanding or not some(Unit, game.is_lethal)


def nobody_dies_while_something_is_pending(game: Riftbound) -> bool:
    """Return whether no unit has lethal damage while an item is pending, so that its targets stay."""
    return not game.pending or not some(Unit, game.is_lethal)


def what_is_pending_can_be_aimed(game: Riftbound) -> bool:
    """Return whether there is something to choose for a pending spell that has to be aimed."""
    item = game.pending
    if not item or not item.card or not game.asks_for_target(item):
        return True
    if item.card == Card.DENIAL:
        return bool(game.stack)
    return some(Unit, lambda u: game.is_legal(item, u))


# -- what resolves can be carried out --------------------------------------------------------------------


def what_is_on_the_chain_can_be_carried_out(game: Riftbound) -> bool:
    """Return whether every finalized item is a spell, or an ability of a unit that has one."""
    return every(
        game.stack,
        lambda e: (
            some(Card, lambda c: e.card == c and c not in GEAR)
            if e.kind == Kind.SPELL
            else not e.card and has_an_ability(game, e)
        ),
    )


# -- battlefields and combat -----------------------------------------------------------------------------


def nobody_contests_their_own(game: Riftbound) -> bool:
    """Return whether no battlefield is contested by who controls it."""
    return every(
        Battlefield, lambda b: not game.contested_by[b] or game.contested_by[b] != game.controller[b]
    )


def what_is_fought_about_is_contested(game: Riftbound) -> bool:
    """Return whether the battlefield of a showdown or combat is contested."""
    return every(Battlefield, lambda b: not game.is_fought_about(b) or bool(game.contested_by[b]))


def nothing_is_fought_about_before_the_main_phase(game: Riftbound) -> bool:
    """Return whether there is neither showdown nor combat in the beginning phase."""
    return game.phase != Phase.BEGINNING or game.ongoing == Ongoing.NOTHING


def damage_is_assigned_in_its_step(game: Riftbound) -> bool:
    """Return whether combat damage is assigned to units only while it is, and nothing else is to be done."""
    if game.ongoing == Ongoing.DAMAGE:
        nothing_else = not game.outstanding and not game.is_closed() and not game.opened_by
        return nothing_else and game.unassigned[Role.NONE] == 0
    return game.unassigned[Role.NONE] == 0 and every(Unit, lambda u: game.assigned[u] == 0)


def is_hurt_a_little(game: Riftbound, unit: Unit, role: Role) -> bool:
    """Return whether a unit in ``role`` has been assigned some damage, and less than is lethal to it."""
    assigned = game.assigned[unit]
    return game.role[unit] == role and assigned > 0 and game.damage[unit] + assigned < game.might[unit]


def who_is_hurt_a_little_is_the_last(game: Riftbound) -> bool:
    """Return whether at most one unit of a side is assigned less than is lethal: with all that was left."""
    return every(
        (Role.ATTACKER, Role.DEFENDER),
        lambda r: (
            not some(Unit, lambda u: is_hurt_a_little(game, u, r))
            or (
                count(Unit, lambda u: is_hurt_a_little(game, u, r)) == 1
                and game.unassigned[Role.ATTACKER if r == Role.DEFENDER else Role.DEFENDER] == 0
            )
        ),
    )


LEMMAS = (
    *CORE_LEMMAS,
    at_most_one_focus,
    what_is_fought_about_is_somewhere,
    who_acted_last_is_of_no_matter,
    who_is_to_act_has_something_to_do,
    nobody_holds_while_a_trigger_waits,
    nobody_holds_while_something_is_pending,
    not_all_have_passed_while_something_is_pending,
    what_is_added_begins_the_count_of_passes,
    what_is_played_begins_the_count_of_passes,
    nobody_has_passed_when_a_chain_is_empty,
    an_add_ability_opens_a_chain_or_joins_one,
    everybody_passes_something,
    passes_are_counted_until_it_is_over,
    what_waits_is_an_ability,
    what_is_pending_is_something,
    who_is_hurt_lethally_is_buried_in_a_cleanup,
    nobody_dies_while_something_is_pending,
    what_is_pending_can_be_aimed,
    what_is_on_the_chain_can_be_carried_out,
    nobody_contests_their_own,
    what_is_fought_about_is_contested,
    nothing_is_fought_about_before_the_main_phase,
    damage_is_assigned_in_its_step,
    who_is_hurt_a_little_is_the_last,
)
"""All of them; one that does not hold under some reading is left out there."""
