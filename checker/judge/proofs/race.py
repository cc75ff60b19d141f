"""Engines that look for one proof side by side in child processes; the first to decide ends the others."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from checker.judge.answers import FaultError
from checker.judge.children import Child
from checker.judge.proofs.engines import Far, Found, Task, seek
from checker.system.portable import packed, unpacked

__all__ = ["TIME", "Attempt", "Race", "race"]

TIME = "the time limit"
"""The outcome of what ran out of time."""

GRACE_SECONDS = 1.0
"""How long after its time an engine may still come to an end by itself."""


@dataclass(frozen=True)
class Attempt:
    """What one engine did for a claim, for a person (``engine``, ``says``) and as ``figures``.

    ``outcome`` is ``proved``, ``broken`` (a play breaks the claim), ``gave up``, or what ended it.
    """

    engine: str
    outcome: str
    says: str
    seconds: float
    figures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Race:
    """What came of it: the answer that decided, if one did, and what each engine did that was begun."""

    winner: str
    found: Found | None
    attempts: tuple[Attempt, ...]
    lemmas: tuple[Any, ...] = ()


class _Runner:
    """A child that is at work on a task."""

    def __init__(self, task: Task, others: Sequence[_Runner]) -> None:
        self.task = task
        self.child: Child = Child([other.child for other in others], "checker.judge.proofs.racer")
        self.begun = time.monotonic()
        self.far = Far("")
        self.child.send(packed(task))

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    @property
    def late(self) -> bool:
        return self.seconds > self.task.seconds + GRACE_SECONDS

    def attempt(self, outcome: str) -> Attempt:
        """Return what it did until now."""
        return Attempt(self.task.engine, outcome, self.far.says, self.seconds, self.far.figures)


def race(tasks: Sequence[Task], jobs: int) -> Race:
    """Do tasks about one claim, ``jobs`` at a time, until one proves the claim or breaks it.

    With no jobs this process does them, one after the other.

    Raises:
        FaultError: an engine failed by a fault of the tool.
    """
    if jobs == 0:
        return _in_turn(tasks)
    waiting, running = list(tasks), list[_Runner]()
    attempts: list[Attempt] = []
    lemmas: dict[Any, None] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(_Runner(waiting.pop(0), running))
            ready = wait([runner.child.messages for runner in running], timeout=0.2)
            for runner in [r for r in running if r.child.messages in ready or r.late]:
                heard = runner.child.messages in ready
                found, outcome = _heard(runner) if heard else (None, TIME)
                if not outcome:
                    continue
                attempts.append(runner.attempt(outcome))
                runner.child.end()
                running.remove(runner)
                if found is not None and _decides(found):
                    return Race(runner.task.engine, found, (*attempts, *_ended(running)))
                lemmas.update(dict.fromkeys(found.lemmas if found is not None else ()))
    finally:
        for runner in running:
            runner.child.end()
    return Race("", None, tuple(attempts), tuple(lemmas))


def _in_turn(tasks: Sequence[Task]) -> Race:
    attempts: list[Attempt] = []
    lemmas: dict[Any, None] = {}
    for task in tasks:
        begun = time.monotonic()
        found = seek(task, lambda _: None)
        seconds = time.monotonic() - begun
        outcome = _outcome(found, task, seconds)
        attempts.append(Attempt(task.engine, outcome, found.far.says, seconds, found.far.figures))
        if _decides(found):
            return Race(task.engine, found, tuple(attempts))
        lemmas.update(dict.fromkeys(found.lemmas))
    return Race("", None, tuple(attempts), tuple(lemmas))


def _decides(found: Found) -> bool:
    return bool(found.layers) or found.play is not None


def _outcome(found: Found, task: Task, seconds: float) -> str:
    if _decides(found):
        return "proved" if found.layers else "broken"
    return TIME if seconds >= 0.95 * task.seconds else "gave up"


def _ended(running: Sequence[_Runner]) -> list[Attempt]:
    return [runner.attempt("not needed any more") for runner in running]


def _heard(runner: _Runner) -> tuple[Found | None, str]:
    """Take in one message; return what was found, and how the engine ended, or nothing where it goes on."""
    try:
        kind, content = runner.child.messages.recv()
    except (EOFError, OSError):
        how = runner.child.end(patience=1.0)
        return None, f"its process ended ({how or 'killed'})"
    if kind == "far":
        runner.far = content
        return None, ""
    if kind == "stopped":
        return None, content
    if kind == "failed":
        raise FaultError(content)
    found: Found = unpacked(content)
    runner.far = found.far
    return found, _outcome(found, runner.task, runner.seconds)
