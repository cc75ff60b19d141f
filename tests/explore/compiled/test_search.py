from __future__ import annotations

import itertools
import mmap
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.errors import UsageError
from checker.explore.compiled import CompiledEngine, memory
from checker.explore.compiled import search as search_module
from checker.explore.compiled.context import Pause
from checker.explore.compiled.search import Search
from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Limits, Statistics, Target
from checker.system.model import State, System
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Domain,
    add,
    equal,
    integer,
    ite,
    less,
    modulo,
    multiply,
    var,
)
from tests import toys
from tests.examples import examples
from tests.strategies import CELLS, Expression, build, compute, integer_expressions, systems

PLENTY = 1 << 30


def run(search: Search) -> Search:
    """Search to the end."""
    search.start()
    while search.advance(PLENTY) is not Pause.DONE:
        pass
    return search


def successors(search: Search, first: int, last: int) -> list[tuple[State, int, State]]:
    starts, updates, targets = search.edges(first, last)
    return [
        (search.state(first + i), updates[e], search.state(targets[e]))
        for i in range(last - first)
        for e in range(starts[i], starts[i + 1])
    ]


# -- memory and the table --------------------------------------------------------------------------

SIZE = 65_537
FACTOR = 75
WIDE = 1 << 50


def walk() -> System:
    """Return a walk through the numbers below SIZE in a scattered order, with three words a state."""
    here = Cell("here", Domain.integer(0, SIZE - 1))
    low = Cell("low", Domain.integer(0, WIDE - 1))
    signed = Cell("signed", Domain.integer(-WIDE, WIDE))
    far = modulo(multiply(integer(FACTOR), add(var(here), integer(1))), SIZE)
    half = less(far, integer(SIZE // 2))
    hop = toys.update(
        "hop",
        TRUE,
        {here: far, low: multiply(far, integer(1 << 20)), signed: ite(half, far, multiply(integer(-7), far))},
    )
    stay = toys.update("stay", equal(modulo(var(here), 3), integer(0)), {here: var(here)})
    return System.build("walk", (here, low, signed), ((0, 0, 0),), (hop, stay))


def states_of_the_walk() -> list[State]:
    here, states = 0, {(0, 0, 0): None}
    while True:
        here = FACTOR * (here + 1) % SIZE
        state = (here, here << 20, here if here < SIZE // 2 else -7 * here)
        if state in states:
            return list(states)
        states[state] = None


@pytest.mark.parametrize("narrow_bits", [31, 12, 10])
def test_three_words_a_state_through_many_sizes_of_the_table(
    narrow_bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_module, "_FIRST_BITS", 10)
    monkeypatch.setattr(search_module, "_FIRST_STATES", 512)
    search = run(Search(walk(), narrow_bits=narrow_bits))
    expected = states_of_the_walk()
    assert search.layout.words == 3
    assert search.count == len(expected) == SIZE - 1
    assert [search.state(i) for i in range(search.count)] == expected
    assert search.levels == list(range(search.count))
    assert search.fired == (len(expected), sum(s[0] % 3 == 0 for s in expected))
    search.free()


def test_tables_that_are_nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    # Most buckets overflow then, and look-ups walk far.
    monkeypatch.setattr(search_module, "_FIRST_BITS", 10)
    monkeypatch.setattr(search_module, "_LOAD", (127, 128))
    search = run(Search(toys.priority_stack(4, 4, 2, 2)))
    assert (search.count, sum(search.fired), len(search.levels)) == (50720, 78864, 24)
    search.free()


def test_memory_grows_where_pages_cannot_be_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_resize", lambda block, size: False)
    block = memory.Block(5000)
    block.write(4000, b"kept")
    block.grow(1 << 23)
    assert block.size == 1 << 23
    assert block.read(4000, 5) == b"kept\0"
    block.free()


# -- steps -----------------------------------------------------------------------------------------


@examples(20)
@given(st.lists(integer_expressions, min_size=1, max_size=8))
def test_terms_have_the_value_of_what_was_written(expressions: list[Expression]) -> None:
    terms = [build(e) for e in expressions]
    results = [Cell(f"r{i}", Domain.integer(t.low, t.high)) for i, t in enumerate(terms)]
    ready = Cell("ready", Domain.boolean())
    compute_all = toys.update(
        "compute", equal(var(ready), FALSE), {ready: TRUE, **dict(zip(results, terms, strict=True))}
    )
    start = tuple(r.domain.low for r in results)
    inputs = list(itertools.product(*(c.domain.values() for c in CELLS)))
    cells = (ready, *CELLS, *results)
    search = run(
        Search(System.build("compute", cells, tuple((0, *i, *start) for i in inputs), (compute_all,)))
    )
    for number, values in enumerate(inputs):
        expected = [compute(e, dict(zip(CELLS, values, strict=True))) for e in expressions]
        ((before, _, after),) = successors(search, number, number + 1)
        assert before == (0, *values, *start)
        assert after == (1, *values, *expected)
    search.free()


@examples(25)
@given(systems())
def test_edges_are_the_steps_of_the_system(system: System) -> None:
    search = run(Search(system))
    states = [search.state(i) for i in range(search.count)]
    expected = [(state, update, after) for state in states for update, after in system.steps(state)]
    assert successors(search, 0, search.count) == expected
    search.free()


def test_a_step_that_leaves_a_domain_without_being_wrong_is_a_fault() -> None:
    n = Cell("n", Domain.integer(0, 4))
    system = System.build("faulty", (n,), ((0,),), (toys.update("up", TRUE, {n: add(var(n), integer(2))}),))
    with pytest.raises(RuntimeError, match=r"up sets n to 6 without being wrong in \(4,\)"):
        CompiledEngine().search(system)


def endless() -> System:
    n = Cell("n", Domain.integer(0, (1 << 60) - 1))
    up = toys.update("up", TRUE, {n: modulo(add(var(n), integer(1)), 1 << 60)})
    down = toys.update("down", TRUE, {n: modulo(multiply(var(n), integer(3)), 1 << 60)})
    return System.build("endless", (n,), ((1,),), (up, down))


# -- the engine ------------------------------------------------------------------------------------


def test_many_levels_and_long_plays() -> None:
    system = toys.counter(5000)
    outcome = CompiledEngine().search(system, (Target("top", toys.is_value(system.cells[0], 5000)),))
    assert outcome.statistics.levels == 5001
    assert [system.updates[i].name for i in outcome.found["top"].updates] == ["up"] * 5000


def test_two_hundred_updates_and_many_words_agree_with_plain_python() -> None:
    system = toys.switches(200, 2)
    lit = Target("lit", equal(var(system.cells[0]), integer(2)))
    mine, other = CompiledEngine().search(system, (lit,)), ExplicitEngine().search(system, (lit,))
    assert Search(system).layout.words == 4
    assert mine.statistics.fired == other.statistics.fired
    assert mine.found == other.found


def test_an_endless_search_answers_to_its_clock() -> None:
    told: list[Statistics] = []
    began = time.perf_counter()
    limits = Limits(seconds=0.6)
    system = endless()
    outcome = CompiledEngine().search(system, limits=limits, progress=told.append)
    assert 0.6 <= time.perf_counter() - began < 1.6
    assert outcome.stopped == "the limit of 0.6 seconds was reached"
    assert told
    assert told[0].states < outcome.statistics.states


def test_memory_that_runs_out_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def little(size: int) -> mmap.mmap:
        if size > 400_000:
            raise MemoryError
        return plenty(size)

    plenty = memory._zeros
    system = toys.priority_stack(4, 4, 2, 2)
    late = Target("late", steps=tuple(u.guard if u.rule == "next_turn" else FALSE for u in system.updates))
    monkeypatch.setattr(memory, "_zeros", little)
    outcome = CompiledEngine().search(system, (late,))
    assert not outcome.complete
    assert outcome.stopped == "memory ran out"
    assert 40_000 < outcome.statistics.states < 50_720
    assert [system.updates[i].rule for i in outcome.found["late"].updates] == ["pass", "next_turn"]


def test_numbers_beyond_a_word_are_refused() -> None:
    n = Cell("n", Domain.integer(0, 1 << 40))
    square = multiply(var(n), var(n))
    system = System.build(
        "big", (n,), ((0,),), (toys.update("up", less(square, integer(9)), {n: integer(0)}),)
    )
    with pytest.raises(UsageError, match=r"cannot run big: the values of n \* n do not fit in 64 bits"):
        CompiledEngine().search(system)
    with pytest.raises(UsageError, match="too large for a word"):
        CompiledEngine().search(System.build("big", (Cell("n", Domain.integer(0, 1 << 70)),), ((0,),), ()))


def test_without_llvmlite_the_engine_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert CompiledEngine.unavailable() == ""
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    assert "llvmlite cannot be loaded" in CompiledEngine.unavailable()
    with pytest.raises(UsageError, match="install llvmlite"):
        CompiledEngine().search(toys.counter(3))
