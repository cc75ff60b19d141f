"""What the benchmark measures of ours: the engines, and those of them that also run untuned."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checker.explore.interface import Engine
from checker.explore.symbolic import SymbolicEngine
from tests.explore.engines import ENGINES

__all__ = ["OF_SETS", "PROGRAMS", "UNTUNED"]

UNTUNED = {"symbolic": "untuned"}
"""By the name of an engine the program that is the same without what makes it fast."""

PROGRAMS: Mapping[str, Callable[[], Engine]] = {**ENGINES, "untuned": lambda: SymbolicEngine(tuned=False)}
"""By their names."""

OF_SETS = ("symbolic", "untuned")
"""The programs that search sets of states, and so can take any instance."""
