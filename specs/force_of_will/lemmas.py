"""What proofs of every size lean on in the chase of Force of Will.

A game that is over goes on no more: what the common core takes for granted of players who are in the game is
said of a game that is not.
"""

import functools
from collections.abc import Callable

from checker import every, some
from models.force_of_will import RESONATORS, Card, ForceOfWill, Zone, is_spell
from models.force_of_will.parts import AUTOMATIC
from specs.core_lemmas import CORE_LEMMAS

__all__ = ["LEMMAS"]

UNPLAYED = (Card.PRICIA, Card.GINEVRA, Card.WATCHER)
"""The cards that nobody plays from hand: they begin in the field or in the ruler area."""


def unless_over(lemma: Callable[[ForceOfWill], bool]) -> Callable[[ForceOfWill], bool]:
    """Return the lemma about games that are not over."""

    @functools.wraps(lemma)
    def weaker(game: ForceOfWill) -> bool:
        return game.over() or lemma(game)

    return weaker


def what_waits_is_automatic(game: ForceOfWill) -> bool:
    """Return whether nothing waits to be played but automatic abilities."""
    return every(game.waiting, lambda card: some(AUTOMATIC, lambda a: card == a))


def nothing_waits_at_priority(game: ForceOfWill) -> bool:
    """Return whether no automatic ability waits while somebody has priority."""
    return not game.holders or not game.waiting


def nothing_waits_among_passes(game: ForceOfWill) -> bool:
    """Return whether no automatic ability waits in the middle of a run of passes."""
    return not game.passed or game.is_resolving() or not game.waiting


def triggers_wait_for_the_turn_player(game: ForceOfWill) -> bool:
    """Return whether, while an automatic ability waits, the turn player is the one to have priority next."""
    return game.over() or game.is_resolving() or not game.waiting or game.due == game.turn_player


def the_unplayed_are_no_spells(game: ForceOfWill) -> bool:
    """Return whether the cards that nobody plays are where no card goes that was a spell."""
    return every(
        UNPLAYED,
        lambda c: (
            game.zone[c] == Zone.ABSENT
            or game.zone[c] == Zone.RULER_AREA
            or game.zone[c] == Zone.FIELD
            or game.zone[c] == Zone.GRAVEYARD
        ),
    )


def who_has_called_is_rested(game: ForceOfWill) -> bool:
    """Return whether the ruler is rested once a magic stone was called."""
    return not game.called or game.rested


def spells_are_cards_in_the_chase(game: ForceOfWill) -> bool:
    """Return whether the card of every spell is in the chase."""
    return every(game.stack, Card, lambda e, c: not is_spell(e) or e.card != c or game.zone[c] == Zone.CHASE)


def no_card_is_two_spells(game: ForceOfWill) -> bool:
    """Return whether no two spells in the chase are the same card."""
    return every(
        game.stack,
        game.stack,
        lambda a, b: not (is_spell(a) and is_spell(b) and a.card == b.card) or a.arrived == b.arrived,
    )


def what_is_damaged_is_in_the_field(game: ForceOfWill) -> bool:
    """Return whether only resonators in the field are damaged."""
    return every(
        Card,
        lambda c: (
            c not in game.damaged or (some(RESONATORS, lambda r: c == r) and game.zone[c] == Zone.FIELD)
        ),
    )


LEMMAS = (
    *(unless_over(lemma) for lemma in CORE_LEMMAS),
    what_waits_is_automatic,
    nothing_waits_at_priority,
    nothing_waits_among_passes,
    triggers_wait_for_the_turn_player,
    the_unplayed_are_no_spells,
    who_has_called_is_rested,
    spells_are_cards_in_the_chase,
    no_card_is_two_spells,
    what_is_damaged_is_in_the_field,
)
"""All of them; one that does not hold under some reading is left out there."""
