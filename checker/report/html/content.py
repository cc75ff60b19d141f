"""What the page tells of a run: the overview in rows, and each finding with its texts and its play."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checker.judge.verdict import Status, Verdict
from checker.report.files import report_name
from checker.report.html.books import BAR, books_of
from checker.report.html.graph import Picture, picture_of
from checker.report.html.otherwise import Otherwise, otherwise, readings_command
from checker.report.html.plays import Marked, PlayTold, play_told
from checker.report.summary import (
    basis,
    check_command,
    common_limits,
    explanation_title,
    findings,
    limits_sentence,
    outcome,
    shown_play,
    status_words,
    totals,
)
from checker.report.telling import Telling
from checker.system.model import Source

__all__ = ["GROUPS", "Finding", "Group", "Row", "page_content"]

GROUPS = {
    "new": "Not as expected",
    "open": "Undetermined",
    "known": "Known contradictions",
    "holds": "Hold",
}
"""What verdicts are sorted into, for the eye and for the filter."""

_FOLDER = "reports"
_NAMED = re.compile(r"\b(?:game|before|after|self|state)\.(\w+)")
_FAILS_FOR = re.compile(r"\bfails for ([^:`\n]*?)(?:, although|:|$)", re.M)


@dataclass(frozen=True)
class Row:
    """One verdict in the overview; ``finding`` is the address of what is told at length, if it is."""

    verdict: Verdict
    group: str
    words: str
    outcome: str
    basis: tuple[tuple[str, str], ...]
    varied: str
    finding: str

    def besides(self, limits: str) -> tuple[tuple[str, str], ...]:
        """Return the verdict and what it rests on, without sizes and bounds that are known already."""
        rests = (row for row in self.basis if row[1] != limits)
        return ("Verdict", outcome(self.verdict, known=limits)), *rests

    @property
    def searched(self) -> str:
        """What a search for words looks at."""
        v = self.verdict
        return " ".join((v.game, v.name, v.says, self.words, *v.clauses)).lower()


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
    play: PlayTold | None
    commands: tuple[str, ...]
    otherwise: tuple[Otherwise, ...]
    readings_command: str
    picture: Picture | None


@dataclass(frozen=True)
class Group:
    """The verdicts on one game; ``limits`` are the sizes and bounds that most have, ``within`` tells them."""

    game: str
    rows: tuple[Row, ...]
    limits: str
    within: str

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
    games = [_game(g, tuple(mine)) for g, mine in itertools.groupby(rows, key=lambda r: r.verdict.game)]
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
        "norms_command": shlex.join(["ruleproof", "contradictions", *telling.norms]),
    }


_ORDER = tuple(GROUPS)


def _group(verdict: Verdict) -> str:
    if verdict.status is Status.UNDETERMINED:
        return "open"
    if not verdict.expected:
        return "new"
    return "known" if verdict.status is Status.VIOLATED else "holds"


def _game(game: str, rows: tuple[Row, ...]) -> Group:
    verdicts = [row.verdict for row in rows]
    return Group(game, rows, common_limits(verdicts), limits_sentence(verdicts))


def _row(verdict: Verdict, addresses: set[str]) -> Row:
    address = report_name(verdict)
    varied = [f"{k} = {v}" for k, v in (*verdict.varied.items(), *verdict.varied_scopes.items())]
    return Row(
        verdict,
        _group(verdict),
        status_words(verdict),
        outcome(verdict),
        basis(verdict),
        ", ".join(varied),
        address if address in addresses else "",
    )


def _finding(telling: Telling, verdict: Verdict) -> Finding:
    clauses = telling.clauses(verdict)
    play = shown_play(verdict)
    around = telling.around.get((verdict.game, verdict.name))
    address = report_name(verdict)
    own = tuple((c, clauses.get(c, "")) for c in verdict.clauses)
    lines = [line for line in verdict.explanation.splitlines() if line.strip()]
    told = None
    if play is not None:
        marked = _failing(verdict.explanation)
        told = play_told(address, play, telling.places, shown=own, texts=clauses, marked=marked)
    return Finding(
        address=address,
        row=_row(verdict, {address}),
        title=_sentence(verdict.says or verdict.claim),
        place=_place(telling, verdict.source),
        claim_clauses=own,
        fails_title=explanation_title(verdict),
        fails=tuple(tuple(_marked(line)) for line in lines),
        play=told,
        commands=_commands(telling, verdict),
        otherwise=otherwise(telling.run, verdict),
        readings_command=readings_command(verdict),
        picture=None if around is None else picture_of(around),
    )


def _failing(explanation: str) -> Marked:
    """Return what of the last board an explanation names, and for what it says that the claim fails."""
    keys = dict.fromkeys(k for found in _FAILS_FOR.findall(explanation) for k in _keys(found))
    return Marked("named in what fails", tuple(dict.fromkeys(_NAMED.findall(explanation))), tuple(keys))


def _commands(telling: Telling, verdict: Verdict) -> tuple[str, ...]:
    """Return the commands that ask again; of a finding that has a play also those that save and replay it."""
    again = check_command(verdict)
    if shown_play(verdict) is None or verdict not in findings(telling.run):
        return (again,)
    return (
        f"{again} --out {_FOLDER}",
        shlex.join(["ruleproof", "replay", f"{_FOLDER}/{report_name(verdict)}.json"]),
    )


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
