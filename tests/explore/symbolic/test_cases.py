from __future__ import annotations

import pytest
from hypothesis import given

from checker.explore.symbolic.cases import cases_of
from checker.explore.symbolic.order import order_cells
from checker.system.model import System
from tests import toys
from tests.examples import examples
from tests.explore.symbolic.models import model_of, nothing
from tests.strategies import systems


def test_a_push_is_split_by_the_size_of_the_stack() -> None:
    system = toys.priority_stack(6, 4, 3, 3)
    casts = [c for c in cases_of(system, nothing) if system.updates[c.update].rule == "cast"]
    assert len(casts) == 2 * 4 * 6
    for case in casts:
        ((size, value),) = case.known
        assert size.name == "stack.size"
        changed = {cell.name for cell in case.changes}
        assert changed <= {
            "stack.size",
            f"stack[{value}].owner",
            f"stack[{value}].kind",
            "hand[P1]",
            "hand[P2]",
            "passed",
        }


def test_what_decides_comes_first_and_what_all_rules_touch_last() -> None:
    system = toys.priority_stack(6, 4, 3, 3)
    order = [cell.name for cell in order_cells(system, cases_of(system, nothing))]
    assert order[0] == "stack.size"
    assert {name for name in order[1:13] if name.startswith("stack[")} == set(order[1:13])
    assert set(order[13:]) == {"turn", "holder", "passed", "life[P1]", "life[P2]", "hand[P1]", "hand[P2]"}


@pytest.mark.parametrize("system", [toys.layered(), toys.shift_register(20), toys.switches(20)], ids=str)
def test_every_cell_has_a_place(system: System) -> None:
    order = order_cells(system, cases_of(system, nothing))
    assert sorted(order, key=str) == sorted(system.cells, key=str)


@examples(100)
@given(systems())
def test_steps_forwards_and_backwards_are_those_of_the_system(system: System) -> None:
    model = model_of(system)
    for state in system.initial:
        after = {reached for _, reached in system.steps(state)}
        images = model.steps.after(model.encoding.is_state(state))
        assert images == model.diagrams.union(map(model.encoding.is_state, sorted(after)))
        for reached in after:
            assert model.is_in(
                model.steps.before(model.encoding.is_state(reached), model.diagrams.true), state
            )
