"""What the page tells beside verdicts: what lies around the plays, the coverage of rulebooks, and norms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checker.judge.coverage import Covered, covered
from checker.judge.norms.declare import norms_of
from checker.judge.rounds import select_games
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import ToldPlay, Verdict
from checker.judge.workspace import GameEntry, Workspace
from checker.report.html.draughts import Plays, draw_all
from checker.report.near_play import Surroundings
from checker.report.telling import Telling

__all__ = ["gathered"]


def gathered(telling: Telling, workspace: Workspace, selection: Selection, listener: Listener) -> Telling:
    """Return a telling with what the page shows besides.

    Args:
        telling: what is told.
        workspace: where its games are.
        selection: the games that it is about.
        listener: told what goes on.

    Raises:
        ModelError: a model, spec or rulebook has become wrong since it was judged.

    """
    entries = select_games(workspace, selection)
    return replace(
        telling,
        around=_around(telling, entries, selection.jobs, listener),
        books=_books(workspace, entries),
        norms={e.name: n for e in entries if (n := sum(1 for _ in norms_of(e.game)))},
    )


def _around(
    telling: Telling, entries: Sequence[GameEntry], jobs: int, listener: Listener
) -> dict[tuple[str, str], Surroundings]:
    """Return what lies around each play; of what is played in the same way a graph is made once."""
    groups: dict[str, list[tuple[Verdict, ToldPlay]]] = {}
    for verdict, play in telling.plays():
        key = repr((verdict.game, sorted(verdict.scopes.items()), sorted(verdict.readings.items())))
        groups.setdefault(key, []).append((verdict, play))
    asked = []
    for group in groups.values():
        first = group[0][0]
        plays = tuple(play for _, play in group)
        asked.append(Plays(first.model_file, first.game, first.readings, first.scopes, plays))
    found = {}
    drawn = draw_all(asked, entries, jobs)
    for number, (group, around) in enumerate(zip(groups.values(), drawn, strict=True), start=1):
        listener.tell(f"{group[0][0].game}: drawing what lies around the plays", number, len(asked))
        for (verdict, _), one in zip(group, around, strict=True):
            found[verdict.game, verdict.name] = one
    return found


def _books(workspace: Workspace, entries: Sequence[GameEntry]) -> tuple[Covered, ...]:
    named = [entry.file or entry.name for entry in entries if entry.rulebook is not None]
    return covered(workspace, named) if named else ()
