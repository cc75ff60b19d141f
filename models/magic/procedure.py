"""What happens by itself in Magic, in its order, where there are battles; games say what they have of it."""

from checker import Procedure, between_actions
from models.magic.priority import PROCEDURE

__all__ = ["COMBAT", "procedure_of"]

COMBAT = ("blockers_are_declared", "combat_damage")
"""What happens in a combat, once all have passed."""


def procedure_of(*effects: str, leaving: tuple[str, ...] = (), combat: tuple[str, ...] = COMBAT) -> Procedure:
    """Return what happens between actions in a game with battles.

    Args:
        effects: the rules of what can resolve besides a battle, its own abilities, and what moves a battle.
        leaving: what takes entries of the stack out of the game, before anything else.
        combat: what happens in a combat; nothing where there is none.

    """
    resolving = (
        "battle_resolves",
        "enters_ability_resolves",
        "defeat_resolves",
        "back_face_resolves",
        "control_resolves",
        "bounce_resolves",
        *effects,
    )
    return between_actions(
        *leaving,
        "finish_resolution",
        resolving,
        "begin_resolution",
        "end_sequence",
        *((combat,) if combat else ()),
        "state_based",
        ("stack_trigger", "remove_trigger"),
        "give_priority",
        cites=PROCEDURE,
    )
