"""Riftbound: the showdown, with chain, focus, combat and what is scored by it.

``words`` names the things and ``board`` the state; the rules are in ``battlefields`` (contested, control,
points), ``showdowns`` (focus, passing), ``combats`` (damage, result), ``cleanups``, ``finalizing`` (pending
items, triggers), ``chains`` (playing, resolving) and ``cards``. Here they become the game, with the tables at
which it starts.
"""

from typing import ClassVar

from checker import Procedure, between_actions, start, state_based
from models.riftbound.cards import Cards
from models.riftbound.tables import Table, lay
from models.riftbound.words import (
    Ability,
    Battlefield,
    Card,
    Item,
    Kind,
    Ongoing,
    Pending,
    Phase,
    Player,
    Role,
    Timing,
    Trigger,
    Unit,
    Zone,
)

__all__ = [
    "LAYERS",
    "Ability",
    "Battlefield",
    "Card",
    "Item",
    "Kind",
    "Ongoing",
    "Pending",
    "Phase",
    "Player",
    "Riftbound",
    "Role",
    "Table",
    "Timing",
    "Trigger",
    "Unit",
    "Zone",
]


LAYERS = (
    "finish_resolution",
    (
        "rune_prison_resolves",
        "strike_resolves",
        "charm_resolves",
        "pull_resolves",
        "retreat_resolves",
        "denial_resolves",
        "takeover_resolves",
        "draw_resolves",
        "attack_trigger_resolves",
        "play_trigger_resolves",
    ),
    "close_chain",
    ("control_after_showdown", "no_control_after_showdown"),
    "win",
    state_based,
    "heal_and_recall",
    "lose_control",
    "clear_contested",
    "stage_showdown",
    "stage_combat",
    "open_showdown",
    "become_combat",
    "end_cleanup",
    (
        "choose_target",
        "choose_move",
        "choose_item",
        "finalize",
        "unit_enters",
        "gear_enters",
        "energy_is_added",
    ),
    "put_on_chain",
    "begin_resolution",
    "end_sequence",
    "sum_might",
    "deal_damage",
    ("control_after_combat", "no_control_after_combat", "combat_without_result"),
    "begin_main_phase",
    "settle_priority",
    "give_priority",
)
"""What goes on by itself, in order: resolving, the end of a chain or showdown, the cleanup from its first
step to its last, finalizing, what follows when all have passed, combat, and priority."""


class Riftbound(Cards):
    """One turn of the first player, from the beginning phase to the end of the main phase."""

    procedure: ClassVar[Procedure | None] = between_actions(
        *LAYERS, cites=("RB1.3:335", "RB1.4:334", "RB1.4:336")
    )

    @start(says="the table is laid")
    def lay_the_table(self, table: Table) -> None:
        """Start with the units and cards of one table."""
        lay(self, table)
