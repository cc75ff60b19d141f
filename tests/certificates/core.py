"""The claims of the four games whose certificates are kept in the repository."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CORE", "FOLDER"]

FOLDER = Path(__file__).parents[2] / "certificates"

CORE = {
    "magic": (
        "stays_until_resolved",
        "entries_leave_one_by_one",
        "a_pass_adds_nothing",
        "zero_defense_leaves_play",
    ),
    "force_of_will": (
        "a_pass_adds_nothing",
        "stays_until_resolved",
        "nothing_vanishes_from_the_chase",
        "no_entry_is_there_twice",
        "turn_player_after_resolution",
        "resolves_last_in_first",
    ),
    "berserk": (
        "one_priority_holder",
        "resolves_last_in_first",
        "resolves_after_passes_in_a_row",
        "a_pass_adds_nothing",
        "a_pass_hands_over",
        "leaves_only_when_performed",
        "none_vanishes",
    ),
    "riftbound": (
        "focus_belongs_to_one",
        "a_pass_in_a_chain_keeps_focus",
        "a_pass_adds_nothing",
        "stays_until_resolved",
        "control_changes_at_the_end",
    ),
}
"""What is proved of all states within the games' own sizes and bounds, by game."""
