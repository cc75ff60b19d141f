"""Going through the edges of a graph level by level, a whole level at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from checker.explore.sparse.marks import Numbers

__all__ = ["Edges", "Flags", "distinct", "edges_of", "reaching", "wait"]

Flags = NDArray[np.bool_]

_UNSEEN = -2


@dataclass(frozen=True)
class Edges:
    """The edges of a graph by the state they come from: rows of a sparse matrix.

    The edges from state ``s`` are those from ``first[s]`` up to ``first[s + 1]``; each has a ``target``
    and an ``update``. ``source`` has the state that each comes from.
    """

    first: Numbers
    target: Numbers
    update: Numbers
    source: NDArray[np.int32]

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.first) - 1

    def only(self, keep: Flags) -> Edges:
        """Return the graph of the edges that are to be kept, in their order."""
        before = np.concatenate((np.zeros(1, np.int64), np.cumsum(keep, dtype=np.int64)))
        return Edges(before[self.first], self.target[keep], self.update[keep], self.source[keep])

    def matrix(self) -> Any:
        """Return the edges as a ``scipy.sparse.csr_array`` whose entries are the numbers of the edges."""
        index = np.int32 if max(len(self.target), self.states) < 1 << 31 else np.int64
        parts = (np.arange(len(self.target)), self.target.astype(index), self.first.astype(index))
        return csr_array(parts, shape=(self.states, self.states))


def distinct(numbers: Numbers) -> Numbers:
    """Return the numbers in order, each once.

    Sorts: on millions of numbers ``numpy.unique`` hashes, which takes several times as long.
    """
    ordered = np.sort(numbers)
    return ordered[np.concatenate(([True], ordered[1:] != ordered[:-1]))] if ordered.size else ordered


def edges_of(first: Numbers, nodes: Numbers) -> tuple[Numbers, Numbers]:
    """Return the edges of ``nodes``, one node after the other, and for each the place of its node."""
    starts = first[nodes]
    counts = first[nodes + 1] - starts
    before = np.cumsum(counts) - counts
    place = np.repeat(np.arange(len(nodes)), counts)
    return np.arange(len(place)) + (starts - before)[place], place


def reaching(incoming: tuple[Numbers, Numbers], goals: Numbers) -> Flags:
    """Return for each state whether it reaches one of ``goals``.

    ``incoming`` has the edges by the state they lead to: where those of each state begin, and the states
    they come from.
    """
    first, sources = incoming
    found = np.zeros(len(first) - 1, np.bool_)
    found[goals] = True
    frontier = np.flatnonzero(found)
    while frontier.size:
        edges, _ = edges_of(first, frontier)
        before = sources[edges]
        frontier = distinct(before[~found[before]])
        found[frontier] = True
    return found


def wait(
    edges: Edges, initial: int, premise: Flags, goal: Flags, *, at_start: bool
) -> tuple[Numbers, Numbers, NDArray[np.int32]]:
    """Return the parts of :class:`~checker.explore.waiting.Waiting`: states, parents and updates.

    Within a level, the first edge to a pair finds it, as in a search that goes state by state: a frontier
    is kept in the order in which its pairs were found, and its edges are taken in that order.
    """
    parents = np.full(2 * edges.states, _UNSEEN, np.int64)
    updates = np.full(2 * edges.states, -1, np.int32)
    start = np.arange(initial)
    frontier = 2 * start + (~goal[start] & (premise[start] | at_start))
    parents[frontier] = -1
    states = [frontier[:0]]
    while frontier.size:
        due = (frontier & 1).astype(np.bool_)
        states.append(frontier[due] >> 1)
        taken, place = edges_of(edges.first, frontier >> 1)
        target = edges.target[taken]
        nodes = 2 * target + (~goal[target] & (due[place] | premise[target]))
        new = np.flatnonzero(parents[nodes] == _UNSEEN)
        _, earliest = np.unique(nodes[new], return_index=True)
        new = new[np.sort(earliest)]
        following = nodes[new]
        parents[following] = frontier[place[new]]
        updates[following] = edges.update[taken[new]]
        frontier = following
    return np.concatenate(states), parents, updates
