from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.explore.graph import StateGraph, build_graph
from checker.explore.interface import Limits
from checker.explore.liveness import Answer, LivenessResult, always_possible, eventually, leads_to
from checker.explore.sparse.graph import build_sparse_graph
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import FALSE, TRUE, Term, all_of, any_of, equal, integer, less, negate, var
from tests import toys
from tests.examples import examples
from tests.explore.graphs import Build
from tests.explore.suite import assert_is_play, names


def at(system: System, nodes: Collection[int]) -> Term:
    return any_of(toys.is_value(system.cells[0], n) for n in nodes)


def rules(system: System, *wanted: str) -> frozenset[int]:
    return frozenset(i for i, u in enumerate(system.updates) if u.name in wanted or u.rule in wanted)


def nodes_of(play: Play | None) -> list[int]:
    assert play is not None
    assert_is_play(play)
    return [s[0] for s in play.states]


# -- by hand -----------------------------------------------------------------------------------------


def test_a_goal_that_always_comes(build: Build) -> None:
    system = toys.graph_system({0: (1,), 1: (2, 3), 2: (4,), 3: (4,)}, over=(4,))
    graph = build(system)
    assert leads_to(graph, at(system, [1]), at(system, [4])) == LivenessResult(Answer.HOLDS)
    assert eventually(graph, at(system, [2, 3])).answer is Answer.HOLDS
    assert leads_to(graph, at(system, [1]), at(system, [1])).answer is Answer.HOLDS
    assert leads_to(graph, FALSE, FALSE).answer is Answer.HOLDS


def test_a_play_that_has_ended_without_the_goal_breaks_the_claim(build: Build) -> None:
    system = toys.graph_system({0: (1, 2), 1: (3,), 2: (4,)}, over=(4,))
    graph = build(system)
    at_end = leads_to(graph, at(system, [2]), at(system, [3]))
    assert (at_end.answer, nodes_of(at_end.play)) == (Answer.VIOLATED, [0, 2, 4])
    assert at_end.reason == "the play has ended"
    stuck = eventually(graph, at(system, [4]))
    assert (nodes_of(stuck.play), stuck.reason) == ([0, 1, 3], "the play is at a dead end")


def test_a_premise_that_was_met_on_the_way_still_counts(build: Build) -> None:
    # The shortest way to 3 goes by 1; only the longer one, by 2, meets the premise.
    system = toys.graph_system({0: (1, 2), 1: (3,), 2: (4,), 4: (3,), 3: (5,)})
    result = leads_to(build(system), at(system, [2]), at(system, [4]))
    assert result.answer is Answer.HOLDS
    result = leads_to(build(system), at(system, [2]), at(system, [1]))
    assert nodes_of(result.play) == [0, 2, 4, 3, 5]


def test_a_lasso_has_the_shortest_stem(build: Build) -> None:
    system = toys.graph_system({0: (1,), 1: (2, 5), 2: (3,), 3: (1,), 5: (6,), 6: (6,)})
    graph = build(system)
    result = eventually(graph, at(system, [7]))
    assert nodes_of(result.play) == [0, 1, 2, 3, 1]
    assert result.play is not None
    assert result.play.loop == 1
    assert result.reason == "the play can go on for ever"
    around = leads_to(graph, at(system, [5]), at(system, [7]))
    assert nodes_of(around.play) == [0, 1, 5, 6, 6]


def test_weak_fairness_takes_what_stays_enabled(build: Build) -> None:
    # 0 spins; in 0 the step to 1 is always enabled.
    system = toys.graph_system({0: (0, 1)}, over=(1,))
    graph = build(system)
    goal, out = at(system, [1]), rules(system, "go(a=0, b=1)")
    assert nodes_of(eventually(graph, goal).play) == [0, 0]
    assert eventually(graph, goal, fair=[out]).answer is Answer.HOLDS


