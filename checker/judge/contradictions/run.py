"""``contradictions``: all that is wrong with the clauses of games, found, told, and held to a baseline."""

from __future__ import annotations

from collections.abc import Sequence

from checker.errors import UsageError, nearest
from checker.judge.contradictions.finding import Baseline, ContradictionRun
from checker.judge.contradictions.side_by_side import examine_games
from checker.judge.contradictions.study import is_part
from checker.judge.norms.declare import norms_of
from checker.judge.rounds import select_games
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry, Workspace
from checker.language.schema import Schema

__all__ = ["contradictions"]


def contradictions(
    workspace: Workspace,
    selection: Selection,
    listener: Listener,
    *,
    clause: str = "",
    baseline: Baseline = Baseline(),  # noqa: B008 - an immutable value
) -> ContradictionRun:
    """Return all findings about the clauses of the games that a selection names.

    Args:
        workspace: where games are found.
        selection: the games, scopes, readings, and the time limit.
        listener: told what goes on.
        clause: only what this clause has a part in, if it is given.
        baseline: the findings that are known.

    Raises:
        ModelError: a model, norm or rulebook is wrong.
        UsageError: the selection asks for what does not exist, or no norm is about the clause.

    """
    entries = select_games(workspace, selection)
    asked = [e for e in entries if any(True for _ in norms_of(e.game))]
    if selection.games and not asked:
        raise UsageError(
            f"no norm is about {entries[0].name}",
            hint='write what its clauses demand, such as `@norm("A:1.1", permits("cast"))`',
        )
    asked = [e for e in asked if not clause or any(is_part(n.clause, clause) for n in norms_of(e.game))]
    if clause and not asked:
        raise UsageError(
            f"no norm is about {clause!r}", hint="`ruleproof coverage` shows what cites a clause"
        )
    _check_names(asked, selection)
    found = examine_games(workspace, asked, selection, clause, listener)
    whole = not (clause or selection.scopes or selection.readings)
    return ContradictionRun(
        tuple(finding for one in found for finding in one.findings),
        {one.game: one.figures for one in found},
        {one.game: one.norms for one in found},
        baseline,
        whole=whole,
        clauses={one.game: one.clauses for one in found},
    )


def _check_names(entries: Sequence[GameEntry], selection: Selection) -> None:
    """Check that some game has each scope and each reading that is asked for."""
    schemas = [Schema(entry.game) for entry in entries]
    for what, asked, there in (
        ("scope", selection.scopes, {name for s in schemas for name in s.scopes}),
        ("reading", selection.readings, {name for s in schemas for name in s.readings}),
    ):
        for name in asked:
            if name not in there:
                raise UsageError(f"no game with norms has a {what} {name!r}", hint=nearest(name, there))
