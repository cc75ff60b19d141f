"""Which kind of graph is built of a game, for questions about how plays go on: by size."""

from __future__ import annotations

import time

from checker.errors import UsageError
from checker.explore.graph import build_graph
from checker.explore.graph_interface import Graph
from checker.explore.interface import Limits, Progress
from checker.explore.stopping import limit_reached
from checker.system.model import System
from checker.system.terms import all_of, any_of

__all__ = ["LARGE", "SMALL", "cuts", "graph_of", "too_large"]

SMALL = 150_000
"""States up to which a graph is built in plain Python."""

LARGE = 10_000_000
"""States up to which a graph is built at all: at that size it takes about 2 GB, see docs/decisions."""


def graph_of(
    system: System,
    *,
    seconds: float | None,
    progress: Progress | None,
    small: int = SMALL,
    large: int = LARGE,
) -> Graph:
    """Return the graph of a system, as far as it fits.

    Args:
        system: the game.
        seconds: when to give up.
        progress: told now and then how far it is.
        small: the number of states up to which plain Python builds it; a game that turns out larger is
            built anew in machine code.
        large: the number of states beyond which the graph stays a part of the whole.

    Returns:
        The graph. Where it is not whole, ``stopped`` says why: a limit, or what is missing to go on.
    """
    begun = time.perf_counter()
    graph = build_graph(system, limits=Limits(seconds=seconds, states=small), progress=progress)
    if graph.stopped != str(limit_reached(small, "state")):
        return graph
    left = None if seconds is None else max(0.1, seconds - (time.perf_counter() - begun))
    try:
        from checker.explore.sparse.graph import build_sparse_graph

        return build_sparse_graph(system, limits=Limits(seconds=left, states=large), progress=progress)
    except (ImportError, UsageError) as error:
        graph.stopped = f"{graph.stopped}, and no larger graph can be built here ({error})"
        return graph


def too_large(graph: Graph, large: int = LARGE) -> bool:
    """Whether a graph was left a part of the whole since the game has more than ``large`` states."""
    return graph.stopped == str(limit_reached(large, "state"))


def cuts(graph: Graph, name: str) -> bool:
    """Return whether the bound of that name cuts a step somewhere in a graph."""
    cut = any_of(
        all_of((update.enabled, condition))
        for update in graph.system.updates
        for bound, condition in update.cut_parts
        if bound == name
    )
    return bool(graph.cut) and graph.somewhere(cut, graph.cut)
