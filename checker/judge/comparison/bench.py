"""Benches: processes of their own in which sides of a comparison are read, searched and replayed.

Two revisions of one workspace cannot be loaded in one process, and a search in machine code can only be ended
from outside. What a bench is asked are plain functions with plain arguments; terms travel as bytes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from checker.judge.children import has_one_thread
from checker.judge.inquiry import Clock
from checker.judge.selection import Listener

__all__ = ["Answer", "Bench", "BenchLostError", "Here", "Process", "tell_parent"]

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

_LOOK_SECONDS = 0.1
_GRACE_SECONDS = 2.0
"""How long after the user's limit a bench may still come to an honest end by itself."""


class BenchLostError(Exception):
    """A bench was ended, or ended itself, before it had answered; the message says why."""


class Answer(Protocol[R_co]):
    """What will have been answered."""

    def get(self, listener: Listener, clock: Clock | None = None) -> R_co:
        """Wait for it; past the limit of ``clock`` no longer.

        Raises:
            BenchLostError: the bench ended, or the time is up.
        """


class Bench(Protocol):
    """A place where functions are run, one after the other, that keeps what they have read."""

    def ask(self, function: Callable[..., R], *arguments: Any) -> Answer[R]:
        """Have a function of a module run with these arguments."""


class _Done(Answer[R]):
    def __init__(self, run: Callable[[], R]) -> None:
        self._run = run

    def get(self, listener: Listener, clock: Clock | None = None) -> R:
        """Do it now; ``listener`` and ``clock`` are for other processes."""
        return self._run()


class Here:
    """The process that asks as a bench, for tests and where processes cannot be had."""

    def ask(self, function: Callable[..., R], *arguments: Any) -> Answer[R]:
        """Return what runs a function when it is asked for."""
        return _Done(lambda: function(*arguments))


_parent: SimpleQueue[str] | None = None


def tell_parent(text: str) -> None:
    """Tell whoever waits for this bench what goes on, if this process is one."""
    if _parent is not None:
        _parent.put(text)


class Process:
    """A bench in a process of its own.

    Args:
        folder: where it works; this process's working directory unless given.
        fresh: whether it must know nothing of the modules that this process has loaded.

    """

    def __init__(self, *, folder: Path | None = None, fresh: bool = False) -> None:
        fork = not fresh and os.name == "posix" and has_one_thread()
        self.lost = ""
        context = multiprocessing.get_context("fork" if fork else "spawn")
        self._told: SimpleQueue[str] = context.SimpleQueue()
        self._pool = ProcessPoolExecutor(
            1,
            mp_context=context,
            initializer=_begin,
            initargs=(self._told, None if folder is None else str(folder)),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def ask(self, function: Callable[..., R], *arguments: Any) -> Answer[R]:
        """Begin to run a function in the process, after what it was asked before.

        Raises:
            BenchLostError: the process has ended.
        """
        try:
            return _Coming(self, self._told, self._pool.submit(function, *arguments))
        except RuntimeError as error:  # of a pool whose process has ended, or that was shut down
            raise BenchLostError(self.lost or "its process has ended") from error


class _Coming(Answer[R]):
    def __init__(self, process: Process, told: SimpleQueue[str], future: Any) -> None:
        self._process, self._told, self._future = process, told, future

    def get(self, listener: Listener, clock: Clock | None = None) -> R:
        """Wait for the answer, and pass on what the process tells meanwhile."""
        while True:
            try:
                result: R = self._future.result(_LOOK_SECONDS)
            except NotYet:
                while not self._told.empty():
                    listener.tell(self._told.get())
                if clock is not None and clock.is_over(_GRACE_SECONDS):
                    self._process.lost = "the time limit"
                    self._process.end()
                    raise BenchLostError(self._process.lost) from None
            except BrokenProcessPool as error:
                raise BenchLostError("the process that searched ended before it was done") from error
            except MemoryError:
                raise BenchLostError("memory ran out") from None
            else:
                return result


def _begin(told: SimpleQueue[str], folder: str | None) -> None:
    """Set up a bench: the parent decides what an interrupt means, and what a model prints is no result."""
    global _parent  # noqa: PLW0603 - a process has one parent
    _parent = told
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if folder is not None:
        os.chdir(folder)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
