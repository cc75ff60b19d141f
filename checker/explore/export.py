"""A graph of states for other libraries: networkx where it is small, a sparse matrix for any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.errors import UsageError

if TYPE_CHECKING:
    import networkx as nx

    from checker.explore.graph_interface import Graph

__all__ = ["SMALL", "to_networkx", "to_sparse"]

SMALL = 50_000
"""How many states and edges together are handed to networkx unless the caller asks for more."""


def to_networkx(graph: Graph, *, at_most: int = SMALL) -> nx.MultiDiGraph[int]:
    """Return the graph for networkx, its nodes being the numbers of the states.

    Nodes have the attributes ``state`` (a tuple), ``depth``, ``initial``, ``over``, ``dead_end``, ``cut``,
    ``wrong`` and ``expanded``; edges have ``update`` (the index) and ``name``.

    Raises :class:`UsageError` if states and edges together are more than ``at_most``: networkx takes about
    a kilobyte for each.
    """
    import networkx as nx

    size = len(graph) + len(graph.edge_target)
    if size > at_most:
        raise UsageError(
            f"the graph of {graph.system.name} has {len(graph)} states and"
            f" {len(graph.edge_target)} steps, more than the {at_most} that are drawn",
            hint="make the game smaller with `--scope NAME=N`, or take the matrix that `to_sparse()` gives",
        )
    drawn: nx.MultiDiGraph[int] = nx.MultiDiGraph(name=graph.system.name)
    for number in range(len(graph)):
        drawn.add_node(
            number,
            state=graph.state(number),
            depth=graph.depth[number],
            initial=number < graph.initial,
            over=number in graph.over,
            dead_end=number in graph.dead_ends,
            cut=number in graph.cut,
            wrong=number in graph.wrong,
            expanded=number < graph.expanded,
        )
    names = [u.name for u in graph.system.updates]
    for number in range(len(graph)):
        for update, target in graph.edges(number):
            drawn.add_edge(number, target, update=update, name=names[update])
    return drawn


def to_sparse(graph: Graph) -> Any:
    """Return the graph as a square ``scipy.sparse.csr_array`` of 32-bit numbers.

    The entry at row ``s`` and column ``t`` is the number of updates by which a step leads from state ``s``
    to state ``t``. Of any size; which updates they are stays in ``edge_update``.

    Raises :class:`UsageError` where scipy cannot be loaded.
    """
    try:
        import numpy as np
        from scipy.sparse import csr_array
    except ImportError as error:
        raise UsageError(
            f"a sparse matrix cannot be made: {error}",
            hint="install scipy, or take the graph that `to_networkx()` gives of a small game",
        ) from error
    ones = np.ones(len(graph.edge_target), np.int32)
    columns, rows = np.asarray(graph.edge_target), np.asarray(graph.first_edge)
    matrix = csr_array((ones, columns, rows), shape=(len(graph), len(graph)), copy=True)
    matrix.sum_duplicates()
    return matrix
