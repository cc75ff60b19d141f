"""Explaining a clause: what it demands, what it allows and refuses in the game, and what rests on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checker.errors import UsageError
from checker.judge.citations import Citation
from checker.judge.clauses import Clause, Rulebook
from checker.judge.contradictions.examination import Examination, cited_by, own_rulebook
from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.finding import Finding
from checker.judge.contradictions.study import Study, is_part
from checker.judge.contradictions.wording import demanded, refused
from checker.judge.norms.declare import Norm, norms_of
from checker.judge.norms.sentences import sentence
from checker.judge.rounds import select_games
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import ToldPlay
from checker.judge.workspace import GameEntry, Workspace
from checker.system.model import Source

__all__ = ["ClauseExplained", "Example", "NormExplained", "explain"]


@dataclass(frozen=True)
class Example:
    """A reached situation in which a norm speaks: what it allows there, and what it refuses."""

    allowed: str
    refused: str
    play: ToldPlay


@dataclass(frozen=True)
class NormExplained:
    """A norm read back, with an example where it ``speaks`` somewhere and the model follows it."""

    game: str
    name: str
    clause: str
    says: str
    read_back: str
    source: Source
    speaks: bool
    example: Example | None


@dataclass(frozen=True)
class ClauseExplained:
    """A clause, or all sentences of one, and what rests on it. ``texts`` are none without a rulebook."""

    id: str
    texts: tuple[Clause, ...]
    norms: tuple[NormExplained, ...]
    citations: tuple[tuple[str, Citation], ...]
    findings: tuple[Finding, ...]


def explain(workspace: Workspace, clause: str, selection: Selection, listener: Listener) -> ClauseExplained:
    """Explain a clause by the games that a selection names (all of the workspace, if it names none).

    Raises:
        ModelError: a model, norm or rulebook is wrong.
        UsageError: no rulebook has the clause, and no norm is about it.
    """
    texts: dict[str, Clause] = {}
    norms: list[NormExplained] = []
    citations: list[tuple[str, Citation]] = []
    findings: list[Finding] = []
    wrong = ""
    for entry in select_games(workspace, selection):
        book = own_rulebook(entry)
        if book is not None:
            known = [c for c in book.clauses.values() if is_part(c.id, clause)]
            texts.update((c.id, c) for c in known)
            wrong = wrong if known else book.unknown(clause)[1]
            citations += _citing(entry, book, [c.id for c in known])
        if any(is_part(n.clause, clause) for n in norms_of(entry.game)):
            examination = Examination(entry, selection, listener, clause)
            findings += examination.found().findings
            norms += _explained(examination.study, clause)
    if not texts and not norms:
        raise UsageError(f"there is no clause {clause!r}", hint=wrong or "write edition:number")
    return ClauseExplained(clause, tuple(texts.values()), tuple(norms), tuple(citations), tuple(findings))


def _citing(entry: GameEntry, book: Rulebook, ids: list[str]) -> Iterator[tuple[str, Citation]]:
    cited = cited_by(entry, book)
    found = (c for id_ in ids for c in cited.get(id_, ()) if c.kind != "norm")
    yield from ((entry.name, citation) for citation in dict.fromkeys(found))


def _explained(study: Study, clause: str) -> Iterator[NormExplained]:
    for examined in study.examined:
        for norm in examined.topic.norms:
            if is_part(norm.clause, clause):
                yield NormExplained(
                    study.entry.name,
                    norm.name,
                    norm.clause,
                    norm.says,
                    sentence(norm),
                    norm.source,
                    norm.name in examined.spoke,
                    _example(study, examined, norm),
                )


def _example(study: Study, examined: Examined, norm: Norm) -> Example | None:
    """Return the first situation in which a norm demands something and the model follows it."""
    numbers = [n for n, d in enumerate(examined.topic.demands) if d.norm is norm]
    for group in examined.groups:
        terms = examined.terms(group)
        here = [n for n in numbers if n in terms and not terms[n].is_const]
        for actual, judged in group.actual.items():
            met = [n for n in here if n in examined.holds(terms, actual)]
            if met:
                where = min(judged.values())
                replayed = study.teller.replayed(norm.name, study.board.play(where))
                return Example(
                    demanded(examined, group, met[0]),
                    refused(examined, group, met[0], actual),
                    study.teller.told(replayed),
                )
    return None
