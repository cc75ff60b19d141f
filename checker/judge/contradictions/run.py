"""``contradictions``: all that is wrong with the clauses of games, found, told, and held to a baseline."""

from __future__ import annotations

from checker.errors import UsageError
from checker.judge.contradictions.finding import Baseline, ContradictionRun
from checker.judge.contradictions.side_by_side import examine_games
from checker.judge.contradictions.study import is_part
from checker.judge.norms.declare import elsewhere_of, norms_of
from checker.judge.rounds import check_settings, select_games
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import Workspace
from checker.language.schema import Schema

__all__ = ["contradictions"]


def contradictions(
    workspace: Workspace,
    selection: Selection,
    listener: Listener,
    *,
    clause: str = "",
    baseline: Baseline = Baseline(),  # noqa: B008 - an immutable value
    everywhere: bool = False,
) -> ContradictionRun:
    """Return all findings about the clauses of the games that a selection names.

    Where that is interrupted, it returns what was found so far.

    Args:
        workspace: where games are found.
        selection: the games, scopes, readings, and the time limit.
        listener: told what goes on.
        clause: only what this clause has a part in, if it is given.
        baseline: the findings that are known.
        everywhere: look also under the readings and scopes that specs name besides the games' own.

    Raises:
        ModelError: a model, norm or rulebook is wrong.
        UsageError: the selection asks for what does not exist, or no norm is about the clause.

    """
    if everywhere and (selection.scopes or selection.readings):
        raise UsageError(
            "everywhere is under the readings and scopes that the specs name, and others are given besides",
            hint="leave --everywhere away, or --reading and --scope",
        )
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
    check_settings([Schema(entry.game) for entry in asked], selection, "no game with norms has a")
    found, interrupted = examine_games(workspace, asked, selection, clause, listener, everywhere=everywhere)
    looked = () if clause or selection.scopes or selection.readings else asked
    stopped = {one.here.game for one in found if any(part.figures.stopped for part in one.all)}
    whole = frozenset(
        e.name for e in looked if e.name not in stopped and (everywhere or not elsewhere_of(e.game))
    )
    return ContradictionRun(
        tuple(finding for examined in found for one in examined.all for finding in one.findings),
        {one.here.game: one.here.figures for one in found},
        {one.here.game: one.here.norms for one in found},
        baseline,
        clauses={
            examined.here.game: {c: text for one in examined.all for c, text in one.clauses.items()}
            for examined in found
        },
        elsewhere={words: one.figures for examined in found for words, one in examined.elsewhere.items()},
        whole=whole,
        complete=not selection.games and len(whole) == len(asked),
        interrupted=interrupted,
    )
