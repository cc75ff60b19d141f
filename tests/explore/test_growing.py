from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from checker.explore.graph import build_graph
from checker.explore.growing import Growth, growth
from checker.explore.liveness import Answer, eventually, leads_to
from checker.system.model import System
from checker.system.terms import FALSE, Cell, Domain, Term, all_of, any_of, integer
from tests import toys
from tests.examples import examples
from tests.explore.graphs import Build
from tests.explore.suite import assert_is_play

PLACE = Cell("place", Domain.integer(0, 3))
COUNT = Cell("count", Domain.integer(0, 4))
State = tuple[int, int]


def is_at(*states: State) -> Term:
    return any_of(all_of((toys.is_value(PLACE, p), toys.is_value(COUNT, c))) for p, c in states)


def drawn(edges: Mapping[State, Sequence[State]]) -> System:
    """Return a system with a place and a count, and one update for each edge that is drawn."""
    updates = [
        toys.update(
            "go",
            is_at(a),
            {PLACE: integer(b[0]), COUNT: integer(b[1])},
            arguments=(("a", str(a)), ("b", str(b))),
        )
        for a, targets in edges.items()
        for b in targets
    ]
    return System.build(
        "drawn", (PLACE, COUNT), ((0, 0),), tuple(updates), variables=toys.scalars((PLACE, COUNT))
    )


def round_by(counts: Sequence[int]) -> dict[State, list[State]]:
    """Return the edges from place 0 to place 1 and back, with these counts at place 0 one after the other."""
    edges: dict[State, list[State]] = {}
    for before, after in itertools.pairwise(counts):
        edges[0, before] = [(1, before)]
        edges[1, before] = [(0, after)]
    return edges


def test_a_play_that_comes_back_with_more_twice_goes_on_for_ever(build: Build) -> None:
    graph = build(drawn(round_by([0, 1, 2, 3])))
    never = eventually(graph, FALSE)
    assert (never.answer, never.reason) == (Answer.VIOLATED, "the play is at a dead end")
    edges = {**round_by([0, 1, 2, 3]), (0, 3): [(2, 3)], (2, 3): [(2, 3)]}
    graph = build(drawn(edges))
    goal = is_at((2, 3))
    assert eventually(graph, goal).answer is Answer.HOLDS
    found = eventually(graph, goal, but_for={COUNT})
    assert found.answer is Answer.VIOLATED
    assert found.play is not None
    assert_is_play(found.play)
    assert found.play.states == ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    assert found.reason == (
        "the play can go on so: after steps 2 and 4 all is as after the start, but for count: 0, 1, 2"
    )
    assert leads_to(graph, is_at((0, 2)), goal, but_for={COUNT}).answer is Answer.HOLDS


def test_once_more_is_not_yet_more_and_more(build: Build) -> None:
    for counts in ([0, 1], [0, 2, 1], [2, 1, 0]):
        edges = {(0, 0): [(0, counts[0])]} if counts[0] else {}
        last = (0, counts[-1])
        edges |= round_by(counts)
        edges[last] = [(2, 0)]
        assert eventually(build(drawn(edges)), is_at((2, 0)), but_for={COUNT}).answer is Answer.HOLDS, counts


def test_nothing_grows_where_the_goal_comes_in_between(build: Build) -> None:
    graph = build(drawn({**round_by([0, 1, 2, 3]), (0, 3): [(2, 0)]}))
    assert eventually(graph, is_at((1, 1), (2, 0)), but_for={COUNT}).answer is Answer.HOLDS
    found = eventually(graph, is_at((2, 0)), but_for={COUNT})
    assert found.answer is Answer.VIOLATED


def test_the_second_time_may_take_another_way(build: Build) -> None:
    edges: dict[State, list[State]] = {(0, 0): [(1, 0)], (1, 0): [(0, 1)], (0, 1): [(2, 1)], (2, 1): [(0, 2)]}
    found = growth(build(drawn(edges)), range(5), {COUNT})
    assert found is not None
    assert (found.start, len(found.once), len(found.again)) == (0, 2, 2)


@st.composite
def systems(draw: st.DrawFn) -> System:
    states = [(p, c) for p in range(3) for c in range(4)]
    targets = st.lists(st.sampled_from(states), max_size=2, unique=True)
    return drawn({state: draw(targets) for state in states})


@examples(100)
@given(systems())
def test_what_grows_is_what_plain_reachability_says(system: System) -> None:
    graph = build_graph(system)
    plain = nx.DiGraph((a, b) for a in range(len(graph)) for _, b in graph.edges(a))
    plain.add_nodes_from(range(len(graph)))
    after = {n: {t for m in plain.successors(n) for t in nx.descendants(plain, m) | {m}} for n in plain}

    def more(a: int, b: int) -> bool:
        (place, count), (other, larger) = graph.state(a), graph.state(b)
        return place == other and count < larger

    def grows(a: int) -> set[int]:
        return {b for b in after[a] if more(a, b)}

    found = growth(graph, range(len(graph)), {COUNT})
    expected = [n for n in plain if any(grows(b) for b in grows(n))]
    assert (None if found is None else found.start) == (expected[0] if expected else None)
    if found is not None:
        ends = _walk(graph.edges, found)
        assert more(found.start, ends[0])
        assert more(*ends)


def _walk(edges: object, found: Growth) -> tuple[int, int]:
    """Walk both ways round and return where they end."""
    state, ends = found.start, []
    for way in (found.once, found.again):
        for edge in way:
            assert edge in list(edges(state))  # type: ignore[operator]
            state = edge[1]
        ends.append(state)
    return ends[0], ends[1]
