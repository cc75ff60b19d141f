"""How far the games of a workspace cover their rulebooks: what every clause is cited by, or why it is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.errors import UsageError
from checker.judge.citations import Chapter, Citation, ClauseRow, check_citations, coverage
from checker.judge.claims import claims_of
from checker.judge.clauses import Rulebook
from checker.judge.norms.declare import norms_of
from checker.judge.rounds import select_games
from checker.judge.rulebook import load_rulebook
from checker.judge.selection import Selection
from checker.judge.verdict import SavedVerdict
from checker.judge.workspace import GameEntry, Workspace, load_games

__all__ = ["Counts", "Covered", "covered"]


@dataclass(frozen=True)
class Counts:
    """How many clauses there are, and what is known of them; one clause can count in several ways.

    ``modelled`` are cited by rules, procedures or readings, ``claimed`` by claims, ``normed`` are stated by
    norms; ``through`` are covered by way of other clauses, ``left_out`` for a reason, ``stale`` cited though
    a reason says that they are left out, and ``holes`` nothing of all this.
    """

    clauses: int
    modelled: int
    claimed: int
    normed: int
    through: int
    left_out: int
    stale: int
    holes: int

    @staticmethod
    def of(rows: Iterable[ClauseRow]) -> Counts:
        """Count rows of a coverage."""
        listed = list(rows)
        return Counts(
            clauses=len(listed),
            modelled=sum(bool(row.modelled) for row in listed),
            claimed=sum(bool(row.claims) for row in listed),
            normed=sum(bool(row.norms) for row in listed),
            through=sum(bool(row.through) for row in listed),
            left_out=sum(bool(row.reason) and not row.where for row in listed),
            stale=sum(row.is_stale for row in listed),
            holes=sum(row.is_hole for row in listed),
        )


@dataclass(frozen=True)
class Covered:
    """The coverage of one rulebook by all games that name it.

    ``verdicts`` are what is known of the claims about these games, ``scenarios`` the scenarios by the ids of
    the clauses that they rest on.
    """

    name: str
    games: tuple[str, ...]
    rulebook: Rulebook
    chapters: tuple[Chapter, ...]
    verdicts: tuple[SavedVerdict, ...] = ()
    scenarios: Mapping[str, Sequence[Citation]] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[ClauseRow, ...]:
        """All clauses, in the order of the chapters."""
        return tuple(row for chapter in self.chapters for row in chapter.rows)

    def verdicts_on(self, claim: Citation) -> tuple[SavedVerdict, ...]:
        """Return what is known of a claim: for each game that it is about, and each reading."""
        return tuple(v for v in self.verdicts if v.claim == claim.name and v.game in self.games)


def covered(workspace: Workspace, games: Sequence[str]) -> tuple[Covered, ...]:
    """Return the coverage of the rulebooks of ``games``; of all rulebooks of the workspace if there are none.

    A game that is asked for by its name is joined by all others of the workspace that name its rulebook.

    Raises:
        ModelError: a model, spec or rulebook is wrong.
        UsageError: there is no such game, or none of them has a rulebook.
    """
    asked = select_games(workspace, Selection(tuple(dict.fromkeys(games))))
    books = _by_rulebook(asked)
    bare = [entry.name for entry in asked if entry.rulebook is None]
    if not books or (games and bare):
        raise UsageError(
            f"{bare[0]} has no rulebook to be covered",
            hint='name one in the game: `rulebook = "..."`, with its clauses in specs/.../rulebook.toml',
        )
    if any(not entry.file for entry in asked):
        for path, entries in _by_rulebook(load_games(workspace).values()).items():
            if path in books:
                books[path] += [e for e in entries if e.name not in {known.name for known in books[path]}]
    return tuple(_covered(path, entries) for path, entries in books.items())


def _by_rulebook(entries: Iterable[GameEntry]) -> dict[Path, list[GameEntry]]:
    found: dict[Path, list[GameEntry]] = {}
    for entry in entries:
        if entry.rulebook is not None:
            found.setdefault(entry.rulebook, []).append(entry)
    return found


def _covered(path: Path, entries: Sequence[GameEntry]) -> Covered:
    rulebook = load_rulebook(path)
    cited: dict[str, list[Citation]] = {}
    for entry in entries:
        game = entry.game
        found = check_citations(
            rulebook,
            game.rules(),
            game.procedure,
            game.readings(),
            claims_of(game),
            norms=norms_of(game),
        )
        for id_, citations in found.items():
            known = cited.setdefault(id_, [])
            known += [citation for citation in citations if citation not in known]
    return Covered(
        entries[0].game.rulebook,
        tuple(entry.name for entry in entries),
        rulebook,
        coverage(rulebook, cited),
    )
