"""When a symbolic search has to stop, and when it tells how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable

from checker.explore.interface import Limits, Progress, Statistics
from checker.explore.stopping import check_clock

__all__ = ["Clock"]

_TELL_EVERY = 0.2
"""Seconds between two calls of ``progress``."""
_LARGEST_SHARE = 0.1
"""Share of the time that telling may take: counting the states of large diagrams is slow."""


class Clock:
    """Looks at the time between two operations.

    ``statistics`` gives what was seen so far, and is asked only when that is told.
    """

    def __init__(
        self, limits: Limits, progress: Progress | None, statistics: Callable[[], Statistics]
    ) -> None:
        self._limits, self._progress, self._statistics = limits, progress, statistics
        self._began = time.monotonic()
        self._next = self._began + _TELL_EVERY
        self._stopped = False

    def stop(self) -> None:
        """Look no more: what is still to do is to tell what was seen."""
        self._stopped = True

    def look(self) -> None:
        """Tell the progress if it is time; raise :class:`~checker.explore.explicit.Stop` if it is up."""
        if self._stopped:
            return
        now = check_clock(self._began, self._limits)
        if self._progress is not None and now >= self._next:
            self._progress(self._statistics())
            told = time.monotonic()
            self._next = told + max(_TELL_EVERY, (told - now) / _LARGEST_SHARE)

    def seconds(self) -> float:
        """Return the seconds since the search began."""
        return time.monotonic() - self._began
