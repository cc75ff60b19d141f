"""What a page tells of findings about clauses: how they are listed, and each at length with its play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from checker.judge.contradictions.finding import (
    Change,
    ContradictionRun,
    Finding,
    FindingKind,
    Side,
    Standing,
)
from checker.report.contradictions.words import (
    about,
    answered,
    command,
    event_words,
    examined,
    kind_words,
    outcome,
    outcome_words,
    questions_of,
    stopped,
    varied_words,
)
from checker.report.escape import coded
from checker.report.html.graph import Picture, picture_of
from checker.report.html.plays import Marked, PlayTold, play_told
from checker.report.near_play import Surroundings
from checker.report.places import Places

__all__ = ["Changed", "ClauseFinding", "Clauses", "Question", "clauses_content", "clauses_told"]

_GROUPS = {
    "new": "New",
    "known": "Accepted",
    "settled": "Settled by the rulebook",
    "never": "Proved unreachable",
    "unreached": "Not reached",
}
"""What findings are sorted into, for the eye and for the filter."""


@dataclass(frozen=True)
class Changed:
    """A proposed change, in words; ``new`` are the findings that appear, and whether the page has them."""

    what: str
    told: str
    gone: bool
    new: tuple[tuple[str, bool], ...]
    note: str


@dataclass(frozen=True)
class ClauseFinding:
    """A finding as a page tells it. ``kind`` is short, for lists; ``address`` is what its link names.

    ``reason`` is why it is accepted, in parts that are code or not. ``sides`` are the clauses, each with the
    place of its norm.
    """

    told: Finding
    group: str
    kind: str
    kind_words: str
    varied: str
    reason: tuple[tuple[bool, str], ...]
    questions: tuple[tuple[str, str], ...]
    sides: tuple[tuple[Side, str], ...]
    play: PlayTold | None
    event: str
    changes: tuple[Changed, ...]
    about: tuple[tuple[str, str], ...]
    command: str
    picture: Picture | None

    @property
    def address(self) -> str:
        """What stands behind the ``#`` of its link."""
        return self.told.id

    @property
    def headline(self) -> str:
        """The sentence that it starts with."""
        return f"{self.told.headline}."

    @property
    def settled(self) -> str:
        """By which clause it is settled, and which one counts."""
        by = self.told.settled_by
        return "" if by is None else f"by {by[0]}, {by[1]} counts."

    @property
    def searched(self) -> str:
        """What a search for words looks at."""
        names = (name for name, _ in self.questions)
        parts = (
            self.told.id,
            self.headline,
            self.kind_words,
            self.varied,
            *names,
            *(t for _, t in self.reason),
        )
        return " ".join((*parts, *self.told.clauses)).lower()


@dataclass(frozen=True)
class Question:
    """What is doubtful in the rules, with the findings that answer it: id and kind."""

    name: str
    text: str
    findings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Clauses:
    """All findings of a run: by game, how many of each sort there are, and the questions that they answer."""

    found: tuple[ClauseFinding, ...]
    games: Mapping[str, tuple[ClauseFinding, ...]]
    questions: tuple[Question, ...]

    groups = _GROUPS

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each sort."""
        return _counts(self.found)

    @property
    def told(self) -> dict[str, str]:
        """For each game, how many there are of each sort, in words."""
        return {game: _told_counts(found) for game, found in self.games.items()}

    @property
    def fresh(self) -> tuple[ClauseFinding, ...]:
        """Those that fail a build."""
        return tuple(f for f in self.found if f.group == "new")


def clauses_content(
    run: ContradictionRun, places: Places, around: Mapping[str, Surroundings]
) -> dict[str, Any]:
    """Return what a template that tells of findings about clauses is filled with."""
    return {
        "clauses": clauses_told(run, places, around),
        "came_of_it": " ".join(outcome(run)[:1]),
        "vanished": run.vanished,
        "stopped": stopped(run),
        "took": examined(run),
        "examined": tuple(run.figures),
    }


def clauses_told(run: ContradictionRun, places: Places, around: Mapping[str, Surroundings]) -> Clauses:
    """Return the findings of a run as a page tells them; what is new comes first.

    Args:
        run: the findings.
        places: how files are named.
        around: what lies around the play of a finding, by its id, where that was drawn.

    """
    ids = {f.id for f in run.findings}
    found = [_finding(run, f, places, ids, around.get(f.id)) for f in run.findings]
    found.sort(key=lambda f: tuple(_GROUPS).index(f.group))
    games = {game: tuple(f for f in found if f.told.game == game) for game in run.figures}
    return Clauses(tuple(found), {game: mine for game, mine in games.items() if mine}, tuple(_questions(run)))


def _questions(run: ContradictionRun) -> Iterable[Question]:
    for name, findings in questions_of(run).items():
        yield Question(name, run.baseline.questions[name], tuple((f.id, _short(f)) for f in findings))


def _finding(
    run: ContradictionRun,
    finding: Finding,
    places: Places,
    ids: Collection[str],
    around: Surroundings | None,
) -> ClauseFinding:
    play = finding.play
    shown = tuple((s.clause, s.text or s.says) for s in finding.sides)
    return ClauseFinding(
        told=finding,
        group=_group(run, finding),
        kind=_short(finding),
        kind_words=kind_words(finding),
        varied=varied_words(finding),
        reason=coded(run.baseline.accepted.get(finding.id, "")),
        questions=answered(finding, run.baseline),
        sides=tuple((side, str(places.of(side.source) or "")) for side in finding.sides),
        play=None
        if play is None
        else play_told(
            finding.id,
            play,
            places,
            shown=shown,
            texts=run.clauses.get(finding.game, {}),
            marked=Marked("what it is about", tuple(name for name in finding.about if name in play.start)),
        ),
        event=event_words(finding),
        changes=tuple(_changed(change, ids) for change in finding.changes),
        about=about(finding),
        command=command(finding),
        picture=None if around is None else picture_of(around),
    )


def _changed(change: Change, ids: Collection[str]) -> Changed:
    new = tuple((i, i in ids) for i in change.new)
    return Changed(change.what, outcome_words(change), change.gone, new, change.note)


def _group(run: ContradictionRun, finding: Finding) -> str:
    if finding.standing is Standing.SETTLED:
        return "settled"
    if not finding.counts:
        return "never" if finding.kind is FindingKind.IMPOSSIBLE else "unreached"
    return "known" if finding.id in run.baseline.accepted else "new"


def _short(finding: Finding) -> str:
    """Return the kind in a word or two."""
    if finding.standing is None:
        return finding.kind.value
    if finding.standing is Standing.SETTLED:
        return "clash, settled"
    return "clash, open" if finding.standing.is_open else "clash, an exception"


def _counts(found: Iterable[ClauseFinding]) -> dict[str, int]:
    groups = [f.group for f in found]
    return {name: groups.count(name) for name in _GROUPS}


def _told_counts(found: Iterable[ClauseFinding]) -> str:
    return ", ".join(f"{n} {_GROUPS[name].lower()}" for name, n in _counts(found).items() if n)