def test_only_strong_fairness_takes_what_is_enabled_again_and_again(build: Build) -> None:
    # 0 <-> 1, and out to 2 from 0 alone.
    system = toys.graph_system({0: (1, 2), 1: (0,)}, over=(2,))
    graph = build(system)
    goal, out = at(system, [2]), rules(system, "go(a=0, b=2)")
    assert nodes_of(eventually(graph, goal, fair=[out]).play) == [0, 1, 0]
    assert eventually(graph, goal, strongly_fair=[out]).answer is Answer.HOLDS


def test_strong_fairness_may_leave_a_smaller_cycle(build: Build) -> None:
    # 0 <-> 1 <-> 2, and out from 0: going round 1 and 2 never enables the way out.
    system = toys.graph_system({0: (1, 3), 1: (2, 0), 2: (1,)}, over=(3,))
    graph = build(system)
    result = eventually(graph, at(system, [3]), strongly_fair=[rules(system, "go(a=0, b=3)")])
    assert nodes_of(result.play) == [0, 1, 2, 1]


def test_the_printed_cycle_honours_every_requirement(build: Build) -> None:
    # A fair cycle must take both petals of the flower.
    system = toys.graph_system({0: (0, 1, 2), 1: (0,), 2: (3,), 3: (0,)})
    graph = build(system)
    both = [rules(system, "go(a=0, b=1)"), rules(system, "go(a=0, b=2)")]
    assert nodes_of(eventually(graph, FALSE).play) == [0, 0]
    for fairness in ({"strongly_fair": both}, {"fair": both[:1], "strongly_fair": both[1:]}):
        result = eventually(graph, FALSE, **fairness)
        assert sorted(nodes_of(result.play)) == [0, 0, 0, 1, 2, 3]
        assert_fair(result.play, **fairness)


def test_philosophers_starve_unless_scheduled_with_strong_fairness(build: Build) -> None:
    # Two forks each: nobody can be kept from eating for ever if everybody's steps are strongly fair,
    # but all may get stuck.
    system = toys.philosophers(3)
    graph = build(system)
    hungry = equal(var(system.cells[0]), integer(1))
    eats = equal(var(system.cells[0]), integer(2))
    each = [frozenset([i]) for i, _ in enumerate(system.updates)]
    stuck = leads_to(graph, hungry, eats, strongly_fair=each)
    assert stuck.answer is Answer.VIOLATED
    assert stuck.play is not None
    assert names(stuck.play) == ["left(who=0)", "left(who=1)", "left(who=2)"]
    everybody_waits = all_of(equal(var(c), integer(1)) for c in system.cells)
    unless_stuck = any_of((eats, everybody_waits))
    assert leads_to(graph, hungry, unless_stuck, strongly_fair=each).answer is Answer.HOLDS
    starved = leads_to(graph, hungry, unless_stuck, fair=each)
    assert starved.answer is Answer.VIOLATED
    assert_fair(starved.play, fair=each)


def test_answers_that_hang_on_a_bound_are_undetermined(build: Build) -> None:
    system = toys.graph_system({0: (1,), 1: (2,)}, cut=(1,), over=(2,))
    graph = build(system)
    cut = leads_to(graph, at(system, [1]), at(system, [2]))
    assert cut == LivenessResult(
        Answer.UNDETERMINED, reason="it hangs on the step overflow, which is cut off by a bound"
    )
    assert leads_to(graph, at(system, [2]), at(system, [2])).answer is Answer.HOLDS
    assert leads_to(graph, at(system, [0]), at(system, [1])).answer is Answer.HOLDS
    assert always_possible(graph, at(system, [2])).answer is Answer.HOLDS
    assert always_possible(graph, at(system, [0])).answer is Answer.VIOLATED


def test_a_wrong_step_leaves_it_undetermined_too(build: Build) -> None:
    system = toys.graph_system({0: (1,), 1: (2,)}, wrong=(1,), over=(2,))
    result = leads_to(build(system), at(system, [1]), at(system, [2]))
    assert result.reason == "it hangs on the step spill, which is wrong"


def test_a_real_violation_stands_whatever_was_cut(build: Build) -> None:
    system = toys.graph_system({0: (1,), 1: (0, 2)}, cut=(0, 1), over=(2,))
    graph = build(system)
    assert nodes_of(eventually(graph, at(system, [2])).play) == [0, 1, 0]


