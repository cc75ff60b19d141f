"""What the page tells beside verdicts: what lies around the plays, the coverage of rulebooks, and norms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checker.judge.coverage import Covered, covered
from checker.judge.norms.declare import norms_of
from checker.judge.rounds import select_games
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry, Workspace
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.language.tracing.tracings import Tracings
from checker.report.near_play import Near, Surroundings, draw_near
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
        around=_around(telling, entries, listener),
        books=_books(workspace, entries),
        norms={e.name: n for e in entries if (n := sum(1 for _ in norms_of(e.game)))},
    )


def _around(
    telling: Telling, entries: Sequence[GameEntry], listener: Listener
) -> dict[tuple[str, str], Surroundings]:
    """Return what lies around each play; a system that several plays are of is traced once."""
    games = {(entry.name, entry.file): entry for entry in entries}
    tracings = Tracings()
    graphs: dict[str, Near] = {}
    found = {}
    plays = telling.plays()
    for number, (verdict, play) in enumerate(plays):
        entry = games[verdict.game, verdict.model_file]
        listener.tell(f"{verdict.game}: drawing what lies around the plays", number, len(plays))
        key = repr((verdict.game, sorted(verdict.scopes.items()), sorted(verdict.readings.items())))
        if key not in graphs:
            schema = Schema(entry.game, verdict.scopes, verdict.readings)
            graphs[key] = Near(lower(schema, tracings).sliced(), schema)
        found[verdict.game, verdict.name] = draw_near(graphs[key], play)
    return found


def _books(workspace: Workspace, entries: Sequence[GameEntry]) -> tuple[Covered, ...]:
    named = [entry.file or entry.name for entry in entries if entry.rulebook is not None]
    return covered(workspace, named) if named else ()
