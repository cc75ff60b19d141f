from __future__ import annotations

from collections.abc import Callable, Sequence

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.explore.automatic import endless_automatic, order_dependence
from checker.explore.graph import StateGraph, build_graph
from checker.explore.interface import Limits
from checker.explore.liveness import Answer
from checker.explore.sparse.graph import build_sparse_graph
from checker.system.model import Kind, System
from checker.system.terms import TRUE, Cell, Domain, add, all_of, integer, less, negate, var
from tests import toys
from tests.examples import examples
from tests.explore.graphs import Build
from tests.explore.suite import assert_is_play, names
from tests.strategies import systems

AUTOMATIC = Kind.AUTOMATIC


def test_what_ends_by_itself(build: Build) -> None:
    assert endless_automatic(build(toys.layered())).answer is Answer.HOLDS
    actions_only = toys.graph_system({0: (1,), 1: (0,)})
    assert endless_automatic(build(actions_only)).answer is Answer.HOLDS


@pytest.mark.parametrize("kind", [Kind.AUTOMATIC, Kind.STATE_BASED])
def test_a_rule_that_feeds_itself(build: Build, kind: Kind) -> None:
    system = toys.graph_system({0: (1,), 1: (2,), 2: (3,), 3: (2,)}, kind=kind)
    result = endless_automatic(build(system))
    assert result.answer is Answer.VIOLATED
    assert result.play is not None
    assert_is_play(result.play)
    assert [s[0] for s in result.play.states] == [0, 1, 2, 3, 2]
    assert result.play.loop == 2


def test_a_cycle_through_a_choice_or_an_action_is_not_by_itself(build: Build) -> None:
    n = Cell("n", Domain.integer(0, 1))
    there = toys.update("there", toys.is_value(n, 0), {n: integer(1)}, kind=AUTOMATIC)
    for kind in (Kind.ACTION, Kind.CHOICE):
        back = toys.update("back", toys.is_value(n, 1), {n: integer(0)}, kind=kind)
        system = System.build("ping-pong", (n,), ((0,),), (there, back))
        assert endless_automatic(build(system)).answer is Answer.HOLDS


def test_a_run_that_a_bound_cuts_may_be_endless(build: Build) -> None:
    system = toys.graph_system({0: (1,)}, cut=(1,), kind=AUTOMATIC)
    result = endless_automatic(build(system))
    assert result.answer is Answer.UNDETERMINED
    assert result.reason == "it hangs on the step overflow, which is cut off by a bound"
    by_action = toys.graph_system({0: (1,)}, cut=(1,))
    assert endless_automatic(build(by_action)).answer is Answer.HOLDS
    part = build(toys.counter(9), limits=Limits(states=3))
    assert endless_automatic(part).answer is Answer.UNDETERMINED


def two_rules(first: int, second: int, *, chosen: bool = False, cut: bool = False) -> System:
    """Set ``a`` and ``b`` automatically, each to a value that depends on whether the other was first."""
    a, b, n = (Cell(name, Domain.integer(0, 3)) for name in ("a", "b", "n"))
    updates = [
        toys.update("begin", toys.is_value(n, 0), {n: integer(1)}),
        toys.update(
            "set",
            all_of((toys.is_value(n, 1), toys.is_value(a, 0))),
            {a: add(integer(first), var(b))},
            kind=AUTOMATIC,
            arguments=(("what", "a"),),
            choosers=(("what", "somebody"),) if chosen else (),
        ),
        toys.update(
            "set",
            all_of((toys.is_value(n, 1), toys.is_value(b, 0))),
            {b: integer(second)},
            kind=AUTOMATIC,
            arguments=(("what", "b"),),
            choosers=(("what", "somebody"),) if chosen else (),
            cut=less(integer(0), var(a)) if cut else negate(TRUE),
        ),
    ]
    return System.build("two rules", (a, b, n), ((0, 0, 0),), tuple(updates))


def test_two_rules_whose_order_matters(build: Build) -> None:
    result = order_dependence(build(two_rules(1, 1)))
    assert result.answer is Answer.VIOLATED
    assert result.play is not None
    assert names(result.play) == ["begin"]
    assert result.pair is not None
    assert [result.play.system.updates[i].name for i in result.pair] == ["set(what=a)", "set(what=b)"]


def test_options_that_somebody_chose_are_no_disagreement(build: Build) -> None:
    assert order_dependence(build(two_rules(1, 1, chosen=True))).answer is Answer.HOLDS


def test_options_are_told_from_rules_where_both_are_open(build: Build) -> None:
    # Two options of one instance lead apart, and so does another rule; only the latter counts.
    n = Cell("n", Domain.integer(0, 3))
    updates = [
        toys.update(
            rule,
            toys.is_value(n, 0),
            {n: integer(i + 1)},
            kind=AUTOMATIC,
            arguments=(("mode", str(i)),),
            choosers=(("mode", "somebody"),),
        )
        for i, rule in enumerate(("first", "first", "second"))
    ]
    system = System.build("options", (n,), ((0,),), tuple(updates))
    assert order_dependence(build(system)).pair == (0, 2)


