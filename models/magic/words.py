"""The words of Siege battles: players, cards, zones, what waits on the stack, and the sizes of the game.

Annotations are not postponed here: the records below extend one of another module.
"""

from dataclasses import dataclass
from enum import Enum

from checker import Object, Participant, scope
from models.priority_stack import Waiting

__all__ = [
    "ATTACKERS",
    "DEFENSE",
    "EFFECTS",
    "Battle",
    "Card",
    "Combat",
    "Item",
    "OnStack",
    "Phase",
    "Player",
    "Trigger",
    "Zone",
]

DEFENSE = scope(2, least=1, most=7, name="defense")
"""The defense that is printed on every battle."""

ATTACKERS = scope(1, least=1, most=4, name="attackers")
"""How many creatures may attack one battle; each deals 1 damage."""

EFFECTS = scope(2, least=0, most=4, name="effects")
"""How many effects of other cards may be played in one game."""


class Player(Participant, size=scope(2, least=2, most=4)):
    """A player."""


class Battle(Object, size=scope(1, least=1, most=3)):
    """A card or token that is a battle on the battlefield, or may become one there."""


class Card(Enum):
    """What a battle is represented by, which decides what becomes of it when it is defeated.

    A transforming double-faced card that is a copy of another Siege is the same here as that Siege: it is
    cast with its own back face. A modal double-faced card is the same as a single-faced one.
    """

    PERMANENT_BACK = "a Siege with a permanent on its back"
    SORCERY_BACK = "a Siege with a sorcery on its back"
    SINGLE_FACED = "a card without a back to transform to, as a copy of a Siege"
    TOKEN = "a token, as a copy of a Siege"
    NO_BATTLE = "a permanent that is no battle"
    NO_TYPE = "a battle that is no Siege"


class Zone(Enum):
    """Where the card is."""

    HAND = "its owner's hand"
    STACK = "the stack"
    BATTLEFIELD = "the battlefield"
    GRAVEYARD = "its owner's graveyard"
    EXILE = "exile"
    GONE = "out of the game"


class Phase(Enum):
    """The parts of a turn in which something happens to battles.

    Combat is attack, block and damage; those that declare or deal come before anybody has priority.
    """

    MAIN = "main phase"
    DECLARE_ATTACKERS = "attackers are being declared"
    ATTACKERS = "declare attackers step"
    DECLARE_BLOCKERS = "blockers are being declared"
    BLOCKERS = "declare blockers step"
    DEAL_DAMAGE = "combat damage is being dealt"
    DAMAGE = "combat damage step"


class Combat(Enum):
    """What a battle's part in combat is."""

    NONE = "not attacked"
    ATTACKED = "attacked"
    BLOCKED = "attacked, and the attackers are blocked"
    UNBLOCKED = "attacked, and the attackers are not blocked"


class Item(Enum):
    """What waits on the stack: spells, triggered abilities, and effects of other cards.

    The last two have to do with single creatures, and are used where there are any.
    """

    BATTLE = "a battle spell"
    BACK_FACE = "a back face, cast as a spell"
    ENTERS = "the enters ability"
    AIMED = "the enters ability with a target"
    DEFEAT = "the defeat ability"
    DAMAGE = "an effect that deals 2 damage"
    COUNTERS = "an effect that puts defense counters back"
    CONTROL = "an effect that gains control"
    BOUNCE = "an effect that returns a battle to hand"
    COUNTERSPELL = "an effect that counters a spell or ability"
    COPY = "an effect that makes a permanent a copy of a Siege"
    LOSE = "an effect that makes the defending player lose"
    ATTACK = "an attack ability"
    TRICK = "an effect on a creature"


@dataclass(frozen=True, kw_only=True)
class OnStack(Waiting):
    """An entry on the stack: whose it is, and which battle it is, comes from, or is aimed at."""

    item: Item
    controller: Player
    battle: Battle


@dataclass(frozen=True, kw_only=True)
class Trigger:
    """An ability that has triggered and is not on the stack yet."""

    item: Item
    controller: Player
    battle: Battle
