from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from checker.explore.components import Edge, shortest_way, strong_components

drawn_edges = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


def successors(edges: list[tuple[int, int]], node: int) -> list[Edge]:
    return [(i, b) for i, (a, b) in enumerate(edges) if a == node]


@given(drawn_edges)
def test_components_are_those_of_networkx_and_sinks_come_first(edges: list[tuple[int, int]]) -> None:
    graph: nx.DiGraph[int] = nx.DiGraph(edges)
    graph.add_nodes_from(range(8))
    found = strong_components(range(8), lambda n: successors(edges, n))
    assert sorted(map(sorted, found)) == sorted(map(sorted, nx.strongly_connected_components(graph)))
    place = {node: i for i, component in enumerate(found) for node in component}
    assert all(place[b] <= place[a] for a, b in edges)


def test_a_long_path_takes_no_recursion() -> None:
    found = strong_components([0], lambda n: [(0, n + 1)] if n < 100_000 else [])
    assert found[0] == [100_000]
    assert len(found) == 100_001


@given(drawn_edges, st.integers(0, 7), st.integers(0, 7))
def test_the_shortest_way_takes_at_least_one_edge(edges: list[tuple[int, int]], start: int, end: int) -> None:
    way = shortest_way(start, lambda n: successors(edges, n), lambda edge: edge[1] == end)
    graph: nx.DiGraph[int] = nx.DiGraph(edges)
    graph.add_nodes_from(range(8))
    lengths = [
        1 + nx.shortest_path_length(graph, b, end)
        for a, b in edges
        if a == start and nx.has_path(graph, b, end)
    ]
    if way is None:
        assert lengths == []
        return
    assert len(way) == min(lengths)
    here = start
    for index, target in way:
        assert edges[index] == (here, target)
        here = target
    assert here == end
