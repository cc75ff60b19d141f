"""Watching: which files have changed, and checks in child processes that can be ended at any moment.

Each check runs in a process of its own, since Python loads a file once only. This process loads no games.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NoReturn

from checker.errors import UsageError
from checker.judge.survey import Places, places_to_watch

__all__ = ["Watch", "changed_files", "look"]

Stamps = dict[Path, tuple[int, int, int]]
"""For each file that is there: when it was changed, how long it is, and which file it is."""

EVERY_SECONDS = 0.25
"""How often it is looked whether a file has changed."""

SETTLED_SECONDS = 0.05
"""How long nothing must change before a check begins: editors save several files, or one in several steps."""

_NEEDED = (
    "cli.check",
    "judge.check",
    "judge.rulebook_checks",
    "explore.graph",
    "report.telling",
    "report.text",
)
"""Modules of the tool that every check needs: loaded once here, and not again by each child.

Those that start threads are left to the child, since a process with several is not forked.
"""

PATIENCE_SECONDS = 0.5
"""How long a check that is stopped may take to end by itself."""


def look(places: Places) -> Stamps:
    """Return the files in some places as they are now."""
    stamps: Stamps = {}
    for path in places.now():
        with suppress(OSError):
            about = path.stat()
            stamps[path] = (about.st_mtime_ns, about.st_size, about.st_ino)
    return stamps


def changed_files(before: Stamps, now: Stamps) -> frozenset[Path]:
    """Return the files that are new, gone or changed."""
    return frozenset(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))


class Watch:
    """Checks games, and checks again what a change touches, until it is interrupted."""

    def __init__(self, start: Path, games: tuple[str, ...], options: tuple[str, ...]) -> None:
        self._start, self._games, self._options = start, games, options
        self._places = places_to_watch(start, games)
        self._stamps = look(self._places)
        self._files: dict[str, frozenset[Path]] = {}
        self._pending: frozenset[Path] | None = None

    def go_on(self) -> NoReturn:
        """Check and wait, for ever; an interrupt ends the check that goes on.

        Raises:
            UsageError: a game is asked for that does not exist.

        """
        for name in _NEEDED:
            importlib.import_module(f"checker.{name}")
        while True:
            check = _Check(_Job(self._start, self._games, self._options, self._pending, self._files))
            try:
                if not self._ends_undisturbed(check):
                    continue
            finally:
                check.stop()
            if check.nonsense is not None and self._pending is None:
                message, hint = check.nonsense
                raise UsageError(message, hint=hint)
            self._files |= check.files
            self._pending = frozenset()
            _say(f"watching {len(self._stamps)} files; Ctrl-C ends")
            while not self._has_changed():
                time.sleep(EVERY_SECONDS)

    def _ends_undisturbed(self, check: _Check) -> bool:
        """Wait for the end of a check; return whether it came before another change."""
        while not check.ended(EVERY_SECONDS):
            if self._has_changed():
                return False
        return True

    def _has_changed(self) -> bool:
        """Look whether something has changed since the last look; if so, wait until no more does."""
        changed: frozenset[Path] = frozenset()
        while True:
            now = look(self._places)
            more = changed_files(self._stamps, now)
            self._stamps = now
            changed |= more
            if not more:
                break
            time.sleep(SETTLED_SECONDS)
        if changed:  # other files may be imported now
            self._places = places_to_watch(self._start, self._games)
            self._stamps = look(self._places)
        if any(path.name == "pyproject.toml" for path in changed):
            self._pending = None  # the workspace itself may be another one now
        elif self._pending is not None:
            self._pending |= changed
        return bool(changed)


@dataclass(frozen=True)
class _Job:
    """What a check is told: where to look, which games are asked for, and which files have changed.

    ``changed`` is None at first: then all games are checked. ``before`` are the files of each game as they
    were known before, since a file that is gone belongs to no game any more.
    """

    start: Path
    games: tuple[str, ...]
    options: tuple[str, ...]
    changed: frozenset[Path] | None
    before: dict[str, frozenset[Path]]


class _Check:
    """A check that goes on in a child process."""

    def __init__(self, job: _Job) -> None:
        context = get_context("fork" if hasattr(os, "fork") else "spawn")
        self._survey, theirs = context.Pipe(duplex=False)
        self._process = context.Process(  # type: ignore[attr-defined] # only the base class does not say so
            target=_begin, args=(job, theirs)
        )
        self.files: dict[str, frozenset[Path]] = {}
        self.nonsense: tuple[str, str] | None = None
        """What is wrong with the command line, and what to write instead."""
        self._surveys = True
        sys.stdout.flush()
        self._process.start()
        theirs.close()
        if hasattr(os, "setpgid"):  # here and in the child, whichever comes first
            with suppress(OSError):
                os.setpgid(self._process.pid, 0)

    def ended(self, seconds: float) -> bool:
        """Wait so long for its end, and return whether it has come; take in which files games are made of."""
        end = time.monotonic() + seconds
        if self._surveys and self._survey in wait([self._survey, self._process.sentinel], seconds):
            self._surveys = False
            with suppress(EOFError):
                self.files, self.nonsense = self._survey.recv()
        self._process.join(max(0.0, end - time.monotonic()))
        return self._process.exitcode is not None

    def stop(self) -> None:
        """End it and all that it has started: it may say what it knows, but not for long."""
        if self._process.exitcode is None:
            self._signal(signal.SIGINT)
            self._process.join(PATIENCE_SECONDS)
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self._process.join()
        self._survey.close()

    def _signal(self, number: int) -> None:
        assert self._process.pid is not None
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            else:
                self._process.terminate()


def _begin(job: _Job, survey_to: Connection) -> None:
    """Check in the child process; it is ended by an interrupt, and then there is nothing more to say."""
    with suppress(KeyboardInterrupt):
        _check(job, survey_to)


def _check(job: _Job, survey_to: Connection) -> None:
    """Find out which games the changes touch, and check these."""
    from checker.cli.main import main
    from checker.judge.survey import survey

    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # Ctrl-C goes to the parent, which ends this group
    # Compiled files are told apart by the second of a change and the length: too coarse for frequent ones.
    sys.dont_write_bytecode = True
    found = survey(job.start, job.games)
    nonsense = next(((e.message, e.hint) for e in found.errors if isinstance(e, UsageError)), None)
    survey_to.send((found.files, nonsense))
    survey_to.close()
    if nonsense is not None and job.changed is None:
        return
    touched = [name for name, files in found.files.items() if _touches(job, name, files)]
    when = time.strftime("%H:%M:%S")
    for error in found.errors:
        _say(f"{when}  {error}")
    if touched:
        _say(f"{when}  checking {', '.join(touched)}")
        sys.exit(main(["check", *touched, *job.options]))
    if not found.errors:
        _say(f"{when}  no game is made of what has changed")


def _touches(job: _Job, name: str, files: frozenset[Path]) -> bool:
    return job.changed is None or bool(job.changed & (files | job.before.get(name, frozenset())))


def _say(text: str) -> None:
    from checker.report.escape import visible

    print("\n".join(visible(line) for line in text.splitlines()), flush=True)
