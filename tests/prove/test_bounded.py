import pytest

from checker.prove.bounded import find_play
from checker.prove.results import Goal
from checker.system.model import System
from checker.system.terms import FALSE, TRUE, Cell, Domain, add, all_of, at_least, equal, integer, less, var
from tests.prove.naive import shortest
from tests.prove.toys import PriorityStack, counter, update

N = Cell("n", Domain.integer(0, 9))


def test_the_goal_may_hold_at_the_start() -> None:
    searched = find_play(counter(10, 2), Goal(equal(var(N), integer(0))))
    assert searched.play is not None
    assert (len(searched.play), searched.depth) == (0, 0)


def test_a_limit_on_depth_is_told() -> None:
    searched = find_play(counter(10, 2), Goal(equal(var(N), integer(8))), max_depth=3)
    assert (searched.play, searched.depth, searched.complete, searched.stopped) == (
        None, 3, False, "depth limit",
    )  # fmt: skip


def test_a_limit_on_time_is_told() -> None:
    searched = find_play(counter(10, 2), Goal(equal(var(N), integer(8))), seconds=0)
    assert (searched.depth, searched.complete, searched.stopped) == (-1, False, "time limit")


def test_the_search_is_complete_where_all_plays_end() -> None:
    up = update("up", TRUE, {N: add(var(N), integer(1))}, wrong=equal(var(N), integer(9)))
    system = System.build("count", (N,), ((0,), (2,)), (up,), over=at_least(var(N), 4))
    searched = find_play(system, Goal(equal(var(N), integer(7))))
    assert (searched.play, searched.depth, searched.complete) == (None, 5, True)


def test_no_initial_state_reaches_nothing() -> None:
    system = System.build("none", (N,), (), (update("stay", TRUE, {}),))
    assert find_play(system, Goal(TRUE)).complete


def test_among_equally_short_plays_the_first_start_and_then_the_first_updates_are_taken() -> None:
    n = var(N)
    far = update("far", less(n, integer(5)), {N: integer(8)})
    near = update("near", less(n, integer(5)), {N: integer(7)})
    end = update("end", at_least(n, 7), {N: integer(9)})
    system = System.build("ties", (N,), ((6,), (4,), (3,)), (near, far, end))
    searched = find_play(system, Goal(equal(n, integer(9))))
    assert searched.play is not None
    assert (searched.play.states, searched.play.updates) == (((4,), (7,), (9,)), (0, 2))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("in_yard", [1, 2])
def test_plays_are_those_of_breadth_first_search(players: int, in_yard: int) -> None:
    game = PriorityStack(players=players, cards=3, depth=2)
    goal = Goal(all_of(equal(var(z), integer(2)) for z in game.zone[-in_yard:]))
    searched = find_play(game.system, goal)
    assert searched.play == shortest(game.system, goal)
    # Each card is cast, passed on by everybody, and resolves.
    assert searched.depth == in_yard * (players + 2)


def test_a_cut_step_can_be_looked_for() -> None:
    game = PriorityStack(cards=3, depth=2)
    goal = Goal(steps=tuple(u.cut for u in game.system.updates))
    searched = find_play(game.system, goal)
    assert searched.play is not None
    assert searched.play.ends_wrong
    assert [str(game.system.updates[i]) for i in searched.play.updates] == [
        "cast(player=P0, card=C0)",
        "cast(player=P0, card=C1)",
        "cast(player=P0, card=C2)",
    ]
    assert searched.play == shortest(game.system, goal)


def test_of_a_state_and_a_step_the_one_that_comes_first_is_found() -> None:
    system = counter(10, 2)
    five_or_step = Goal(equal(var(N), integer(6)), (equal(var(N), integer(2)),))
    searched = find_play(system, five_or_step)
    assert searched.play is not None
    assert searched.play.states == ((0,), (2,), (4,))
    assert find_play(system, Goal(FALSE, (equal(var(N), integer(8)),))).depth == 5
