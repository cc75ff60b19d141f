"""Plays: sequences of steps from an initial state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.system.model import State, System, Update

__all__ = ["Play"]


@dataclass(frozen=True)
class Play:
    """Steps from an initial state.

    ``states`` has one more entry than ``updates`` (indices into ``System.updates``), except that a play
    which ends in a ``wrong`` step has that step last and no state after it (``ends_wrong``). ``loop`` is
    the index of the state to which the last state is equal, for plays that can go on for ever.
    """

    system: System
    states: tuple[State, ...]
    updates: tuple[int, ...]
    loop: int | None = None

    @property
    def ends_wrong(self) -> bool:
        """Whether the last step has no state after it."""
        return len(self.updates) == len(self.states)

    def steps(self) -> Iterator[tuple[State, Update, State | None]]:
        """Yield (state before, update, state after) for every step."""
        for i, index in enumerate(self.updates):
            after = self.states[i + 1] if i + 1 < len(self.states) else None
            yield self.states[i], self.system.updates[index], after

    def __len__(self) -> int:
        return len(self.updates)
