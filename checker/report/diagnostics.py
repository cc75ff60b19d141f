"""Findings as lines that editors and build servers take: ``file:line: error: message``.

The form is that of compilers and of mypy, which problem matchers know. A verdict that is not the expected one
is an error, or a warning if nothing is determined; a known contradiction is a note.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from checker.judge.verdict import Status, Verdict
from checker.report.escape import visible
from checker.report.folding import fold
from checker.report.places import Place, Places
from checker.report.summary import headline, shown_play, totals
from checker.report.telling import Telling
from checker.system.model import Source

__all__ = ["Level", "interruption", "level_of", "lines_text"]


class Level(Enum):
    """How much a verdict matters, in the words of compilers."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


def level_of(verdict: Verdict) -> Level:
    """Return how much a verdict matters: by whether it is the expected one, and whether it is one at all."""
    if verdict.expected:
        return Level.NOTE
    return Level.WARNING if verdict.status is Status.UNDETERMINED else Level.ERROR


def interruption(telling: Telling) -> str:
    """Return what is to be said of a run that was interrupted, or nothing."""
    return totals(telling.run) if telling.run.interrupted else ""


def lines_text(telling: Telling) -> str:
    """Return the findings in lines; those that are not expected are followed by their play as notes."""
    lines = [line for verdict in telling.told for line in _lines(verdict, telling)]
    failure = telling.failure
    if failure is not None:
        place = telling.places.of(failure.source) if failure.source is not None else None
        lines.append(_line(place, Level.ERROR, failure.message))
        lines += [_line(place, Level.NOTE, line) for line in failure.hint.splitlines()]
    elif telling.run.interrupted:
        lines.append(_line(None, Level.WARNING, interruption(telling)))
    return "".join(f"{line}\n" for line in lines)


def _lines(verdict: Verdict, telling: Telling) -> Iterator[str]:
    level = level_of(verdict)
    place = telling.places.of(verdict.source)
    yield _line(place, level, f"{headline(verdict)} [{verdict.game}: {verdict.name}]")
    if level is Level.NOTE:
        return
    clauses, stand = telling.clauses(verdict), telling.run.clause_places.get(verdict.game, {})
    for clause in verdict.clauses:
        said = f"{clause}: {clauses[clause]}" if clauses.get(clause) else clause
        yield _line(_or(stand.get(clause), place, telling.places), Level.NOTE, said)
    play = shown_play(verdict)
    if play is not None:
        for line in fold(play.steps):
            source = play.steps[line.last - 1].source
            yield _line(_or(source, place, telling.places), Level.NOTE, f"{line.number}. {line.sentence}")


def _or(source: Source | None, otherwise: Place | None, places: Places) -> Place | None:
    """Return the place of ``source``, or another where it has none."""
    return (places.of(source) if source is not None else None) or otherwise


def _line(place: Place | None, level: Level, message: str) -> str:
    where = f"{visible(place.file)}:{place.line}: " if place is not None else ""
    return f"{where}{level.value}: {visible(message)}"
