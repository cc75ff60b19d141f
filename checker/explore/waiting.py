"""The part of a graph in which something is still waited for."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.system.play import Play

if TYPE_CHECKING:
    from checker.explore.graph_interface import Graph

__all__ = ["Waiting", "wait"]


@dataclass(frozen=True)
class Waiting:
    """The states in which the goal is still waited for, in the order of the shortest plays to them.

    They are found by a breadth-first search over pairs of a state and whether the goal is due in it:
    ``parent`` and ``update`` have for the pair ``2 * state + due`` the pair before it and the update that
    led from there (-1 for both at the start).
    """

    graph: Graph
    states: Sequence[int]
    parent: Sequence[int]
    update: Sequence[int]

    def play_to(self, state: int) -> Play:
        """Return the shortest play after which the goal is due in ``state``, the least of them."""
        states, updates = [], []
        node = 2 * state + 1
        while node >= 0:
            states.append(self.graph.state(node >> 1))
            if self.parent[node] >= 0:
                updates.append(self.update[node])
            node = self.parent[node]
        return Play(self.graph.system, tuple(reversed(states)), tuple(reversed(updates)))


def wait(graph: Graph, premise: bytearray, goal: bytearray, *, at_start: bool) -> Waiting:
    """Return where the goal is due, going through the graph state by state."""
    states: list[int] = []
    size = 2 * len(graph)
    parents = array("q", [-2]) * size
    updates = array("l", [-1]) * size
    queue: list[int] = []

    def reach(state: int, was_due: bool, parent: int, update: int) -> None:
        due = not goal[state] and (was_due or bool(premise[state]))
        node = 2 * state + due
        if parents[node] == -2:
            parents[node], updates[node] = parent, update
            queue.append(node)
            if due:
                states.append(state)

    for state in range(graph.initial):
        reach(state, at_start, -1, -1)
    for node in queue:  # the list grows meanwhile
        for update, target in graph.edges(node >> 1):
            reach(target, bool(node & 1), node, update)
    return Waiting(graph, states, parents, updates)
