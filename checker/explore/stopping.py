"""How a search ends early, and what it says then: the same words in every engine."""

from __future__ import annotations

import time

from checker.explore.interface import Limits

__all__ = ["ALL_FOUND", "Stop", "check_clock", "limit_reached"]

ALL_FOUND = "every target is found"


class Stop(Exception):  # noqa: N818 - the end of a search is no error
    """Ends a search early; its text says why."""


def limit_reached(number: float, unit: str) -> Stop:
    """Return the end of a search that reached a limit of so many units."""
    return Stop(f"the limit of {number:,} {unit}{'' if number == 1 else 's'} was reached")


def check_clock(begun: float, limits: Limits) -> float:
    """Return the time, or raise :class:`Stop` where the seconds since ``begun`` are used up."""
    now = time.monotonic()
    if limits.seconds is not None and now - begun >= limits.seconds:
        raise limit_reached(limits.seconds, "second")
    return now
