"""What a turn of Force of Will is played with here: its points, and what can be and waits on the chase.

Annotations are not postponed in this module: the record ``InTurn`` inherits fields from the core's module.
"""

from dataclasses import dataclass
from enum import Enum

from models.force_of_will.sequence import Player
from models.priority_stack import Waiting

__all__ = ["CHANTS", "HAND_SIZE", "InTurn", "Item", "Place", "Point", "Situation", "chanter"]


class Point(Enum):
    """Where in the turn the game is; all but four are priority sequences."""

    DRAW_BEGINS = "the draw phase begins"
    BEFORE_DRAW = "before the draw"
    DRAW = "the draw"
    AFTER_DRAW = "after the draw"
    RECOVERY_BEGINS = "the recovery phase begins"
    RECOVERY = "before cards are recovered"
    RECOVER = "cards are recovered"
    MAIN_BEGINS = "the main phase begins"
    MAIN = "main phase"
    END_BEGINS = "the end phase begins"
    END_GOES_ON = "end phase"
    END_OF_TURN = "end of turn"
    BEFORE_FINAL_STEP = "before the final step"
    FINAL_STEP = "the final step"
    FINAL_CHECK = "the check at the end of the final step"
    AGAIN = "before the final step is done again"
    OVER = "the next turn has begun"


class Item(Enum):
    """What can be on the chase. The Blessing and all abilities are the turn player's."""

    BLESSING = "Blessing"
    """A quickcast chant: until end of turn the Oak has one DEF more."""
    WITHER = "Wither"
    """A quickcast chant: the Oak gets a counter that takes one DEF."""
    SPARK = "Spark"
    """A quickcast chant: the Oak takes one damage."""
    BELL = "the Bell"
    """An automatic ability that triggers at the beginning of a phase: its player gets one will."""
    LAMENT = "the Lament"
    """An automatic ability of the Oak that triggers as it dies: its player draws a card."""


HAND_SIZE = 1
"""The maximum hand size, of cards without a name here."""

CHANTS = (Item.BLESSING, Item.WITHER, Item.SPARK)


class Place(Enum):
    """Where a chant or the Oak is."""

    ABSENT = "absent"
    HAND = "hand"
    CHASE = "chase"
    FIELD = "field"
    GRAVEYARD = "graveyard"


class Situation(Enum):
    """How the turn begins: small tables, so that all plays can be searched."""

    FIRST_TURN = "the first turn of the game"
    CHANTS = "a later turn, with chants in hand"
    COUNTER = "the same, with a counter on the Oak that gives it one DEF"
    BOUND = "the same, but its player discards a card instead when it would leave the field"
    NO_DECK = "a later turn without chants, and without a card to draw"
    SCALES = "the same, and the draw costs the other player's life"
    BELL_IN_DRAW = "a later turn, and the Bell rings as its draw phase begins"
    BELL_IN_RECOVERY = "the same as the recovery phase begins"
    BELL_IN_MAIN = "the same as the main phase begins"
    BELL_IN_END = "the same as the end phase begins"
    BELL_AT_END = "the same at end of turn"


@dataclass(frozen=True, kw_only=True)
class InTurn(Waiting):
    """A chant or an automatic ability on the chase."""

    controller: Player
    item: Item


def chanter(chant: Item) -> Player:
    """Return whose chant it is."""
    return Player(0) if chant == Item.BLESSING else Player(1)
