"""What Berserk Online is played with here: creatures, what they declare, and chains of stack objects.

Annotations are not postponed in this module: the record ``Chain`` inherits fields from the core's module.
"""

from dataclasses import dataclass
from enum import Enum

from models.berserk.parts import Player
from models.priority_stack import Waiting

__all__ = [
    "Ability",
    "Chain",
    "Fighter",
    "Scene",
    "StackObject",
    "Strength",
    "Trigger",
    "by",
    "exchange",
    "following",
    "strength_of",
]


class Fighter(Enum):
    """The creatures on the battlefield."""

    ATTACKER = "the attacker"
    """The active player's; strikes for 3-4-5, and can trip a creature for a token."""
    TARGET = "the target"
    """The inactive player's, unless the scene says otherwise; strikes for 2-3-4."""
    DEFENDER = "the defender"
    """The inactive player's, next to both; strikes for 2-3-4, heals for a token, and wards for closing."""
    SYMBIOTE = "the symbiote"
    """The inactive player's; its host is the target."""


class Ability(Enum):
    """What is declared, each of the active player's and the inactive player's once in a game."""

    STRIKE = "the simple strike"
    """A property of the attacker; not sudden."""
    DEFENCE = "assigning the defender"
    """A redirection, and sudden."""
    TRIP = "the trip"
    """A sudden ability of the attacker: closes the defender, for a token."""
    HEAL = "the healing"
    """A sudden ability of the defender: the target gets five life, for a token."""
    WARD = "the ward"
    """A sudden ability of the defender that blocks the strike, for closing."""
    DESTRUCTION = "a destruction effect"
    """What a card gets that has no life left."""
    RETURN = "the return"
    """A triggered ability of the target: when it dies, it is resurrected."""


class StackObject(Enum):
    """The objects of a chain, in the order in which they resolve."""

    DECLARATION = "declaration object"
    TARGET = "target object"
    ROLL = "roll object"
    RESULT = "result object"
    CALCULATION = "calculation object"
    PROTECTION = "protection object"
    WOUND = "wound object"
    PAYMENT = "payment object"
    ENDING = "ending object"


class Strength(Enum):
    """How a simple strike turns out."""

    MISS = "a miss"
    WEAK = "a weak strike"
    MEDIUM = "a medium strike"
    STRONG = "a strong strike"


class Scene(Enum):
    """Which creatures there are at the start, and how they are: small, so that all plays can be searched."""

    DUEL = "two open creatures"
    CLOSED = "a closed target"
    ALLY = "a target under the same control"
    LAST = "two open creatures that one strike kills"
    FRAIL = "an attacker that one strike kills"
    DEFENDED = "a defender, and a trip against it"
    WARDED = "a defender that can ward the strike off"
    HEALED = "a host with a symbiote, and a healing"
    RETURNING = "a last creature that returns"


@dataclass(frozen=True, kw_only=True)
class Chain(Waiting):
    """One ability or property on the stack, from the object on top of it downwards.

    The objects of a chain enter the stack together and nothing comes between them: the object on top says
    which are left. Of a blocked chain only the payment object is left. ``about`` is its target, or who is to
    be destroyed.
    """

    ability: Ability
    controller: Player
    top: StackObject
    about: Fighter
    blocked: bool = False


@dataclass(frozen=True, kw_only=True)
class Trigger:
    """What has triggered and is not declared yet: a destruction effect or an ability of a card."""

    ability: Ability
    about: Fighter


def by(ability: Ability) -> Fighter:
    """Return the source of an ability; a destruction effect is a property of the card that gets it."""
    if ability in (Ability.STRIKE, Ability.TRIP):
        return Fighter.ATTACKER
    return Fighter.TARGET if ability == Ability.RETURN else Fighter.DEFENDER


def following(chain: Chain) -> StackObject | None:
    """Return which object of a chain comes on top when the one that is there has resolved, if any is left.

    A chain without dice has no roll, result and calculation object, a redirection only a wound and a payment
    object; a destruction effect is one object.
    """
    top = chain.top
    if top == StackObject.DECLARATION:
        return StackObject.TARGET
    if top == StackObject.TARGET:
        return StackObject.ROLL if chain.ability == Ability.STRIKE else StackObject.PROTECTION
    if top == StackObject.ROLL:
        return StackObject.RESULT
    if top == StackObject.RESULT:
        return StackObject.CALCULATION
    if top == StackObject.CALCULATION:
        return StackObject.PROTECTION
    if top == StackObject.PROTECTION:
        return StackObject.WOUND
    if top == StackObject.WOUND:
        return None if chain.ability == Ability.DESTRUCTION else StackObject.PAYMENT
    if top == StackObject.PAYMENT and chain.ability != Ability.DEFENCE and not chain.blocked:
        return StackObject.ENDING
    return None


def strength_of(roll: int) -> Strength:
    """Return how strong a strike is that nobody answers (BKON:205.4)."""
    if roll >= 6:
        return Strength.STRONG
    return Strength.MEDIUM if roll >= 4 else Strength.WEAK


def exchange(attack: int, response: int) -> tuple[Strength, Strength]:
    """Return the strengths of a strike and of the counter-strike, by the table in BKON:205.6."""
    miss, weak, medium, strong = Strength.MISS, Strength.WEAK, Strength.MEDIUM, Strength.STRONG
    if attack == response:
        return (weak, miss) if attack <= 4 else (miss, weak)
    if attack > response:
        for lead, result in (
            (1, (weak, miss)),
            (2, (medium, weak)),
            (3, (medium, miss)),
            (4, (strong, weak)),
        ):
            if attack == response + lead:
                return result
        return strong, miss
    for lead, result in ((1, (weak, miss)), (2, (miss, miss)), (3, (miss, weak)), (4, (weak, medium))):
        if response == attack + lead:
            return result
    return miss, medium
