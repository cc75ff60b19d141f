"""What every search engine must pass. An engine joins by an entry in ``tests.explore.engines``."""

from __future__ import annotations

import dataclasses
import gc
import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.explore.interface import Engine, Limits, Outcome, Statistics, Target
from checker.system.model import System
from checker.system.play import Play
from checker.system.terms import FALSE, TRUE, Term, all_of, any_of, equal, integer, less, negate, var
from tests import toys
from tests.examples import examples
from tests.explore import naive
from tests.strategies import boolean_expressions, build, systems


def names(play: Play) -> list[str]:
    return [play.system.updates[i].name for i in play.updates]


def assert_is_play(play: Play) -> None:
    """Check every step of a play by plain evaluation."""
    system = play.system
    assert play.states[0] in system.initial
    assert len(play.states) in (len(play.updates), len(play.updates) + 1)
    for before, update, after in play.steps():
        assert system.holds(update.enabled, before)
        stuck = system.holds(any_of((update.wrong, update.cut)), before)
        assert stuck == (after is None)
        if after is not None:
            assert system.after(before, update) == after
            assert all(type(value) is int for value in after)


def untimed(statistics: Statistics) -> Statistics:
    return dataclasses.replace(statistics, seconds=0.0)


def cell(system: System, name: str) -> Term:
    return next(var(c) for c in system.cells if c.name == name)


def all_steps(system: System, rule: str, condition: Term = TRUE) -> tuple[Term, ...]:
    return tuple(condition if u.rule == rule else FALSE for u in system.updates)


