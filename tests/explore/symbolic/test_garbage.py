import gc

import pytest

from checker.explore.interface import Limits
from checker.explore.symbolic import SymbolicEngine
from tests.toys import priority_stack

pytestmark = pytest.mark.skipif(bool(SymbolicEngine.unavailable()), reason="dd.cudd is not here")


@pytest.mark.parametrize("limits", [Limits(), Limits(states=500), Limits(seconds=0.0)])
def test_a_search_leaves_nothing_to_the_garbage_collector(limits: Limits) -> None:
    # The collector might take the manager of the diagrams first, which is an error in the library.
    system = priority_stack(2, 4, 1, 1)
    SymbolicEngine().search(system, limits=limits)
    gc.collect()
    gc.disable()
    try:
        SymbolicEngine().search(system, limits=limits)
        assert gc.collect() == 0
    finally:
        gc.enable()
