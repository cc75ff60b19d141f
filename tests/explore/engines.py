"""All engines that implement the one interface; the shared suite runs over each of them."""

from __future__ import annotations

from collections.abc import Callable

from checker.explore.compiled import CompiledEngine
from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Engine
from checker.explore.symbolic import SymbolicEngine

ENGINES: dict[str, Callable[[], Engine]] = {
    "compiled": CompiledEngine,
    "explicit": ExplicitEngine,
    "symbolic": SymbolicEngine,
}
