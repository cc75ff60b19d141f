"""Which engine searches: by size, unless the user asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from checker.errors import UsageError
from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Engine, Limits, Outcome, Progress, Target
from checker.explore.stopping import ALL_FOUND
from checker.system.model import System

__all__ = ["search"]

SMALL = 150_000
"""States up to which plain Python searches; a game that turns out larger is searched in machine code."""

LARGE = 30_000_000
"""States up to which states are searched one by one; a game that turns out larger is searched in sets."""


def search(
    system: System,
    targets: Sequence[Target],
    *,
    engine: str,
    seconds: float | None,
    progress: Progress | None,
    checkpoints: Path | None = None,
    stop_when_found: bool = False,
) -> tuple[Outcome, str]:
    """Search a system for all targets at once.

    Args:
        system: the game.
        targets: what to look for.
        engine: ``explicit`` (one state after the other, in the way that suits the size), ``symbolic`` (sets
            of states), or ``auto`` for what suits the size.
        seconds: when to give up.
        progress: told now and then how far it is.
        checkpoints: the folder in which a search in machine code that ends early leaves how far it came,
            and in which one looks for what an earlier one left.
        stop_when_found: whether the search ends as soon as every target has a play.

    Returns:
        What was found, and why this engine was taken.

    Raises:
        UsageError: the engine that is asked for is not to be had here.
    """
    if engine == "symbolic":
        missing = _symbolic_missing()
        if missing:
            raise UsageError(f"the symbolic engine cannot run here: {missing}", hint="leave --engine out")
        return _Attempt(system, targets, seconds, progress, stop_when_found).by(_symbolic(), None), "as asked"
    attempt = _Attempt(system, targets, seconds, progress, stop_when_found)
    outcome = attempt.by(ExplicitEngine(), SMALL)
    if outcome.complete or outcome.statistics.states < SMALL:
        return outcome, "the game is small"
    in_sets = engine == "auto" and not _symbolic_missing()
    from checker.explore.compiled import CompiledEngine, fingerprint

    missing = CompiledEngine.unavailable()
    reason = f"the game has more than {SMALL:,} states"
    if missing:
        reason = f"machine code cannot be made here: {missing}"
    if missing:
        chosen: Engine = ExplicitEngine()
    elif checkpoints is None:
        chosen = CompiledEngine()
    else:
        checkpoints.mkdir(parents=True, exist_ok=True)
        name = f"{system.name}-{fingerprint(system, targets)[:16]}.search"
        chosen = CompiledEngine(checkpoints / name)
    outcome = attempt.by(chosen, LARGE if in_sets else None)
    found = outcome.stopped == ALL_FOUND
    if outcome.complete or found or not in_sets or outcome.statistics.states < LARGE:
        return outcome, reason
    return attempt.by(_symbolic(), None), f"the game has more than {LARGE:,} states"


class _Attempt:
    """Searches of one system, one engine after the other, within one limit of time."""

    def __init__(
        self,
        system: System,
        targets: Sequence[Target],
        seconds: float | None,
        progress: Progress | None,
        stop_when_found: bool,
    ) -> None:
        self._system = system
        self._targets = tuple(targets)
        self._seconds = seconds
        self._progress = progress
        self._stop = stop_when_found

    def by(self, engine: Engine, states: int | None) -> Outcome:
        """Search with ``engine``, up to ``states`` states."""
        limits = Limits(seconds=self._seconds, states=states)
        outcome = engine.search(
            self._system,
            self._targets,
            limits=limits,
            stop_when_found=self._stop,
            progress=self._progress,
        )
        if self._seconds is not None:
            self._seconds = max(0.1, self._seconds - outcome.statistics.seconds)
        return outcome


def _symbolic_missing() -> str:
    """Return why sets of states cannot be searched here, or nothing if they can."""
    from checker.explore.symbolic import SymbolicEngine

    return SymbolicEngine.unavailable()


def _symbolic() -> Engine:
    from checker.explore.symbolic import SymbolicEngine

    return SymbolicEngine()
