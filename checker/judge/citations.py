"""Who cites which clause, and which clauses nobody cites: the coverage of a rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.judge.claims import Claim
from checker.judge.clauses import Clause, ClauseKind, Rulebook
from checker.judge.norms.declare import Norm
from checker.language.declare import Reading
from checker.language.rules import Procedure, RuleInfo
from checker.system.model import Source

__all__ = ["Chapter", "Citation", "ClauseRow", "check_citations", "coverage"]


@dataclass(frozen=True)
class Citation:
    """What cites a clause.

    ``kind`` is ``rule``, ``procedure``, ``reading``, ``claim``, ``norm`` or ``scenario``.
    """

    kind: str
    name: str
    source: Source

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".rstrip()


def check_citations(
    rulebook: Rulebook,
    game_rules: Mapping[str, RuleInfo],
    procedure: Procedure | None,
    readings: Mapping[str, Reading],
    claims: Iterable[Claim],
    *,
    norms: Iterable[Norm] = (),
) -> dict[str, list[Citation]]:
    """Check that everything a game and its spec cite is a clause of the rulebook.

    Returns:
        For each clause (or sentence of one), by id, what cites it: what :func:`coverage` takes.

    Raises:
        ModelError: a citation names no clause, with the place of the citation and the nearest clause.
    """
    cited: dict[str, list[Citation]] = {}
    for who, citation in _citations(game_rules, procedure, readings, claims, norms=norms):
        for clause in rulebook.check_citation(citation, who.source):
            users = cited.setdefault(clause.id, [])
            if who not in users:
                users.append(who)
    return cited


def _citations(
    game_rules: Mapping[str, RuleInfo],
    procedure: Procedure | None,
    readings: Mapping[str, Reading],
    claims: Iterable[Claim],
    *,
    norms: Iterable[Norm],
) -> Iterator[tuple[Citation, str]]:
    for name, rule in game_rules.items():
        for citation in rule.clauses:
            yield Citation("rule", name, rule.source), citation
    if procedure is not None:
        for citation in procedure.clauses:
            yield Citation("procedure", "", procedure.source), citation
    for name, reading in readings.items():
        for option, citation in reading.options:
            yield Citation("reading", f"{name}={option}", reading.source), citation
    for claim in claims:
        for citation in claim.clauses:
            yield Citation("claim", claim.name, claim.source), citation
    for norm in norms:
        yield Citation("norm", norm.name, norm.source), norm.clause


@dataclass(frozen=True)
class ClauseRow:
    """One line of the coverage.

    ``where`` is what cites the clause. ``through`` says by what it is covered although nobody cites
    it: a stated precedence, the clause of another edition that says the same, or its own parts. ``reason``
    says why it is left out.
    """

    clause: Clause
    where: tuple[Citation, ...]
    through: str
    reason: str

    @property
    def modelled(self) -> tuple[Citation, ...]:
        """Where the model follows the clause: rules, the procedure, and options of readings."""
        return tuple(citation for citation in self.where if citation.kind not in ("claim", "norm"))

    @property
    def claims(self) -> tuple[Citation, ...]:
        """The claims that rest on the clause."""
        return tuple(citation for citation in self.where if citation.kind == "claim")

    @property
    def norms(self) -> tuple[Citation, ...]:
        """The norms that state what the clause demands."""
        return tuple(citation for citation in self.where if citation.kind == "norm")

    @property
    def is_hole(self) -> bool:
        """Whether nobody cites the clause and no reason is given."""
        return not (self.where or self.through or self.reason)

    @property
    def is_stale(self) -> bool:
        """Whether the clause is cited although a reason says that it is left out."""
        return bool(self.where and self.reason)


@dataclass(frozen=True)
class Chapter:
    """The coverage of one chapter of one edition."""

    edition: str
    title: str
    rows: tuple[ClauseRow, ...]

    @property
    def holes(self) -> tuple[ClauseRow, ...]:
        """The clauses that are neither cited nor left out for a reason."""
        return tuple(row for row in self.rows if row.is_hole)


def coverage(rulebook: Rulebook, cited: Mapping[str, Sequence[Citation]]) -> tuple[Chapter, ...]:
    """Return for every clause where it is modelled or why it is not, by chapter in the rulebook's order.

    A clause that nobody cites is covered by a precedence that the rulebook states by it, or by the clause of
    another edition that says the same (kept or renumbered); a definition that introduces parts by its parts,
    if all are settled.
    ``cited`` is what :func:`check_citations` returns; several can be joined.
    """
    settled = _Settled(rulebook, cited)
    chapters: dict[tuple[str, str], list[ClauseRow]] = {}
    for clause in rulebook.clauses.values():
        row = ClauseRow(
            clause,
            tuple(cited.get(clause.id, ())),
            settled.through.get(clause.id, ""),
            settled.reasons.get(clause.id, ""),
        )
        chapters.setdefault((clause.edition, clause.chapter), []).append(row)
    return tuple(Chapter(edition, title, tuple(rows)) for (edition, title), rows in chapters.items())


class _Settled:
    """Which clauses are covered, and which are left out, also through other clauses.

    ``through`` and ``reasons`` are filled until nothing more follows.
    """

    def __init__(self, rulebook: Rulebook, cited: Mapping[str, Sequence[Citation]]) -> None:
        self._rulebook = rulebook
        self._cited = {id_ for id_, users in cited.items() if users}
        self.through = {
            clause.id: "a stated precedence"
            for stated in rulebook.precedence
            for clause in rulebook.check_citation(stated.clause, stated.source)
            if clause.id not in self._cited
        }
        self.reasons = {clause.id: clause.reason for clause in rulebook.clauses.values() if clause.reason}
        news = True
        while news:
            news = any(self._settle(clause) for clause in rulebook.clauses.values())

    def _settle(self, clause: Clause) -> bool:
        """Settle one clause by what is known of others, and return whether that was news."""
        if self._is_settled(clause.id):
            return False
        for name, same in self._same.get(clause.id, ()):
            if all(self._is_covered(id_) for id_ in same):
                self.through[clause.id] = name
                return True
            if all(id_ in self.reasons for id_ in same):
                self.reasons[clause.id] = self.reasons[same[0]]
                return True
        parts = self._parts.get(clause.id, ()) if clause.kind is ClauseKind.DEFINITION else ()
        if parts and all(self._is_settled(id_) for id_ in parts):
            self.through[clause.id] = "its parts"
            return True
        return False

    def _is_covered(self, id_: str) -> bool:
        return id_ in self._cited or id_ in self.through

    def _is_settled(self, id_: str) -> bool:
        return self._is_covered(id_) or id_ in self.reasons

    @cached_property
    def _same(self) -> Mapping[str, list[tuple[str, tuple[str, ...]]]]:
        """For each clause, the clauses of other editions that say the same: their name, and their ids."""
        found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for clause in self._rulebook.clauses.values():
            if clause.became is None or not clause.became.how.same:
                continue
            book, to = self._rulebook, clause.became.to
            later = tuple(part.id for name in to for part in book.check_citation(name, clause.source))
            found.setdefault(clause.id, []).append((", ".join(to), later))
            for id_ in later:
                found.setdefault(id_, []).append((clause.id, (clause.id,)))
        return found

    @cached_property
    def _parts(self) -> Mapping[str, tuple[str, ...]]:
        """For each clause that introduces others, the clauses below it: 117.3 has 117.3a, 505 has 505.5."""
        ids = tuple(self._rulebook.clauses)
        found: dict[str, tuple[str, ...]] = {}
        for id_ in ids:
            below = re.compile(re.escape(id_) + r"(?:[.-]|[a-z])")
            parts = tuple(other for other in ids if below.match(other))
            if parts:
                found[id_] = parts
        return found