class EngineSuite:
    """The tests. ``engine`` is a fixture that the collecting module provides."""

    # -- what is counted -------------------------------------------------------------------------

    @pytest.mark.parametrize(
        ("system", "expected"),
        [
            (toys.counter(), Statistics(41, 79, 41, dead_ends=1)),
            (toys.priority_stack(2, 4, 1, 1), Statistics(248, 352, 10, over=24)),
            (toys.priority_stack(4, 4, 2, 2), Statistics(50720, 78864, 24, over=2576)),
            (toys.layered(), Statistics(19, 3 * (1 + 2 + 4), 1 + 3 * 4, over=1)),
            (toys.leaky(), Statistics(4, 5, 3, cut=1, wrong=2)),
            (toys.switches(200, 2), Statistics(1 + 200 + 19900, 200 + 200 * 199, 3, dead_ends=19900)),
            (toys.shift_register(), Statistics(300, 300, 300)),
        ],
        ids=lambda x: x.name.replace(" ", "-") if isinstance(x, System) else "",
    )
    def test_counts_are_exact(self, engine: Engine, system: System, expected: Statistics) -> None:
        outcome = engine.search(system)
        assert outcome.engine == engine.name
        assert (outcome.complete, outcome.stopped, outcome.found) == (True, "", {})
        assert sum(outcome.statistics.fired) == expected.transitions
        assert outcome.statistics.seconds > 0
        assert dataclasses.replace(untimed(outcome.statistics), fired=()) == expected

    @pytest.mark.parametrize("number", [2, 3, 5])
    def test_philosophers_have_one_dead_end(self, engine: Engine, number: int) -> None:
        system = toys.philosophers(number)
        stuck = all_of((negate(system.alive), negate(system.over)))
        outcome = engine.search(system, (Target("stuck", stuck),))
        assert outcome.statistics.dead_ends == 1
        assert names(outcome.found["stuck"]) == [f"left(who={i})" for i in range(number)]

    def test_each_update_counts_its_own_steps(self, engine: Engine) -> None:
        system = toys.layered()
        fired = dict(
            zip((u.name for u in system.updates), engine.search(system).statistics.fired, strict=True)
        )
        assert fired == {"borrow": 3, "pay": 12, "choose(who=left)": 3, "choose(who=right)": 3}

    def test_a_game_that_never_starts_and_one_that_never_moves(self, engine: Engine) -> None:
        quiet = dataclasses.replace(toys.counter(), updates=())
        assert untimed(engine.search(quiet).statistics) == Statistics(1, 0, 1, dead_ends=1)
        over = toys.graph_system({0: (1,)}, over=(0,))
        assert untimed(engine.search(over).statistics) == Statistics(1, 0, 1, over=1, fired=(0,))
        nothing = dataclasses.replace(toys.counter(), initial=())
        outcome = engine.search(nothing, (Target("any", TRUE),))
        assert outcome.complete
        assert outcome.found == {}
        assert (outcome.statistics.states, outcome.statistics.levels) == (0, 0)

    def test_initial_states_that_are_given_twice_count_once(self, engine: Engine) -> None:
        system = toys.graph_system({0: (1,), 2: (1,)}, initial=(2, 0, 2))
        outcome = engine.search(system, (Target("end", toys.is_value(system.cells[0], 1)),))
        assert outcome.statistics.states == 3
        assert names(outcome.found["end"]) == ["go(a=2, b=1)"]

    # -- what is found ---------------------------------------------------------------------------

    def test_the_shortest_play_has_forty_steps(self, engine: Engine) -> None:
        system = toys.counter(40)
        top = toys.is_value(system.cells[0], 40)
        outcome = engine.search(system, (Target("top", top), Target("start", negate(top))))
        assert names(outcome.found["top"]) == ["up"] * 40
        assert len(outcome.found["start"]) == 0
        assert outcome.found["start"].states == ((0,),)
        assert list(outcome.found) == ["top", "start"]

    def test_a_target_on_the_stack_is_reached_by_the_shortest_play(self, engine: Engine) -> None:
        system = toys.priority_stack(4, 4, 2, 2)
        dead = equal(cell(system, "life[P2]"), integer(0))
        outcome = engine.search(system, (Target("dead", dead),), stop_when_found=True)
        assert names(outcome.found["dead"]) == [
            "cast(player=P1, kind=0)",
            "cast(player=P1, kind=0)",
            "pass",
            "resolve",
            "pass",
            "resolve",
        ]
        assert_is_play(outcome.found["dead"])
        assert not outcome.complete
        assert outcome.stopped == "every target is found"
        assert outcome.statistics.states < 50720

    def test_of_equally_short_plays_the_least_is_taken(self, engine: Engine) -> None:
        # 0 -> 1 and 2 -> 3; the update into 2 stands before that into 1 in the second system.
        first = toys.graph_system({0: (1, 2), 1: (3,), 2: (3,)})
        second = toys.graph_system({0: (2, 1), 1: (3,), 2: (3,)})
        for system, way in ((first, 1), (second, 2)):
            end = Target("end", toys.is_value(system.cells[0], 3))
            found = engine.search(system, (end,)).found
            assert names(found["end"]) == [f"go(a=0, b={way})", f"go(a={way}, b=3)"]

    def test_initial_states_are_tried_in_their_order(self, engine: Engine) -> None:
        for initial in ((0, 1), (1, 0)):
            system = toys.graph_system({0: (2,), 1: (2,)}, initial=initial)
            found = engine.search(system, (Target("end", toys.is_value(system.cells[0], 2)),)).found
            assert found["end"].states[0] == (initial[0],)

    def test_a_step_is_found_by_the_state_before_it(self, engine: Engine) -> None:
        system = toys.counter(5)
        n = var(system.cells[0])
        steps = all_steps(system, "drop", equal(n, integer(3)))
        found = engine.search(system, (Target("drop from 3", steps=steps),)).found["drop from 3"]
        assert names(found) == ["up", "up", "up", "drop"]
        assert found.states[-1] == (0,)
        assert not found.ends_wrong

    def test_wrong_and_cut_steps_end_their_play(self, engine: Engine) -> None:
        system = toys.leaky()
        targets = (
            Target("wrong", steps=tuple(u.wrong for u in system.updates)),
            Target("cut", steps=tuple(all_of((u.cut, negate(u.wrong))) for u in system.updates)),
            Target("both", steps=tuple(all_of((u.cut, u.wrong)) for u in system.updates)),
        )
        outcome = engine.search(system, targets)
        assert outcome.complete
        assert names(outcome.found["wrong"]) == ["two", "two"]
        assert outcome.found["wrong"].states == ((0,), (2,))
        assert outcome.found["wrong"].ends_wrong
        assert names(outcome.found["cut"]) == ["one", "two", "one"]
        assert outcome.found["cut"].states == ((0,), (1,), (3,))
        assert names(outcome.found["both"]) == ["one", "two", "two"]
        assert list(outcome.found) == ["wrong", "cut", "both"]

    def test_a_step_that_is_both_wrong_and_cut_is_wrong(self, engine: Engine) -> None:
        (cell,) = toys.counter(1).cells
        both = toys.update("both", TRUE, {cell: integer(0)}, wrong=TRUE, cut=TRUE)
        system = System.build("both", (cell,), ((0,),), (both,))
        statistics = engine.search(system).statistics
        assert (statistics.wrong, statistics.cut, statistics.dead_ends) == (1, 0, 0)

    def test_cutting_a_stack_gives_the_same_states_as_a_guard(self, engine: Engine) -> None:
        plain = engine.search(toys.priority_stack(2, 4, 1, 1)).statistics
        bounded = engine.search(toys.priority_stack(2, 4, 1, 1, bounded=True)).statistics
        # No player has a third card, so the bound is met only where a draw has refilled a hand.
        assert dataclasses.replace(untimed(bounded), cut=0) == untimed(plain)

    def test_an_end_or_a_more_urgent_update_hides_a_step(self, engine: Engine) -> None:
        system = toys.layered()
        due = less(integer(0), cell(system, "debt"))
        targets = (
            Target("borrow while due", steps=all_steps(system, "borrow", due)),
            Target("borrow", steps=all_steps(system, "borrow")),
            Target("pay", steps=all_steps(system, "pay")),
        )
        found = engine.search(system, targets).found
        assert names(found["borrow"]) == ["borrow"]
        assert names(found["pay"]) == ["borrow", "choose(who=left)", "pay"]
        assert "borrow while due" not in found

    def test_values_of_states_are_plain_integers(self, engine: Engine) -> None:
        system = toys.switches(8, 3)
        lit = all_of((cell(system, "s6"), cell(system, "s7")))
        play = engine.search(system, (Target("lit", lit),)).found["lit"]
        assert_is_play(play)
        assert play.states[-1] == (2, 0, 0, 0, 0, 0, 0, 1, 1)

    # -- limits ----------------------------------------------------------------------------------

    @pytest.mark.parametrize(("most", "complete"), [(1, False), (100, False), (247, False), (248, True)])
    def test_a_limit_of_states(self, engine: Engine, most: int, complete: bool) -> None:
        outcome = engine.search(toys.priority_stack(2, 4, 1, 1), limits=Limits(states=most))
        assert outcome.complete == complete
        assert outcome.statistics.states <= most
        assert ("state" in outcome.stopped) != complete

    @pytest.mark.parametrize("most", [1, 4, 10])
    def test_a_limit_of_levels(self, engine: Engine, most: int) -> None:
        system = toys.priority_stack(2, 4, 1, 1)
        outcome = engine.search(system, limits=Limits(levels=most))
        assert not outcome.complete
        assert "level" in outcome.stopped
        assert outcome.statistics.levels == most
        assert engine.search(system, limits=Limits(levels=11)).complete

    def test_targets_within_a_limit_are_found(self, engine: Engine) -> None:
        system = toys.counter(40)
        targets = [Target(str(n), toys.is_value(system.cells[0], n)) for n in (3, 9, 10, 11)]
        outcome = engine.search(system, tuple(targets), limits=Limits(levels=11))
        assert list(outcome.found) == ["3", "9", "10"]

    def test_no_time_at_all(self, engine: Engine) -> None:
        outcome = engine.search(toys.priority_stack(4, 4, 2, 2), limits=Limits(seconds=0.0))
        assert not outcome.complete
        assert "second" in outcome.stopped
        assert outcome.statistics.states < 50720

    def test_progress_is_told_and_the_collector_left_as_it_was(self, engine: Engine) -> None:
        told: list[Statistics] = []
        assert gc.isenabled()
        outcome = engine.search(
            toys.priority_stack(4, 4, 3, 3), progress=told.append, limits=Limits(seconds=1.0)
        )
        assert gc.isenabled()
        assert all(a.states <= b.states for a, b in itertools.pairwise([*told, outcome.statistics]))
        assert told or outcome.statistics.seconds < 1.0

    def test_without_targets_there_is_nothing_to_stop_for(self, engine: Engine) -> None:
        assert engine.search(toys.layered(), stop_when_found=True).complete

    # -- random systems --------------------------------------------------------------------------

    @examples(150)
    @given(system=systems(), conditions=st.lists(boolean_expressions, min_size=3, max_size=3))
    def test_random_systems_are_searched_as_a_naive_search_does(
        self, engine: Engine, system: System, conditions: list[tuple[object, ...]]
    ) -> None:
        targets = random_targets(system, [build(e) for e in conditions])
        found, statistics = naive.search(system, targets)
        outcome = engine.search(system, targets)
        assert outcome.complete
        assert untimed(outcome.statistics) == statistics
        assert dict(outcome.found) == found
        for play in outcome.found.values():
            assert_is_play(play)
        assert math.isfinite(outcome.statistics.seconds)

    @examples(50)
    @given(system=systems(), condition=boolean_expressions, levels=st.integers(1, 5))
    def test_what_a_limited_search_finds_is_right(
        self, engine: Engine, system: System, condition: tuple[object, ...], levels: int
    ) -> None:
        targets = random_targets(system, [build(condition)] * 3)
        found, _ = naive.search(system, targets)
        outcome: Outcome = engine.search(system, targets, limits=Limits(levels=levels))
        expected = {name: play for name, play in found.items() if len(play) < levels}
        assert dict(outcome.found) == (found if outcome.complete else expected)


def random_targets(system: System, conditions: list[Term]) -> tuple[Target, ...]:
    """Return targets on states, on steps, and on both, and the built-in questions."""
    on_state, on_step, on_both = conditions
    updates = system.updates
    return (
        Target("state", on_state),
        Target("step", steps=tuple(on_step if i % 2 else FALSE for i, _ in enumerate(updates))),
        Target("both", all_of((on_both, on_state)), tuple(on_both for _ in updates)),
        Target("wrong", steps=tuple(u.wrong for u in updates)),
        Target("cut", steps=tuple(all_of((u.cut, negate(u.wrong))) for u in updates)),
        Target("stuck", all_of((negate(system.alive), negate(system.over)))),
        Target("priority", system.at_priority),
        Target("choice", system.at_choice),
    )
