"""What battle in Force of Will is played with here: its parts, resonators, and what waits on the chase.

Annotations are not postponed in this module: the record ``Waits`` inherits fields from the core's module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Maybe
from models.force_of_will.sequence import Player
from models.priority_stack import Waiting

__all__ = ["DRUMMED_STEPS", "Battling", "Chant", "Part", "Place", "Resonator", "Waits", "chanter"]


class Part(Enum):
    """Where in the main phase and its battles the game is; each is one priority sequence or one decision."""

    NO_BATTLE = "main phase"
    BEGINNING = "beginning of battle"
    DECLARE_ATTACK = "declare attack step"
    ATTACKING = "the turn player attacks or forfeits"
    AFTER_ATTACK = "after the attack was declared"
    DECLARE_BLOCK = "declare block step"
    BLOCKING = "the other player blocks or forfeits"
    AFTER_BLOCK = "after the block was declared"
    FIRST_STRIKE = "first strike battle resolution step"
    NORMAL_DAMAGE = "normal battle resolution step"
    ENDING = "end of battle step"
    FINAL_STEP = "final step of the battle"
    FINAL_CHECK = "what has come of the final step"
    AGAIN = "after a final step of which something came"
    END_PHASE = "end phase"
    OVER = "the turn is over"


DRUMMED_STEPS = (Part.BEGINNING, Part.DECLARE_ATTACK, Part.DECLARE_BLOCK, Part.ENDING)
"""The steps of a battle at whose beginning abilities may trigger, before their priority sequence."""


class Resonator(Enum):
    """The turn player's resonator, and the other player's."""

    KNIGHT = "the Knight"
    GUARD = "the Guard"


class Chant(Enum):
    """Quickcast chants, and an ability: the turn player has Blaze and the Oath, the other player the rest."""

    BLAZE = "Blaze"
    """Destroys a resonator."""
    TAUNT = "Taunt"
    """Tells the Knight to attack; spent at the start unless it is free to attack or not."""
    GUST = "Gust"
    """Recovers or rests a resonator: it turns the card."""
    OATH = "the Oath"
    """The turn player's: until the end of battle, damage does not destroy the Knight."""
    DRUM = "the Drum"
    """No chant but an automatic ability of the other player's that triggers as a step of battle begins."""


class Battling(Enum):
    """What the turn player's resonator is like at the start."""

    FREE = "may attack"
    FORCED = "has to attack"
    FIRST_STRIKE = "may attack, and strikes first"
    SWORN = "may attack, and the Oath is the only chant"
    DRUMMED = "may attack, and the Drum triggers in each battle, and no chant is left"


class Place(Enum):
    """Where a card is."""

    HAND = "hand"
    CHASE = "chase"
    FIELD = "field"
    GRAVEYARD = "graveyard"


@dataclass(frozen=True, kw_only=True)
class Waits(Waiting):
    """A chant on the chase with its target, or the Drum."""

    controller: Player
    chant: Chant
    target: Maybe[Resonator] = None


def chanter(chant: Chant) -> Player:
    """Return whose chant it is."""
    return Player(0) if chant == Chant.BLAZE or chant == Chant.OATH else Player(1)
