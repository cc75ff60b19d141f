"""The words of combat between single creatures: creatures, and what is demanded of their attacks."""

from enum import Enum

from checker import Object, scope

__all__ = ["EFFECTS", "Creature", "Demand"]

EFFECTS = scope(1, least=0, most=3, name="effects")
"""How many effects of other cards may be played in one game."""


class Creature(Object, size=scope(3, least=2, most=6)):
    """A creature: it deals 1 damage to a battle, and destroys and is destroyed by a creature it fights."""


class Demand(Enum):
    """What effects demand of attacks for the whole game."""

    NOTHING = "nothing"
    FIRST_ATTACKS = "the first creature attacks if able"
    FIRST_ATTACKS_ALONE = "the first creature attacks if able, and no more than one creature can attack"
