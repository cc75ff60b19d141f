"""The examination of one game: what is wrong with its clauses, for how many players, and what would help."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from checker.judge.citations import Citation, check_citations
from checker.judge.claims import claims_of
from checker.judge.clauses import Rulebook
from checker.judge.contradictions.changes import changes_of
from checker.judge.contradictions.demands import Judged
from checker.judge.contradictions.examine import Examined
from checker.judge.contradictions.finding import Figures, Finding, FindingKind, stable_id
from checker.judge.contradictions.narrate import Narrator
from checker.judge.contradictions.never import never_together
from checker.judge.contradictions.study import Study, begun, is_part
from checker.judge.contradictions.unreached import would_clash
from checker.judge.contradictions.variants import Answers, Variant, clashes_in, completed, variants_of
from checker.judge.norms.declare import norms_of
from checker.judge.rulebook import load_rulebook
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry
from checker.language.schema import Schema
from checker.language.tracing.tracings import Tracings

__all__ = ["Examination", "Found", "cited_by", "own_rulebook"]


@dataclass(frozen=True)
class Found:
    """What was found out about one game, and the number of its norms.

    ``variants`` tell more of its clashes, whose ids are ``clashes``; ``players`` is the number of players.
    ``clauses`` are the paraphrases of the clauses that plays go by.
    """

    game: str
    findings: tuple[Finding, ...]
    figures: Figures
    norms: int
    clashes: frozenset[str]
    players: int | None
    variants: tuple[Variant, ...] = ()
    clauses: Mapping[str, str] = field(default_factory=dict)

    def completed(self, entry: GameEntry, answers: Answers) -> Found:
        """Return it with what was found in the variants."""
        findings = (completed(f, entry, self.clashes, self.players, answers) for f in self.findings)
        return replace(self, findings=tuple(findings), variants=())


class Examination:
    """The examination of one game: its own study, and its variants.

    ``known`` are the ids of findings that are told already, where this is a second look under other readings
    or scopes: of that only what a play shows is told, and what is not known.
    """

    def __init__(
        self,
        entry: GameEntry,
        selection: Selection,
        listener: Listener,
        clause: str = "",
        tracings: Tracings | None = None,
        *,
        known: Collection[str] | None = None,
    ) -> None:
        self.entry = entry
        self.rulebook = own_rulebook(entry)
        self._clause = clause
        self._known = known
        self._listener = listener
        self._seconds = selection.timeout
        self._begun = time.monotonic()
        self._tracings = tracings or Tracings()
        plain = Schema(entry.game)
        self._scopes = {k: v for k, v in selection.scopes.items() if k in plain.scopes}
        self._readings = {k: v for k, v in selection.readings.items() if k in plain.readings}
        listener.tell(f"{entry.name}: holding its clauses against every state")
        self.study: Study = begun(
            entry,
            scopes=self._scopes,
            readings=self._readings,
            clause=clause,
            tracings=self._tracings,
            seconds=self._left(),
        )
        self.narrator = Narrator(self.study, self.rulebook)

    def parts(self) -> Iterator[Found]:
        """Yield what was found so far, more and more of it, without what variants tell of it.

        What comes before the last does not say what could be changed.
        """
        for _ in self.study.go_on():
            yield self._found(self._asked_for(self.narrator.so_far()))
        told = self._asked_for(self.narrator.findings())
        yield self._found(told)
        findings = [self._changed(f) for f in told]
        if self._known is None:
            findings += self._would_clash()
        yield replace(
            self._found(findings),
            variants=tuple(
                variants_of(
                    self.entry, self.study, self._clause, self._scopes, self._readings, self._known or ()
                )
            ),
        )

    def found(self) -> Found:
        """Return all findings, without what variants tell of them."""
        return [*self.parts()][-1]

    def _asked_for(self, findings: list[Finding]) -> list[Finding]:
        """Leave out what is not about the clause that is asked for, and what is known."""
        if self._clause:
            findings = [f for f in findings if any(is_part(c, self._clause) for c in f.clauses)]
        if self._known is not None:
            findings = [f for f in findings if f.play is not None and f.id not in self._known]
        return findings

    def _found(self, findings: Collection[Finding]) -> Found:
        participant = self.study.schema.participant
        return Found(
            self.entry.name,
            tuple(replace(f, varied=self._readings, varied_scopes=self._scopes) for f in findings),
            self.study.figures(),
            len(self.study.norms),
            self.study.clash_ids,
            None if participant is None else participant.count,
            clauses=self._paraphrases(findings),
        )

    def whole(self) -> Found:
        """Return all findings, with what variants tell of them: fewer players, and other readings."""
        found = self.found()
        return found.completed(self.entry, dict(self.answers(found)))

    def answers(self, found: Found) -> Iterator[tuple[Variant, frozenset[str] | None]]:
        """Yield the variants of what was found, each with what it shows (see :data:`Answers`)."""
        for number, variant in enumerate(found.variants):
            self._listener.tell(f"{self.entry.name}: what could be changed", number, len(found.variants))
            yield variant, clashes_in(self.entry, variant, self._clause, self._tracings, self._left())

    def _paraphrases(self, told: Iterable[Finding]) -> dict[str, str]:
        """Return what the clauses say that the plays of findings go by."""
        book = self.rulebook
        if book is None:
            return {}
        steps = (step for f in told if f.play is not None for step in f.play.steps)
        return {c: book.clause(c).paraphrase for c in dict.fromkeys(c for s in steps for c in s.clauses)}

    def _left(self) -> float | None:
        """Return how many seconds there are left, if they are counted."""
        return None if self._seconds is None else max(0.1, self._seconds - (time.monotonic() - self._begun))

    def _changed(self, finding: Finding) -> Finding:
        if finding.kind is not FindingKind.CLASH:
            return finding
        return replace(finding, changes=tuple(changes_of(finding, self.study)))

    def _would_clash(self) -> list[Finding]:
        """Return what would clash if it were reached; whether any play can come there is tried to prove."""
        found: dict[str, tuple[Examined, tuple[Judged, Judged]]] = {}
        for examined in self.study.examined:
            for pair in would_clash(examined):
                first, second = (examined.judged(n) for n in (pair.first, pair.second))
                clauses = sorted({first.demand.clause, second.demand.clause})
                if self._clause and not any(is_part(c, self._clause) for c in clauses):
                    continue
                id_ = stable_id(self.entry.name, FindingKind.WOULD_CLASH, clauses)
                found.setdefault(id_, (examined, (first, second)))
        self._listener.tell(f"{self.entry.name}: proving that some clauses never meet")
        never = never_together(self.study.schema, [pair for _, pair in found.values()], seconds=self._left())
        return [
            self.narrator.would_clash(id_, examined, [j.demand for j in pair], never.get(number))
            for number, (id_, (examined, pair)) in enumerate(found.items())
        ]


def own_rulebook(entry: GameEntry) -> Rulebook | None:
    """Return the rulebook of a game, with all that the game and its spec cite checked against it.

    Raises:
        ModelError: a citation names no clause.
    """
    if entry.rulebook is None:
        return None
    book = load_rulebook(entry.rulebook)
    cited_by(entry, book)
    return book


def cited_by(entry: GameEntry, book: Rulebook) -> dict[str, list[Citation]]:
    """Return what of a game and its spec cites each clause.

    Raises:
        ModelError: a citation names no clause.
    """
    game = entry.game
    return check_citations(
        book, game.rules(), game.procedure, game.readings(), claims_of(game), norms=norms_of(game)
    )
