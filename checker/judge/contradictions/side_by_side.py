"""Games and their variants examined in child processes, side by side; what they find is told in order."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import wait

from checker.errors import InputError
from checker.judge.answers import FaultError
from checker.judge.children import Child, possible
from checker.judge.contradictions.elsewhere import rounds_of
from checker.judge.contradictions.examination import Examination, Found
from checker.judge.contradictions.finding import Figures
from checker.judge.contradictions.variants import Answers, Variant
from checker.judge.contradictions.worker import Task
from checker.judge.norms.declare import norms_of
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry, Workspace
from checker.language.tracing.tracings import Tracings

__all__ = ["Examined", "examine_games"]

INTERRUPTED = "it was interrupted"
"""Why what was looked at is not whole."""


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
) -> tuple[list[Examined], bool]:
    """Return what was found out about each game, and whether that was interrupted before it was done.

    ``selection.jobs`` says how many child processes do it; without any, this process does, and where a solver
    or a search is at work it answers an interrupt late. ``everywhere`` asks to look also under the readings
    and scopes that specs name besides.

    Raises:
        ModelError: a model, norm or rulebook is wrong.
        FaultError: a process ended before it was done.
    """
    games = [_Game(e, dict(rounds_of(e, selection)) if everywhere else {}) for e in entries]
    interrupted = False
    try:
        if selection.jobs and possible():
            _Team(workspace, selection, clause).examine(games, listener)
        else:
            _examine_here(games, selection, clause, listener)
    except KeyboardInterrupt:
        interrupted = True
    return [game.examined() for game in games], interrupted


@dataclass
class _Round:
    """What has come in of one look at a game: the latest that was found, and the answers of its variants."""

    latest: Found | None = None
    done: bool = False
    answers: dict[Variant, frozenset[str] | None] = field(default_factory=dict)

    def found(self, entry: GameEntry) -> Found:
        """Return what was found so far; if more was to come, its figures say so."""
        norms = sum(1 for _ in norms_of(entry.game))
        latest = self.latest or Found(entry.name, (), Figures(0, 0, 0, 0), norms, frozenset(), None)
        answers: Answers = {v: self.answers[v] for v in latest.variants if v in self.answers}
        whole = self.done and len(answers) == len(latest.variants)
        told = latest.completed(entry, answers)
        if not whole:
            told = replace(told, figures=replace(told.figures, stopped=told.figures.stopped or INTERRUPTED))
        return told


class _Game:
    """A game, and what has come in of each look at it: the first, and those elsewhere, by their words."""

    def __init__(self, entry: GameEntry, elsewhere: Mapping[str, Selection]) -> None:
        self.entry = entry
        self.elsewhere = elsewhere
        self.rounds = {words: _Round() for words in ("", *elsewhere)}

    def examined(self) -> Examined:
        """Return all that was found of the game so far, each finding by the first look that has it."""
        told: set[str] = set()
        found: dict[str, Found] = {}
        for words, one in self.rounds.items():
            here = one.found(self.entry)
            found[words] = replace(here, findings=tuple(f for f in here.findings if f.id not in told))
            told |= _ids(here)
        return Examined(found.pop(""), found)


def _ids(found: Found) -> frozenset[str]:
    return frozenset(f.id for f in found.findings)


def _examine_here(games: Sequence[_Game], selection: Selection, clause: str, listener: Listener) -> None:
    """Examine all games by this process."""
    begun = time.monotonic()
    for game in games:
        tracings = Tracings()
        known: frozenset[str] | None = None
        for words, one in game.rounds.items():
            asked = game.elsewhere[words] if words else selection
            asked = replace(asked, timeout=_left(selection, begun))
            examination = Examination(game.entry, asked, listener, clause, tracings, known=known)
            for one.latest in examination.parts():
                pass
            assert one.latest is not None
            one.done = True
            for variant, ids in examination.answers(one.latest):
                one.answers[variant] = ids
            known = (known or frozenset()) | _ids(one.latest)


@dataclass(frozen=True)
class _Job:
    """A task that a child is given, and whose it is: a look at a game, by its words."""

    game: _Game
    words: str
    task: Task


class _Team:
    """Child processes that are given each game, then its variants and its rounds elsewhere, one by one."""

    def __init__(self, workspace: Workspace, selection: Selection, clause: str) -> None:
        self._workspace, self._selection, self._clause = workspace, selection, clause
        self._begun = time.monotonic()
        self._waiting: deque[_Job] = deque()
        self._busy: dict[Child, _Job] = {}
        self._idle: list[Child] = []
        self._given = 0
        self._heard: Child | None = None  # of a message that an interrupt has cut, the rest is no message

    def examine(self, games: Sequence[_Game], listener: Listener) -> None:
        """Examine all games, the one with most norms first.

        Raises:
            KeyboardInterrupt: it was interrupted; what had been found by then has been taken in.
        """
        for game in sorted(games, key=lambda g: -sum(1 for _ in norms_of(g.entry.game))):
            self._ask(game, "", self._selection)
        try:
            while self._waiting or self._busy:
                self._give_out()
                done = self._given - len(self._busy)
                listener.tell("holding clauses against every state", done, self._given + len(self._waiting))
                self._take_in(None)
        except KeyboardInterrupt:
            with suppress(FaultError, InputError):  # an error that comes only now has come too late
                while self._take_in(0):
                    pass
            raise
        finally:
            for child in (*self._busy, *self._idle):
                child.end()

    def _ask(
        self,
        game: _Game,
        words: str,
        asked: Selection,
        known: frozenset[str] | None = None,
        variant: Variant | None = None,
    ) -> None:
        entry = game.entry
        task = Task(self._workspace, entry.name, entry.file, asked, self._clause, known, variant)
        self._waiting.append(_Job(game, words, task))

    def _give_out(self) -> None:
        """Give each child that has nothing to do the next task; begin children while there are tasks left."""
        left = _left(self._selection, self._begun)
        while self._waiting and (self._idle or len(self._busy) < self._selection.jobs):
            job = self._waiting.popleft()
            family = [*self._busy, *self._idle]
            child = self._idle.pop() if self._idle else Child(family, "checker.judge.contradictions.worker")
            child.send(replace(job.task, selection=replace(job.task.selection, timeout=left)))
            self._busy[child] = job
            self._given += 1

    def _take_in(self, seconds: float | None) -> bool:
        """Take in what children have found; wait so many seconds for it, or until something comes.

        Returns whether something came.
        """
        by_connection = {c.messages: c for c in self._busy if c is not self._heard}
        ready = wait(list(by_connection), seconds)
        for connection in ready:
            child = by_connection[connection]  # type: ignore[index] # wait returns what it was given
            job = self._busy[child]
            self._heard = child
            try:
                kind, content = child.messages.recv()
            except (EOFError, OSError) as error:
                how = child.end(patience=1.0) or "killed"
                raise FaultError(
                    f"a process that examined {job.game.entry.name} ended before it was done: {how}"
                ) from error
            self._heard = None
            if kind == "error":
                raise content if isinstance(content, InputError) else FaultError(content)
            if kind == "done":
                del self._busy[child]
                self._idle.append(child)
            self._keep(job, content, done=kind == "done")
        return bool(ready)

    def _keep(self, job: _Job, content: Found | frozenset[str] | None, *, done: bool) -> None:
        """Keep what was found, and ask for what follows from it."""
        one = job.game.rounds[job.words]
        if job.task.variant is not None:
            assert not isinstance(content, Found)
            one.answers[job.task.variant] = content
            return
        assert isinstance(content, Found)
        one.latest, one.done = content, done
        if not done:
            return
        for variant in content.variants:
            self._ask(job.game, job.words, self._selection, variant=variant)
        if not job.words:
            for words, asked in job.game.elsewhere.items():
                self._ask(job.game, words, asked, _ids(content))


def _left(selection: Selection, begun: float) -> float | None:
    """Return how many seconds there are left of what a selection allows, if they are counted."""
    given = selection.timeout
    return None if given is None else max(0.1, given - (time.monotonic() - begun))
