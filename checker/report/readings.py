"""Which readings matter for which claims, told as text, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from checker.judge.readings import (
    Difference,
    GameReadings,
    OptionTried,
    Readings,
    ReadingTried,
    shortest,
)
from checker.judge.verdict import Evidence, Status, Verdict
from checker.report.escape import markdown, markdown_code
from checker.report.json_format import source_json
from checker.report.layout import Page
from checker.report.markdown import document, table
from checker.report.summary import check_command, counted

__all__ = [
    "READINGS",
    "difference_words",
    "exit_code",
    "print_readings",
    "readings_json",
    "readings_markdown",
    "unknown_rows",
    "verdict_json",
    "verdict_words",
]

READINGS = "ruleproof readings"
"""The format of the JSON document; its schema is ``docs/reference/readings.schema.json``."""

_LABEL_WIDTH = 34
_LISTED = 5
"""Claims that are listed on the terminal where the same reason leaves them undetermined."""

_INTERRUPTED = "Interrupted before every claim was judged; those that were not are undetermined."

_MATTERS = {True: "matters", False: "matters for no claim", None: "not known whether it matters"}


def exit_code(found: Readings) -> int:
    """Return 3 where something is not known, else 0: that a reading matters is no fault."""
    tried = [option for game in found.games for reading in game.readings for option in reading.options]
    return 3 if found.interrupted or any(option.unknown for option in tried) else 0


def verdict_words(verdict: Verdict) -> str:
    """Return a verdict with the length of its shortest play: ``violated after 5 steps``."""
    if verdict.status is Status.UNDETERMINED:
        return f"undetermined ({verdict.reason})" if verdict.reason else "undetermined"
    words: str = verdict.status.value
    if verdict.status is Status.HOLDS and verdict.cut and verdict.evidence is not Evidence.WITNESS:
        words = "holds up to the bound"
    length = shortest(verdict)
    if length is None:
        return words
    shown = "shown " if verdict.status is Status.HOLDS else ""
    return f"{words}, {shown}after {counted(length, 'step')}"


def difference_words(pair: Difference) -> str:
    """Return both verdicts on a claim: ``holds -> violated, after 3 steps``."""
    return f"{verdict_words(pair.in_force)} -> {verdict_words(pair.under)}"


def _total(game: GameReadings) -> str:
    """Return how many readings matter."""
    told = [r.matters for r in game.readings]
    matter = told.count(True)
    parts = [
        f"{matter} {'matters' if matter == 1 else 'matter'} for some claim",
        f"{told.count(False)} for none",
    ]
    parts += [f"{told.count(None)} not known"] if None in told else []
    what = f"{counted(len(told), 'reading')} tried on {counted(len(game.verdicts), 'claim')}"
    return f"{what}: {', '.join(parts)}"


# -- on the terminal -----------------------------------------------------------------------------------------


def print_readings(page: Page, found: Readings, *, loudness: str = "usual") -> None:
    """Print every reading with its options, and the claims for which each option matters.

    ``loudness`` is ``usual``; ``quiet`` leaves out what matters for no claim, ``verbose`` adds the verdict on
    each claim under the options in force.
    """
    for number, game in enumerate(found.games):
        if number:
            page.blank()
        page.text(game.entry.name, style="bold")
        for verdict in game.verdicts if loudness == "verbose" else ():
            page.row(verdict.claim, verdict_words(verdict), label_width=_LABEL_WIDTH)
        for reading in game.readings:
            if loudness == "quiet" and reading.matters is False:
                continue
            mark = {True: "!", None: "?", False: " "}[reading.matters]
            page.text(f"{mark} {reading.name}: {reading.question}", style="bold", hanging=4)
            page.text(_MATTERS[reading.matters], indent=4, style="yellow" if reading.matters else "dim")
            for option in reading.options:
                if loudness == "quiet" and not (option.differs or option.unknown):
                    continue
                page.text(_option_words(option), indent=4, hanging=2)
                for pair in option.differs:
                    page.row(
                        pair.under.claim,
                        difference_words(pair),
                        label_width=_LABEL_WIDTH,
                        indent=6,
                        mark="!",
                    )
                for label, words in unknown_rows(option.unknown):
                    page.row(label, words, label_width=_LABEL_WIDTH, indent=6, mark="?")
        page.text(f"{_total(game)}.", style="bold")
        if game.verdicts and loudness != "quiet":
            page.text(f"With {game.verdicts[0].limits}.", style="dim")
    if found.interrupted:
        page.blank()
        page.text(_INTERRUPTED, style="bold")


def unknown_rows(pairs: Sequence[Difference]) -> Iterator[tuple[str, str]]:
    """Yield the claims of which nothing is known, many that are so for the same reason in one row."""
    by_reason: dict[str, list[Difference]] = {}
    for pair in pairs:
        side = pair.under if pair.under.status is Status.UNDETERMINED else pair.in_force
        by_reason.setdefault(verdict_words(side), []).append(pair)
    for reason, listed in by_reason.items():
        if len(listed) > _LISTED:
            yield counted(len(listed), "claim"), reason
        else:
            yield from ((pair.under.claim, difference_words(pair)) for pair in listed)


def _option_words(option: OptionTried) -> str:
    where = ", in force" if option.in_force else ""
    text = f": {option.text}" if option.text else ""
    return f"{option.option} ({option.clause}{where}){text}"


# -- Markdown ------------------------------------------------------------------------------------------------


def readings_markdown(found: Readings) -> str:
    """Return the readings as one document."""
    blocks = [block for game in found.games for block in _blocks(game)]
    return document([*([f"**{_INTERRUPTED}**"] if found.interrupted else []), *blocks])


def _blocks(game: GameReadings) -> Iterator[str]:
    yield f"# Readings of {markdown(game.entry.name)}"
    limits = f" With {markdown(game.verdicts[0].limits)}." if game.verdicts else ""
    yield f"{markdown(_total(game))}.{limits}"
    for reading in game.readings:
        yield f"## {markdown(reading.name)}: {_MATTERS[reading.matters]}"
        yield f"{markdown(reading.question.rstrip('?'))}?"
        yield table(("Option", "Clause", "It says", ""), [_option_cells(o) for o in reading.options])
        rows = [
            (
                markdown_code(option.option),
                markdown_code(pair.under.claim),
                markdown(verdict_words(pair.in_force)),
                markdown(verdict_words(pair.under)),
                markdown_code(check_command(pair.under)),
            )
            for option in reading.options
            for pair in (*option.differs, *option.unknown)
        ]
        if rows:
            yield table(("Option", "Claim", "As in force", "Under this option", "To repeat it"), rows)


def _option_cells(option: OptionTried) -> tuple[str, ...]:
    return (
        markdown_code(option.option),
        markdown_code(option.clause),
        markdown(option.text),
        "in force" if option.in_force else "",
    )


# -- JSON ----------------------------------------------------------------------------------------------------


def readings_json(found: Readings) -> dict[str, Any]:
    """Return the readings as a document."""
    return {
        "format": READINGS,
        "schema": 1,
        "interrupted": found.interrupted,
        "games": [
            {
                "game": game.entry.name,
                "model_file": game.entry.file,
                "claims": [
                    {"claim": v.claim, "source": source_json(v.source), **verdict_json(v)}
                    for v in game.verdicts
                ],
                "readings": [_reading_json(reading) for reading in game.readings],
            }
            for game in found.games
        ],
    }


def _reading_json(reading: ReadingTried) -> dict[str, Any]:
    return {
        "name": reading.name,
        "question": reading.question,
        "matters": reading.matters,
        "options": [
            {
                "option": option.option,
                "clause": option.clause,
                "text": option.text,
                "in_force": option.in_force,
                "differs": [_difference_json(pair) for pair in option.differs],
                "unknown": [_difference_json(pair) for pair in option.unknown],
            }
            for option in reading.options
        ],
    }


def _difference_json(pair: Difference) -> dict[str, Any]:
    return {
        "claim": pair.under.claim,
        "in_force": verdict_json(pair.in_force),
        "under": verdict_json(pair.under),
        "command": check_command(pair.under),
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return what is told of a verdict beside another one."""
    return {
        "status": verdict.status.value,
        "shortest": shortest(verdict),
        "limits": verdict.limits,
        "explanation": verdict.explanation,
        "reason": verdict.reason if verdict.status is Status.UNDETERMINED else "",
    }
