"""What the page tells of a run: the overview in rows, and each finding with its texts and its play."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from checker.judge.verdict import Status, ToldPlay, Verdict
from checker.report.files import report_name
from checker.report.folding import step_sentence
from checker.report.html.boards import draw_boards
from checker.report.html.books import BAR, books_of
from checker.report.html.graph import Picture, picture_of
from checker.report.html.otherwise import Otherwise, otherwise, readings_command
from checker.report.summary import (
    again_from,
    basis,
    board_of,
    check_command,
    evidence,
    explanation_title,
    findings,
    length_of,
    outcome,
    shown_play,
    status_words,
    totals,
)
from checker.report.telling import Telling
from checker.system.model import Source

__all__ = ["GROUPS", "Finding", "Group", "Row", "StepTold", "page_content"]

GROUPS = {
    "new": "Not as expected",
    "open": "Undetermined",
    "known": "Known contradictions",
    "holds": "Hold",
}
"""What verdicts are sorted into, for the eye and for the filter."""

_FOLDER = "reports"
_NAMED = re.compile(r"\b(?:game|before|after|self|state)\.(\w+)")
_MOMENT = re.compile(r"(?<=\()\w+=moment(?:, )?|, \w+=moment(?=[,)])")
_FAILS_FOR = re.compile(r"\bfails for ([^:`\n]*?)(?:, although|:|$)", re.M)


@dataclass(frozen=True)
class Row:
    """One verdict in the overview; ``finding`` is the address of what is told at length, if it is."""

    verdict: Verdict
    group: str
    words: str
    outcome: str
    evidence: str
    basis: tuple[tuple[str, str], ...]
    varied: str
    finding: str

    @property
    def searched(self) -> str:
        """What a search for words looks at."""
        v = self.verdict
        return " ".join((v.game, v.name, v.says, self.words, *v.clauses)).lower()


@dataclass(frozen=True)
class StepTold:
    """One step of a play, numbered from 1."""

    number: int
    sentence: str
    kind: str
    clauses: tuple[str, ...]
    changes: tuple[tuple[str, str, str], ...]
    assumed: str | None
    place: str


@dataclass(frozen=True)
class Finding:
    """A verdict told at length. ``address`` is what stands behind the ``#`` of its link."""

    address: str
    row: Row
    title: str
    place: str
    claim_clauses: tuple[tuple[str, str], ...]
    fails_title: str
    fails: tuple[tuple[tuple[str, str], ...], ...]
    play: ToldPlay | None
    length: str
    start: str
    steps: tuple[StepTold, ...]
    loop: str
    play_clauses: tuple[tuple[str, str], ...]
    commands: tuple[str, ...]
    otherwise: tuple[Otherwise, ...]
    readings_command: str
    picture: Picture | None

    def data(self) -> dict[str, Any]:
        """Return what the page steps through, as data for JSON."""
        play = self.play
        if play is None:
            return {}
        explanation = self.row.verdict.explanation
        return {
            "address": self.address,
            "steps": [
                {
                    "sentence": s.sentence,
                    "kind": s.kind,
                    "clauses": list(s.clauses),
                    "changes": [list(change) for change in s.changes],
                    "assumed": s.assumed,
                    "place": s.place,
                }
                for s in self.steps
            ],
            "boards": draw_boards(play),
            "loop": play.loop,
            "wrong": play.ends_wrong,
            "faults": {
                "fields": list(dict.fromkeys(_NAMED.findall(explanation))),
                "keys": list(
                    dict.fromkeys(k for found in _FAILS_FOR.findall(explanation) for k in _keys(found))
                ),
            },
            "texts": dict((*self.claim_clauses, *self.play_clauses)),
        }


@dataclass(frozen=True)
class Group:
    """The verdicts on one game."""

    game: str
    rows: tuple[Row, ...]

    @property
    def told(self) -> str:
        """How many there are of each sort."""
        counts = {name: sum(r.group == name for r in self.rows) for name in GROUPS}
        told = {name: GROUPS[name].lower().removesuffix("s" if n == 1 else "") for name, n in counts.items()}
        return ", ".join(f"{n} {told[name]}" for name, n in counts.items() if n)


