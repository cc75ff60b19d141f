"""Endless runs: a limit on the time that one run of an author's function may take.

A loop that forks is stopped by the limit on decisions. One that asks the game nothing new, such as
``while True:``, can only be stopped from outside: by a timer that counts the time the process computes, so
that a busy machine makes no difference. Where there are no such timers (outside of the main thread, and on
Windows) such a loop ends by Ctrl-C.
"""

from __future__ import annotations

import ast
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from checker.errors import ModelError
from checker.language.rules import shorten
from checker.language.syntax import syntax_of
from checker.language.tracing.ways import is_author_file
from checker.system.model import Source

__all__ = ["limited_run", "without_limit"]

MOST_SECONDS = 5.0
"""Seconds of computing that one run of a function may take; ordinary ones take a thousandth of one."""

_AGAIN_SECONDS = 0.01
"""Seconds of computing after which the timer comes again, where it came at a moment that cannot be used."""

_TOOL = str(Path(__file__).parents[2])


@contextmanager
def limited_run() -> Iterator[None]:
    """Stop what the block runs if it goes on too long; blocks inside one another share one limit.

    Raises:
        ModelError: the block does not end; the error names the author's loop.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
        or signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0
    ):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS, _AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def without_limit() -> Iterator[None]:
    """Let no limit from outside count in the block, which runs what has limits of its own."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    left = signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, *left)


def _stop(_: int, frame: FrameType | None) -> None:
    # What runs elsewhere may be a callback of the garbage collector, where an error is lost. The timer
    # comes again.
    if frame is None or not (
        is_author_file(frame.f_code.co_filename) or frame.f_code.co_filename.startswith(_TOOL)
    ):
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    raise ModelError(
        "this loop goes on without end",
        hint="let it end by what it changes, or by the bounds of the game; "
        "a loop over a class of members always ends",
        source=_loop(frame),
    )


def _loop(frame: FrameType | None) -> Source:
    """Return the innermost ``while`` of the author's that is running, else the line that is."""
    line = Source("", 0)
    while frame is not None:
        file = frame.f_code.co_filename
        if is_author_file(file):
            if not line.file:
                line = Source(shorten(file), frame.f_lineno)
            loop = _while_around(file, frame.f_lineno)
            if loop is not None:
                return Source(shorten(file), loop)
        frame = frame.f_back
    return line


def _while_around(file: str, line: int) -> int | None:
    tree = syntax_of(file)
    if tree is None:
        return None
    loops = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.While) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return max(loops, default=None)
