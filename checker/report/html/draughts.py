"""Drawing what lies around plays, by several processes where that is safe."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from checker.judge.children import has_one_thread
from checker.judge.verdict import ToldPlay
from checker.judge.workspace import GameEntry
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.language.tracing.tracings import Tracings
from checker.report.near_play import Near, Surroundings, draw_near

__all__ = ["Plays", "draw_all"]


@dataclass(frozen=True)
class Plays:
    """Plays of one game under one choice of readings and scopes; ``file`` is as in a verdict."""

    file: str
    game: str
    readings: Mapping[str, str]
    scopes: Mapping[str, int]
    plays: tuple[ToldPlay, ...]


def draw_all(
    asked: Sequence[Plays], entries: Sequence[GameEntry], jobs: int
) -> Iterator[tuple[Surroundings, ...]]:
    """Yield for each of ``asked`` what lies around its plays, in order.

    Args:
        asked: the plays.
        entries: the games that they are of.
        jobs: in how many processes they are drawn; below 2 in this one.

    """
    draughtsman = _Draughtsman(entries)
    if min(jobs, len(asked)) < 2 or not has_one_thread():
        yield from map(draughtsman.drawn, asked)
        return
    # Forked children have the games already: nothing is loaded again.
    pool = ProcessPoolExecutor(
        min(jobs, len(asked)), multiprocessing.get_context("fork"), _begin, (draughtsman,)
    )
    try:
        yield from pool.map(_draw, asked)
    finally:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


class _Draughtsman:
    """Draws what lies around plays; what is the same under several readings is traced once."""

    def __init__(self, entries: Sequence[GameEntry]) -> None:
        self._games = {(entry.file, entry.name): entry.game for entry in entries}
        self._tracings = Tracings()

    def drawn(self, asked: Plays) -> tuple[Surroundings, ...]:
        """Return what lies around each play."""
        schema = Schema(self._games[asked.file, asked.game], asked.scopes, asked.readings)
        near = Near(lower(schema, self._tracings).sliced(), schema)
        return tuple(draw_near(near, play) for play in asked.plays)


_mine: list[_Draughtsman] = []
"""In a child: who draws there."""


def _begin(draughtsman: _Draughtsman) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends its children
    _mine.append(draughtsman)


def _draw(asked: Plays) -> tuple[Surroundings, ...]:
    return _mine[0].drawn(asked)
