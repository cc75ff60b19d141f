"""What Riftbound is played with here: players, battlefields, units, cards, and what waits on the chain.

Annotations are not postponed in this module: the record ``Item`` inherits fields from the core's module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Maybe, Object, Participant, scope
from models.priority_stack import Waiting

__all__ = [
    "GEAR",
    "MOST_MIGHT",
    "Ability",
    "Battlefield",
    "Card",
    "Item",
    "Kind",
    "Ongoing",
    "Pending",
    "Phase",
    "Player",
    "Role",
    "Timing",
    "Trigger",
    "Unit",
    "Zone",
    "timing_of",
]

MOST_MIGHT = 3
"""No unit has more Might than this; a few numbers show everything that damage can do."""


class Player(Participant, size=scope(2, least=2, most=4)):
    """The players. With three or four, who acts next and who must pass are different questions."""


class Battlefield(Object, size=scope(2, least=1, most=4)):
    """The battlefields. One more than is fought about, so that things wait and happen elsewhere."""


class Unit(Object, size=scope(3, least=1, most=8)):
    """The units. At most two of a side, so that damage has to be assigned in an order."""


class Zone(Enum):
    """Where a unit or a card is; ``ABSENT`` ones take no part in this game."""

    ABSENT = "absent"
    DECK = "its owner's deck"
    HAND = "its owner's hand"
    CHAIN = "the chain"
    BOARD = "the board"
    TRASH = "its owner's trash"


class Phase(Enum):
    """The parts of the turn that are played here, and what comes after them."""

    BEGINNING = "beginning phase"
    MAIN = "main phase"
    OVER = "the turn is over"


class Ongoing(Enum):
    """What is going on at the battlefield that is fought about."""

    NOTHING = "nothing"
    SHOWDOWN = "a showdown"
    CLOSED = "a showdown that everybody has passed"
    COMBAT = "the showdown of a combat"
    MIGHT = "the damage step of a combat"
    DAMAGE = "the assignment of combat damage"
    CLEANUP = "the cleanup of a combat"
    RESULT = "the result of a combat"


class Role(Enum):
    """The mark that a unit has in a combat."""

    NONE = "no part in combat"
    ATTACKER = "an attacker"
    DEFENDER = "a defender"


class Timing(Enum):
    """When a card may be played: the more, the later in this list."""

    DEFAULT = "in a neutral open state of one's own turn"
    ACTION = "also with focus in an open showdown"
    REACTION = "also while a chain is there"


class Card(Enum):
    """The cards that are no units. Rune Prison is a real one; the others stand for many."""

    RUNE_PRISON = "Rune Prison"
    """Action: stun a unit."""
    STRIKE = "a strike"
    """Reaction: deal 2 to a unit, and draw."""
    CHARM = "a charm"
    """Reaction: move a unit to a battlefield."""
    RETREAT = "a retreat"
    """Reaction: return a unit to its owner's hand."""
    DENIAL = "a denial"
    """Reaction: counter a spell or ability."""
    TAKEOVER = "a takeover"
    """No timing of its own: gain control of an enemy unit."""
    INSIGHT = "an insight"
    """Reaction: draw."""
    BANNER = "a banner"
    """Gear, with Reaction: nothing of its own."""
    LANTERN = "a lantern"
    """Gear, with Reaction: nothing of its own."""


GEAR = (Card.BANNER, Card.LANTERN)


def timing_of(card: Card) -> Timing:
    """Return the timing that is printed on ``card``."""
    if card == Card.TAKEOVER:
        return Timing.DEFAULT
    return Timing.ACTION if card == Card.RUNE_PRISON else Timing.REACTION


class Ability(Enum):
    """What is printed on a unit; each has one ability at most."""

    NONE = "no ability"
    ATTACK = "when I attack, deal 1 to an enemy unit here"
    DEATHKNELL = "when I die, draw"
    HOLD = "when I hold, draw"
    PLAY = "when you play me, you may deal 2 to a unit"
    PULL = "when I move to a battlefield, move an enemy unit there"
    SCOUT = "exhaust me: draw"


class Kind(Enum):
    """What an item of the chain is."""

    SPELL = "spell"
    UNIT = "unit"
    GEAR = "gear"
    ADD = "Add ability"
    ACTIVATED = "activated ability"
    TRIGGERED = "triggered ability"


@dataclass(frozen=True, kw_only=True)
class Pending:
    """A card or ability on the chain that is not finalized yet, with what has been chosen for it.

    ``unit`` is the unit that is being played, or the source of the ability, and ``place`` the battlefield
    that matters to it. ``target`` is what it is aimed at; a denial is aimed at the spell ``against``, or else
    at the ability of ``target``.
    """

    controller: Player
    kind: Kind
    card: Maybe[Card] = None
    unit: Maybe[Unit] = None
    place: Maybe[Battlefield] = None
    target: Maybe[Unit] = None
    against: Maybe[Card] = None


@dataclass(frozen=True, kw_only=True)
class Item(Waiting):
    """A finalized item of the chain; see ``Pending``."""

    controller: Player
    kind: Kind
    card: Maybe[Card] = None
    unit: Maybe[Unit] = None
    place: Maybe[Battlefield] = None
    target: Maybe[Unit] = None
    against: Maybe[Card] = None


@dataclass(frozen=True, kw_only=True)
class Trigger:
    """An ability that has triggered and has yet to be put on the chain, and where it happened."""

    controller: Player
    unit: Unit
    place: Maybe[Battlefield] = None
