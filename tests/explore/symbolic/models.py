from __future__ import annotations

from collections.abc import Sequence

from checker.explore.symbolic.model import SymbolicModel
from checker.system.model import System, Update
from checker.system.terms import Cell

MEMORY = 1 << 28


def nothing() -> None:
    """Stand in for a look at the clock."""


def model_of(system: System, order: Sequence[Cell] | None = None) -> SymbolicModel:
    return SymbolicModel(system, MEMORY, nothing, order)


def bare(cells: Sequence[Cell], updates: Sequence[Update] = ()) -> System:
    return System.build("bare", tuple(cells), (tuple(c.domain.low for c in cells),), tuple(updates))
