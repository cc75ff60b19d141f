from __future__ import annotations

import pytest
from hypothesis import given

from checker.explore.symbolic.selecting import MOST_NODES, Selecting
from checker.system.model import System
from tests.examples import examples
from tests.explore.symbolic.models import model_of, nothing
from tests.strategies import systems


@pytest.mark.parametrize("most", [0, 3, MOST_NODES])
@examples(40)
@given(system=systems())
def test_conditions_too_large_are_looked_at_in_the_states_at_hand(most: int, system: System) -> None:
    model = model_of(system)
    selecting = Selecting(model.encoding, nothing, most)
    states = sorted({*system.initial, *(s for i in system.initial for _, s in system.steps(i))})
    conditions = [t for u in system.updates for t in (u.enabled, u.wrong, u.cut)]
    for some in (states, states[1:]):
        here = model.diagrams.union(map(model.encoding.is_state, some))
        for condition in conditions:
            true = [s for s in some if system.holds(condition, s)]
            found = selecting.among(here, condition)
            assert found == model.diagrams.union(map(model.encoding.is_state, true))
            assert [s for s in some if selecting.holds(condition, s)] == true
