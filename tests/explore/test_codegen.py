from __future__ import annotations

import itertools

import pytest
from hypothesis import given

from checker.explore.codegen import CUT, HIT, OVER, WRONG, compile_conditions, compile_steps
from checker.system.model import Kind, System
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Domain,
    Term,
    add,
    all_of,
    any_of,
    equal,
    integer,
    ite,
    less,
    modulo,
    multiply,
    negate,
    var,
)
from tests import toys
from tests.examples import examples
from tests.strategies import CELLS, Expression, boolean_expressions, build, compute, environments

BITS = [Cell(f"b{i}", Domain.boolean()) for i in range(400)]
N = Cell("n", Domain.integer(0, 6))


def deep_number(depth: int) -> Term:
    """Return a number that folding cannot flatten."""
    term = var(N)
    for i in range(depth):
        term = modulo(multiply(add(term, var(BITS[0])), add(term, integer(1 + i % 3))), 7)
    return term


def test_a_dag_as_deep_as_it_is_shared_compiles_and_computes() -> None:
    deep = deep_number(2000)
    n, expected = 3, 3
    for i in range(2000):
        expected = (expected + 1) * (expected + 1 + i % 3) % 7
    system = System.build(
        "deep",
        (N, BITS[0]),
        ((n, 1),),
        (toys.update("go", less(deep, integer(7)), {N: deep}, cut=equal(deep, integer(expected + 1))),),
    )
    assert list(compile_steps(system)((n, 1))) == [(0, (expected, 1))]


def test_junctions_and_sums_of_hundreds_of_parts() -> None:
    ones = [ite(var(b), integer(1), integer(0)) for b in BITS]
    count = ones[0]
    for one in ones[1:]:
        count = add(count, one)
    conditions = {
        0: all_of(map(var, BITS)),
        1: any_of(all_of((var(a), var(b))) for a, b in itertools.pairwise(BITS)),
        2: equal(count, integer(3)),
    }
    check = compile_conditions(BITS, conditions)
    alternating = tuple(i % 2 for i in range(400))
    assert check((1,) * 400) == [0, 1]
    assert check(alternating) == []
    assert check((1, 0, 1, 0, 1) + (0,) * 395) == [2]


def test_a_chain_of_a_thousand_ways() -> None:
    chain = integer(0)
    for i, bit in enumerate(BITS * 3):
        chain = ite(equal(var(N), integer(i % 7)), add(var(N), ite(var(bit), integer(1), integer(0))), chain)
    check = compile_conditions((N, *BITS), {0: equal(chain, integer(1)), 1: TRUE, 2: FALSE})
    assert check((1, *([0] * 400))) == [0, 1]


def test_the_kinds_of_result_come_in_the_order_of_updates() -> None:
    system = toys.leaky()
    n = var(system.cells[0])
    steps = compile_steps(system, {4: (TRUE, FALSE), 7: (equal(n, integer(3)), TRUE)})
    assert list(steps((0,))) == [
        (0, (1,)),
        (HIT, (4, 0, (1,))),
        (1, (2,)),
        (HIT, (7, 1, (2,))),
    ]
    assert list(steps((3,))) == [
        (CUT, 0),
        (HIT, (4, 0, None)),
        (HIT, (7, 0, None)),
        (WRONG, 1),
        (HIT, (7, 1, None)),
    ]
    over = toys.graph_system({0: (1,)}, over=(0,))
    assert list(compile_steps(over)((0,))) == [(OVER, None)]
    assert list(compile_steps(over)((1,))) == []


def test_neighbours_with_common_guards_and_shared_values() -> None:
    # What both rules share is computed once; the second rank is tried only where the first is quiet.
    heavy = modulo(multiply(var(N), add(var(N), var(BITS[0]))), 7)
    low, high = less(heavy, integer(3)), less(integer(3), heavy)
    updates = [
        toys.update(
            "first", all_of((var(BITS[1]), low, negate(var(b)))), {N: heavy, b: TRUE}, kind=Kind.AUTOMATIC
        )
        for b in BITS[2:5]
    ] + [toys.update("second", all_of((high, var(b))), {N: heavy}) for b in BITS[2:5]]
    system = System.build("shared", (N, *BITS[:5]), ((0,) * 6,), tuple(updates))
    steps = compile_steps(system)
    for state in [(n, *(k >> i & 1 for i in range(5))) for n in range(7) for k in range(32)]:
        assert list(steps(state)) == list(system.steps(state))


def test_a_condition_on_states_may_not_read_the_state_after() -> None:
    with pytest.raises(ValueError, match="no step"):
        compile_conditions((N,), {0: equal(var(N), var(N, primed=True))})


@examples(100)
@given(boolean_expressions, environments())
def test_conditions_have_the_value_of_what_was_written(e: Expression, env: dict[Cell, int]) -> None:
    check = compile_conditions(CELLS, {5: build(e), 9: negate(build(e))})
    assert list(check(tuple(env[c] for c in CELLS))) == ([5] if compute(e, env) else [9])


def test_guards_that_share_ever_longer_prefixes_are_not_nested_without_end() -> None:
    bits = BITS[:150]
    updates = tuple(
        toys.update("press", all_of(map(var, bits[: i + 1])), {N: integer(i % 7)}, arguments=(("i", str(i)),))
        for i in range(len(bits))
    )
    system = System.build("prefixes", (N, *bits), ((0,) * 151,), updates)
    steps = compile_steps(system)
    for lit in (0, 1, 12, 13, 14, 80, 150):
        state = (6, *([1] * lit), *([0] * (150 - lit)))
        assert list(steps(state)) == [(i, (i % 7, *state[1:])) for i in range(lit)]
