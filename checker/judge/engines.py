"""Which engine searches: by size, unless the user asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Limits, Outcome, Progress, Target
from checker.system.model import System

__all__ = ["search"]

SMALL = 150_000
"""States up to which plain Python searches; a game that turns out larger is searched in machine code."""


def search(
    system: System,
    targets: Sequence[Target],
    *,
    engine: str,
    seconds: float | None,
    progress: Progress | None,
) -> tuple[Outcome, str]:
    """Search a system for all targets at once.

    Args:
        system: the game.
        targets: what to look for.
        engine: ``auto``, or the name of the search engine that the user asks for.
        seconds: when to give up.
        progress: told now and then how far it is.

    Returns:
        What was found, and why this engine was taken.
    """
    limits = Limits(seconds=seconds)
    if engine == "explicit":
        return ExplicitEngine().search(system, tuple(targets), limits=limits, progress=progress), "as asked"
    outcome = ExplicitEngine().search(
        system, tuple(targets), limits=replace(limits, states=SMALL), progress=progress
    )
    if outcome.complete or outcome.statistics.states < SMALL:
        return outcome, "the game is small"
    left = None if seconds is None else max(0.1, seconds - outcome.statistics.seconds)
    limits = Limits(seconds=left)
    from checker.explore.compiled import CompiledEngine

    missing = CompiledEngine.unavailable()
    if missing:
        reason = f"machine code cannot be made here: {missing}"
        return ExplicitEngine().search(system, tuple(targets), limits=limits, progress=progress), reason
    found = CompiledEngine().search(system, tuple(targets), limits=limits, progress=progress)
    return found, f"the game has more than {SMALL:,} states"
