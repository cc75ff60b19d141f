"""Games examined in child processes, side by side; what they find is told in order."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from checker.judge.answers import FaultError
from checker.judge.contradictions.examination import Found, examine_game
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game

__all__ = ["examine_games"]


def examine_games(
    workspace: Workspace, entries: Sequence[GameEntry], selection: Selection, clause: str, listener: Listener
) -> Iterator[Found]:
    """Yield what was found out about each game, in order; by several processes if ``selection.jobs`` says so.

    Raises:
        ModelError: a model, norm or rulebook is wrong.
        FaultError: a process ended before it was done.
    """
    if selection.jobs < 2 or len(entries) < 2:
        for entry in entries:
            yield examine_game(entry, selection, clause, listener)
        return
    context = multiprocessing.get_context("spawn")  # the libraries that are loaded here do not fork well
    pool = ProcessPoolExecutor(selection.jobs, mp_context=context, initializer=_leave_interrupts_to_parent)
    try:
        waiting = [
            (entry, pool.submit(_examine, workspace, entry.name, entry.file, selection, clause))
            for entry in entries
        ]
        for number, (entry, future) in enumerate(waiting):
            listener.tell(f"{entry.name}: holding its clauses against every state", number, len(waiting))
            yield future.result()
    except BrokenProcessPool as error:
        raise FaultError(f"a process that examined games ended before it was done: {error}") from error
    finally:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Nobody:
    """A listener to whom nothing is told."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Hear nothing."""

    def found(self, verdict: object) -> None:
        """Hear nothing."""


def _examine(workspace: Workspace, name: str, file: str, selection: Selection, clause: str) -> Found:
    entries = load_file(Path(file)) if file else [load_game(workspace, name)]
    entry = next(e for e in entries if e.name == name)
    return examine_game(entry, selection, clause, _Nobody())
