"""Games and their variants examined in child processes, side by side; what they find is told in order."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from checker.judge.answers import FaultError
from checker.judge.contradictions.elsewhere import rounds_of
from checker.judge.contradictions.examination import Examination, Found
from checker.judge.contradictions.variants import Variant, clashes_in
from checker.judge.norms.declare import norms_of
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game
from checker.language.tracing.tracings import Tracings

__all__ = ["Examined", "examine_games"]


@dataclass(frozen=True)
class Examined:
    """What was found out about a game, and by ``elsewhere`` under other readings and scopes, in words."""

    here: Found
    elsewhere: Mapping[str, Found]

    @property
    def all(self) -> tuple[Found, ...]:
        """What was found here first, then elsewhere."""
        return (self.here, *self.elsewhere.values())


def examine_games(
    workspace: Workspace,
    entries: Sequence[GameEntry],
    selection: Selection,
    clause: str,
    listener: Listener,
    *,
    everywhere: bool = False,
) -> list[Examined]:
    """Return what was found out about each game, by several processes if ``selection.jobs`` says so.

    ``everywhere`` asks to look also under the readings and scopes that specs name besides.

    Raises:
        ModelError: a model, norm or rulebook is wrong.
        FaultError: a process ended before it was done.
    """
    rounds = {e.name: dict(rounds_of(e, selection)) if everywhere else {} for e in entries}
    if selection.jobs < 2:
        return [_examined_here(entry, selection, clause, listener, rounds[entry.name]) for entry in entries]
    context = multiprocessing.get_context("spawn")  # the libraries that are loaded here do not fork well
    pool = ProcessPoolExecutor(selection.jobs, mp_context=context, initializer=_leave_interrupts_to_parent)
    try:
        return _Jobs(pool, workspace, selection, clause, rounds).examined(entries, listener)
    except BrokenProcessPool as error:
        raise FaultError(f"a process that examined games ended before it was done: {error}") from error
    finally:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _examined_here(
    entry: GameEntry,
    selection: Selection,
    clause: str,
    listener: Listener,
    rounds: Mapping[str, Selection],
) -> Examined:
    """Examine one game by this process."""
    here = Examination(entry, selection, listener, clause).whole()
    known = _ids(here)
    elsewhere = {}
    for words, asked in rounds.items():
        elsewhere[words] = Examination(entry, asked, listener, clause, known=known).whole()
        known |= _ids(elsewhere[words])
    return Examined(here, elsewhere)


def _ids(found: Found) -> frozenset[str]:
    return frozenset(f.id for f in found.findings)


class _Jobs:
    """What child processes are given: each game, then its variants and its rounds elsewhere, one by one."""

    def __init__(
        self,
        pool: ProcessPoolExecutor,
        workspace: Workspace,
        selection: Selection,
        clause: str,
        rounds: Mapping[str, Mapping[str, Selection]],
    ) -> None:
        self._pool = pool
        self._workspace = workspace
        self._selection = selection
        self._clause = clause
        self._rounds = rounds
        self._begun = time.monotonic()
        self._jobs: dict[Future[Any], tuple[GameEntry, str | Variant]] = {}
        self._waiting: set[Future[Any]] = set()
        self._found: dict[tuple[str, str], Found] = {}
        self._answers: dict[tuple[str, Variant], frozenset[str] | None] = {}

    def examined(self, entries: Sequence[GameEntry], listener: Listener) -> list[Examined]:
        """Examine all games, the one with most norms first, and return them in order."""
        for entry in sorted(entries, key=lambda e: -sum(1 for _ in norms_of(e.game))):
            self._submit(entry, "", _examine, self._selection, self._clause, None)
        while self._waiting:
            listener.tell(
                "holding clauses against every state", len(self._jobs) - len(self._waiting), len(self._jobs)
            )
            ready, self._waiting = wait(self._waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                self._done(*self._jobs[future], future.result())
        return [self._all_of(entry) for entry in entries]

    def _submit(self, entry: GameEntry, what: str | Variant, task: Callable[..., Any], *given: Any) -> None:
        new = self._pool.submit(task, self._workspace, entry.name, entry.file, *given)
        self._jobs[new] = (entry, what)
        self._waiting.add(new)

    def _done(self, entry: GameEntry, what: str | Variant, result: Any) -> None:
        """Keep what was found, and give out what follows from it."""
        if isinstance(what, Variant):
            self._answers[entry.name, what] = result
            return
        self._found[entry.name, what] = result
        left = self._left()
        for one in result.variants:
            self._submit(entry, one, _examine_variant, one, self._clause, left)
        if not what:
            known = _ids(result)
            for words, asked in self._rounds[entry.name].items():
                self._submit(entry, words, _examine, replace(asked, timeout=left), self._clause, known)

    def _left(self) -> float | None:
        """Return how many seconds there are left, if they are counted."""
        given = self._selection.timeout
        return None if given is None else max(0.1, given - (time.monotonic() - self._begun))

    def _all_of(self, entry: GameEntry) -> Examined:
        """Return all that was found of a game, each finding by the first round that has it."""
        told: set[str] = set()
        rounds: dict[str, Found] = {}
        for words in ("", *self._rounds[entry.name]):
            found = self._found[entry.name, words]
            answers = {v: self._answers[entry.name, v] for v in found.variants}
            found = found.completed(entry, answers)
            rounds[words] = replace(found, findings=tuple(f for f in found.findings if f.id not in told))
            told |= _ids(found)
        return Examined(rounds.pop(""), rounds)


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


def _examine(  # noqa: PLR0917 - a job of a child process
    workspace: Workspace,
    name: str,
    file: str,
    selection: Selection,
    clause: str,
    known: frozenset[str] | None,
) -> Found:
    entry = _entry(workspace, name, file)
    return Examination(entry, selection, _Nobody(), clause, _tracings, known=known).found()


def _examine_variant(  # noqa: PLR0917 - a job of a child process
    workspace: Workspace, name: str, file: str, variant: Variant, clause: str, seconds: float | None
) -> frozenset[str] | None:
    entry = _entry(workspace, name, file)
    return clashes_in(entry, variant, clause, _tracings, seconds)