def test_a_cut_step_counts_as_enabled_for_fairness(build: Build) -> None:
    # Going round 0 for ever puts off the step that the bound cuts: not fair to it, but not known to end.
    system = toys.graph_system({0: (0,)}, cut=(0,))
    graph = build(system)
    put_off = rules(system, "overflow")
    assert eventually(graph, at(system, [1])).answer is Answer.VIOLATED
    assert eventually(graph, at(system, [1]), fair=[put_off]).answer is Answer.UNDETERMINED


def test_a_graph_that_is_not_whole_proves_nothing(build: Build) -> None:
    system = toys.counter(10)
    n = var(system.cells[0])
    top = equal(n, integer(10))
    part = build(system, limits=Limits(states=5))
    result = always_possible(part, top)
    assert result.answer is Answer.UNDETERMINED
    assert "the limit of 5 states" in result.reason
    assert always_possible(build(system), top).answer is Answer.HOLDS
    drops = eventually(part, top)
    assert drops.answer is Answer.VIOLATED  # up and drop for ever is a play of the whole game
    assert nodes_of(drops.play) == [0, 1, 0]
    assert leads_to(part, TRUE, less(n, integer(10))).answer is Answer.UNDETERMINED


def test_out_of_reach_for_good(build: Build) -> None:
    system = toys.graph_system({0: (1, 2), 1: (0,), 2: (3,), 3: (2,)})
    result = always_possible(build(system), at(system, [1]))
    assert (result.answer, nodes_of(result.play)) == (Answer.VIOLATED, [0, 2])
    cut = toys.graph_system({0: (1, 2), 1: (0,), 2: (3,), 3: (2,)}, cut=(3,))
    assert always_possible(build(cut), at(cut, [1])).answer is Answer.UNDETERMINED


# -- against every set of edges that a play can repeat -------------------------------------------------


@dataclass(frozen=True)
class Case:
    system: System
    premise: frozenset[int]
    goal: frozenset[int]
    fair: tuple[frozenset[int], ...]
    strongly_fair: tuple[frozenset[int], ...]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    node = st.integers(0, 4)
    pairs = draw(st.lists(st.tuples(node, node), min_size=1, max_size=9))
    edges = {a: [b for x, b in pairs if x == a] for a, _ in pairs}
    some = st.frozensets(node, max_size=2)
    system = toys.graph_system(
        edges,
        initial=draw(st.lists(node, min_size=1, max_size=2, unique=True)),
        over=sorted(draw(st.frozensets(node, max_size=1))),
        cut=sorted(draw(some)),
    )
    requirement = st.frozensets(st.integers(0, len(system.updates) - 1), min_size=1, max_size=4)
    requirements = st.lists(requirement, max_size=2).map(tuple)
    return Case(system, draw(some), draw(some), draw(requirements), draw(requirements))


def is_fair(
    system: System,
    states: Iterable[State],
    taken: Collection[int],
    fair: Collection[frozenset[int]],
    strongly_fair: Collection[frozenset[int]],
) -> bool:
    round_it = list(states)

    def on(wanted: frozenset[int], s: State) -> bool:
        return any(system.holds(system.updates[u].enabled, s) for u in wanted)

    weak = all(wanted & set(taken) or not all(on(wanted, s) for s in round_it) for wanted in fair)
    strong = all(wanted & set(taken) or not any(on(wanted, s) for s in round_it) for wanted in strongly_fair)
    return weak and strong


def assert_fair(
    play: Play | None,
    fair: Collection[frozenset[int]] = (),
    strongly_fair: Collection[frozenset[int]] = (),
) -> None:
    assert play is not None
    assert play.loop is not None
    assert play.states[-1] == play.states[play.loop]
    assert is_fair(play.system, play.states[play.loop :], play.updates[play.loop :], fair, strongly_fair)


