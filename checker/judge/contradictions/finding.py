"""Findings about clauses: what is wrong, told from one structure in every form of report."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from checker.judge.verdict import ToldPlay
from checker.system.model import Source

__all__ = [
    "Baseline",
    "Change",
    "ContradictionRun",
    "Figures",
    "Finding",
    "FindingKind",
    "Side",
    "Standing",
    "stable_id",
]


class FindingKind(Enum):
    """What is wrong."""

    CLASH = "clash"
    STUCK = "stuck"
    GAP = "gap"
    MISMATCH = "mismatch"
    DIVERGENCE = "divergence"
    REDUNDANT = "redundant clause"
    SILENT = "silent clause"
    DEAD = "dead clause"
    WOULD_CLASH = "would clash, not reached"
    IMPOSSIBLE = "would clash, proved unreachable"


UNREACHED = (FindingKind.DEAD, FindingKind.WOULD_CLASH, FindingKind.IMPOSSIBLE)
"""The kinds that say that something is not reached: a larger scope may reach it, but for what is proved."""


class Standing(Enum):
    """How a clash stands: nothing settles it, the rulebook does, or one clause is a case within the other."""

    CROSSING = "open, neither is a case of the other"
    HEAD_ON = "open, both speak in the same situations"
    SEVERAL = "open"
    EXCEPTION = "an exception, probably meant"
    SETTLED = "settled by a stated precedence"

    @property
    def is_open(self) -> bool:
        """Whether nothing in the rulebook or in the clauses themselves says which one counts."""
        return self in (Standing.CROSSING, Standing.HEAD_ON, Standing.SEVERAL)


@dataclass(frozen=True)
class Side:
    """One clause in a finding.

    ``text`` is the paraphrase, ``norm`` the name of the norm that states the clause, ``says`` its sentence,
    ``read_back`` the norm as the tool understands it, ``here`` what it demands where the play ends.
    ``source`` is the place of the norm, ``stands`` that of the clause in the rulebook, where there is one.
    ``terms`` are the words of the text's own language that matter in it, each with its meaning in English;
    ``language`` is the code of that language.
    """

    clause: str
    text: str
    norm: str
    says: str
    read_back: str
    here: tuple[str, ...]
    source: Source
    stands: Source | None = None
    terms: tuple[tuple[str, str], ...] = ()
    language: str = "en"


@dataclass(frozen=True)
class Change:
    """A single change of the rules, and what it would do.

    ``gone`` says whether the finding is gone, ``new`` are the ids of findings that appear with it, and
    ``note`` what else is to be known (the clause then says nothing at all).
    """

    what: str
    gone: bool
    new: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with the clauses of a game.

    ``about`` are the rules and fields that it is about, ``count`` the situations in which it shows.
    ``play`` is the shortest play; ``event_step`` the number of its step whose event is looked at, where it
    is about one. ``players`` is the least number of players that shows it, None where that was not tried.
    ``details`` are further sentences. ``scope`` names sizes and bounds. ``model_file`` is the file that
    defines the game, where it was asked for by its file. ``varied`` and ``varied_scopes`` are the readings
    and scopes that differ from the game's own.
    """

    id: str
    game: str
    kind: FindingKind
    headline: str
    sides: tuple[Side, ...]
    about: tuple[str, ...]
    count: int
    scope: str
    standing: Standing | None = None
    settled_by: tuple[str, str] | None = None
    play: ToldPlay | None = None
    event_step: int | None = None
    players: int | None = None
    fewest: int | None = None
    assumed: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    model_file: str = ""
    varied: Mapping[str, str] = field(default_factory=dict)
    varied_scopes: Mapping[str, int] = field(default_factory=dict)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that it is about, each once."""
        return tuple(dict.fromkeys(side.clause for side in self.sides))

    @property
    def counts(self) -> bool:
        """Whether it fails a build unless it is accepted: what is settled or not reached does not."""
        return self.kind not in UNREACHED and self.standing is not Standing.SETTLED


@dataclass(frozen=True)
class Figures:
    """What an examination took: reachable states, groups of situations, and calls of the solver.

    ``calls`` are those that decide whether a group has a clash; ``more_calls`` find minimal sets, redundant
    clauses, and what would clash. ``stopped`` says why the search ended early, if it did.
    """

    states: int
    groups: int
    calls: int
    more_calls: int
    stopped: str = ""


@dataclass(frozen=True)
class Baseline:
    """The findings that are known: the reason why each is accepted, by id.

    ``questions`` are what readers of the rules have marked as doubtful, in words by their names; ``answers``
    gives for a finding the names of those that it answers.
    """

    file: str = ""
    accepted: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ContradictionRun:
    """All findings of one command, with the figures by game, held against a baseline.

    ``clauses`` are the paraphrases of clauses by id, for each game. ``elsewhere`` are the figures of looking
    under other readings and scopes, by what was looked at. ``whole`` are the games of which everything was
    looked for, and ``complete`` says that these are all there are. ``interrupted`` says that it was ended
    before it was done: what it did not find may be there all the same.
    """

    findings: tuple[Finding, ...]
    figures: Mapping[str, Figures]
    norms: Mapping[str, int]
    baseline: Baseline = Baseline()
    command: str = ""
    clauses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    elsewhere: Mapping[str, Figures] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    complete: bool = False
    interrupted: bool = False

    @property
    def new(self) -> tuple[Finding, ...]:
        """The findings that fail a build: those that are not accepted."""
        return tuple(f for f in self.findings if f.counts and f.id not in self.baseline.accepted)

    @property
    def vanished(self) -> tuple[str, ...]:
        """The accepted ids that are not found any more, of the games of which everything was looked for.

        Of a run that was interrupted nothing is said to be gone.
        """
        if self.interrupted:
            return ()
        found = {f.id for f in self.findings}
        games = tuple(f"{game}." for game in self.whole)
        return tuple(i for i in self.baseline.accepted if i not in found and i.startswith(games))

    @property
    def exit_code(self) -> int:
        """1 where there is a new finding; 3 where there is none, and not everything was searched; else 0.

        It is 3 as well where the run was interrupted.
        """
        if self.new and not self.interrupted:
            return 1
        stopped = any(f.stopped for f in (*self.figures.values(), *self.elsewhere.values()))
        return 3 if self.interrupted or stopped else 0


def stable_id(game: str, kind: FindingKind, parts: Iterable[str]) -> str:
    """Return a name that depends on the clauses and on what they are about, and on no play."""
    key = "\n".join((game, kind.value, *parts))
    word = re.sub(r"[ ,].*", "", kind.value)
    return f"{game}.{word}.{hashlib.sha256(key.encode()).hexdigest()[:8]}"
