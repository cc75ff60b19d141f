"""Workers: rounds judged in child processes, side by side, and told in order.

Solvers and compiled kernels answer no Ctrl-C and no memory limit by themselves; a child process can be
ended from outside.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any, Self

from checker.errors import InputError
from checker.judge.answers import FaultError
from checker.judge.children import Child, Job
from checker.judge.expected import in_order, unanswered
from checker.judge.inquiry import Clock
from checker.judge.rounds import Round
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import Workspace

__all__ = ["Staff"]

KEEPING_SECONDS = 20.0
"""How long a child that is stopped may take to write its checkpoint."""

HEAD_START_SECONDS = 2.0
"""How long the first child works alone at most; the first verdicts of a small game come sooner."""

GRACE_SECONDS = 1.0
"""How long after the user's limit a child may still come to an honest end by itself."""


@dataclass
class _Desk:
    """What has come in of one round, in order, and whether it is finished."""

    messages: deque[tuple[str, Any]] = field(default_factory=deque)
    told: int = 0
    finished: bool = False
    ended: str = ""


class Staff:
    """The child processes of one check.

    The first is begun before anybody knows what there is to do: while this process reads all games and
    rulebooks, it reads the first game and judges it. The others follow with its first verdict, or after
    :data:`HEAD_START_SECONDS`, since cores that are shared would keep that verdict waiting.
    """

    def __init__(self, workspace: Workspace, selection: Selection, clock: Clock) -> None:
        self._workspace, self._selection, self._clock = workspace, selection, clock
        self._children: list[Child] = []
        self._begun = 0
        self._ahead: Sequence[_Desk] = ()
        self._alone_until = time.monotonic() + HEAD_START_SECONDS

    def __enter__(self) -> Self:
        self._add_child()
        return self

    def __exit__(self, *_: object) -> None:
        keeping = self._selection.checkpoints is not None
        if keeping:  # what a long search has found so far is worth a moment
            for child in self._children:
                child.stop()
        for child in self._children:
            child.end(KEEPING_SECONDS if keeping else 0.0)

    def _add_child(self) -> None:
        self._children.append(Child(self._children))
        self._start(self._children[-1])

    def _start(self, child: Child) -> None:
        """Give a child the next round; one that does not exist is done at once."""
        child.start(Job(self._workspace, self._selection, self._begun, self._clock.left()))
        self._begun += 1

    def ahead(self) -> list[Verdict]:
        """Return the verdicts that have come in and were not told yet: their turn had not come."""
        return [content for desk in self._ahead for kind, content in desk.messages if kind == "verdict"]

    def judge(self, rounds: Sequence[Round], listener: Listener) -> Iterator[Verdict]:
        """Yield all verdicts, in the order of the rounds.

        Where a child dies, or the time is up, what it had not answered is undetermined, with the reason.

        Raises:
            InputError: a child found an error of the user.
            FaultError: a child failed by a fault of the tool.
        """
        keeping = self._selection.checkpoints is not None
        self._ahead = desks = [_Desk() for _ in range(max(len(rounds), len(self._children)))]
        current = 0
        while current < len(rounds):
            if desks[0].told or time.monotonic() > self._alone_until:
                while len(self._children) < self._selection.jobs and self._begun < len(rounds):
                    self._add_child()
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


def _collect(children: list[Child], desks: list[_Desk]) -> None:
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
            children[children.index(child)] = Child(children)
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
