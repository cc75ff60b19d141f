"""The claims of the four games whose certificates are kept in the repository."""

from __future__ import annotations

from pathlib import Path

__all__ = ["CORE", "EVERY_SIZE", "FOLDER", "OWN_SIZES", "claims_of"]

FOLDER = Path(__file__).parents[2] / "certificates"

EVERY_SIZE = "with sizes left open"
OWN_SIZES = "at the sizes of the game"

CORE = {
    "magic": {
        EVERY_SIZE: (
            "one_priority_holder",
            "resolves_last_in_first",
            "stays_until_resolved",
            "entries_leave_one_by_one",
            "a_pass_adds_nothing",
            "zero_defense_leaves_play",
            "automatic_runs_end",
        ),
        OWN_SIZES: ("resolves_after_passes_in_a_row",),
    },
    "force_of_will": {
        EVERY_SIZE: (
            "a_pass_adds_nothing",
            "stays_until_resolved",
            "nothing_vanishes_from_the_chase",
            "no_entry_is_there_twice",
            "turn_player_after_resolution",
            "resolves_last_in_first",
            "resolves_after_passes_in_a_row",
            "one_priority_holder",
            "automatic_runs_end",
        ),
        OWN_SIZES: (),
    },
    "berserk": {
        EVERY_SIZE: (
            "one_priority_holder",
            "resolves_last_in_first",
            "a_pass_adds_nothing",
            "a_pass_hands_over",
            "none_vanishes",
            "automatic_runs_end",
        ),
        OWN_SIZES: ("resolves_after_passes_in_a_row", "leaves_only_when_performed"),
    },
    "riftbound": {
        EVERY_SIZE: (
            "focus_belongs_to_one",
            "a_pass_in_a_chain_keeps_focus",
            "a_pass_adds_nothing",
            "stays_until_resolved",
            "control_changes_at_the_end",
            "resolves_last_in_first",
        ),
        OWN_SIZES: (),
    },
}
"""What is proved, by game and by sizes: of all states of any size, or within the game's own sizes."""


def claims_of(game: str) -> tuple[str, ...]:
    """Return all claims of a game that have a certificate."""
    return tuple(claim for claims in CORE[game].values() for claim in claims)
