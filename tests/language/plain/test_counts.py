from __future__ import annotations

import pytest

from checker.language.plain.interpreter import Interpreter
from checker.language.plain.naive import NaiveSearch
from checker.language.schema import Schema
from tests.games.at_once import Fire, Hunt, Paint
from tests.games.benchmark import Benchmark
from tests.games.sieges import Sieges
from tests.games.table import Dice, Leaving, Line, Pile


def search(game, scopes=None, readings=None, *, ghosts=True):
    return NaiveSearch(Interpreter(Schema(game, scopes, readings), ghosts=ghosts))


def counts(game, scopes=None, readings=None, *, ghosts=True):
    c = search(game, scopes, readings, ghosts=ghosts).count()
    assert c.complete
    assert sum(c.fired.values()) == c.transitions
    return c.states, c.transitions, c.levels, c.dead_ends, c.over, c.cut, c.wrong


def test_the_published_counts_of_the_benchmark():
    assert counts(Benchmark) == (248, 352, 10, 0, 24, 0, 0)


@pytest.mark.slow
def test_the_published_counts_of_the_larger_benchmark():
    assert counts(Benchmark, {"depth": 4, "life": 2, "hand": 2}) == (50_720, 78_864, 24, 0, 2_576, 0, 0)


# Fire, by hand: three quiet states with life and three armed ones each, and the end; three ways to arm in
# every quiet state, every armed state burns, but two cards burn too much for one life.
def test_increments_of_a_state_based_event_add_up():
    assert counts(Fire) == (13, 17, 5, 0, 1, 0, 1)


# Paint: a start, six armed states (the first card red or blue), of which two disagree; two ends.
def test_different_writes_of_a_state_based_event_are_wrong():
    assert counts(Paint) == (9, 10, 3, 2, 0, 0, 2)


# Hunt: hunting for either player; the event leaves two items in the bag, which are told in either order.
# While the second card is the first player's, the hunt goes on, otherwise it has ended.
def test_a_state_based_event_with_choices_and_a_bag():
    assert counts(Hunt) == (13, 16, 6, 1, 0, 0, 0)


def test_triggers_replacements_and_layers():
    assert counts(Sieges) == (54, 74, 11, 4, 0, 0, 0)
    assert counts(Sieges, ghosts=False) == (54, 74, 11, 4, 0, 0, 0)


# Leaving: with three players 3 turns; with two, 3 pairs of 2 turns; with one, 3 ends.
def test_players_leave():
    assert counts(Leaving) == (3 + 6 + 3, 30, 3, 0, 3, 0, 0)
    assert counts(Leaving, {"players": 2}) == (2 + 2, 6, 2, 0, 2, 0, 0)


# Line without ghosts: ten queues of at most two of three players, each with four states of who was served.
def test_a_queue_cuts_and_goes_wrong():
    assert counts(Line, ghosts=False) == (40, 78, 5, 0, 0, 24, 15)
    assert counts(Line) == (49, 105, 5, 0, 0, 24, 24)


def test_start_rules_choices_chance_and_readings():
    assert counts(Dice) == (29, 33, 4, 0, 18, 0, 0)
    assert counts(Dice, readings={"rule": "guesser"}) == (17, 27, 4, 0, 6, 0, 0)


# Pile: empty in 3 orders of touching; one stone of either card, in 2 orders and 2 weights; both in 2 orders,
# each with 4 pairs of weights.
def test_moments_count_by_their_order_alone():
    assert counts(Pile) == (3 + 8 + 8, 46, 5, 0, 0, 0, 0)


def test_shortest_plays_are_the_least_among_the_equally_short():
    found = search(Fire).find(lambda state: state.values["life"] == 1)
    assert found is not None
    assert [s.name for s in found.steps] == ["arm_both", "state_based"]
    wrong = search(Fire).find_step(lambda state, instance, result: result.wrong is not None)
    assert wrong is not None
    assert [s.name for s in wrong.steps] == ["arm_both", "state_based", "arm_both", "state_based"]
    assert len(wrong.states) == len(wrong.steps)


def test_a_search_that_is_given_up_says_so():
    engine = search(Benchmark)
    engine.most = 100
    assert not engine.count().complete


def test_initial_states_come_in_order_without_duplicates():
    interpreter = Interpreter(Schema(Dice))
    assert [s.values["score"] for s in interpreter.initial_states()] == [0, 2]
    assert [str(s.values["turn"]) for s in Interpreter(Schema(Leaving)).initial_states()] == [
        "P1",
        "P2",
        "P3",
    ]
