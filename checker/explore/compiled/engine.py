"""The engine itself: the common interface over a compiled search."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from checker.errors import UsageError
from checker.explore.compiled.checkpoint import fingerprint, load, save
from checker.explore.compiled.context import Pause
from checker.explore.compiled.emit import Tally
from checker.explore.compiled.native import available
from checker.explore.compiled.plays import Finds
from checker.explore.compiled.search import Search
from checker.explore.interface import Limits, Outcome, Progress, Statistics, Target
from checker.explore.stopping import ALL_FOUND, limit_reached
from checker.system.model import System

__all__ = ["CompiledEngine", "Run", "open_search"]

_FIRST_BUDGET = 1 << 12
_PAUSE_EVERY = 0.05
"""Seconds of machine code between two pauses: nobody waits longer for Ctrl-C or a limit."""
_TELL_EVERY = 0.2
"""Seconds between two calls of ``progress``."""


class CompiledEngine:
    """Explicit breadth-first search in machine code made for the system at hand.

    Where ``checkpoint`` names a file, a search that ends early (a limit, Ctrl-C) writes its state there,
    and goes on from it the next time; once it is complete the file is removed.
    """

    name = "compiled"

    def __init__(self, checkpoint: Path | None = None) -> None:
        self._checkpoint = checkpoint

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

        Raises UsageError where machine code cannot be made here, the system's numbers are too large for
        it, or the checkpoint is that of another search or cannot be written.
        """
        search = open_search(system, targets)
        try:
            run = Run(search, limits, stop_when_found, progress)
            run.begin(self._checkpoint)
            try:
                outcome = run.finish()
            except KeyboardInterrupt:
                run.keep(self._checkpoint)
                raise
            if outcome.complete:
                run.drop(self._checkpoint)
            else:
                run.keep(self._checkpoint)
            return outcome
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


class Run:
    """One call of the engine: a search, its limits, and what it has found."""

    def __init__(
        self, search: Search, limits: Limits, stop_when_found: bool, progress: Progress | None
    ) -> None:
        self._search, self._limits, self._progress = search, limits, progress
        self._stop_when_found = stop_when_found and bool(search.targets)
        self._finds = Finds(search)
        self._began = self._told = time.perf_counter()
        self._spent_before = 0.0
        search.limit(limits.states, limits.levels)

    def begin(self, checkpoint: Path | None) -> None:
        """Start at the initial states, or where a checkpoint left off."""
        if checkpoint is not None and checkpoint.exists():
            header, states = load(checkpoint, fingerprint(self._search.system, self._search.targets))
            self._search.resume(header, states)
            self._finds.recall(header.finds)
            self._spent_before = header.seconds
        else:
            self._search.start()
            self._finds.collect()

    def finish(self) -> Outcome:
        """Search until everything is seen or something ends the search early."""
        search, budget, pause = self._search, _FIRST_BUDGET, Pause.BUDGET
        stopped = self._stop()
        while not stopped and pause is not Pause.DONE:
            now = time.perf_counter()
            if self._progress is not None and now - self._told >= _TELL_EVERY:
                self._told = now
                self._progress(self._statistics())
            try:
                pause = search.advance(budget)
            except MemoryError:
                stopped = "memory ran out"
                break
            if pause is Pause.FOUND:
                self._finds.collect()
            elif pause is Pause.BUDGET:
                spent = max(time.perf_counter() - now, 1e-6)
                budget = max(1, int(budget * min(4.0, _PAUSE_EVERY / spent)))
            if pause is not Pause.DONE:
                stopped = self._stop()
        found = self._finds.plays()
        return Outcome(CompiledEngine.name, found, not stopped, stopped, self._statistics())

    def keep(self, checkpoint: Path | None) -> None:
        """Write the state of the search to the file, if there is to be one."""
        if checkpoint is not None:
            self._finds.collect()
            header = self._search.note(self._seconds(), self._finds.noted())
            try:
                save(checkpoint, header, self._search.packed())
            except OSError as error:
                raise UsageError(
                    f"cannot write the checkpoint {checkpoint}: {error.strerror}",
                    hint="name a file in a folder that exists and can be written to",
                ) from error

    def drop(self, checkpoint: Path | None) -> None:
        """Remove the file of a search that is complete."""
        if checkpoint is not None:
            checkpoint.unlink(missing_ok=True)

    def _stop(self) -> str:
        """Return why the search ends here, "" if it goes on."""
        search, limits = self._search, self._limits
        if self._stop_when_found and self._finds.all_found:
            return ALL_FOUND
        if limits.states is not None and search.count > limits.states:
            return str(limit_reached(limits.states, "state"))
        if limits.levels is not None and len(search.levels) >= limits.levels:
            return str(limit_reached(limits.levels, "level"))
        if limits.seconds is not None and time.perf_counter() - self._began >= limits.seconds:
            return str(limit_reached(limits.seconds, "second"))
        return ""

    def _seconds(self) -> float:
        return self._spent_before + time.perf_counter() - self._began

    def _statistics(self) -> Statistics:
        seen = _statistics(self._search, self._seconds())
        if self._limits.states is None:
            return seen
        # A batch is taken as a whole, and may have found a few states more than were asked for.
        return replace(seen, states=min(seen.states, self._limits.states))


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
