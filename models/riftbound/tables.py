"""The tables at which a game starts: small ones, each for some of the rules, so that all plays are searched.

What they leave out together: more than two units of a side, more than three items on the chain, cards drawn
from a deck of more than one card, units that move together, gear, hidden cards, and a second turn.
"""

from enum import Enum

from models.riftbound.board import Board
from models.riftbound.words import Ability, Battlefield, Card, Player, Unit, Zone

__all__ = ["Table", "give", "lay", "place"]


class Table(Enum):
    """Which units and cards are there at the start."""

    EMPTY = "an empty battlefield, and an enemy who may come there"
    ATTACK = "a defended battlefield, attacked by a unit with an attack trigger"
    FINAL = "two empty battlefields and one point to go"
    HOLD = "a battlefield that is held, may be left, and taken again"
    AMBUSH = "a unit that pulls an enemy unit, and units that are played in the combat"
    CHAIN = "spells that answer spells, a rune, and a unit that is played"


def place(
    game: Board,
    unit: Unit,
    side: Player,
    battlefield: Battlefield | None = None,
    *,
    might: int = 1,
    ability: Ability = Ability.NONE,
    zone: Zone = Zone.BOARD,
) -> None:
    """Put a unit of ``side`` at a battlefield, in its base, or in another zone."""
    game.zone[unit] = zone
    game.at[unit] = battlefield
    game.owner[unit] = side
    game.side[unit] = side
    game.might[unit] = might
    game.ability[unit] = ability


def give(game: Board, player: Player, *cards: Card, deck: Card | None = None) -> None:
    """Give ``player`` spells in hand, with an energy for each, and what is left of a deck."""
    for card in cards:
        game.card_zone[card] = Zone.HAND
        game.card_owner[card] = player
        game.energy[player] += 1
    game.deck[player] = deck
    if deck:
        game.card_zone[deck] = Zone.DECK
        game.card_owner[deck] = player


def lay(game: Board, table: Table) -> None:
    """Lay one table for the first two players."""
    first, second = Player(0), Player(1)
    here, there = Battlefield(0), Battlefield(1)
    one, two, three, four = Unit(0), Unit(1), Unit(2), Unit(3)
    game.outstanding = True
    if table == Table.EMPTY:
        place(game, one, first)
        place(game, two, second, might=2)
        give(game, first, Card.RUNE_PRISON)
        give(game, second, Card.CHARM)
    elif table == Table.ATTACK:
        place(game, one, first, might=3, ability=Ability.ATTACK)
        place(game, three, second, here, might=2, ability=Ability.DEATHKNELL)
        place(game, four, second)
        game.controller[here] = second
        give(game, first, Card.STRIKE)
        give(game, second, Card.CHARM, deck=Card.RETREAT)
        game.energy[second] += 1
    elif table == Table.FINAL:
        place(game, one, first)
        place(game, two, first)
        place(game, three, second)
        game.points[first] = 7
        game.points[second] = 7
        give(game, first, Card.STRIKE, deck=Card.INSIGHT)
        give(game, second, Card.RETREAT)
    elif table == Table.HOLD:
        place(game, one, first, here, ability=Ability.HOLD)
        place(game, two, first, ability=Ability.SCOUT)
        place(game, three, second, there)
        game.controller[here] = first
        game.controller[there] = second
        game.points[first] = 5
        give(game, first, deck=Card.RUNE_PRISON)
        game.runes[first] = 1
        give(game, second, Card.RETREAT)
    elif table == Table.AMBUSH:
        place(game, one, second, ability=Ability.AMBUSH, zone=Zone.HAND)
        place(game, two, first, ability=Ability.AMBUSH, zone=Zone.HAND)
        place(game, three, first, ability=Ability.PULL)
        place(game, four, second)
        game.energy[first] = 1
        game.energy[second] = 1
    else:
        place(game, one, first, ability=Ability.PLAY, zone=Zone.HAND)
        place(game, two, second, here)
        place(game, three, second, there)
        game.controller[here] = second
        game.controller[there] = second
        game.runes[second] = 1
        give(game, first, Card.TAKEOVER)
        give(game, second, Card.DENIAL, Card.INSIGHT)
        game.energy[second] = 1
