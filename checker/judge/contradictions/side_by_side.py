"""Games and their variants examined in child processes, side by side; what they find is told in order."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from checker.judge.answers import FaultError
from checker.judge.contradictions.examination import Examination, Found
from checker.judge.contradictions.variants import Variant, clashes_in
from checker.judge.norms.declare import norms_of
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game
from checker.language.tracing.tracings import Tracings

__all__ = ["examine_games"]


def examine_games(
    workspace: Workspace, entries: Sequence[GameEntry], selection: Selection, clause: str, listener: Listener
) -> list[Found]:
    """Return what was found out about each game, by several processes if ``selection.jobs`` says so.

    Raises:
        ModelError: a model, norm or rulebook is wrong.
        FaultError: a process ended before it was done.
    """
    if selection.jobs < 2:
        return [Examination(entry, selection, listener, clause).whole() for entry in entries]
    context = multiprocessing.get_context("spawn")  # the libraries that are loaded here do not fork well
    pool = ProcessPoolExecutor(selection.jobs, mp_context=context, initializer=_leave_interrupts_to_parent)
    try:
        return _examined(pool, workspace, entries, selection, clause, listener)
    except BrokenProcessPool as error:
        raise FaultError(f"a process that examined games ended before it was done: {error}") from error
    finally:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _examined(  # noqa: PLR0917 - what the processes are told, and how they are reached
    pool: ProcessPoolExecutor,
    workspace: Workspace,
    entries: Sequence[GameEntry],
    selection: Selection,
    clause: str,
    listener: Listener,
) -> list[Found]:
    """Give each game to a process, the one with most norms first, and then its variants, one by one."""
    begun = time.monotonic()
    found: dict[str, Found] = {}
    answers: dict[tuple[str, Variant], frozenset[str] | None] = {}
    jobs: dict[Future[Any], tuple[GameEntry, Variant | None]] = {}
    for entry in sorted(entries, key=lambda e: -sum(1 for _ in norms_of(e.game))):
        job = (workspace, entry.name, entry.file, selection, clause)
        jobs[pool.submit(_examine, *job)] = (entry, None)
    waiting = set(jobs)
    while waiting:
        listener.tell("holding clauses against every state", len(jobs) - len(waiting), len(jobs))
        ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in ready:
            entry, variant = jobs[future]
            if variant is not None:
                answers[entry.name, variant] = future.result()
                continue
            found[entry.name] = future.result()
            left = selection.timeout
            if left is not None:
                left = max(0.1, left - (time.monotonic() - begun))
            for one in found[entry.name].variants:
                new = pool.submit(_examine_variant, workspace, entry.name, entry.file, one, clause, left)
                jobs[new] = (entry, one)
                waiting.add(new)
    return [
        found[e.name].completed(e, {v: answers[e.name, v] for v in found[e.name].variants}) for e in entries
    ]


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Nobody:
    """A listener to whom nothing is told."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Hear nothing."""

    def found(self, verdict: object) -> None:
        """Hear nothing."""


_tracings = Tracings()
"""What a child process has traced, for all its jobs."""


def _entry(workspace: Workspace, name: str, file: str) -> GameEntry:
    entries = load_file(Path(file)) if file else [load_game(workspace, name)]
    return next(e for e in entries if e.name == name)


def _examine(workspace: Workspace, name: str, file: str, selection: Selection, clause: str) -> Found:
    entry = _entry(workspace, name, file)
    return Examination(entry, selection, _Nobody(), clause, _tracings).found()


def _examine_variant(  # noqa: PLR0917 - a job of a child process
    workspace: Workspace, name: str, file: str, variant: Variant, clause: str, seconds: float | None
) -> frozenset[str] | None:
    entry = _entry(workspace, name, file)
    return clashes_in(entry, variant, clause, _tracings, seconds)