def repeatable(case: Case, graph: StateGraph, waiting: set[int]) -> set[int]:
    """Return the states on some set of edges that a fair play can repeat while it waits."""
    edges = [(s, u, t) for s in waiting for u, t in graph.edges(s) if t in waiting]
    found: set[int] = set()
    for size in range(1, len(edges) + 1):
        for chosen in itertools.combinations(edges, size):
            drawn: nx.DiGraph[int] = nx.DiGraph((s, t) for s, _, t in chosen)
            if nx.is_strongly_connected(drawn) and is_fair(
                graph.system,
                [graph.states[s] for s in drawn],
                {u for _, u, _ in chosen},
                case.fair,
                case.strongly_fair,
            ):
                found |= set(drawn)
    return found


@examples(300)
@given(cases())
def test_leads_to_agrees_with_all_sets_of_edges(case: Case) -> None:
    graph = build_graph(case.system)
    node = [s[0] for s in graph.states]

    # The shortest waiting plays, by a plain search over (state, waiting).
    def due(s: int, before: bool) -> bool:
        return node[s] not in case.goal and (before or node[s] in case.premise)

    distance = {(s, due(s, False)): 0 for s in range(graph.initial)}
    queue = list(distance)
    for s, waits in queue:
        for _, t in graph.edges(s):
            if (t, due(t, waits)) not in distance:
                distance[t, due(t, waits)] = distance[s, waits] + 1
                queue.append((t, due(t, waits)))
    waiting = {s for s, waits in distance if waits}
    ended = {s for s in waiting if s in graph.over or s in graph.dead_ends}
    endless = repeatable(case, graph, waiting)
    result = leads_to(
        graph, at(case.system, case.premise), at(case.system, case.goal), case.fair, case.strongly_fair
    )
    if not ended and not endless:
        hangs = any(s in graph.cut for s in waiting)
        assert result.answer is (Answer.UNDETERMINED if hangs else Answer.HOLDS)
        assert result.play is None
        return
    assert result.answer is Answer.VIOLATED
    walked = nodes_of(result.play)
    assert result.play is not None
    premises = [i for i, n in enumerate(walked) if n in case.premise]
    assert any(all(n not in case.goal for n in walked[i:]) for i in premises)
    if result.play.loop is None:
        assert len(result.play) == min(distance[s, True] for s in ended)
    else:
        assert_fair(result.play, case.fair, case.strongly_fair)
        assert result.play.loop == min(distance[s, True] for s in endless)
        assert all(len(result.play) < distance[s, True] for s in ended)
        assert all(n not in case.goal for n in walked[result.play.loop :])


@examples(150)
@given(cases())
def test_always_possible_agrees_with_networkx(case: Case) -> None:
    graph = build_graph(case.system)
    drawn = graph.to_networkx()
    goal = {n for n in drawn if graph.states[n][0] in case.goal}
    lost = [n for n in drawn if not goal & (nx.descendants(drawn, n) | {n})]
    certain = [n for n in lost if not graph.cut & (nx.descendants(drawn, n) | {n})]
    result = always_possible(graph, at(case.system, case.goal))
    if certain:
        assert result.answer is Answer.VIOLATED
        assert result.play == graph.play_to(certain[0])
    else:
        assert result.answer is (Answer.UNDETERMINED if lost else Answer.HOLDS)


@examples(100)
@given(cases())
def test_both_kinds_of_graph_give_the_same_plays(case: Case) -> None:
    plain, sparse = build_graph(case.system), build_sparse_graph(case.system)
    premise, goal = at(case.system, case.premise), at(case.system, case.goal)
    fairness = (case.fair, case.strongly_fair)
    assert leads_to(sparse, premise, goal, *fairness) == leads_to(plain, premise, goal, *fairness)
    assert eventually(sparse, goal, *fairness) == eventually(plain, goal, *fairness)
    assert always_possible(sparse, goal) == always_possible(plain, goal)


@pytest.mark.parametrize("goal", [TRUE, negate(FALSE)])
def test_a_goal_that_is_always_there(build: Build, goal: Term) -> None:
    graph = build(toys.counter(5))
    assert eventually(graph, goal).answer is Answer.HOLDS
    assert always_possible(graph, goal).answer is Answer.HOLDS
