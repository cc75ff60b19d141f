"""Proofs about several games with sizes left open, each game in a child process of its own.

What a solver has been asked before may change what it finds: a process of its own is also why a game has the
same proofs whatever else is proved.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait

from checker.errors import InputError
from checker.judge.answers import FaultError
from checker.judge.children import Child
from checker.judge.inquiry import Clock
from checker.judge.proofs.open_sizes import unproved
from checker.judge.proofs.open_worker import Task
from checker.judge.proofs.proof import Proof
from checker.judge.rounds import Round
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import Workspace

__all__ = ["prove_side_by_side"]

WORKER = "checker.judge.proofs.open_worker"


def prove_side_by_side(
    workspace: Workspace,
    rounds: Sequence[Round],
    selection: Selection,
    clock: Clock,
    listener: Listener,
    *,
    any_number: Sequence[str] = (),
    least: bool = False,
) -> Iterator[Proof]:
    """Yield the proofs of all rounds in order; ``selection.jobs`` processes are at work at the same time.

    The rounds are those of ``rounds_as_asked``. Where a child dies, or needs more memory than it may have,
    the claims of its round are undetermined, with the reason. Interrupted, it first yields what was not told.

    Raises:
        InputError: a child found an error of the user.
        FaultError: a child failed by a fault of the tool.
        KeyboardInterrupt: the user gave up.
    """
    # The largest first: it would keep everybody waiting at the end.
    waiting = sorted(range(len(rounds)), key=lambda n: len(rounds[n].schema.rules))
    busy: dict[int, Child] = {}
    begun: dict[int, float] = {}
    found: dict[int, tuple[Proof, ...]] = {}
    told = 0
    try:
        while told < len(rounds):
            while waiting and len(busy) < selection.jobs:
                number = waiting.pop()
                busy[number] = Child(busy.values(), WORKER)
                begun[number] = time.monotonic()
                task = Task(workspace, selection, number, tuple(any_number), least, clock.left())
                busy[number].send(task)
            for number in _ready(busy):
                proofs, ended = _heard(busy[number], listener)
                if ended:
                    proofs = unproved(rounds[number], ended, time.monotonic() - begun[number])
                if proofs is not None:
                    found[number] = proofs
                    busy.pop(number).end()
            while told in found:
                yield from found.pop(told)
                told += 1
    except KeyboardInterrupt:
        for number in sorted(found):
            yield from found[number]
        raise
    finally:
        for child in busy.values():
            child.end()


def _ready(busy: dict[int, Child]) -> list[int]:
    """Wait until children have something to say; return the numbers of their rounds."""
    ready = wait([child.messages for child in busy.values()])
    return [number for number, child in busy.items() if child.messages in ready]


def _heard(child: Child, listener: Listener) -> tuple[tuple[Proof, ...] | None, str]:
    """Take in one message; return the proofs if it has them, or what has ended the child before."""
    try:
        kind, content = child.messages.recv()
    except (EOFError, OSError):
        return None, f"its process ended ({child.end(patience=1.0) or 'killed'})"
    if kind == "error":
        raise content if isinstance(content, InputError) else FaultError(content)
    if kind == "tell":
        listener.tell(*content)
        return None, ""
    if kind == "stopped":
        return None, content
    return content, ""
