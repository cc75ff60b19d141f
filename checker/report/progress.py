"""What goes on while a person waits: a line on the terminal that goes again, or lines in a build's log."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import IO, TYPE_CHECKING

from checker.report.escape import visible

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["Progress"]

_PATIENCE = 1.0
_BETWEEN = 10.0
"""Seconds between two lines in the log of a build."""


class Progress:
    """A line such as ``magic: one_priority_holder (3 of 12)`` with a spinner, as a context manager.

    It is shown on ``file`` (meant to be standard error) only if that is a terminal, and only once
    ``patience`` seconds have passed; it may be told what goes on at any time and from any thread. Where there
    is no terminal and the environment says ``CI``, what goes on is a plain line instead, then and every
    ``between`` seconds, if it has changed. Until it is told something there is no thread of its own, so that
    processes can be forked. One that is not ``shown`` says nothing at all.
    """

    def __init__(
        self, file: IO[str], *, patience: float = _PATIENCE, between: float = _BETWEEN, shown: bool = True
    ) -> None:
        self._file = file
        self._patience = patience
        self._between = between
        self._on_terminal = file.isatty()
        self._shown = shown and (self._on_terminal or os.environ.get("CI", "") not in ("", "0", "false"))
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._text = ""
        self._timer: threading.Timer | None = None
        self._entered = 0.0
        self._status: Status | None = None

    def __enter__(self) -> Progress:
        self._entered = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        with self._lock:
            if self._status is not None:
                self._status.stop()
                self._status = None

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Say what goes on now, and how much of it is done where that is known."""
        from rich.text import Text

        part = f" ({done} of {of})" if done is not None and of is not None else ""
        with self._lock:
            if self._timer is None and self._shown:
                left = max(0.0, self._entered + self._patience - time.monotonic())
                self._timer = threading.Timer(left, self._begin if self._on_terminal else self._log)
                self._timer.daemon = True
                self._timer.start()
            self._text = visible(f"{text}{part}")
            if self._status is not None:
                self._status.update(Text(self._text))

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Take the line away while something else is printed on the same terminal."""
        with self._lock:
            if self._status is not None:
                self._status.stop()
            try:
                yield
            finally:
                if self._status is not None:
                    self._status.start()

    def _log(self) -> None:
        """Put plain lines until it is over."""
        told = ""
        while not self._over.is_set():
            with self._lock:
                if self._text != told:
                    told = self._text
                    print(f"... {told}", file=self._file, flush=True)
            self._over.wait(self._between)

    def _begin(self) -> None:
        from rich.console import Console
        from rich.text import Text

        console = Console(file=self._file, markup=False, highlight=False, emoji=False)
        with self._lock:
            self._status = console.status(Text(self._text), spinner="line")
            self._status.start()
