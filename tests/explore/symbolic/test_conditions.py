from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.explore.symbolic.counting import Counter
from checker.system.model import State
from checker.system.terms import Cell, Domain, integer, less, total, var
from tests import strategies
from tests.examples import examples
from tests.explore.symbolic.models import bare, model_of

ALL: list[State] = list(itertools.product(*(c.domain.values() for c in strategies.CELLS)))


@examples(200)
@given(strategies.boolean_expressions)
def test_a_diagram_holds_where_its_term_is_true(expression: tuple[Any, ...]) -> None:
    system = bare(strategies.CELLS)
    model = model_of(system)
    condition = strategies.build(expression)
    where = model.among(model.diagrams.true, condition)
    assert [s for s in ALL if model.is_in(where, s)] == [s for s in ALL if system.holds(condition, s)]


@given(st.permutations(strategies.CELLS), st.sets(st.sampled_from(ALL)))
def test_counts_do_not_depend_on_the_order_of_cells(order: list[Cell], states: set[State]) -> None:
    model = model_of(bare(strategies.CELLS), order)
    some = model.diagrams.union(map(model.encoding.is_state, sorted(states)))
    counter = Counter(model.diagrams)
    bits = sum(map(len, model.encoding.bits.values()))
    assert counter.count(some) == len(states)
    assert counter.count(~some) == 2**bits - len(states)
    model.diagrams.sift()
    assert Counter(model.diagrams).count(some) == len(states)
    assert {s for s in ALL if model.is_in(some, s)} == states


def test_counts_go_beyond_any_float() -> None:
    cells = [Cell(f"x{i}", Domain.integer(0, 3)) for i in range(600)]
    model = model_of(bare(cells))
    not_all = ~model.encoding.is_state((3,) * 600)
    assert Counter(model.diagrams).count(not_all) == 4**600 - 1


def test_a_sum_of_many_cells_is_exact() -> None:
    cells = [Cell(f"x{i}", Domain.integer(-1, 2)) for i in range(12)]
    model = model_of(bare(cells))
    small = model.among(model.diagrams.true, less(total(map(var, cells)), integer(-10)))
    # -12 once, and -11 where any one cell is 0.
    assert Counter(model.diagrams).count(small) == 13


@pytest.mark.parametrize("value", [-2, 0, 5])
def test_a_cell_of_one_value_takes_no_bits(value: int) -> None:
    cell = Cell("x", Domain.integer(value, value))
    model = model_of(bare((cell,)))
    assert model.encoding.bits[cell] == ()
    assert Counter(model.diagrams).count(model.initial) == 1
    assert model.is_in(model.initial, (value,))
