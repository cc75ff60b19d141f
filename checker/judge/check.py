"""``check``: every question that a selection asks, answered, told and compared with what is expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from checker.judge.cache.store import store_of
from checker.judge.children import possible
from checker.judge.claims import claims_of
from checker.judge.clauses import Clause
from checker.judge.inquiry import Clock, Inquiry
from checker.judge.norms.declare import norms_of
from checker.judge.rounds import Round, rounds_of, select_games
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Run, Verdict
from checker.judge.workers import Staff
from checker.judge.workspace import GameEntry, Workspace
from checker.language.tracing.tracings import Tracings

__all__ = ["check", "cited_clauses", "select_games"]


def check(workspace: Workspace, selection: Selection, listener: Listener) -> Run:
    """Answer what ``selection`` asks; tell ``listener`` each verdict as soon as it is known and is its turn.

    Where that is interrupted, the verdicts that are known and whose turn has not come are told as well.

    Raises:
        ModelError: a model, spec or rulebook is wrong.
        UsageError: the selection asks for what does not exist.
    """
    clock = Clock(selection.timeout)
    with ExitStack() as stack:
        staff = None
        if selection.jobs and possible():
            staff = stack.enter_context(Staff(workspace, selection, clock))
        entries = select_games(workspace, selection)
        rounds = list(rounds_of(entries, selection))
        cited = {entry.name: cited_clauses(entry) for entry in entries}
        if staff:
            judged = staff.judge(rounds, listener)
        else:
            judged = _judge_here(workspace, rounds, selection, clock, listener)
        verdicts: list[Verdict] = []
        try:
            for verdict in judged:
                verdicts.append(verdict)
                listener.found(verdict)
        except KeyboardInterrupt:
            for verdict in staff.ahead() if staff else ():
                listener.found(verdict)
            raise
    return Run(
        tuple(verdicts),
        clauses={game: {c: clause.paraphrase for c, clause in of.items()} for game, of in cited.items()},
        clause_places={game: {c: clause.source for c, clause in of.items()} for game, of in cited.items()},
    )


def _judge_here(
    workspace: Workspace, rounds: Sequence[Round], selection: Selection, clock: Clock, listener: Listener
) -> Iterator[Verdict]:
    """Yield all verdicts, judged in this process."""
    tracings = Tracings()
    for one in rounds:
        store = store_of(workspace, selection, one)
        yield from Inquiry(one, selection, clock, listener, tracings, store).verdicts()


def cited_clauses(entry: GameEntry) -> dict[str, Clause]:
    """Check all citations of a game against its rulebook; return what is cited, by the ids cited.

    Raises:
        ModelError: the rulebook is wrong, or a citation names no clause of it.
    """
    if entry.rulebook is None:
        return {}
    from checker.judge.rulebook import check_citations, load_rulebook

    book = load_rulebook(entry.rulebook)
    game = entry.game
    claims = list(claims_of(game))
    check_citations(book, game.rules(), game.procedure, game.readings(), claims, norms=norms_of(game))
    cited = [c for r in game.rules().values() for c in r.clauses]
    cited += [c for claim in claims for c in claim.clauses]
    cited += [c for reading in game.readings().values() for _, c in reading.options]
    return {c: book.clause(c) for c in dict.fromkeys(cited)}
