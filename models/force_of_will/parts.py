"""What Force of Will is played with here: players, cards, zones, and what waits on the chase.

Seven cards stand for all, each with one role. Annotations are not postponed in this module: the record
``Entry`` inherits fields from the core's module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Maybe
from models.force_of_will.sequence import Player
from models.priority_stack import Waiting

__all__ = [
    "AUTOMATIC",
    "DECKS",
    "FIRE",
    "RESONATORS",
    "Card",
    "Entry",
    "Kind",
    "Mode",
    "Phase",
    "Player",
    "Table",
    "Zone",
    "is_spell",
    "owner",
]


class Card(Enum):
    """The cards. All but the last two are the turn player's."""

    FOLGORE = "Folgore"
    """A quickcast chant: hits a resonator, or the other player."""
    CTHUGHA = "Cthugha"
    """A fire resonator, played for will or by incarnation."""
    GINEVRA = "Ginevra"
    """A fire resonator with an ability that costs banishing a resonator."""
    PRICIA = "Pricia"
    """The turn player's ruler, with judgment, an enter trigger and a God's Art."""
    ANTICA_CONOSCENZA = "Antica Conoscenza"
    """A quickcast chant: draws."""
    BREZZA_FINALE = "Brezza Finale"
    """A quickcast chant: returns a spell from the chase to its owner's hand."""
    WATCHER = "Watcher"
    """A resonator with an automatic ability that triggers when a J-ruler enters the field."""


RESONATORS = (Card.CTHUGHA, Card.GINEVRA, Card.WATCHER)
FIRE = (Card.CTHUGHA, Card.GINEVRA)
AUTOMATIC = (Card.PRICIA, Card.WATCHER)
DECKS = (Card.FOLGORE, Card.ANTICA_CONOSCENZA, Card.BREZZA_FINALE)


def owner(card: Card) -> Player:
    """Return whose card a given card is."""
    return Player(1) if card in (Card.ANTICA_CONOSCENZA, Card.BREZZA_FINALE, Card.WATCHER) else Player(0)


class Zone(Enum):
    """Where a card is; ``ABSENT`` cards take no part in this game."""

    ABSENT = "absent"
    DECK = "deck"
    HAND = "hand"
    CHASE = "chase"
    FIELD = "field"
    GRAVEYARD = "graveyard"
    RULER_AREA = "ruler area"


class Kind(Enum):
    """What an entry of the chase is: two kinds of spell, two of ability, and what is neither."""

    RESONATOR_SPELL = "resonator spell"
    NON_RESONATOR_SPELL = "non-resonator spell"
    ACTIVATED = "activate ability"
    AUTOMATIC = "automatic ability"
    PROCESS = "judgment process"


class Phase(Enum):
    """The phases of the turn that are played here, and what comes after them."""

    MAIN = "main phase"
    END = "end phase"
    OVER = "the turn is over"


class Mode(Enum):
    """The two options of Folgore."""

    HIT_RESONATOR = "hits a resonator"
    HIT_PLAYER = "hits the other player"


class Table(Enum):
    """Which cards are there at the start: small tables, so that all plays can be searched."""

    REPLY = "a chant and two replies"
    JUDGMENT = "a ruler that may perform judgment"
    COSTS = "costs that are paid by banishing"


@dataclass(frozen=True, kw_only=True)
class Entry(Waiting):
    """A card or ability (or process) on the chase, with the option and the target announced for it.

    ``card`` is the card that became a spell, or the source of the ability; the kind tells which.
    """

    controller: Player
    kind: Kind
    card: Card
    mode: Maybe[Mode] = None
    target: Maybe[Card] = None


def is_spell(entry: Entry) -> bool:
    """Return whether an entry is a card, and so a spell."""
    return entry.kind == Kind.RESONATOR_SPELL or entry.kind == Kind.NON_RESONATOR_SPELL
