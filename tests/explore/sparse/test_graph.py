from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.errors import UsageError
from checker.explore.automatic import endless_automatic, order_dependence
from checker.explore.components import strong_components
from checker.explore.fairness import Fairness
from checker.explore.graph import build_graph
from checker.explore.graph_interface import Graph
from checker.explore.interface import Limits
from checker.explore.liveness import Answer, always_possible, leads_to
from checker.explore.sparse.graph import SparseGraph, build_sparse_graph
from checker.system.model import System
from checker.system.terms import FALSE, TRUE, equal, integer, less, var
from tests import toys
from tests.examples import examples
from tests.explore.graphs import Build
from tests.explore.suite import assert_is_play
from tests.strategies import systems


def assert_same(sparse: SparseGraph, plain: Graph) -> None:
    assert len(sparse) == len(plain)
    assert (sparse.initial, sparse.expanded) == (plain.initial, plain.expanded)
    assert sparse.first_edge == plain.first_edge
    assert list(sparse.edge_update) == list(plain.edge_update)
    assert sparse.edge_target == plain.edge_target
    assert list(sparse.depth) == list(plain.depth)
    for kind in ("over", "dead_ends", "cut", "wrong"):
        assert list(getattr(sparse, kind)) == sorted(getattr(plain, kind))
    assert list(sparse.blocked.items()) == list(plain.blocked.items())


@examples(40)
@given(systems(), st.data())
def test_it_is_the_graph_that_plain_python_builds(system: System, data: st.DataObject) -> None:
    sparse, plain = build_sparse_graph(system), build_graph(system)
    assert_same(sparse, plain)
    assert sparse.complete
    for number, state in enumerate(plain.states):
        assert sparse.state(number) == state
        assert sparse.enabled(number) == plain.enabled(number)
        assert list(sparse.edges(number)) == list(plain.edges(number))
        assert sparse.play_to(number) == plain.play_to(number)
    goal = data.draw(st.integers(0, len(plain) - 1))
    assert sparse.reaching([goal]) == plain.reaching([goal])
    bound = data.draw(st.integers(-2, 4))
    condition = less(var(system.cells[0]), integer(bound))
    assert sparse.where(condition) == plain.where(condition)
    for among in (plain.cut, plain.over, frozenset(range(len(plain)))):
        assert sparse.somewhere(condition, among) == plain.somewhere(condition, among)


@examples(40)
@given(systems(), st.integers(1, 3))
def test_a_part_of_the_graph_is_whole_up_to_a_level(system: System, levels: int) -> None:
    limits = Limits(levels=levels)
    sparse, plain = build_sparse_graph(system, limits=limits), build_graph(system, limits=limits)
    assert sparse.stopped == plain.stopped
    assert_same(sparse, plain)


def test_a_state_of_several_words_and_one_that_is_cut_and_wrong() -> None:
    for system in (toys.switches(90, 2), toys.leaky(), toys.priority_stack(3, 4, 1, 1, bounded=True)):
        sparse, plain = build_sparse_graph(system), build_graph(system)
        assert_same(sparse, plain)
        assert [sparse.state(n) for n in range(len(sparse))] == plain.states


def test_components_of_a_game_of_50_720_states() -> None:
    system = toys.priority_stack(4, 4, 2, 2)
    graph = build_sparse_graph(system)
    assert (len(graph), len(graph.edge_target), len(graph.over), max(graph.depth) + 1) == (
        50_720,
        78_864,
        2_576,
        24,
    )
    count, labels = graph.components()
    assert count == 27_348
    sizes: dict[int, int] = {}
    for label in labels:
        sizes[label] = sizes.get(label, 0) + 1
    assert sorted(sizes.values()) == sorted(len(c) for c in strong_components(range(len(graph)), graph.edges))
    parts = graph.fair_parts(range(len(graph)), Fairness())
    assert sum(size > 1 for size in sizes.values()) == max(parts) + 1  # no state has a step to itself
    assert sum(part >= 0 for part in parts) == sum(size for size in sizes.values() if size > 1)


@pytest.mark.slow
def test_answers_for_a_game_of_50_720_states_are_those_of_plain_python() -> None:
    system = toys.priority_stack(4, 4, 2, 2)
    sparse, plain = build_sparse_graph(system), build_graph(system)
    turn, holder = (equal(var(cell), integer(1)) for cell in system.cells[:2])
    everything = [frozenset([i]) for i in range(len(system.updates))]
    for fair, strongly_fair in (([], []), (everything, []), ([], everything)):
        result = leads_to(sparse, turn, FALSE, fair, strongly_fair)
        assert result == leads_to(plain, turn, FALSE, fair, strongly_fair)
        assert result.answer is Answer.VIOLATED
        assert result.play is not None
        assert_is_play(result.play)
        assert leads_to(sparse, turn, holder, fair, strongly_fair) == leads_to(
            plain, turn, holder, fair, strongly_fair
        )
    assert always_possible(sparse, turn) == always_possible(plain, turn)
    assert endless_automatic(sparse).answer is order_dependence(sparse).answer is Answer.HOLDS


def test_what_is_too_large_for_networkx_is_a_matrix(build: Build) -> None:
    graph = build(toys.priority_stack(4, 4, 2, 2))
    with pytest.raises(UsageError, match="50720 states and 78864 steps") as caught:
        graph.to_networkx()
    assert "to_sparse()" in str(caught.value.hint)
    matrix = graph.to_sparse()
    assert matrix.shape == (50_720, 50_720)
    assert matrix.sum() == 78_864
    small = build(toys.graph_system({0: (1, 1), 1: (0, 2)}))
    assert small.to_sparse().toarray().tolist() == [[0, 2, 0], [1, 0, 1], [0, 0, 0]]
    assert sorted(small.to_networkx().edges()) == [(0, 1), (0, 1), (1, 0), (1, 2)]


def test_a_graph_of_nothing_and_of_one_state() -> None:
    nothing = build_sparse_graph(System.build("nothing", (), (), ()))
    assert (len(nothing), list(nothing.depth), nothing.where(TRUE)) == (0, [], bytearray())
    alone = build_sparse_graph(toys.graph_system({}))
    assert (len(alone), alone.initial, set(alone.dead_ends)) == (1, 1, {0})
    assert len(alone.play_to(0)) == 0


@pytest.mark.slow
def test_components_of_a_game_of_six_million_states() -> None:
    system = toys.priority_stack(6, 4, 3, 3)
    graph = build_sparse_graph(system)
    assert (len(graph), len(graph.edge_target)) == (6_096_768, 9_630_816)
    assert graph.components()[0] == 3_643_917
    turn = equal(var(system.cells[0]), integer(1))
    drawing = next(i for i, u in enumerate(system.updates) if u.name == "cast(player=P1, kind=1)")
    endless = leads_to(graph, turn, FALSE, strongly_fair=[{drawing}])
    assert endless.answer is Answer.VIOLATED
    assert endless.play is not None
    assert_is_play(endless.play)
    assert endless.play.loop is not None
    assert endless.play.states[-1] == endless.play.states[endless.play.loop]
    enabled = system.updates[drawing].enabled
    round_it = endless.play.states[endless.play.loop :]
    assert drawing in endless.play.updates[endless.play.loop :] or not any(
        system.holds(enabled, state) for state in round_it
    )
