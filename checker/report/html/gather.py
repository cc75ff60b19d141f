"""What the page tells beside verdicts: what lies around the plays, the coverage of rulebooks, and norms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from checker.judge.contradictions.finding import ContradictionRun
from checker.judge.coverage import Covered, covered
from checker.judge.norms.declare import norms_of
from checker.judge.rounds import select_games
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import ToldPlay
from checker.judge.workspace import GameEntry, Workspace
from checker.report.html.draughts import Plays, draw_all
from checker.report.near_play import Surroundings
from checker.report.telling import Telling

__all__ = ["around_findings", "gathered"]


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
    plays = telling.plays()
    asked = [_Asked(v.model_file, v.game, v.readings, v.scopes, play) for v, play in plays]
    drawn = _around(asked, entries, selection.jobs, listener)
    run = telling.contradictions
    return replace(
        telling,
        around={(v.game, v.name): one for (v, _), one in zip(plays, drawn, strict=True)},
        around_clauses={} if run is None else around_findings(run, entries, selection.jobs, listener),
        books=_books(workspace, entries),
        norms={e.name: n for e in entries if (n := sum(1 for _ in norms_of(e.game)))},
    )


def around_findings(
    run: ContradictionRun, entries: Sequence[GameEntry], jobs: int, listener: Listener
) -> dict[str, Surroundings]:
    """Return what lies around the plays of findings about clauses, by their ids.

    Args:
        run: the findings.
        entries: the games that they are about.
        jobs: in how many processes it is drawn; below 2 in this one.
        listener: told what goes on.

    Raises:
        ModelError: a model has become wrong since it was examined.

    """
    shown = [(f, f.play) for f in run.findings if f.play is not None]
    asked = [_Asked(f.model_file, f.game, f.readings, f.varied_scopes, play) for f, play in shown]
    drawn = _around(asked, entries, jobs, listener)
    return {f.id: one for (f, _), one in zip(shown, drawn, strict=True)}


class _Asked(NamedTuple):
    """A play, and of what it is one: ``file`` is as in a verdict."""

    file: str
    game: str
    readings: Mapping[str, str]
    scopes: Mapping[str, int]
    play: ToldPlay


def _around(
    asked: Sequence[_Asked], entries: Sequence[GameEntry], jobs: int, listener: Listener
) -> list[Surroundings]:
    """Return what lies around each play; of what is played in the same way a graph is made once."""
    groups: dict[str, list[int]] = {}
    for number, one in enumerate(asked):
        key = repr((one.game, sorted(one.scopes.items()), sorted(one.readings.items())))
        groups.setdefault(key, []).append(number)
    plays = []
    for numbers in groups.values():
        first = asked[numbers[0]]
        mine = tuple(asked[n].play for n in numbers)
        plays.append(Plays(first.file, first.game, first.readings, first.scopes, mine))
    found: dict[int, Surroundings] = {}
    for done, (numbers, drawn) in enumerate(
        zip(groups.values(), draw_all(plays, entries, jobs), strict=True), start=1
    ):
        game = asked[numbers[0]].game
        listener.tell(f"{game}: drawing what lies around the plays", done, len(groups))
        found.update(zip(numbers, drawn, strict=True))
    return [found[number] for number in range(len(asked))]


def _books(workspace: Workspace, entries: Sequence[GameEntry]) -> tuple[Covered, ...]:
    named = [entry.file or entry.name for entry in entries if entry.rulebook is not None]
    return covered(workspace, named) if named else ()
