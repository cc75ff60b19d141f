"""A child process that examines games and their variants, one task after the other.

It is told tasks and sends messages back: ``part`` with what was found so far, ``done`` with the answer, and
``error`` with an error of the user, or with the traceback of a fault.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Collection
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from checker.errors import InputError
from checker.judge.contradictions.examination import Examination, Found
from checker.judge.contradictions.variants import Variant, clashes_in
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game
from checker.language.tracing.tracings import Tracings

__all__ = ["Task", "work"]


@dataclass(frozen=True)
class Task:
    """A game to be examined, or one variant of it.

    ``known`` are the ids of findings that are told already, where this is a second look. The time limit of
    ``selection`` is what is left of it.
    """

    workspace: Workspace
    game: str
    file: str
    selection: Selection
    clause: str
    known: Collection[str] | None = None
    variant: Variant | None = None


class _Nobody:
    """A listener to whom nothing is told."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Hear nothing."""

    def found(self, verdict: object) -> None:
        """Hear nothing."""


def work(incoming: int, outgoing: int) -> None:
    """Do the tasks that come in until the parent goes away; it is talked to by two file descriptors."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    tasks = Connection(incoming, writable=False)
    messages = Connection(outgoing, readable=False)
    os.dup2(2, 1)  # what a model prints is no finding
    entries: dict[tuple[str, str], GameEntry] = {}
    tracings = Tracings()
    while True:
        try:
            task: Task = tasks.recv()
        except EOFError:
            return
        try:
            _do(task, entries, tracings, messages)
        except BrokenPipeError:
            return
        except InputError as error:
            messages.send(("error", error))
        except Exception:
            messages.send(("error", traceback.format_exc()))


def _do(
    task: Task, entries: dict[tuple[str, str], GameEntry], tracings: Tracings, messages: Connection
) -> None:
    key = (task.game, task.file)
    if key not in entries:
        loaded = load_file(Path(task.file)) if task.file else [load_game(task.workspace, task.game)]
        entries |= {(entry.name, task.file): entry for entry in loaded}
    entry = entries[key]
    if task.variant is not None:
        found = clashes_in(entry, task.variant, task.clause, tracings, task.selection.timeout)
        messages.send(("done", found))
        return
    last: Found | None = None
    for last in Examination(
        entry, task.selection, _Nobody(), task.clause, tracings, known=task.known
    ).parts():
        messages.send(("part", last))
    messages.send(("done", last))


if __name__ == "__main__":
    work(int(sys.argv[1]), int(sys.argv[2]))
