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
from typing import Any

from checker.errors import InputError
from checker.judge.answers import FaultError
from checker.judge.expected import in_order, unanswered
from checker.judge.inquiry import Clock
from checker.judge.rounds import Round
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import Workspace

__all__ = ["Job", "judge_side_by_side", "possible"]

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


def judge_side_by_side(
    workspace: Workspace,
    selection: Selection,
    rounds: Sequence[Round],
    clock: Clock,
    listener: Listener,
) -> Iterator[Verdict]:
    """Judge rounds in ``selection.jobs`` child processes, and yield all verdicts in the order of the rounds.

    Where a child dies, or the time is up, what it had not answered is undetermined, with the reason.

    Raises:
        InputError: a child found an error of the user.
        FaultError: a child failed by a fault of the tool.
    """
    desks = [_Desk() for _ in rounds]
    waiting = deque(range(len(rounds)))
    children = [_Child() for _ in range(min(selection.jobs, len(rounds)))]
    current = 0
    try:
        while current < len(rounds):
            for child in children:
                if child.round is None and waiting:
                    child.start(Job(workspace, selection, waiting.popleft(), clock.left()))
            _collect(children, desks)
            if clock.is_over(GRACE_SECONDS if selection.checkpoints is None else KEEPING_SECONDS):
                for desk in desks:
                    desk.finished = True
                    desk.ended = desk.ended or "the time limit"
            while current < len(rounds):
                desk = desks[current]
                yield from _tell(desk, rounds[current], selection, listener)
                if not desk.finished:
                    break
                current += 1
    finally:
        keeping = selection.checkpoints is not None
        if keeping:  # what a long search has found so far is worth a moment
            for child in children:
                child.stop()
        for child in children:
            child.end(KEEPING_SECONDS if keeping else 0.0)


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
