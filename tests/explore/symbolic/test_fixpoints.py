from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from checker.explore import liveness
from checker.explore.graph import build_graph
from checker.explore.interface import Limits
from checker.explore.liveness import Answer
from checker.explore.symbolic.fixpoints import FixpointResult, always_possible, eventually, leads_to
from checker.system.model import System
from checker.system.play import Play
from checker.system.terms import FALSE, Term, any_of, equal, integer, less, negate, var
from tests import toys
from tests.examples import examples
from tests.explore.suite import assert_is_play
from tests.strategies import boolean_expressions, build, systems


def at(system: System, *nodes: int) -> Term:
    return any_of(toys.is_value(system.cells[0], n) for n in nodes)


def nodes(result: FixpointResult) -> list[int]:
    assert result.play is not None
    return [state[0] for state in result.play.states]


def assert_is_lasso(play: Play) -> None:
    assert_is_play(play)
    if play.loop is not None:
        assert play.states[play.loop] == play.states[-1]
        assert play.loop < len(play.updates)


def test_the_shortest_way_to_where_the_goal_is_lost() -> None:
    system = toys.graph_system({0: (1, 2), 1: (0,), 2: (3,), 3: (2,)})
    result = always_possible(system, at(system, 1))
    assert (result.answer, nodes(result), result.levels) == (Answer.VIOLATED, [0, 2], 3)
    assert result.reason == "from here it is out of reach for good"
    assert always_possible(system, at(system, 0, 3)).answer is Answer.HOLDS


def test_a_cut_step_leaves_open_what_is_possible() -> None:
    system = toys.graph_system({0: (1,)}, cut=(1,))
    result = always_possible(system, at(system, 2))
    assert result.answer is Answer.UNDETERMINED
    assert result.reason == "it hangs on the step overflow, which is cut off by a bound"


def test_a_play_that_ends_or_goes_round_never_comes_to_the_goal() -> None:
    system = toys.graph_system({0: (1, 2), 1: (3,), 2: (4,), 4: (2,), 3: (5,)}, over=(5,))
    round_and_round = leads_to(system, at(system, 0), at(system, 5))
    assert round_and_round.answer is Answer.VIOLATED
    assert nodes(round_and_round) == [0, 2, 4, 2]
    assert round_and_round.play is not None
    assert round_and_round.play.loop == 1
    ended = leads_to(system, at(system, 3), at(system, 2))
    assert (nodes(ended), ended.reason) == ([0, 1, 3, 5], "the play has ended")
    assert eventually(system, at(system, 1, 2)).answer is Answer.HOLDS


def test_of_two_plays_that_end_as_soon_the_first_is_shown() -> None:
    for over, reason in ((2, "the play is at a dead end"), (1, "the play has ended")):
        found = eventually(system := toys.graph_system({0: (1, 2)}, over=(over,)), at(system, 3))
        assert (nodes(found), found.reason) == ([0, 1], reason)


def test_the_cycle_that_is_shown_is_the_shortest_from_where_it_begins() -> None:
    back_at_once = toys.graph_system({0: (1, 2), 1: (0,), 2: (2,)})
    assert nodes(eventually(back_at_once, at(back_at_once, 3))) == [0, 1, 0]
    in_place = toys.graph_system({0: (1, 0), 1: (2,), 2: (0,)})
    assert nodes(eventually(in_place, at(in_place, 3))) == [0, 0]
    further_on = toys.graph_system({0: (1,), 1: (2,), 2: (3, 1), 3: (1,)})
    found = eventually(further_on, at(further_on, 4))
    assert nodes(found) == [0, 1, 2, 1]
    assert found.play is not None
    assert found.play.loop == 1


def test_limits_leave_the_answer_open() -> None:
    system = toys.counter(40)
    top = equal(var(system.cells[0]), integer(40))
    open_still = always_possible(system, top, limits=Limits(levels=5))
    assert open_still.answer is Answer.UNDETERMINED
    assert open_still.reason == "the search is not whole: the limit of 5 levels was reached"
    assert eventually(system, top, limits=Limits(seconds=0.0)).answer is Answer.UNDETERMINED
    assert always_possible(system, top).answer is Answer.HOLDS


def test_memory_that_runs_out_leaves_the_answer_open() -> None:
    system = toys.priority_stack(10, 4, 5, 5)
    result = always_possible(system, system.over, memory=1 << 20)
    assert (result.answer, result.reason) == (
        Answer.UNDETERMINED,
        "the limit of 1 MiB of memory was reached",
    )


def test_a_game_too_large_for_a_graph() -> None:
    system = toys.priority_stack(6, 4, 3, 3)
    cells = {c.name: var(c) for c in system.cells}
    empty = equal(cells["stack.size"], integer(0))
    assert always_possible(system, any_of((empty, system.over))).answer is Answer.HOLDS
    lost = always_possible(system, less(integer(2), cells["life[P2]"]))
    assert lost.play is not None
    assert [system.updates[i].rule for i in lost.play.updates] == ["cast", "pass", "resolve"]


@examples(60)
@given(systems(), boolean_expressions, boolean_expressions)
def test_answers_are_those_of_the_graph(system: System, one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    premise, goal = build(one), build(other)
    graph = build_graph(system)
    for found, expected in (
        (always_possible(system, goal), liveness.always_possible(graph, goal)),
        (leads_to(system, premise, goal), liveness.leads_to(graph, premise, goal)),
        (eventually(system, goal), liveness.eventually(graph, goal)),
    ):
        assert found.answer is expected.answer
        assert (found.play is None) == (expected.play is None)
        if found.play is not None and expected.play is not None:
            assert_is_lasso(found.play)
            if found.play.loop is None and expected.play.loop is None:
                assert found.play.states == expected.play.states
            elif found.play.loop is None:  # a cycle that begins elsewhere may be shorter still
                assert len(expected.play) < len(found.play)
            assert not system.holds(goal, found.play.states[-1])


@pytest.mark.parametrize("goal", [FALSE, negate(FALSE)], ids=("never", "at once"))
def test_trivial_goals(goal: Term) -> None:
    system = toys.counter(3)
    expected = Answer.VIOLATED if goal is FALSE else Answer.HOLDS
    assert always_possible(system, goal).answer is expected
    assert eventually(system, goal).answer is expected
