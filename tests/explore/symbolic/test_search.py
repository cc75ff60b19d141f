from __future__ import annotations

import sys
import time

import pytest

from checker.errors import UsageError
from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Limits, Statistics, Target
from checker.explore.symbolic import SymbolicEngine
from checker.explore.symbolic.fixpoints import always_possible
from checker.system.model import System
from checker.system.shapes import ScalarShape, StackShape, Variable
from checker.system.terms import FALSE, TRUE, Cell, Domain, add, all_of, equal, integer, less, var
from tests import toys


def spelling(letters: int) -> System:
    """Return a system in which a word of so many letters is written, each of four kinds."""
    place = Cell("place", Domain.integer(0, letters))
    word = [Cell(f"letter{i}", Domain.integer(-1, 2)) for i in range(letters)]
    updates = [
        toys.update(
            "write",
            equal(var(place), integer(i)),
            {letter: integer(kind), place: integer(i + 1)},
            arguments=(("place", str(i)), ("kind", str(kind))),
        )
        for i, letter in enumerate(word)
        for kind in (-1, 0, 1, 2)
    ]
    return System.build("spelling", (place, *word), ((0, *[-1] * letters),), tuple(updates))


def test_the_large_benchmark_is_counted_to_the_last_digit() -> None:
    seen = SymbolicEngine().search(toys.priority_stack(6, 4, 3, 3)).statistics
    assert (seen.states, seen.transitions, seen.over, seen.levels) == (6_096_768, 9_630_816, 207_936, 38)
    assert (seen.dead_ends, seen.cut, seen.wrong) == (0, 0, 0)


def test_more_states_than_a_search_of_single_states_reaches() -> None:
    outcome = SymbolicEngine().search(toys.priority_stack(10, 4, 5, 5))
    assert outcome.complete
    assert outcome.statistics.states == 54_564_075_160


@pytest.mark.slow
def test_still_more_states() -> None:
    assert SymbolicEngine().search(toys.priority_stack(14, 4, 7, 7)).statistics.states == 372_600_015_048_016


def test_states_of_three_words_and_counts_beyond_floats() -> None:
    system = spelling(70)
    first, second = (equal(var(c), integer(2)) for c in system.cells[1:3])
    outcome = SymbolicEngine().search(system, (Target("two", all_of((first, second))),))
    assert outcome.statistics.states == (4**71 - 1) // 3
    assert outcome.statistics.transitions == outcome.statistics.states - 1
    assert outcome.statistics.dead_ends == 4**70
    assert outcome.statistics.fired[-1] == 4**69
    assert outcome.statistics.levels == 71
    assert outcome.found["two"].updates == (3, 7)
    assert outcome.found["two"].states[-1] == (2, 2, 2, *[-1] * 68)


def test_plays_are_those_of_the_explicit_search() -> None:
    system = toys.priority_stack(3, 4, 2, 2, bounded=True)
    cells = {c.name: var(c) for c in system.cells}
    dead = equal(cells["life[P1]"], integer(0))
    countered = all_of((equal(cells["stack.size"], integer(2)), equal(cells["stack[1].kind"], integer(2))))
    targets = (
        Target("P1 is dead", dead),
        Target("P2 is dead", equal(cells["life[P2]"], integer(0))),
        Target("full", equal(cells["stack.size"], integer(3))),
        Target("cut", steps=tuple(u.cut for u in system.updates)),
        Target("countered", dead, tuple(countered if u.rule == "resolve" else FALSE for u in system.updates)),
        Target("never", all_of((dead, equal(cells["life[P2]"], integer(0))))),
    )
    expected = ExplicitEngine().search(system, targets)
    outcome = SymbolicEngine().search(system, targets)
    assert outcome.found == expected.found
    assert "never" not in outcome.found
    assert len(outcome.found) == 5
    assert outcome.statistics.cut == expected.statistics.cut > 0


