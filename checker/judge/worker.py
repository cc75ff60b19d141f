"""A worker: the child process that judges rounds, one after the other, and says what it finds.

It is forked, or run as ``python -m checker.judge.worker IN OUT`` with two open file descriptors; see
:mod:`checker.judge.children` for the other end.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from checker.errors import InputError
from checker.judge.cache.store import store_of
from checker.judge.children import Job
from checker.judge.inquiry import Clock, Inquiry
from checker.judge.rounds import Round, each_selected, rounds_of
from checker.judge.selection import Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import Workspace
from checker.language.tracing.tracings import Tracings

__all__ = ["limited_memory", "work"]


class _Messages:
    """The way to the parent; it listens to the judge and passes everything on."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, kind: str, content: Any) -> None:
        """Send one message."""
        self._connection.send((kind, content))

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Pass on what goes on now."""
        self.send("tell", (text, done, of))

    def found(self, verdict: Verdict) -> None:
        """Pass on a verdict."""
        self.send("verdict", verdict)


class _Rounds:
    """The rounds of a selection, read once for all jobs about it, and no further than they are asked for."""

    def __init__(self) -> None:
        self._about: tuple[Workspace, Selection] | None = None
        self._read: list[Round] = []
        self._rest: Iterator[Round] = iter(())
        self.tracings = Tracings()

    def get(self, job: Job) -> Round | None:
        """Return the round that a job is about, if there are so many."""
        if self._about != (job.workspace, job.selection):
            self._about = (job.workspace, job.selection)
            self._read, self.tracings = [], Tracings()
            self._rest = rounds_of(each_selected(job.workspace, job.selection), job.selection)
        while len(self._read) <= job.number:
            following = next(self._rest, None)
            if following is None:
                return None
            self._read.append(following)
        return self._read[job.number]


def work(incoming: int, outgoing: int) -> None:
    """Judge the rounds that come in until the parent goes away; it is talked to by two file descriptors."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    signal.signal(signal.SIGTERM, _interrupt)
    jobs = Connection(incoming, writable=False)
    messages = _Messages(Connection(outgoing, readable=False))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a model prints is no verdict
    rounds = _Rounds()
    while True:
        try:
            job: Job = jobs.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            ended = _judge(job, rounds, messages)
            messages.send("done", ended)
        except (BrokenPipeError, KeyboardInterrupt):
            return


def _interrupt(*_: object) -> None:
    """End what goes on as Ctrl-C would, so that a search can leave its checkpoint."""
    raise KeyboardInterrupt


def _judge(job: Job, rounds: _Rounds, messages: _Messages) -> str:
    """Judge one round; return why it ended early, or nothing."""
    try:
        with limited_memory(job.selection.memory):
            one = rounds.get(job)
            if one is None:
                return ""
            store = store_of(job.workspace, job.selection, one)
            inquiry = Inquiry(one, job.selection, Clock(job.seconds), messages, rounds.tracings, store)
            for verdict in inquiry.verdicts():
                messages.found(verdict)
    except InputError as error:
        messages.send("error", error)
    except MemoryError:
        return "the memory limit"
    except BrokenPipeError:
        raise
    except Exception:
        messages.send("error", traceback.format_exc())
    return ""


@contextmanager
def limited_memory(gigabytes: float | None) -> Iterator[None]:
    """Let this process take no more memory than that meanwhile; past it, Python raises MemoryError.

    Afterwards it may take more again: to tell of the error takes some.
    """
    if gigabytes is None:
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (int(gigabytes * 2**30), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


if __name__ == "__main__":
    work(int(sys.argv[1]), int(sys.argv[2]))
