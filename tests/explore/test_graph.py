from __future__ import annotations

import dataclasses

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.errors import UsageError
from checker.explore.explicit import ExplicitEngine
from checker.explore.graph import (
    StateGraph,
    build_graph,
    components,
    condensation,
    layers,
    layout,
    shortest_path,
)
from checker.explore.interface import Limits, Statistics, Target
from checker.system.model import System
from checker.system.terms import TRUE, equal, integer, var
from tests import toys
from tests.examples import examples
from tests.strategies import systems


def statistics_of(graph: StateGraph) -> Statistics:
    fired = [0] * len(graph.system.updates)
    for update in graph.edge_update:
        fired[update] += 1
    wrong = cut = 0
    for number, updates in graph.blocked.items():
        for u in updates:
            is_wrong = graph.system.holds(graph.system.updates[u].wrong, graph.states[number])
            wrong += is_wrong
            cut += not is_wrong
    return Statistics(
        states=len(graph),
        transitions=len(graph.edge_target),
        levels=max(graph.depth) + 1,
        dead_ends=len(graph.dead_ends),
        over=len(graph.over),
        cut=cut,
        wrong=wrong,
        fired=tuple(fired),
    )


@examples(60)
@given(systems())
def test_the_graph_is_what_the_search_sees(system: System) -> None:
    graph = build_graph(system)
    here = tuple(Target(str(n), toys.state_is(system, s)) for n, s in enumerate(graph.states))
    searched = ExplicitEngine().search(system, here)
    assert statistics_of(graph) == dataclasses.replace(searched.statistics, seconds=0.0)
    assert graph.complete
    for number, state in enumerate(graph.states):
        steps = [(update, graph.numbers[after]) for update, after in system.steps(state)]
        assert list(graph.edges(number)) == steps
        assert list(graph.targets(number)) == [t for _, t in steps]
        enabled = {i for i, u in enumerate(system.updates) if system.holds(u.enabled, state)}
        assert graph.enabled(number) == enabled
        assert graph.play_to(number) == searched.found[str(number)]
        assert len(graph.play_to(number)) == graph.depth[number]


@examples(40)
@given(systems())
def test_networkx_agrees_on_depth_and_reach(system: System) -> None:
    graph = build_graph(system)
    drawn = graph.to_networkx()
    assert layers(drawn) == [
        [n for n in range(len(graph)) if graph.depth[n] == d] for d in range(max(graph.depth) + 1)
    ]
    last = len(graph) - 1
    reaching = graph.reaching([last])
    assert {n for n in drawn if reaching[n]} == nx.ancestors(drawn, last) | {last}


def test_nodes_and_edges_carry_what_they_stand_for() -> None:
    drawn = build_graph(toys.leaky()).to_networkx()
    assert dict(drawn.nodes[0]) == {
        "state": (0,),
        "depth": 0,
        "initial": True,
        "over": False,
        "dead_end": False,
        "cut": False,
        "wrong": False,
        "expanded": True,
    }
    assert [n for n, cut in drawn.nodes(data="cut") if cut] == [3]
    assert [n for n, wrong in drawn.nodes(data="wrong") if wrong] == [2, 3]
    assert list(drawn.edges(data=True)) == [
        (0, 1, {"update": 0, "name": "one"}),
        (0, 2, {"update": 1, "name": "two"}),
        (1, 2, {"update": 0, "name": "one"}),
        (1, 3, {"update": 1, "name": "two"}),
        (2, 3, {"update": 0, "name": "one"}),
    ]


def test_two_steps_between_the_same_states_are_two_edges() -> None:
    drawn = build_graph(toys.graph_system({0: (1, 1)})).to_networkx()
    assert drawn.number_of_edges(0, 1) == 2


def test_paths_components_condensation_and_layout() -> None:
    drawn = build_graph(toys.graph_system({0: (1, 2), 1: (0, 3), 2: (3,), 3: (4,), 4: (3,)})).to_networkx()
    assert shortest_path(drawn, 0, 4) in ([0, 1, 3, 4], [0, 2, 3, 4])
    assert shortest_path(drawn, 4, 0) is None
    assert components(drawn) == [[0, 1], [2], [3, 4]]
    assert sorted(condensation(drawn).edges) == [(0, 1), (0, 2), (1, 2)]
    assert layers(drawn) == [[0], [1, 2], [3], [4]]
    assert layout(drawn) == {0: (0.0, 0.0), 1: (1.0, -0.5), 2: (1.0, 0.5), 3: (2.0, 0.0), 4: (3.0, 0.0)}


def test_a_graph_of_nothing() -> None:
    graph = build_graph(dataclasses.replace(toys.counter(), initial=()))
    assert (len(graph), layers(graph.to_networkx())) == (0, [])


def test_a_large_graph_is_not_drawn() -> None:
    graph = build_graph(toys.priority_stack(4, 4, 2, 2))
    assert len(graph) == 50720
    with pytest.raises(UsageError, match="50720 states and 78864 steps"):
        graph.to_networkx()
    assert build_graph(toys.counter()).to_networkx(at_most=120).number_of_nodes() == 41
    with pytest.raises(UsageError, match="more than the 119"):
        build_graph(toys.counter()).to_networkx(at_most=119)


@pytest.mark.parametrize("most", [1, 2, 50, 247])
def test_a_limited_graph_is_whole_up_to_a_state(most: int) -> None:
    system = toys.priority_stack(2, 4, 1, 1)
    whole, part = build_graph(system), build_graph(system, limits=Limits(states=most))
    assert not part.complete
    assert f"limit of {most} state" in part.stopped
    assert len(part) <= most
    assert part.states == whole.states[: len(part)]
    assert len(part.first_edge) == len(part) + 1
    for number in range(len(part)):
        expected = list(whole.edges(number)) if number < part.expanded else []
        assert list(part.edges(number)) == expected
        assert part.play_to(number).updates == whole.play_to(number).updates
    assert all(target < len(part) for target in part.edge_target)


@examples(100)
@given(systems(), st.integers(1, 12))
def test_what_a_limited_graph_says_of_its_states_is_right(system: System, most: int) -> None:
    whole, part = build_graph(system), build_graph(system, limits=Limits(states=most))
    assert part.complete == (len(whole) <= most)
    for kind in ("over", "dead_ends", "cut", "wrong"):
        expected = {n for n in getattr(whole, kind) if n < part.expanded}
        assert getattr(part, kind) == expected
    assert part.blocked == {n: b for n, b in whole.blocked.items() if n < part.expanded}


def test_limits_of_levels_and_time() -> None:
    system = toys.counter(40)
    graph = build_graph(system, limits=Limits(levels=11))
    assert (len(graph), graph.expanded, graph.dead_ends) == (11, 10, set())
    assert "11 levels" in graph.stopped
    assert "0.0 seconds" in build_graph(system, limits=Limits(seconds=0.0)).stopped


def test_where_tells_each_state() -> None:
    graph = build_graph(toys.counter(4))
    n = var(graph.system.cells[0])
    assert list(graph.where(equal(n, integer(2)))) == [0, 0, 1, 0, 0]
    assert list(graph.where(TRUE)) == [1] * 5
