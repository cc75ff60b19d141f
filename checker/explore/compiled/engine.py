"""The engine itself: the common interface over a compiled search."""

from __future__ import annotations

import time
from dataclasses import replace

from checker.errors import UsageError
from checker.explore.compiled.context import Pause
from checker.explore.compiled.emit import Tally
from checker.explore.compiled.native import available
from checker.explore.compiled.plays import Finds
from checker.explore.compiled.search import Search
from checker.explore.explicit import ALL_FOUND, limit_reached
from checker.explore.interface import Limits, Outcome, Progress, Statistics, Target
from checker.system.model import System

__all__ = ["CompiledEngine"]

_FIRST_BUDGET = 1 << 12
_PAUSE_EVERY = 0.05
"""Seconds of machine code between two pauses: nobody waits longer for Ctrl-C or a limit."""
_TELL_EVERY = 0.2
"""Seconds between two calls of ``progress``."""


class CompiledEngine:
    """Explicit breadth-first search in machine code made for the system at hand."""

    name = "compiled"

    @staticmethod
    def unavailable() -> str:
        """Return "" where the engine can run, else the reason why it cannot."""
        return available()

    def search(
        self,
        system: System,
        targets: tuple[Target, ...] = (),
        *,
        limits: Limits = Limits(),  # noqa: B008 - an immutable value
        stop_when_found: bool = False,
        progress: Progress | None = None,
    ) -> Outcome:
        """Search as :class:`~checker.explore.interface.Engine` says.

        Raises UsageError where machine code cannot be made here, or the system's numbers are too large
        for it.
        """
        search = open_search(system, targets)
        try:
            search.start()
            return run(search, limits, stop_when_found, progress)
        finally:
            search.free()


def open_search(system: System, targets: tuple[Target, ...] = ()) -> Search:
    """Return a search for ``system`` that has not begun. Raises UsageError as the engine does."""
    missing = available()
    if missing:
        raise UsageError(
            f"the compiled engine cannot run: {missing}",
            hint="install llvmlite, or leave the choice of the engine to the tool",
        )
    try:
        return Search(system, targets)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"the compiled engine cannot run {system.name}: {error}",
            hint="leave the choice of the engine to the tool",
            source=system.source,
        ) from error


def run(search: Search, limits: Limits, stop_when_found: bool, progress: Progress | None) -> Outcome:
    """Go on with a search that has begun, until it is complete or something stops it."""
    began = told = time.perf_counter()
    finds = Finds(search)
    finds.collect()
    search.limit(limits.states, limits.levels)
    budget, stopped, pause = _FIRST_BUDGET, "", Pause.FOUND
    while pause is not Pause.DONE:
        now = time.perf_counter()
        if stop_when_found and search.targets and finds.all_found:
            stopped = ALL_FOUND
        elif pause is Pause.STATES_FULL and limits.states is not None:
            stopped = str(limit_reached(limits.states, "state"))
        elif limits.levels is not None and len(search.levels) >= limits.levels:
            stopped = str(limit_reached(limits.levels, "level"))
        elif limits.seconds is not None and now - began >= limits.seconds:
            stopped = str(limit_reached(limits.seconds, "second"))
        if stopped:
            break
        if progress is not None and now - told >= _TELL_EVERY:
            progress(_statistics(search, now - began))
            told = now
        pause = search.advance(budget)
        if pause is Pause.FOUND:
            finds.collect()
        elif pause is Pause.BUDGET:
            spent = max(time.perf_counter() - now, 1e-6)
            budget = max(1, int(budget * min(4.0, _PAUSE_EVERY / spent)))
    found = finds.plays()
    seen = _statistics(search, time.perf_counter() - began)
    if limits.states is not None:
        # A batch is taken as a whole, and may have found a few states more than were asked for.
        seen = replace(seen, states=min(seen.states, limits.states))
    return Outcome(CompiledEngine.name, found, complete=not stopped, stopped=stopped, statistics=seen)


def _statistics(search: Search, seconds: float) -> Statistics:
    fired = search.fired
    return Statistics(
        states=search.count,
        transitions=sum(fired),
        levels=len(search.levels),
        dead_ends=search.tally(Tally.DEAD_ENDS),
        over=search.tally(Tally.OVER),
        cut=search.tally(Tally.CUT),
        wrong=search.tally(Tally.WRONG),
        fired=fired,
        seconds=seconds,
    )
