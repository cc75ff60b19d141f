"""The states and steps of a game of millions of states, as arrays of numbers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from checker.explore.compiled.engine import Run, open_search
from checker.explore.compiled.packing import Layout
from checker.explore.interface import Limits, Progress, Statistics
from checker.system.model import State, System

__all__ = ["StepArrays", "step_arrays"]


@dataclass(frozen=True)
class StepArrays:
    """States by number, in breadth-first order, and the proper steps between them.

    The steps from state ``s`` are those from ``first_edge[s]`` up to ``first_edge[s + 1]``: update
    ``edge_update[e]`` leads to state ``edge_target[e]``; so ``first_edge`` and ``edge_target`` are the
    row pointers and columns of a sparse matrix. Only the first ``expanded`` states have steps.
    ``level_starts`` has the first state of every level. ``stopped`` says why the search ended early.
    """

    system: System
    words: array[int]
    level_starts: tuple[int, ...]
    first_edge: array[int]
    edge_update: array[int]
    edge_target: array[int]
    statistics: Statistics
    stopped: str = ""

    @property
    def expanded(self) -> int:
        """The number of states whose steps are known."""
        return len(self.first_edge) - 1

    def state(self, number: int) -> State:
        """Return a state by its number."""
        layout = Layout.of(self.system.cells)
        return layout.unpack(self.words[number * layout.words : (number + 1) * layout.words])

    def __len__(self) -> int:
        return len(self.words) // Layout.of(self.system.cells).words


def step_arrays(
    system: System,
    *,
    limits: Limits = Limits(),  # noqa: B008 - an immutable value
    progress: Progress | None = None,
) -> StepArrays:
    """Return all states and steps of ``system`` within ``limits``.

    A limit of states may be overstepped by a few hundred. Raises UsageError as the compiled engine does.
    """
    search = open_search(system)
    try:
        run = Run(search, limits, stop_when_found=False, progress=progress)
        run.begin(None)
        outcome = run.finish()
        words = array("Q")
        for piece in search.packed():
            words.frombytes(piece)
        first_edge, edge_update, edge_target = search.edges(0, search.expanded)
        return StepArrays(
            system=system,
            words=words,
            level_starts=tuple(search.levels),
            first_edge=first_edge,
            edge_update=edge_update,
            edge_target=edge_target,
            statistics=outcome.statistics,
            stopped=outcome.stopped,
        )
    finally:
        search.free()