def test_memory_is_limited_and_what_was_seen_is_told() -> None:
    outcome = SymbolicEngine(memory=12 << 20).search(toys.priority_stack(10, 4, 5, 5))
    assert not outcome.complete
    assert outcome.stopped == "the limit of 12 MiB of memory was reached"
    assert 10**6 < outcome.statistics.states < 54_564_075_160
    nothing = SymbolicEngine(memory=1 << 20).search(toys.priority_stack(10, 4, 5, 5))
    assert (nothing.complete, nothing.statistics.states) == (False, 0)


def test_time_is_limited_and_progress_told_on_the_way() -> None:
    told: list[Statistics] = []
    began = time.monotonic()
    outcome = SymbolicEngine().search(
        toys.priority_stack(14, 4, 7, 7), limits=Limits(seconds=1.5), progress=told.append
    )
    assert time.monotonic() - began < 10
    assert outcome.stopped == "the limit of 1.5 seconds was reached"
    assert told
    assert told[-1].states <= outcome.statistics.states
    assert outcome.statistics.transitions > 0


def test_an_interrupt_between_two_operations_ends_the_search() -> None:
    def interrupt(_: Statistics) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SymbolicEngine().search(toys.priority_stack(14, 4, 7, 7), progress=interrupt)


def test_a_value_outside_its_domain_is_no_silent_end() -> None:
    cell = Cell("n", Domain.integer(0, 2))
    system = System.build(
        "spills", (cell,), ((0,),), (toys.update("up", TRUE, {cell: add(var(cell), integer(1))}),)
    )
    with pytest.raises(ValueError, match="up gives a cell a value outside its domain"):
        SymbolicEngine().search(system)


def test_a_spill_that_is_not_reached_does_not_matter() -> None:
    cell = Cell("n", Domain.integer(0, 2))
    up = toys.update("up", less(integer(0), var(cell)), {cell: add(var(cell), integer(1))})
    system = System.build("quiet", (cell,), ((0,),), (up,))
    assert SymbolicEngine().search(system).statistics.states == 1


def test_without_the_wheel_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SymbolicEngine.unavailable() == ""
    monkeypatch.setitem(sys.modules, "dd.cudd", None)
    assert "dd.cudd" in SymbolicEngine.unavailable()
    with pytest.raises(UsageError) as caught:
        SymbolicEngine().search(toys.counter())
    assert "symbolic engine cannot run" in caught.value.message
    assert "leave the choice of the engine to the tool" in caught.value.hint
    with pytest.raises(UsageError):
        always_possible(toys.counter(), TRUE)


def dirty_stack() -> System:
    """Return a stack whose pop leaves what it took in the slot, where cases expect nothing."""
    size = Cell("stack.size", Domain.integer(0, 2))
    slots = [Cell(f"stack[{i}]", Domain.integer(0, 3)) for i in range(2)]
    updates = [toys.update("pop", equal(var(size), integer(1)), {size: integer(0)})]
    updates += [
        toys.update("push", equal(var(size), integer(i)), {size: integer(i + 1), slot: integer(3)})
        for i, slot in enumerate(slots)
    ]
    shape = StackShape(size, tuple(ScalarShape(slot) for slot in slots))
    variables = (Variable("stack", shape),)
    return System.build("dirty", (size, *slots), ((0, 0, 0),), tuple(updates), variables=variables)


@pytest.mark.parametrize("limits", [Limits(), Limits(levels=3), Limits(states=3)], ids=str)
def test_nothing_is_said_where_a_slot_beyond_the_size_is_filled(limits: Limits) -> None:
    """After a push and a pop the third level has such a state, whatever ends the search there."""
    system = dirty_stack()
    assert ExplicitEngine().search(system).statistics.states == 4
    with pytest.raises(ValueError, match=r"fills a slot beyond stack\.size"):
        SymbolicEngine().search(system, (Target("never", FALSE),), limits=limits)
    assert SymbolicEngine().search(system, limits=Limits(levels=2)).statistics.states == 2
