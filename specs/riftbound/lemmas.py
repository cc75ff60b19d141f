"""What proofs of every size lean on in Riftbound: what the core leans on, and how one thing follows another.

Nobody holds priority while anything goes on by itself, and nothing that goes on gets stuck: a pending item
can be finalized, and what is being resolved can be carried out.
"""

from checker import every, some
from models.riftbound import Ability, Card, Item, Kind, Ongoing, Phase, Riftbound, Trigger, Unit
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


def everybody_passes_something(game: Riftbound) -> bool:
    """Return whether all have passed only with a chain, or in a showdown."""
    return not game.everybody_has_passed() or bool(game.stack) or game.in_showdown()


def passes_are_counted_until_it_is_over(game: Riftbound) -> bool:
    """Return whether the rules and the count from outside agree on who has passed, while the game goes on."""
    return game.over() or passes_are_counted(game)


# -- what is pending can be finalized ------------------------------------------------------------------


def has_an_ability(game: Riftbound, item: Item | Trigger) -> bool:
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
    return item.kind == Kind.ADD or some(Unit, lambda u: item.unit == u and game.ability[u] != Ability.NONE)


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


LEMMAS = (
    *CORE_LEMMAS,
    at_most_one_focus,
    what_is_fought_about_is_somewhere,
    who_is_to_act_has_something_to_do,
    nobody_holds_while_something_is_pending,
    not_all_have_passed_while_something_is_pending,
    what_is_added_begins_the_count_of_passes,
    everybody_passes_something,
    passes_are_counted_until_it_is_over,
    what_waits_is_an_ability,
    what_is_pending_is_something,
    who_is_hurt_lethally_is_buried_in_a_cleanup,
    nobody_dies_while_something_is_pending,
    what_is_pending_can_be_aimed,
    what_is_on_the_chain_can_be_carried_out,
)
"""All of them; one that does not hold under some reading is left out there."""
