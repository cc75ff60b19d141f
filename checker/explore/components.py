"""Strongly connected components of parts of a state graph, and the shortest ways inside them.

Liveness asks for components of graphs that are too large for a graph store, again and again on
shrinking parts, so these work on numbers and on a function that gives the edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

__all__ = ["Edge", "Edges", "shortest_way", "strong_components"]

Edge = tuple[int, int]
"""An update and the number of the state after it."""

Edges = Callable[[int], Iterable[Edge]]
"""Gives the edges from a state, in order."""


def strong_components(roots: Iterable[int], edges: Edges) -> list[list[int]]:
    """Return the strongly connected components of what is reachable from ``roots``.

    A component stands after all components that its edges lead to. The algorithm is the one of R. Tarjan,
    "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972, without recursion.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found: list[list[int]] = []

    def enter(node: int) -> None:
        index[node] = low[node] = len(index)
        path.append(node)
        on_path.add(node)
        work.append((node, iter(edges(node))))

    for root in roots:
        work: list[tuple[int, Iterable[Edge]]] = []
        if root not in index:
            enter(root)
        while work:
            node, rest = work[-1]
            for _, target in rest:
                if target not in index:
                    enter(target)
                    break
                if target in on_path:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    first = len(path) - 1
                    while path[first] != node:
                        first -= 1
                    found.append(path[first:])
                    on_path.difference_update(path[first:])
                    del path[first:]
    return found


def shortest_way(start: int, edges: Edges, wanted: Callable[[Edge], bool]) -> list[Edge] | None:
    """Return the least shortest way from ``start`` whose last edge (there is one) is ``wanted``."""
    came_by: dict[int, tuple[int, Edge]] = {}
    level = [start]
    seen = {start}
    while level:
        following: list[int] = []
        for node in level:
            for edge in edges(node):
                if wanted(edge):
                    way = [edge]
                    while node in came_by:
                        node, before = came_by[node]  # noqa: PLW2901 - the search ends here
                        way.append(before)
                    return way[::-1]
                if edge[1] not in seen:
                    seen.add(edge[1])
                    came_by[edge[1]] = (node, edge)
                    following.append(edge[1])
        level = following
    return None
