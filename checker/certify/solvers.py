"""Puts the questions of scripts to all solvers at once, each in processes of its own.

A question that several proofs of one game have in common is asked once: the same text gets the same answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from types import TracebackType

from checker.certify import solve
from checker.certify.questions import Block, Question, Script
from checker.certify.solve import SOLVERS, version

__all__ = ["Outcome", "Solvers", "installed"]

_AT_ONCE = 4
"""How many processes of one solver there are at most."""

_FIRST_SECONDS = 5.0
"""How long a question may take before a solver goes on to the others, and comes back to it in another way."""

_POSSIBLE_SECONDS = 2.0
"""How long is looked for a state in which something may start or happen, one question at a time."""


def installed() -> tuple[str, ...]:
    """Return the solvers that are there."""
    return tuple(name for name in SOLVERS if version(name))


@dataclass(frozen=True)
class Outcome:
    """What a solver does not accept: what it answers wrongly (``wrong``), or not at all (``unknown``)."""

    wrong: str = ""
    unknown: str = ""


class Solvers:
    """All solvers that are installed, each of which may take ``seconds`` for a question."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._at_once = max(1, min(_AT_ONCE, os.cpu_count() or 1))
        self._names = installed()
        self._free: dict[str, SimpleQueue[_Process]] = {name: SimpleQueue() for name in self._names}
        self._processes = [_Process(name) for name in self._names for _ in range(self._at_once)]
        for process in self._processes:
            self._free[process.name].put(process)
        self._shown: set[tuple[str, bytes]] = set()
        self._pool = ThreadPoolExecutor(len(self._processes))

    def __enter__(self) -> Solvers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            process.end()
        self._pool.shutdown()

    def outcomes(self, asked: Sequence[Script]) -> dict[str, Outcome]:
        """Return what became of all questions of some scripts, by solver."""
        first = self._round(asked, min(self._seconds, _FIRST_SECONDS), again=False)
        if not any(outcome.unknown and not outcome.wrong for outcome in first.values()):
            return first
        # What was shown is known by now, so that only the rest is asked again.
        return self._round(asked, self._seconds, again=True)

    def _round(self, asked: Sequence[Script], seconds: float, *, again: bool) -> dict[str, Outcome]:
        """Ask all solvers all that they have not shown yet."""
        waiting = {
            name: [
                (piece, self._pool.submit(self._ask, name, piece, seconds, again=again))
                for script in asked
                for piece in self._pieces(script, name)
            ]
            for name in self._names
        }
        found = {}
        for name, of_solver in waiting.items():
            outcomes = [self._outcome(name, piece, answers.result()) for piece, answers in of_solver]
            wrong = next((o.wrong for o in outcomes if o.wrong), "")
            found[name] = Outcome(wrong, next((o.unknown for o in outcomes if o.unknown), ""))
        return found

    def some_is_possible(self, asked: Iterable[Script]) -> bool | None:
        """Return whether one of some scripts of one question has a state; ``None`` where nobody knows."""
        none_at_all = True
        for script in asked:
            answers = self._ask(self._names[0], script, _POSSIBLE_SECONDS)
            if answers == ["sat"]:
                return True
            none_at_all = none_at_all and answers == ["unsat"]
        return False if none_at_all else None

    def _pieces(self, script: Script, name: str) -> Iterator[Script]:
        """Yield what a solver has not shown yet of a script, divided among its processes."""
        blocks = [block for b in script.blocks if (block := self._left(script, b, name)).questions]
        for first in range(min(self._at_once, len(blocks))):
            yield Script(script.name, script.preamble, tuple(blocks[first :: self._at_once]))

    def _left(self, script: Script, block: Block, name: str) -> Block:
        left = [q for q in block.questions if (name, _digest(script, block, q)) not in self._shown]
        return Block(block.commands, tuple(left))

    def _ask(self, name: str, script: Script, seconds: float, *, again: bool = False) -> list[str]:
        process = self._free[name].get()
        try:
            return process.answers(script.text, seconds, again=again)
        finally:
            self._free[name].put(process)

    def _outcome(self, name: str, script: Script, answers: Sequence[str]) -> Outcome:
        asked = [(block, question) for block in script.blocks for question in block.questions]
        if len(answers) != len(asked):
            return Outcome(f"{script.name}: {len(answers)} answers to {len(asked)} questions; {answers[:1]}")
        unknown = ""
        for (block, question), answer in zip(asked, answers, strict=True):
            if answer == "unsat":
                self._shown.add((name, _digest(script, block, question)))
            elif answer.startswith("unknown"):
                unknown = unknown or f"{script.name}, {question.name}: it does not know"
            else:
                return Outcome(f"{script.name}, {question.name}: the answer is {answer}, and must be unsat")
        return Outcome(unknown=unknown)


def _digest(script: Script, block: Block, question: Question) -> bytes:
    """Return a digest of all that a question says to a solver: of everything but comments."""
    lines = (script.preamble + block.commands + question.commands).splitlines()
    return hashlib.sha256("\n".join(line for line in lines if not line.startswith(";")).encode()).digest()


class _Process:
    """A solver in a process of its own, which can be ended whatever it is doing."""

    def __init__(self, name: str) -> None:
        self.name = name
        # By its path, and with the folders that this process has: no package in the working folder, which
        # may have come with the certificates, may answer for a solver.
        self._process = subprocess.Popen(
            [sys.executable, "-P", solve.__file__, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
        )

    def answers(self, script: str, seconds: float, *, again: bool) -> list[str]:
        """Return what the solver printed; nothing where it died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(
                json.dumps({"script": script, "seconds": seconds, "again": again}) + "\n"
            )
            self._process.stdin.flush()
            found = json.loads(self._process.stdout.readline())["answers"]
        except (OSError, ValueError):
            return []
        return [str(answer) for answer in found]

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()
