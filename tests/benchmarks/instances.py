"""The sizes of the benchmark, and what every search of them has to count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["INSTANCES", "KINDS", "Instance"]

KINDS = 4
"""Kinds of spell, in every instance."""


@dataclass(frozen=True)
class Instance:
    """Sizes of the game, and its numbers of states, transitions, states that are over, and levels."""

    depth: int
    life: int
    hand: int
    states: int
    transitions: int
    over: int
    levels: int
    single: bool = True
    """Whether it is small enough for searches of single states."""

    @property
    def scopes(self) -> dict[str, int]:
        """The scopes of the game in the language."""
        return {"depth": self.depth, "life": self.life, "hand": self.hand}

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """What a search has to report."""
        return self.states, self.transitions, self.over, self.levels


INSTANCES: Mapping[str, Instance] = {
    "tiny": Instance(2, 1, 1, 248, 352, 24, 10),
    "small": Instance(4, 2, 2, 50_720, 78_864, 2_576, 24),
    "large": Instance(6, 3, 3, 6_096_768, 9_630_816, 207_936, 38),
    "medium": Instance(10, 5, 5, 54_564_075_160, 87_099_564_720, 1_121_913_640, 66, single=False),
}
