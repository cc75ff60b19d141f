"""The words of triggered abilities: their sources, the parts of a turn's end, and what waits on the stack.

Annotations are not postponed here: the records below extend one of another module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Participant, scope
from models.priority_stack import Waiting

__all__ = ["EFFECTS", "LIBRARY", "MOST", "Entry", "Item", "Part", "Player", "Source", "Table", "Trigger"]

EFFECTS = scope(1, least=0, most=3, name="effects")
"""How many effects of other cards may be played."""

LIBRARY = scope(1, least=0, most=3, name="library")
"""How many cards a player can draw; a draw from an empty library does nothing here."""

MOST = 1
"""The maximum hand size."""


class Player(Participant, size=scope(2, least=2, most=4)):
    """A player."""


class Source(Enum):
    """Permanents with one triggered ability each."""

    BELL = "Bell"
    """Whenever a player discards one or more cards, you may draw a card."""
    ECHO = "Echo"
    """Whenever one or more abilities of other permanents trigger; what it does is of no matter."""
    WELL = "Well"
    """When you have no cards in hand and can draw, draw a card."""
    OATH = "Oath"
    """At the beginning of the end step, if you have a card in hand, discard a card."""


class Table(Enum):
    """What is on the battlefield: small tables, so that all plays can be searched."""

    ECHOES = "Bell and Echo"
    WELLS = "Bell and Well"
    OATHS = "Bell and Oath"
    CREATURE = "a creature with toughness 0 and a bonus until the turn ends"


class Part(Enum):
    """The parts of the turn that are played here, and what comes after them."""

    MAIN = "main phase"
    END = "end step"
    CLEANUP = "cleanup step"
    OVER = "the turn is over"


class Item(Enum):
    """What waits on the stack: triggered abilities, and effects of other cards."""

    ABILITY = "the ability"
    STEAL = "an effect that gains control"
    DISCARD = "an effect by which each player discards a card"
    COUNTERSPELL = "an effect that counters a spell or ability"


@dataclass(frozen=True, kw_only=True)
class Entry(Waiting):
    """An entry on the stack: whose it is, and its source, or what it is aimed at."""

    item: Item
    controller: Player
    source: Source


@dataclass(frozen=True, kw_only=True)
class Trigger:
    """An ability that has triggered and is not on the stack yet."""

    source: Source
    controller: Player
