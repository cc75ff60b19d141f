"""What a bench is asked: to read a side, to search, to replay plays, to judge claims, and to list games."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from checker.errors import UsageError
from checker.explore.interface import Statistics
from checker.judge.check import check
from checker.judge.comparison.bench import tell_parent
from checker.judge.comparison.halves import Half, tell_half
from checker.judge.comparison.parts import parts_of
from checker.judge.comparison.product import product_of
from checker.judge.comparison.searching import HalfPlay, Searched, search_product
from checker.judge.comparison.sides import Opened, Side, SideName, open_side
from checker.judge.rounds import each_selected
from checker.judge.selection import Listener, Selection
from checker.judge.survey import files_of_entry
from checker.judge.verdict import Verdict
from checker.judge.workspace import GameEntry, Workspace, each_game
from checker.language.tracing.tracings import Tracings
from checker.system.portable import packed, unpacked

__all__ = ["forget", "judge", "listed", "opened", "search", "side_of", "told"]

_sides: dict[tuple[Workspace, SideName], Side] = {}
_tracings: dict[tuple[Workspace, str], Tracings] = {}
"""What this process has read: a game is traced once, whatever is read otherwise in it."""


def side_of(workspace: Workspace, name: SideName) -> Side:
    """Return a side, read once in this process.

    Raises:
        InputError: as :func:`open_side`.
    """
    key = (workspace, name)
    if key not in _sides:
        tracings = _tracings.setdefault((workspace, name.game), Tracings())
        _sides[key] = open_side(workspace, name, tracings)
    return _sides[key]


def forget() -> None:
    """Forget every side that this process has read, so that it is read again."""
    _sides.clear()
    _tracings.clear()


def opened(workspace: Workspace, name: SideName) -> bytes:
    """Read a side; return the packed :class:`Opened`.

    Raises:
        InputError: as :func:`open_side`.
    """
    tell_parent(f"{name}: reading the rules")
    return packed(side_of(workspace, name).opened)


def search(mine: bytes, theirs: bytes, by: Sequence[str], engine: str, seconds: float | None) -> Searched:
    """Search two packed sides for where they part.

    Raises:
        UsageError: there is nothing by which they can be compared.
    """
    first: Opened = unpacked(mine)
    second: Opened = unpacked(theirs)
    parts = parts_of(first, second, by)

    def progress(seen: Statistics) -> None:
        tell_parent(f"{first.name}: {seen.states:,} situations that both sides share, {seen.levels} levels")

    product = product_of(first, second, parts)
    systems = (first.system, second.system)
    return search_product(product, parts, systems, engine=engine, seconds=seconds, progress=progress)


def told(
    workspace: Workspace, name: SideName, halves: Sequence[HalfPlay | None], compared: Sequence[str]
) -> list[Half]:
    """Replay and tell what one side does in each of several plays.

    Raises:
        FaultError: plain values say something else than the search.
    """
    tell_parent(f"{name}: replaying the plays")
    side = side_of(workspace, name)
    return [tell_half(side, half, compared, f"difference {n}") for n, half in enumerate(halves, start=1)]


class _Telling(Listener):
    """Passes on to the parent what goes on in a check."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Pass it on."""
        tell_parent(text)

    def found(self, verdict: Verdict) -> None:
        """Hear nothing."""


def judge(workspace: Workspace, selection: Selection) -> tuple[Verdict, ...]:
    """Judge claims in this process.

    Raises:
        InputError: as :func:`check`.
    """
    return check(workspace, replace(selection, jobs=0), _Telling()).verdicts


def listed(workspace: Workspace, words: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return games by name or path, each with its files and their digests, as far as they are there.

    All games of the workspace are listed if none is asked for. Files are named relative to the workspace, or
    to the working directory where the game is in a file of its own.

    Raises:
        ModelError: a game cannot be loaded.
    """
    if not words:
        return {entry.name: _digests(workspace, entry) for entry in each_game(workspace)}
    found = {}
    for word in words:
        try:
            entries = list(each_selected(workspace, Selection((word,))))
        except UsageError:
            continue
        found[word] = {k: v for entry in entries for k, v in _digests(workspace, entry).items()}
    return found


def _digests(workspace: Workspace, entry: GameEntry) -> dict[str, str]:
    root = Path.cwd() if entry.file else workspace.root.resolve()
    return {
        os.path.relpath(path.resolve(), root): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files_of_entry(workspace, entry)
        if path.is_file()
    }
