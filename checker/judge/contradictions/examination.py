"""The examination of one game: what is wrong with its clauses, for how many players, and what would help."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from checker.errors import UsageError
from checker.judge.citations import Citation, check_citations
from checker.judge.claims import claims_of
from checker.judge.clauses import Rulebook
from checker.judge.contradictions.changes import changes_of
from checker.judge.contradictions.finding import Figures, Finding, FindingKind, stable_id
from checker.judge.contradictions.narrate import Narrator
from checker.judge.contradictions.study import Study, is_part, study
from checker.judge.contradictions.unreached import would_clash
from checker.judge.norms.declare import Norm, norms_of
from checker.judge.rulebook import load_rulebook
from checker.judge.selection import Listener, Selection
from checker.judge.workspace import GameEntry
from checker.language.schema import Schema
from checker.language.tracing.tracings import Tracings

__all__ = ["Examination", "Found", "cited_by", "examine_game", "own_rulebook"]


@dataclass(frozen=True)
class Found:
    """What was found out about one game, and the number of its norms."""

    game: str
    findings: tuple[Finding, ...]
    figures: Figures
    norms: int


def examine_game(entry: GameEntry, selection: Selection, clause: str, listener: Listener) -> Found:
    """Return what is wrong with the clauses of a game.

    Raises:
        ModelError: the model, a norm or the rulebook is wrong.
    """
    examination = Examination(entry, selection, listener, clause)
    findings = tuple(examination.findings())
    return Found(entry.name, findings, examination.study.figures(), len(examination.study.norms))


class Examination:
    """The examination of one game: its own study, and those of fewer players and of other readings."""

    def __init__(self, entry: GameEntry, selection: Selection, listener: Listener, clause: str = "") -> None:
        self.entry = entry
        self.rulebook = own_rulebook(entry)
        self._clause = clause
        self._listener = listener
        self._seconds = selection.timeout
        self._begun = time.monotonic()
        self._tracings = Tracings()
        plain = Schema(entry.game)
        self._scopes = {k: v for k, v in selection.scopes.items() if k in plain.scopes}
        self._readings = {k: v for k, v in selection.readings.items() if k in plain.readings}
        self._others: dict[object, frozenset[str] | None] = {}
        self.study = self._study({}, {})
        self.narrator = Narrator(self.study, self.rulebook)

    def findings(self) -> list[Finding]:
        """Return the findings, with what is known of fewer players, and what could be changed."""
        told = self.narrator.findings()
        if self._clause:
            told = [f for f in told if any(is_part(c, self._clause) for c in f.clauses)]
        self._listener.tell(f"{self.entry.name}: what could be changed")
        return [self._completed(f) for f in told] + self._would_clash()

    def _study(
        self,
        scopes: Mapping[str, int],
        readings: Mapping[str, str],
        norms: Collection[Norm] | None = None,
    ) -> Study:
        left = None
        if self._seconds is not None:
            left = max(0.1, self._seconds - (time.monotonic() - self._begun))
        self._listener.tell(f"{self.entry.name}: holding its clauses against every state")
        return study(
            self.entry,
            scopes={**self._scopes, **scopes},
            readings={**self._readings, **readings},
            clause=self._clause,
            norms=norms,
            only_clashes=norms is not None,
            tracings=self._tracings,
            seconds=left,
        )

    def _completed(self, finding: Finding) -> Finding:
        if finding.kind is not FindingKind.CLASH:
            return finding
        changes = tuple(changes_of(finding, self.study, self.narrator.clash_id, self._under_reading))
        players, fewest = self._players(finding.id)
        return replace(finding, changes=changes, players=players, fewest=fewest)

    # -- smaller games and other readings ------------------------------------------------------------

    def _clashes(self, other: Study) -> frozenset[str]:
        return frozenset(self.narrator.clash_id(c) for e in other.examined for c in e.clashes)

    def _beside(self, clauses: Collection[str]) -> list[Norm]:
        """Return the norms that speak of the same rules and fields as some of these clauses do."""

        def asked(norm: Norm) -> bool:
            return any(is_part(norm.clause, c) or is_part(c, norm.clause) for c in clauses)

        topics = [t for t in self.study.topics if any(asked(n) for n in t.norms)]
        return [n for t in topics for n in t.norms]

    def _under_reading(self, name: str, option: str) -> frozenset[str] | None:
        """Return the clashes of what speaks of the same, under another option of a reading."""
        key = (name, option)
        cited = {clause for _, clause in self.entry.game.readings()[name].options}
        if key not in self._others:
            self._others[key] = self._clashes(self._study({}, {name: option}, self._beside(cited)))
        return self._others[key]

    def _players(self, id_: str) -> tuple[int | None, int | None]:
        """Return the least number of players that shows a clash, and the least that the game allows."""
        participant = self.study.schema.participant
        if participant is None:
            return None, None
        scope = f"{participant.cls.__name__.lower()}s"
        if scope not in self.study.schema.sizes:
            return participant.count, participant.count
        own = {c for e in self.study.examined for clash in e.clashes for c in clash}
        smaller: list[tuple[int, frozenset[str]]] = []
        for number in range(participant.count - 1, 0, -1):
            if number not in self._others:
                try:
                    self._others[number] = self._clashes(self._study({scope: number}, {}, self._beside(own)))
                except UsageError:  # fewer than the game allows
                    self._others[number] = None
            found = self._others[number]
            if found is None:
                break
            smaller.append((number, found))
        fewest = smaller[-1][0] if smaller else participant.count
        shows = [number for number, found in smaller if id_ in found]
        return min([participant.count, *shows]), fewest

    # -- what is not reached -------------------------------------------------------------------------

    def _would_clash(self) -> list[Finding]:
        found: dict[str, Finding] = {}
        for examined in self.study.examined:
            for pair in would_clash(examined):
                demands = [examined.topic.demands[n] for n in (pair.first, pair.second)]
                clauses = sorted({d.clause for d in demands})
                if self._clause and not any(is_part(c, self._clause) for c in clauses):
                    continue
                id_ = stable_id(self.entry.name, FindingKind.WOULD_CLASH, clauses)
                found.setdefault(id_, self.narrator.would_clash(id_, examined, demands))
        return list(found.values())


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
