"""Child processes that judge rounds or look for proofs: how they are begun, talked to and ended.

A child is forked where that is safe, so that it needs not import everything again; elsewhere it is started
anew. It is safe while this process has one thread: the locks of others would stay shut in the child.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from checker.judge.selection import Selection
from checker.judge.workspace import Workspace

__all__ = ["Child", "Job", "has_one_thread", "possible"]


@dataclass(frozen=True)
class Job:
    """What a child is told: the round with that number of what the selection asks, and the seconds left."""

    workspace: Workspace
    selection: Selection
    number: int
    seconds: float | None


def possible() -> bool:
    """Whether children can be started and talked to here."""
    return os.name == "posix"


class Child:
    """A child process, and the connection to it; ``siblings`` are the children that there are already.

    ``module`` has the function ``work`` that the child runs, on two file descriptors.
    """

    def __init__(self, siblings: Iterable[Child], module: str = "checker.judge.worker") -> None:
        mine, theirs = os.pipe(), os.pipe()
        self._to = Connection(mine[1], readable=False)
        self.messages = Connection(theirs[0], writable=False)
        self._process = (
            _forked(module, mine[0], theirs[1], [self, *siblings])
            if has_one_thread()
            else _started_anew(module, mine[0], theirs[1])
        )
        os.close(mine[0])
        os.close(theirs[1])
        self.round: int | None = None

    def start(self, job: Job) -> None:
        """Give the child its next job."""
        self.round = job.number
        self.send(job)

    def send(self, message: object) -> None:
        """Tell the child something."""
        self._to.send(message)

    def stop(self) -> None:
        """Ask the child to come to an end by itself, as Ctrl-C would."""
        with suppress(ProcessLookupError):
            self._process.terminate()

    def end(self, patience: float = 0.0) -> str:
        """End the child, and say how it had ended if it had; ``patience`` is in seconds."""
        code = _wait(self._process, patience)
        self._to.close()
        self._process.kill()
        _wait(self._process)
        self.messages.close()
        return "" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"

    def disown(self) -> None:
        """Close the parent's ends of the connection, in a process that is not the parent."""
        self._to.close()
        self.messages.close()


def has_one_thread() -> bool:
    """Whether this process is known to have no other thread, also none of a library's own."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def _forked(module: str, incoming: int, outgoing: int, family: list[Child]) -> BaseProcess:
    process = get_context("fork").Process(
        target=_begin, args=(module, incoming, outgoing, family), daemon=True
    )
    process.start()
    return process


def _begin(module: str, incoming: int, outgoing: int, family: list[Child]) -> None:
    """Work as a forked child, which must hold no connection of the parent: their ends tell of its end."""
    for child in family:
        child.disown()
    import_module(module).work(incoming, outgoing)


def _started_anew(module: str, incoming: int, outgoing: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", module, str(incoming), str(outgoing)],
        pass_fds=(incoming, outgoing),
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
    )


def _wait(process: BaseProcess | subprocess.Popen[bytes], patience: float | None = None) -> int | None:
    """Wait so many seconds for the end of a process; return its exit code if it has ended by then."""
    if isinstance(process, BaseProcess):
        process.join(patience)
        return process.exitcode
    with suppress(subprocess.TimeoutExpired):
        return process.wait(patience)
    return None
