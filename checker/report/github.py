"""Annotations for GitHub Actions: workflow commands on standard output that mark lines of a pull request.

The form is that of the documentation of GitHub Actions, "Workflow commands": ``::error file=F,line=L,
title=T::MESSAGE``. A percent sign and line ends are written ``%25``, ``%0D`` and ``%0A``, in properties also
``:`` and ``,`` as ``%3A`` and ``%2C``.
"""

from __future__ import annotations

from checker.judge.verdict import Verdict
from checker.report.diagnostics import Level, interruption, level_of
from checker.report.escape import visible
from checker.report.folding import fold
from checker.report.places import Place
from checker.report.summary import check_command, headline, shown_play, totals
from checker.report.telling import Telling

__all__ = ["annotations_text", "command"]

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def annotations_text(telling: Telling) -> str:
    """Return an annotation for each verdict that is not the expected one, and what came of it all.

    GitHub shows ten errors and ten warnings of a step, so known contradictions, which are no news, have none.
    """
    lines = [_annotation(v, telling) for v in telling.told if not v.expected]
    failure = telling.failure
    if failure is not None:
        place = telling.places.of(failure.source) if failure.source is not None else None
        lines.append(command(Level.ERROR, "ruleproof", [failure.message, *failure.hint.splitlines()], place))
    elif telling.run.interrupted:
        lines.append(command(Level.WARNING, "ruleproof", [interruption(telling)]))
    else:
        lines.append(totals(telling.run))
    return "".join(f"{line}\n" for line in lines)


def _annotation(verdict: Verdict, telling: Telling) -> str:
    clauses = telling.clauses(verdict)
    message = [f"{headline(verdict)}."]
    message += [f"{c}: {clauses[c]}" if clauses.get(c) else c for c in verdict.clauses]
    play = shown_play(verdict)
    if play is not None:
        message += [f"{line.number}. {line.sentence}" for line in fold(play.steps)]
    message.append(check_command(verdict))
    title = f"{verdict.name} of {verdict.game}"
    return command(level_of(verdict), title, message, telling.places.of(verdict.source))


def command(level: Level, title: str, message: list[str], place: Place | None = None) -> str:
    """Return one workflow command; ``message`` is in lines."""
    properties = {"file": place.file, "line": str(place.line)} if place is not None else {}
    properties["title"] = title
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[level]} {told}::{'%0A'.join(_data(line) for line in message)}"


def _data(text: str) -> str:
    """Return one line of a message; it holds no line end, since these are made visible."""
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
