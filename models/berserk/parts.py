"""What Berserk is played with here: players, creatures, what they can declare, and what waits on the stack.

A handful of creatures stand for all, each with one role. Annotations are not postponed in this module: the
record ``Entry`` inherits fields from the core's module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Participant
from models.priority_stack import Waiting

__all__ = [
    "FAST",
    "FREE",
    "NUMERIC",
    "SLOW",
    "Creature",
    "Deed",
    "Entry",
    "Gain",
    "Mage",
    "Phase",
    "Player",
    "Table",
    "controller",
    "gainer",
    "source",
]


class Player(Participant, size=2):
    """The two players. The first is the Active one: the game is a part of that player's turn."""


class Phase(Enum):
    """The parts of the turn that are played here, and what comes after them."""

    CHOICE = "Choice subphase"
    MAIN = "main stage"
    OVER = "this part of the turn is over"


class Creature(Enum):
    """The creatures. The first two are the Active player's, the others the opponent's."""

    WARRIOR = "Warrior"
    """Strikes, and moves."""
    PRIEST = "Priest"
    """Has abilities that cost a token or nothing."""
    HOST = "Host"
    """What the Warrior strikes; a triggered ability answers its death."""
    SYMBIOTE = "Symbiote"
    """Lives on the Host."""
    ARCHER = "Archer"
    """Has abilities that close it."""
    IMP = "Imp"
    """Takes the Priest's token."""


class Deed(Enum):
    """What is declared and uses the stack, each once in a game."""

    STRIKE = "the Warrior's strike"
    """A card's action, with a numeric value: wounds the Host."""
    MOVE = "the Warrior's movement"
    """A movement, into the one empty cell."""
    BLESS = "the Priest's blessing"
    """A played ability: one more on the die for the Warrior's strike."""
    CHARM = "the Priest's charm"
    """A played ability: begins the exchange of tokens that has no end of its own."""
    SHOT = "the Archer's shot"
    """A played ability, with a numeric value: wounds the Warrior."""
    JUMP = "the Archer's jump"
    """A played ability: puts the Archer into the empty cell."""
    SILENCE = "the Archer's silence"
    """A played ability: no game actions for the opponent until the next phase."""
    THEFT = "the Imp's theft"
    """A played ability: takes the Priest's token."""
    REVENGE = "the Host's revenge"
    """A triggered ability: when the Host dies, the Priest loses its token."""


SLOW = (Deed.STRIKE, Deed.MOVE)
"""Slow game actions."""

FAST = (Deed.BLESS, Deed.CHARM, Deed.SHOT, Deed.JUMP, Deed.SILENCE, Deed.THEFT)
"""Fast game actions that players declare; the revenge is declared because it has triggered."""

NUMERIC = (Deed.STRIKE, Deed.SHOT)
"""What has a numeric value, so that performing it takes a die roll and modifiers."""

FREE = (Deed.CHARM, Deed.REVENGE)
"""What costs nothing. The movement costs its unit of movement, the blessing a token, the rest closing."""

_SOURCES = {
    Deed.STRIKE: Creature.WARRIOR,
    Deed.MOVE: Creature.WARRIOR,
    Deed.BLESS: Creature.PRIEST,
    Deed.CHARM: Creature.PRIEST,
    Deed.SHOT: Creature.ARCHER,
    Deed.JUMP: Creature.ARCHER,
    Deed.SILENCE: Creature.ARCHER,
    Deed.THEFT: Creature.IMP,
    Deed.REVENGE: Creature.HOST,
}


def source(deed: Deed) -> Creature:
    """Return whose deed it is."""
    return _SOURCES[deed]


def controller(deed: Deed) -> Player:
    """Return who declares a deed."""
    return Player(0) if source(deed) in (Creature.WARRIOR, Creature.PRIEST) else Player(1)


class Mage(Enum):
    """Cards that gain tokens because others do."""

    CHARON = "Charon"
    """The Active player's; what it gains comes from the charm."""
    THEIRS = "the opponent's Mage"
    """Gains a token whenever Charon or the Active player's Mage does."""
    OURS = "the Active player's Mage"
    """Gains a token whenever the opponent's Mage does."""


class Gain(Enum):
    """A token gained, and because of whose token."""

    CHARON = "Charon gains a token"
    THEIRS_BY_CHARON = "the opponent's Mage gains a token because of Charon"
    OURS_BY_THEIRS = "the Active player's Mage gains a token because of the opponent's Mage"
    THEIRS_BY_OURS = "the opponent's Mage gains a token because of the Active player's Mage"


def gainer(gain: Gain) -> Mage:
    """Return who gains the token."""
    if gain == Gain.CHARON:
        return Mage.CHARON
    return Mage.OURS if gain == Gain.OURS_BY_THEIRS else Mage.THEIRS


class Table(Enum):
    """What can be declared in a game: small tables, so that all plays can be searched."""

    DUEL = "strike and blessing against shot and theft"
    DEATH = "a strike that kills a host with a symbiote, whose text lets it live on or does not"
    CELL = "a movement and a jump into the same cell"
    SILENCE = "a player who may do nothing"
    TOKENS = "tokens that are gained because tokens are gained"


@dataclass(frozen=True, kw_only=True)
class Entry(Waiting):
    """A declared deed on the stack, or a die roll for one, where rolls are entries of their own."""

    controller: Player
    deed: Deed
    is_roll: bool = False
