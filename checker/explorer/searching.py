"""Searching in a child process, so that a search can be given up and takes nothing with it.

The child is started anew, since a server has threads, which a fork would not take along. It reads what is
asked as one line of JSON, and answers in lines of JSON: ``progress`` any number of times, then ``end``. It
ends by itself when whoever asked has gone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from checker.errors import InputError
from checker.explorer.goals import Goal
from checker.explorer.positions import Explored, Step, steps_of
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game

__all__ = ["Asked", "Search"]

_PATIENCE = 10.0
"""Seconds beyond its limit after which a child is ended that does not end by itself."""


@dataclass(frozen=True)
class Asked:
    """What a child is to look for: a condition in a game, within so many seconds.

    With ``onward`` the play goes on from where ``steps`` lead, taken from the start ``initial``.
    """

    workspace: Workspace
    game: str
    file: str
    scopes: Mapping[str, int]
    readings: Mapping[str, str]
    condition: str
    seconds: float
    onward: bool = False
    initial: int = 0
    steps: tuple[Step, ...] = ()


class Search:
    """A search that goes on in a child process."""

    def __init__(self, asked: Asked) -> None:
        told = asdict(asked)
        told["workspace"]["root"] = str(asked.workspace.root)
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for whoever asked, who then ends this
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        with suppress(BrokenPipeError):
            self._input.write(json.dumps(told) + "\n")
            self._input.flush()
        self._asked = asked
        self._progress = "starting"
        self._ended = threading.Event()
        self._goal: Goal | None = None
        self._begun = time.monotonic()
        threading.Thread(target=self._listen, daemon=True).start()
        self._watch = threading.Timer(asked.seconds + _PATIENCE, self.give_up, ["it took too long"])
        self._watch.daemon = True
        self._watch.start()

    @property
    def progress(self) -> str:
        """What goes on now, with the seconds that it has taken so far."""
        return f"{self._progress} ({time.monotonic() - self._begun:.0f} s)"

    @property
    def goal(self) -> Goal | None:
        """What came of it, once it is known; of the status ``error``, ``told`` is the message."""
        return self._goal if self._ended.is_set() else None

    def wait(self, seconds: float) -> Goal | None:
        """Wait so long for the end, and return what came of it if it has come."""
        self._ended.wait(seconds)
        return self.goal

    def give_up(self, why: str = "it was given up") -> None:
        """End the search, which is undetermined then unless it has ended already."""
        if not self._ended.is_set() and self._goal is None:
            self._goal = Goal("undetermined", f"nothing was found: {why}")
        self._process.kill()
        self._ended.set()
        self._watch.cancel()

    def _listen(self) -> None:
        for line in self._output:
            kind, told = json.loads(line)
            if kind == "progress":
                self._progress = str(told)
            elif self._goal is None:
                self._goal = Goal(**{**told, "steps": steps_of(told["steps"])})
        self._process.wait()
        if self._goal is None:
            self._goal = Goal(
                "undetermined", f"the search ended early (exit code {self._process.returncode})"
            )
        self._ended.set()
        self._watch.cancel()
        with suppress(OSError):
            self._input.close()
        self._output.close()


def _entry(asked: Asked) -> GameEntry:
    if not asked.file:
        return load_game(asked.workspace, asked.game)
    return next(entry for entry in load_file(Path(asked.file)) if entry.name == asked.game)


def main(source: TextIO, sink: TextIO) -> None:
    """Do what a line of ``source`` asks, and tell ``sink``."""
    from checker.explorer.conditions import condition_of
    from checker.explorer.goals import reach

    given: dict[str, Any] = json.loads(source.readline())
    root = Path(given["workspace"].pop("root"))
    steps = steps_of(given.pop("steps"))
    asked = Asked(Workspace(root, **given.pop("workspace")), **given, steps=steps)
    threading.Thread(target=_end_with, args=(source,), daemon=True).start()

    def tell(kind: str, what: object) -> None:
        print(json.dumps([kind, what]), file=sink, flush=True)

    try:
        game = Explored(_entry(asked), asked.scopes, asked.readings)
        condition = condition_of(game, asked.condition)
        here, _ = game.follow(asked.initial, asked.steps) if asked.onward else (None, None)
        goal = reach(
            game, condition, seconds=asked.seconds, tell=lambda text: tell("progress", text), after=here
        )
    except InputError as error:
        goal = Goal("error", "; ".join(filter(None, [error.message, error.hint])))
        if error.source is not None and error.source.file:
            goal = replace(goal, told=f"{error.source}: {goal.told}")
    except MemoryError:
        goal = Goal("undetermined", "nothing was found: memory ran out")
    tell("end", asdict(goal))


def _end_with(source: TextIO) -> None:
    """End this process when whoever asked has gone."""
    source.read()
    os._exit(1)


if __name__ == "__main__":
    main(sys.stdin, sys.stdout)
