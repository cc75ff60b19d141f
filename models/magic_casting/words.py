"""The words of casting: three spells, what they cost, and where they are.

Annotations are not postponed here: the record below extends one of another module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Participant, scope
from models.priority_stack import Waiting

__all__ = ["LANDS", "Entry", "Place", "Player", "Spell", "cost", "owner"]

LANDS = scope(2, least=1, most=4, name="lands")
"""How many untapped lands a player has at the start; each can be tapped for one mana."""


class Player(Participant, size=2):
    """The two players. The first, whose turn it is, has the first spell, the other one both replies."""


class Spell(Enum):
    """Three instants."""

    STRIKE = "Strike"
    """Destroy target creature. Draw a card. Costs 2."""
    RESCUE = "Rescue"
    """Return target creature to its owner's hand. Costs 1."""
    LEAK = "Leak"
    """Counter target Strike unless its controller pays 1. Costs 1."""


def owner(spell: Spell) -> Player:
    """Return who has a spell."""
    return Player(0) if spell == Spell.STRIKE else Player(1)


def cost(spell: Spell) -> int:
    """Return how much mana a spell costs."""
    return 2 if spell == Spell.STRIKE else 1


class Place(Enum):
    """Where a spell's card is."""

    HAND = "its owner's hand"
    STACK = "the stack"
    GRAVEYARD = "its owner's graveyard"


@dataclass(frozen=True, kw_only=True)
class Entry(Waiting):
    """A spell on the stack; its owner controls it."""

    spell: Spell
