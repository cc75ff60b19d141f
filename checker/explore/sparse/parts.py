"""Components, fair parts and forks of a large graph.

Strongly connected components are scipy's. What :mod:`checker.explore.fairness` does with one component
after the other is done here with all of them at once, in rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from checker.explore.fairness import Fairness
from checker.explore.sparse.marks import Blocked, Numbers
from checker.explore.sparse.sweeps import Edges, Flags, distinct, edges_of

__all__ = ["components", "fair_parts", "forks", "unsettled"]


def components(edges: Edges) -> tuple[int, NDArray[np.int32]]:
    """Return the number of strongly connected components, and for each state the number of its own."""
    count, labels = connected_components(edges.matrix(), directed=True, connection="strong")
    return int(count), labels


def fair_parts(
    edges: Edges,
    states: Flags,
    fairness: Fairness,
    taking: Callable[[frozenset[int]], Flags],
    enabled: Callable[[frozenset[int]], Flags],
) -> Numbers:
    """Return for each state the number of the part that a fair play can go round for ever, or -1.

    The parts are those of :func:`checker.explore.fairness.fair_components` within ``states``. ``taking``
    says for a set of updates which of ``edges`` take one of it, ``enabled`` in which states one of it is
    enabled. Each round takes states away from the components that never take a strongly fair set, so that
    there are hardly more rounds than such sets, nested as they may be.
    """
    parts = np.full(edges.states, -1, np.int64)
    found = 0
    left = states.copy()
    while left.any():
        kept = left[edges.source] & left[edges.target]
        within = edges.only(kept)
        count, label = components(within)
        tail = label[within.source]
        inner = tail == label[within.target]
        tail, kept_inside = tail[inner], np.flatnonzero(kept)[inner]
        alive = _some(count, tail)
        for wanted in fairness.weak:
            taken = _some(count, tail[taking(wanted)[kept_inside]])
            alive &= taken | _some(count, label[left & ~enabled(wanted)])
        again = np.zeros(count, np.bool_)
        following = left.copy()
        for wanted in fairness.strong:
            here = enabled(wanted)
            taken = _some(count, tail[taking(wanted)[kept_inside]])
            missed = alive & ~taken & _some(count, label[left & here])
            again |= missed
            following &= ~(missed[label] & here)
        whole = alive & ~again
        numbers = np.full(count, -1, np.int64)
        numbers[whole] = found + np.arange(int(whole.sum()))
        found += int(whole.sum())
        inside = left & whole[label]
        parts[inside] = numbers[label[inside]]
        left = following & again[label]
    return parts


def _some(count: int, numbers: NDArray[np.int32]) -> Flags:
    """Return which of the numbers below ``count`` are among ``numbers``."""
    flags = np.zeros(count, np.bool_)
    flags[numbers] = True
    return flags


def forks(edges: Edges, blocked: Blocked, keys: Sequence[int]) -> Numbers:
    """Return the states, in order, in which updates with different keys are enabled."""
    key = np.asarray(keys, np.int64)
    least = np.full(edges.states, len(key), np.int64)
    greatest = np.full(edges.states, -1, np.int64)
    for states, updates in ((edges.source, edges.update), (blocked.states, blocked.updates)):
        here = key[updates] if len(updates) else updates
        np.minimum.at(least, states[here >= 0], here[here >= 0])
        np.maximum.at(greatest, states, here)
    return np.flatnonzero(least < greatest)


def unsettled(edges: Edges, at: Numbers) -> Numbers:
    """Return those of the states ``at`` of which the next states do not all share one certain end.

    An end is a component that no edge leaves. Every component has a least end that it reaches; where that
    is the same for all next states, they can meet there.
    """
    end = _least_ends(edges)
    least = np.full(edges.states, edges.states, np.int64)
    greatest = np.full(edges.states, -1, np.int64)
    np.minimum.at(least, edges.source, end[edges.target])
    np.maximum.at(greatest, edges.source, end[edges.target])
    return at[least[at] < greatest[at]]


def _least_ends(edges: Edges) -> Numbers:
    """Return for each state the least number of a component without a way out that it reaches.

    Goes backwards from the ends; a component has its turn when all that follow it have had theirs.
    """
    count, label = components(edges)
    tail, head = label[edges.source], label[edges.target]
    leaves = tail != head
    tail, head = tail[leaves], head[leaves]
    order = np.argsort(head, kind="stable")
    before = tail[order]
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum(np.bincount(head, minlength=count))))
    open_edges = np.bincount(tail, minlength=count)
    end = np.where(open_edges == 0, np.arange(count), count)
    frontier = np.flatnonzero(open_edges == 0)
    while frontier.size:
        taken, place = edges_of(first, frontier)
        sources = before[taken]
        np.minimum.at(end, sources, end[frontier[place]])
        np.subtract.at(open_edges, sources, 1)
        frontier = distinct(sources[open_edges[sources] == 0])
    return end[label]
