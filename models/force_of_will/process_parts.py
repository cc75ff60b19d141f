"""What processes of Force of Will are played with here: cards, zones, and what waits on the chase.

Annotations are not postponed in this module: the record ``InProcess`` inherits fields from the core's module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Maybe
from models.force_of_will.sequence import Player
from models.priority_stack import Waiting

__all__ = ["CHANTS", "Card", "InProcess", "Kind", "Point", "Situation", "Zone", "holder_of"]


class Card(Enum):
    """The cards; the turn player has the first six."""

    RULER = "the Ruler"
    """It has judgment for one will, and an activate ability, the Sight, that does nothing here."""
    WARDEN = "the Warden"
    """Its process costs one will; its only willpower ability gives one will."""
    TRAP = "the Trap"
    """A card that is put into standby for two will."""
    RUNE = "the Rune"
    """A rune that is no addition, played at main timing for one will."""
    PACT = "the Pact"
    """A Contract chant, played at main timing for one will: contracts with the Ruler, and flips over."""
    CHARM = "Charm"
    """A quickcast chant: recovers the Ruler."""
    TIRE = "Tire"
    """A quickcast chant: rests the Ruler. The first that the other player has."""
    NULLIFY = "Nullify"
    """A quickcast chant: cancels a spell."""
    SUPPRESS = "Suppress"
    """A quickcast chant: cancels an ability."""
    EDICT = "Edict"
    """A quickcast chant: players cannot perform judgment this turn."""
    FALL = "Fall"
    """A quickcast chant: the Ruler becomes astral."""
    SLAY = "Slay"
    """A quickcast chant: destroys the J-ruler."""
    FORGET = "Forget"
    """A quickcast chant: the other player discards the Warden."""
    SEAL = "Seal"
    """A quickcast chant to which players cannot chase."""
    SNARE = "the Snare"
    """A chant with [Trigger] that lies in standby since an earlier turn, and does not trigger by itself."""


CHANTS = (Card.CHARM, Card.TIRE, Card.EDICT, Card.FALL, Card.SLAY, Card.FORGET, Card.SEAL)
"""The chants that have no target."""


class Zone(Enum):
    """Where a card is; ``ABSENT`` cards take no part."""

    ABSENT = "absent"
    HAND = "hand"
    CHASE = "chase"
    FIELD = "field"
    RULER_AREA = "ruler area"
    STANDBY = "standby area"
    GRAVEYARD = "graveyard"
    REMOVED = "removed"


class Kind(Enum):
    """What an entry of the chase is. Of processes none is a spell or an ability."""

    SPELL = "spell"
    ABILITY = "ability"
    JUDGMENT = "judgment process"
    WARDEN = "warden process"
    STANDBY = "putting a card into standby"
    STONE = "calling a magic stone"
    CONTRACT = "contract process"


class Point(Enum):
    """Where in the turn the game is."""

    MAIN = "main phase"
    END = "end phase"
    OVER = "the turn is over"


class Situation(Enum):
    """Which cards are there at the start: small tables, so that all plays can be searched."""

    CANCELS = "judgment, an ability and a chant, and what cancels spells and abilities"
    EDICT = "judgment, and what forbids it or rests the Ruler"
    ASTRAL = "judgment, and what makes the Ruler astral"
    WARDEN = "a warden, and what makes its player discard it"
    STONE = "judgment and a stone, and what recovers the Ruler"
    STANDBY = "standby, a rune, and what cannot be chased to"
    CONTRACT = "a Contract chant, and what rests the Ruler"


@dataclass(frozen=True, kw_only=True)
class InProcess(Waiting):
    """A card, an ability or a process on the chase; ``card`` is the card itself or the source."""

    controller: Player
    kind: Kind
    card: Card
    target: Maybe[Card] = None


def holder_of(card: Card) -> Player:
    """Return whose card it is."""
    first = (Card.RULER, Card.WARDEN, Card.TRAP, Card.RUNE, Card.PACT, Card.CHARM)
    return Player(0) if card in first else Player(1)
