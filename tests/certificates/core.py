"""The claims of the four games whose certificates are kept in the repository."""

from __future__ import annotations

from pathlib import Path

__all__ = ["ANY_BATTLES", "CORE", "EVERY_SIZE", "FOLDER", "OBJECTS", "claims_of"]

FOLDER = Path(__file__).parents[2] / "certificates"

EVERY_SIZE = "with sizes left open"
ANY_BATTLES = "with sizes left open, and any number of battles"

OBJECTS: dict[str, tuple[str, ...]] = {EVERY_SIZE: (), ANY_BATTLES: ("battles",)}
"""The objects of which there is any number."""

CORE: dict[str, dict[str, tuple[str, ...]]] = {
    "magic": {
        EVERY_SIZE: (
            "one_priority_holder",
            "resolves_last_in_first",
            "resolves_after_passes_in_a_row",
            "stays_until_resolved",
            "entries_leave_one_by_one",
            "a_pass_adds_nothing",
            "automatic_runs_end",
        ),
        ANY_BATTLES: ("zero_defense_leaves_play",),
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
    },
    "berserk": {
        EVERY_SIZE: (
            "one_priority_holder",
            "resolves_last_in_first",
            "resolves_after_passes_in_a_row",
            "leaves_only_when_performed",
            "a_pass_adds_nothing",
            "a_pass_hands_over",
            "none_vanishes",
            "automatic_runs_end",
        ),
    },
    "riftbound": {
        EVERY_SIZE: (
            "focus_belongs_to_one",
            "a_pass_in_a_chain_keeps_focus",
            "a_pass_in_the_open_passes_focus",
            "no_focus_passes_after_triggers",
            "the_contester_begins",
            "conversion_keeps_focus",
            "a_pass_adds_nothing",
            "stays_until_resolved",
            "nothing_vanishes",
            "control_changes_at_the_end",
            "resolves_last_in_first",
        ),
    },
}
"""What is proved of all states of any size, by game and by what is left open."""


def claims_of(game: str) -> tuple[str, ...]:
    """Return all claims of a game that have a certificate."""
    return tuple(claim for claims in CORE[game].values() for claim in claims)
