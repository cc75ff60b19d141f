"""Force of Will: the chase, and in small games of their own battle, turn, processes, triggers and loops.

All follow one rulebook and share the priority sequence. ``ForceOfWill`` is the chase itself, with one card
for each role that its rules speak of; each of the others has the cards that its part needs.
"""

from models.force_of_will.battle import ForceOfWillBattle
from models.force_of_will.cards import ForceOfWill
from models.force_of_will.loops import ForceOfWillLoops
from models.force_of_will.parts import (
    RESONATORS,
    Card,
    Entry,
    Kind,
    Mode,
    Phase,
    Table,
    Zone,
    is_spell,
    owner,
)
from models.force_of_will.processes import ForceOfWillProcesses
from models.force_of_will.sequence import Player
from models.force_of_will.triggers import ForceOfWillTriggers
from models.force_of_will.turn import ForceOfWillTurn

__all__ = [
    "RESONATORS",
    "Card",
    "Entry",
    "ForceOfWill",
    "ForceOfWillBattle",
    "ForceOfWillLoops",
    "ForceOfWillProcesses",
    "ForceOfWillTriggers",
    "ForceOfWillTurn",
    "Kind",
    "Mode",
    "Phase",
    "Player",
    "Table",
    "Zone",
    "is_spell",
    "owner",
]
