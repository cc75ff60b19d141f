from __future__ import annotations

from hypothesis import given

from checker.explore.compiled.arrays import StepArrays, step_arrays
from checker.explore.graph import build_graph
from checker.explore.interface import Limits
from checker.system.model import System
from tests import toys
from tests.examples import examples
from tests.strategies import systems


def assert_same_as_graph(arrays: StepArrays, system: System) -> None:
    graph = build_graph(system)
    assert [arrays.state(i) for i in range(len(arrays))] == graph.states
    assert arrays.first_edge == graph.first_edge
    assert list(arrays.edge_update) == list(graph.edge_update)
    assert arrays.edge_target == graph.edge_target
    assert [graph.depth.index(level) for level in range(len(arrays.level_starts))] == list(
        arrays.level_starts
    )
    assert arrays.stopped == ""


@examples(25)
@given(systems())
def test_arrays_hold_the_graph(system: System) -> None:
    assert_same_as_graph(step_arrays(system), system)


def test_arrays_of_many_words_and_states() -> None:
    switches, stack = toys.switches(90, 2), toys.priority_stack(3, 4, 2, 2)
    assert_same_as_graph(step_arrays(switches), switches)
    assert_same_as_graph(step_arrays(stack), stack)


def test_at_a_limit_only_some_states_have_steps() -> None:
    arrays = step_arrays(toys.priority_stack(4, 4, 2, 2), limits=Limits(levels=4))
    assert arrays.stopped == "the limit of 4 levels was reached"
    assert arrays.expanded == arrays.level_starts[3] < len(arrays)
    assert arrays.first_edge[-1] == len(arrays.edge_target) == arrays.statistics.transitions
    assert max(arrays.edge_target) == len(arrays) - 1
