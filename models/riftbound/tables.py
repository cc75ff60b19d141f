"""The tables at which a game starts: small ones, each for some of the rules, so that all plays are searched.

What they leave out together: more than two units of a side, more than three items on the chain, cards drawn
from a deck of more than one card, units that move together, hidden cards, and a second turn. A scope below
three units or two battlefields leaves out the tables that need more besides.
"""

from enum import Enum

from checker import require
from models.riftbound.board import Board
from models.riftbound.words import Ability, Battlefield, Card, Player, Unit, Zone

__all__ = ["Table", "lay"]


class Table(Enum):
    """Which units and cards are there at the start."""

    EMPTY = "an empty battlefield, and an enemy who may come there"
    ATTACK = "a defended battlefield, attacked by a unit with an attack trigger"
    FINAL = "two empty battlefields and one point to go"
    HOLD = "a battlefield that is held, may be left, and taken again"
    PULL = "a unit that pulls an enemy unit, and gear for both"
    CHAIN = "spells that answer spells, and a unit that is played"


MIGHT = (2, 1, 3)
CARDS = {
    Card.RUNE_PRISON: 0,
    Card.STRIKE: 0,
    Card.TAKEOVER: 0,
    Card.BANNER: 0,
    Card.CHARM: 1,
    Card.RETREAT: 1,
    Card.DENIAL: 1,
    Card.INSIGHT: 1,
    Card.LANTERN: 1,
}
"""Whose the cards are, and what most units can do, is the same at all tables: what never differs is folded
away, which makes the search fast."""


def require_room(table: Table, units: int, battlefields: int) -> None:
    """Require that there are as many units and battlefields as a table needs.

    With a single unit nobody comes to the empty battlefield, and all other tables are left out.
    """
    if units < 3:
        require(table != Table.ATTACK, table != Table.HOLD)
    if units < 2:
        require(table == Table.EMPTY)
    if battlefields < 2:
        require(table != Table.FINAL, table != Table.HOLD)


def lay(game: Board, table: Table) -> None:
    """Lay one table for the first two players, if there is room for it.

    The third unit is an enemy; of two units the second is, but where both are needed against none.
    """
    units, battlefields = len(tuple(Unit)), len(tuple(Battlefield))
    require_room(table, units, battlefields)
    first, second = Player(0), Player(1)
    here, there = Battlefield(0), Battlefield(1)
    one, two, three = Unit(0), Unit(1), Unit(min(units, 3) - 1)
    game.outstanding = True
    for unit, might in zip(Unit, MIGHT, strict=False):
        game.might[unit] = might
    for card, owner in CARDS.items():
        game.card_owner[card] = Player(owner)
    if units > 2 or (units > 1 and table != Table.FINAL):
        game.ability[three] = Ability.DEATHKNELL
        game.owner[three] = second
        game.side[three] = second
    if table == Table.EMPTY:
        game.ability[one] = Ability.SCOUT
        enter(game, one, three)
        give(game, Card.RUNE_PRISON, Card.CHARM)
    elif table == Table.ATTACK:
        game.ability[one] = Ability.ATTACK
        game.owner[two] = second
        game.side[two] = second
        enter(game, one, two, three)
        hold(game, second, here, three)
        give(game, Card.RUNE_PRISON, Card.CHARM, deck=Card.INSIGHT)
    elif table == Table.FINAL:
        enter(game, one, two)
        game.points[first] = 7
        game.points[second] = 7
        give(game, Card.STRIKE, Card.RETREAT, deck=Card.RUNE_PRISON)
    elif table == Table.HOLD:
        game.ability[one] = Ability.HOLD
        enter(game, one, two, three)
        hold(game, first, here, one)
        hold(game, second, there, three)
        game.points[first] = 5
        game.runes[first] = 1
        give(game, Card.RETREAT, deck=Card.RUNE_PRISON)
    elif table == Table.PULL:
        game.ability[one] = Ability.PULL
        enter(game, one, three)
        give(game, Card.BANNER, Card.LANTERN)
    else:
        game.ability[one] = Ability.PLAY
        to_hand(game, one)
        enter(game, three)
        hold(game, second, here, three)
        give(game, Card.TAKEOVER, Card.DENIAL, Card.RETREAT)


def enter(game: Board, *units: Unit) -> None:
    """Put units into their bases."""
    for unit in units:
        game.zone[unit] = Zone.BOARD


def to_hand(game: Board, unit: Unit) -> None:
    """Give a unit into its owner's hand, with an energy to play it."""
    game.zone[unit] = Zone.HAND
    game.energy[game.owner[unit]] += 1


def hold(game: Board, player: Player, battlefield: Battlefield, unit: Unit) -> None:
    """Let ``player`` control a battlefield with a unit there."""
    game.controller[battlefield] = player
    game.at[unit] = battlefield


def give(game: Board, *cards: Card, deck: Card | None = None) -> None:
    """Give spells into their owners' hands, with an energy for each, and leave one in a deck."""
    for card in cards:
        game.card_zone[card] = Zone.HAND
        game.energy[game.card_owner[card]] += 1
    if deck:
        game.card_zone[deck] = Zone.DECK
        game.deck[game.card_owner[deck]] = deck
