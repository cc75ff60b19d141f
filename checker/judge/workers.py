"""Workers: rounds judged in child processes, side by side, and told in order.

Solvers and compiled kernels answer no Ctrl-C and no memory limit by themselves; a child process can be
ended from outside. Children are started anew rather than forked, since a process with threads (such as
that of a progress display) cannot be forked safely.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Self

from checker.errors import InputError
from checker.judge.answers import FaultError
from checker.judge.expected import in_order, unanswered
from checker.judge.inquiry import Clock
from checker.judge.rounds import Round
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import Workspace

__all__ = ["Job", "Staff", "possible"]

KEEPING_SECONDS = 20.0
"""How long a child that is stopped may take to write its checkpoint."""

GRACE_SECONDS = 1.0
"""How long after the user's limit a child may still come to an honest end by itself."""


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


class _Child:
    """A child process, and the connection to it."""

    def __init__(self) -> None:
        mine, theirs = os.pipe(), os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "checker.judge.worker", str(mine[0]), str(theirs[1])],
            pass_fds=(mine[0], theirs[1]),
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )
        os.close(mine[0])
        os.close(theirs[1])
        self._to = Connection(mine[1], readable=False)
        self.messages = Connection(theirs[0], writable=False)
        self.round: int | None = None

    def start(self, job: Job) -> None:
        """Give the child its next job."""
        self.round = job.number
        self._to.send(job)

    def stop(self) -> None:
        """Ask the child to come to an end by itself, as Ctrl-C would."""
        with suppress(ProcessLookupError):
            self._process.terminate()

    def end(self, patience: float = 0.0) -> str:
        """End the child, and say how it had ended if it had; ``patience`` is in seconds."""
        code: int | None = None
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(patience)
        self._to.close()
        self._process.kill()
        self._process.wait()
        self.messages.close()
        return "" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"


@dataclass
class _Desk:
    """What has come in of one round, in order, and whether it is finished."""

    messages: deque[tuple[str, Any]] = field(default_factory=deque)
    told: int = 0
    finished: bool = False
    ended: str = ""


class Staff:
    """The child processes of one check, started before anybody knows what there is to do.

    While this process reads games and rulebooks, the children do so too and begin with the first rounds.
    """

    def __init__(self, workspace: Workspace, selection: Selection, clock: Clock) -> None:
        self._workspace, self._selection, self._clock = workspace, selection, clock
        self._children: list[_Child] = []
        self._begun = 0

    def __enter__(self) -> Self:
        for _ in range(self._selection.jobs):
            self._children.append(_Child())
            self._start(self._children[-1])
        return self

    def __exit__(self, *_: object) -> None:
        keeping = self._selection.checkpoints is not None
        if keeping:  # what a long search has found so far is worth a moment
            for child in self._children:
                child.stop()
        for child in self._children:
            child.end(KEEPING_SECONDS if keeping else 0.0)

    def _start(self, child: _Child) -> None:
        """Give a child the next round; one that does not exist is done at once."""
        child.start(Job(self._workspace, self._selection, self._begun, self._clock.left()))
        self._begun += 1

    def judge(self, rounds: Sequence[Round], listener: Listener) -> Iterator[Verdict]:
        """Yield all verdicts, in the order of the rounds.

        Where a child dies, or the time is up, what it had not answered is undetermined, with the reason.

        Raises:
            InputError: a child found an error of the user.
            FaultError: a child failed by a fault of the tool.
        """
        keeping = self._selection.checkpoints is not None
        desks = [_Desk() for _ in range(max(len(rounds), len(self._children)))]
        current = 0
        while current < len(rounds):
            for child in self._children:
                if child.round is None and self._begun < len(rounds):
                    self._start(child)
            _collect(self._children, desks)
            if self._clock.is_over(KEEPING_SECONDS if keeping else GRACE_SECONDS):
                for desk in desks:
                    desk.finished = True
                    desk.ended = desk.ended or "the time limit"
            while current < len(rounds):
                desk = desks[current]
                yield from _tell(desk, rounds[current], self._selection, listener)
                if not desk.finished:
                    break
                current += 1


def _collect(children: list[_Child], desks: list[_Desk]) -> None:
    """Take in what children have to say, and replace children that died."""
    busy = {child.messages: child for child in children if child.round is not None}
    for connection in wait(list(busy), timeout=0.2):
        child = busy[connection]  # type: ignore[index] # wait returns what it was given
        assert child.round is not None
        desk = desks[child.round]
        try:
            kind, content = child.messages.recv()
        except (EOFError, OSError):
            how = child.end(patience=1.0)
            desk.finished, desk.ended = True, f"the process that judged it ended ({how or 'killed'})"
            children[children.index(child)] = _Child()
            continue
        if kind == "done":
            desk.finished, desk.ended = True, content
            child.round = None
        else:
            desk.messages.append((kind, content))


def _tell(desk: _Desk, one: Round, selection: Selection, listener: Listener) -> Iterator[Verdict]:
    """Pass on what has come in of a round; once it is finished, say what was not answered, and why."""
    while desk.messages:
        kind, content = desk.messages.popleft()
        if kind == "verdict":
            desk.told += 1
            yield content
        elif kind == "tell":
            listener.tell(*content)
        elif isinstance(content, InputError):
            raise content
        else:
            raise FaultError(content)
    if desk.finished:
        for claim, expectation in in_order(one, selection)[desk.told :]:
            yield unanswered(one, selection, claim, expectation, desk.ended)
        desk.told = len(one.claims)