@pytest.mark.parametrize("cut", [1, 2])
def test_a_bound_on_either_side_may_hide_the_meeting(build: Build, cut: int) -> None:
    system = toys.graph_system({0: (1, 2)}, cut=(cut,), kind=AUTOMATIC)
    assert order_dependence(build(system)).answer is Answer.UNDETERMINED


def test_orders_that_meet_again(build: Build) -> None:
    commuting = toys.graph_system({0: (1, 2), 1: (3,), 2: (4,), 4: (3,)}, kind=AUTOMATIC)
    assert order_dependence(build(commuting)).answer is Answer.HOLDS
    apart = toys.graph_system({0: (1, 2), 1: (3,), 2: (4,)}, kind=AUTOMATIC)
    assert order_dependence(build(apart)).pair == (0, 1)
    actions = toys.graph_system({0: (1, 2), 1: (3,), 2: (4,)})
    assert order_dependence(build(actions)).answer is Answer.HOLDS


def test_a_meeting_that_a_bound_may_hide_is_undetermined(build: Build) -> None:
    result = order_dependence(build(two_rules(1, 1, cut=True)))
    assert result.answer is Answer.UNDETERMINED
    assert result.reason == "it hangs on the step set(what=b), which is cut off by a bound"
    system = toys.graph_system({0: (1, 2)}, kind=AUTOMATIC)
    part = build(system, limits=Limits(levels=2))
    assert order_dependence(part).answer is Answer.UNDETERMINED


@examples(200)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12, unique=True),
    st.frozensets(st.integers(0, 6), max_size=2),
)
def test_joining_agrees_with_common_descendants(
    pairs: Sequence[tuple[int, int]], cut: frozenset[int]
) -> None:
    edges = {a: [b for x, b in pairs if x == a] for a, _ in pairs}
    graph = build_graph(toys.graph_system(edges, cut=sorted(cut), kind=AUTOMATIC))
    drawn = graph.to_networkx()
    reach = {n: nx.descendants(drawn, n) | {n} for n in drawn}
    apart = [
        (n, u, v)
        for n in drawn
        for i, (u, one) in enumerate(graph.edges(n))
        for v, other in list(graph.edges(n))[i + 1 :]
        if not reach[one] & reach[other]
    ]
    certain = [
        (n, u, v)
        for n, u, v in apart
        if not any(graph.cut & reach[t] for x, t in graph.edges(n) if x in (u, v))
    ]
    result = order_dependence(graph)
    if certain:
        number, *pair = certain[0]
        assert result.pair == tuple(pair)
        assert result.play == graph.play_to(number)
    elif apart:
        assert result.answer is Answer.UNDETERMINED
    else:
        open_fork = any(n in graph.cut and list(graph.edges(n)) for n in drawn)
        assert result.answer is (Answer.UNDETERMINED if open_fork else Answer.HOLDS)


@examples(60)
@given(systems())
def test_both_kinds_of_graph_give_the_same_answers(system: System) -> None:
    plain, sparse = build_graph(system), build_sparse_graph(system)
    assert endless_automatic(sparse) == endless_automatic(plain)
    assert order_dependence(sparse) == order_dependence(plain)


@examples(100)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12, unique=True),
    st.frozensets(st.integers(0, 6), max_size=2),
)
def test_both_kinds_of_graph_agree_on_joining(pairs: Sequence[tuple[int, int]], cut: frozenset[int]) -> None:
    edges = {a: [b for x, b in pairs if x == a] for a, _ in pairs}
    system = toys.graph_system(edges, cut=sorted(cut), kind=AUTOMATIC)
    plain, sparse = build_graph(system), build_sparse_graph(system)
    assert endless_automatic(sparse) == endless_automatic(plain)
    assert order_dependence(sparse) == order_dependence(plain)
    numbers = range(len(system.updates))
    settled = set(plain.forks(numbers)).difference(
        sparse.unsettled(plain.forks(numbers), [True] * len(numbers))
    )
    assert settled <= {
        n for n in plain.forks(numbers) if set.intersection(*map(ends_of(plain), plain.targets(n)))
    }


def ends_of(graph: StateGraph) -> Callable[[int], set[int]]:
    """Return what gives for a state all states in components without a way out that it reaches."""
    drawn = graph.to_networkx()
    last = {
        n
        for component in map(frozenset, nx.strongly_connected_components(drawn))
        if not any(t not in component for s in component for t in drawn[s])
        for n in component
    }
    return lambda number: {n for n in nx.descendants(drawn, number) | {number} if n in last}
