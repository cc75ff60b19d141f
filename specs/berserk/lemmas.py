"""What proofs of every size lean on in Berserk: the core, and that each deed is done and paid for once."""

from checker import every, some
from models.berserk import FREE, Berserk, Creature, Deed, Entry, Gain
from models.berserk.parts import gainer
from models.priority_stack import Stage
from specs.core_lemmas import CORE_LEMMAS

__all__ = ["LEMMAS"]


def is_on_the_stack(game: Berserk, deed: Deed) -> bool:
    """Return whether a deed is on the stack."""
    return some(game.stack, lambda e: e.deed == deed)


def no_deed_is_two_entries(game: Berserk) -> bool:
    """Return whether no two entries are of the same deed."""
    return every(game.stack, game.stack, lambda a, b: a.deed != b.deed or a.arrived == b.arrived)


def what_is_to_be_declared_is_not_on_the_stack(game: Berserk) -> bool:
    """Return whether no deed on the stack is still to be declared."""
    return every(game.stack, Deed, lambda e, d: e.deed != d or d not in game.can)


def what_is_to_be_done_is_not_owed_for(game: Berserk) -> bool:
    """Return whether nothing is owed, or was ever, for what is still to be declared or on the stack."""
    return every(
        Deed,
        lambda d: (
            (d not in game.can and not is_on_the_stack(game, d))
            or (d not in game.owed and d not in game.unpaid and d not in game.paid)
        ),
    )


def what_is_owed_is_not_paid(game: Berserk) -> bool:
    """Return whether all that is owed is unpaid, not paid, and costs anything."""
    return every(
        Deed,
        lambda d: (
            (d not in game.owed or d in game.unpaid)
            and (d not in game.unpaid or (d not in game.paid and d not in FREE))
        ),
    )


def who_owes_nothing_more_has_no_means(game: Berserk) -> bool:
    """Return whether what is unpaid is still owed, or cannot be paid for."""
    return every(Deed, lambda d: d not in game.unpaid or d in game.owed or not game.has_means(d))


def what_waits_is_the_revenge(game: Berserk) -> bool:
    """Return whether nothing waits to be declared by itself but a revenge that nobody declared, once."""
    return game.waiting.size <= 1 and every(
        game.waiting,
        lambda d: d == Deed.REVENGE and Deed.REVENGE in game.can and Creature.HOST not in game.alive,
    )


def no_rule_effect_is_due_at_priority(game: Berserk) -> bool:
    """Return whether, while somebody has priority, nothing dies, changes its type or is gained by itself."""
    return not game.holders or (
        not game.has_no_host()
        and not game.gain
        and every(Creature, lambda c: c not in game.alive or game.life[c] > 0)
    )


def rolls_are_no_entries(game: Berserk) -> bool:
    """Return whether no die roll is an entry of its own, as long as it is a part of the performance."""
    return game.die_roll != "part_of_performance" or every(game.stack, lambda e: not e.is_roll)


def begins_the_exchange(entry: Entry) -> bool:
    """Return whether an entry is the charm, and has not had its effect."""
    return entry.deed == Deed.CHARM and entry.stage != Stage.CARRIED_OUT


def nobody_gains_before_the_charm(game: Berserk) -> bool:
    """Return whether no token is gained, or was ever, before the charm has had its effect."""
    done = Deed.CHARM not in game.can and every(game.stack, lambda e: not begins_the_exchange(e))
    return done or (
        not game.gain
        and every(Gain, lambda g: g not in game.gained)
        and every(Gain, lambda g: game.tokens[gainer(g)] == 0)
    )


def tokens_are_gained_in_the_exchange(game: Berserk) -> bool:
    """Return whether, while it goes on, who has a token has gained it in the exchange."""
    return not game.gain or every(
        Gain,
        lambda g: (
            game.tokens[gainer(g)] == 0 or some(Gain, lambda h: h in game.gained and gainer(h) == gainer(g))
        ),
    )


LEMMAS = (
    *CORE_LEMMAS,
    no_deed_is_two_entries,
    what_is_to_be_declared_is_not_on_the_stack,
    what_is_to_be_done_is_not_owed_for,
    what_is_owed_is_not_paid,
    who_owes_nothing_more_has_no_means,
    what_waits_is_the_revenge,
    no_rule_effect_is_due_at_priority,
    rolls_are_no_entries,
    nobody_gains_before_the_charm,
    tokens_are_gained_in_the_exchange,
)
"""All of them; one that does not hold under some reading is left out there."""
