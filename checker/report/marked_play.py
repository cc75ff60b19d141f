"""Where a play goes through a graph of states that is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from checker.errors import UsageError
from checker.judge.verdict import PlayStep, ToldPlay
from checker.system.model import State, System

__all__ = ["Graph", "MarkedPlay"]


class Graph(Protocol):
    """A graph of states by number, the initial ones first."""

    system: System
    initial: int

    def state(self, number: int) -> State:
        """Return a state by its number."""

    def edges(self, number: int) -> Iterable[tuple[int, int]]:
        """Return the steps from a state, as pairs of an update and the state that it leads to."""


class MarkedPlay:
    """Where a play goes through a graph: its way, the states on it, and its steps with their numbers."""

    def __init__(self, graph: Graph, play: ToldPlay | None) -> None:
        self._graph = graph
        self.way: list[int] = []
        self.states: set[int] = set()
        self.steps: dict[tuple[int, int, int], int] = {}
        if play is None:
            return
        starts = [n for n in range(graph.initial) if self._shows(n, play.start)]
        way = self._way(starts, play.steps) if starts else None
        if way is None:
            raise UsageError(
                f"the play does not lie in the graph of {graph.system.name} as it is now",
                hint="`ruleproof replay` tells at which step it no longer fits",
            )
        self.way, updates = way
        self.states = set(self.way)
        for number, (source, update, target) in enumerate(
            zip(self.way, updates, self.way[1:], strict=False), start=1
        ):
            self.steps.setdefault((source, update, target), number)

    def _way(self, starts: Sequence[int], steps: Sequence[PlayStep]) -> tuple[list[int], list[int]] | None:
        """Return the states and updates of the play, if there is a way through the graph that shows the same.

        Several states may look alike, because moments are not shown: each of them is gone on from.
        """
        came: list[dict[int, tuple[int, int]]] = []
        here = set(starts)
        for step in steps:
            if not step.state:
                break  # a wrong step leads to no state
            there: dict[int, tuple[int, int]] = {}
            for number in sorted(here):
                for update, target in self._graph.edges(number):
                    if target not in there and self._is_taken(step, update, target):
                        there[target] = (number, update)
            if not there:
                return None
            came.append(there)
            here = set(there)
        states, updates = [min(here)], []
        for there in reversed(came):
            number, update = there[states[-1]]
            states.append(number)
            updates.append(update)
        return states[::-1], updates[::-1]

    def _is_taken(self, step: PlayStep, update: int, target: int) -> bool:
        taken = self._graph.system.updates[update]
        return (
            taken.rule == step.rule
            and dict(taken.arguments) == dict(step.arguments)
            and self._shows(target, step.state)
        )

    def _shows(self, number: int, state: Mapping[str, Any]) -> bool:
        """Whether a state of the graph looks like one of the play, in all that it has."""
        system = self._graph.system
        mine = system.show_state(self._graph.state(number))
        return all(state.get(name) == value for name, value in mine.items())