def page_content(telling: Telling) -> dict[str, Any]:
    """Return what the template of the page is filled with."""
    # What is new comes first: a page is read from its top.
    told = sorted(telling.told, key=lambda v: _ORDER.index(_group(v)))
    found = [_finding(telling, v) for v in told]
    addresses = {f.address for f in found}
    rows = [_row(v, addresses) for v in telling.run.verdicts]
    games = [Group(g, tuple(r)) for g, r in itertools.groupby(rows, key=lambda r: r.verdict.game)]
    return {
        "games": games,
        "counts": {name: sum(r.group == name for r in rows) for name in GROUPS},
        "groups": GROUPS,
        "findings": found,
        "totals": totals(telling.run),
        "command": telling.run.command,
        "interrupted": telling.run.interrupted,
        "failure": _failed(telling),
        "known": [f for f in found if f.row.group == "known"],
        "fresh": [f for f in found if f.row.group != "known"],
        "books": books_of(telling.books),
        "bar": BAR,
        "norms": telling.norms,
    }


_ORDER = tuple(GROUPS)


def _group(verdict: Verdict) -> str:
    if verdict.status is Status.UNDETERMINED:
        return "open"
    if not verdict.expected:
        return "new"
    return "known" if verdict.status is Status.VIOLATED else "holds"


def _row(verdict: Verdict, addresses: set[str]) -> Row:
    address = report_name(verdict)
    varied = [f"{k} = {v}" for k, v in (*verdict.varied.items(), *verdict.varied_scopes.items())]
    return Row(
        verdict,
        _group(verdict),
        status_words(verdict),
        outcome(verdict),
        evidence(verdict),
        basis(verdict),
        ", ".join(varied),
        address if address in addresses else "",
    )


def _finding(telling: Telling, verdict: Verdict) -> Finding:
    clauses = telling.clauses(verdict)
    play = shown_play(verdict)
    around = telling.around.get((verdict.game, verdict.name))
    address = report_name(verdict)
    steps = play.steps if play is not None else ()
    cited = dict.fromkeys(c for step in steps for c in step.clauses if c not in verdict.clauses)
    lines = [line for line in verdict.explanation.splitlines() if line.strip()]
    return Finding(
        address=address,
        row=_row(verdict, {address}),
        title=_sentence(verdict.says or verdict.claim),
        place=_place(telling, verdict.source),
        claim_clauses=tuple((c, clauses.get(c, "")) for c in verdict.clauses),
        fails_title=explanation_title(verdict),
        fails=tuple(tuple(_marked(line)) for line in lines),
        play=play,
        length="" if play is None else length_of(play),
        start="" if play is None else _start(play.start),
        steps=tuple(
            StepTold(
                number,
                step_sentence(step),
                step.kind,
                step.clauses,
                tuple((c.path, _timeless(c.before), _timeless(c.after)) for c in step.changes),
                step.assumed,
                _place(telling, step.source),
            )
            for number, step in enumerate(steps, start=1)
        ),
        loop="" if play is None or play.loop is None else again_from(play.loop),
        play_clauses=tuple((c, clauses.get(c, "")) for c in cited),
        commands=_commands(telling, verdict),
        otherwise=otherwise(telling.run, verdict),
        readings_command=readings_command(verdict),
        picture=None if around is None else picture_of(around),
    )


def _start(state: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} {value}" for name, value in board_of(state))


def _commands(telling: Telling, verdict: Verdict) -> tuple[str, ...]:
    """Return the commands that ask again; of a finding that has a play also those that save and replay it."""
    again = check_command(verdict)
    if shown_play(verdict) is None or verdict not in findings(telling.run):
        return (again,)
    return (
        f"{again} --out {_FOLDER}",
        shlex.join(["ruleproof", "replay", f"{_FOLDER}/{report_name(verdict)}.json"]),
    )


def _timeless(text: str) -> str:
    """Return a value without its moments: they say nothing by themselves."""
    return _MOMENT.sub("", text)


def _marked(line: str) -> Iterator[tuple[str, str]]:
    """Yield a line in parts: ``code`` between backticks, ``failed`` for what it fails, and ``plain``."""
    for number, part in enumerate(line.strip().split("`")):
        if number % 2:
            yield "code", part
            continue
        end = 0
        for found in _FAILS_FOR.finditer(part):
            yield "plain", part[end : found.start(1)]
            yield "failed", found[1]
            end = found.end(1)
        yield "plain", part[end:]


def _keys(found: str) -> list[str]:
    return [word for word in re.split(r"[\s,()]+", found) if word]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _place(telling: Telling, source: Source) -> str:
    """Return a place in a file, as other tools of the repository name it."""
    return str(telling.places.of(source) or "")


def _failed(telling: Telling) -> dict[str, str] | None:
    """Return what ended the run early, if something did."""
    error = telling.failure
    if error is None:
        return None
    place = "" if error.source is None else _place(telling, error.source)
    return {"message": error.message, "hint": error.hint, "place": place}
