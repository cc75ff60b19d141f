"""Markdown for the repository: one page a finding, one a game, and the index of them all.

The pages are the same on every machine: no dates, no times, no absolute paths. Everything from a model is
escaped.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from checker.judge.verdict import PlayStep, Run, ToldPlay, Verdict
from checker.report.escape import markdown, markdown_code, visible
from checker.report.folding import Line, fold
from checker.report.summary import (
    again_from,
    basis,
    common_limits,
    evidence,
    explanation_title,
    findings,
    headline,
    limits_sentence,
    outcome,
    repeat_commands,
    shown_play,
    shown_source,
    totals,
)
from checker.report.told_board import board_of, last_board

__all__ = [
    "MARKER",
    "IndexEntry",
    "basis_blocks",
    "document",
    "finding_blocks",
    "finding_page",
    "index_page",
    "play_and_board",
    "play_blocks",
    "repeat_blocks",
    "run_page",
    "run_text",
    "steps_table",
    "summary_blocks",
    "table",
]

MARKER = "<!-- ruleproof report: written by the tool, which replaces and removes it -->"
"""The first line of every page that the tool writes, by which it knows its own."""


def finding_page(verdict: Verdict, clauses: Mapping[str, str], report: str = "") -> str:
    """Return the page of one finding.

    Args:
        verdict: what was found.
        clauses: the paraphrases of clauses by id.
        report: the JSON report with the saved play, as a person would name it on the command line.

    """
    return document([MARKER, *finding_blocks(verdict, clauses, report, level=1)])


def run_page(run: Run) -> str:
    """Return a summary of a run: what came of it, and a table of verdicts for each game."""
    return document([MARKER, *summary_blocks(run)])


def run_text(run: Run, told: Iterable[Verdict] | None = None) -> str:
    """Return a run as one document: the summary, then what is told at length (by default the findings)."""
    blocks = summary_blocks(run)
    for verdict in findings(run) if told is None else told:
        blocks += finding_blocks(verdict, run.clauses.get(verdict.game, {}), "", level=2)
    return document(blocks)


@dataclass(frozen=True)
class IndexEntry:
    """One finding as the index lists it; ``page`` is the address of its page, relative to the index."""

    game: str
    name: str
    headline: str
    expected: bool
    page: str


def index_page(entries: Iterable[IndexEntry], summaries: Mapping[str, str]) -> str:
    """Return the index of all findings; ``summaries`` gives the page of all verdicts on a game."""
    listed = sorted(entries, key=lambda e: (e.game, e.name))
    blocks = [MARKER, "# Findings"]
    for game in sorted({e.game for e in listed} | set(summaries)):
        blocks.append(f"## {markdown(game)}")
        if game in summaries:
            blocks.append(f"[All verdicts on {markdown(game)}]({_address(summaries[game])})")
        rows = [
            (
                f"[{markdown(e.name)}]({_address(e.page)})",
                markdown(e.headline),
                "yes" if e.expected else "**no**",
            )
            for e in listed
            if e.game == game
        ]
        if rows:
            blocks.append(table(("Claim", "Finding", "Expected"), rows))
    return document(blocks)


def document(blocks: Iterable[str]) -> str:
    """Return a page of these blocks."""
    return "\n\n".join(blocks) + "\n"


def summary_blocks(run: Run) -> list[str]:
    """Return what came of a run and a table of verdicts for each game, in blocks."""
    games = list(dict.fromkeys(v.game for v in run.verdicts))
    blocks = [f"# Verdicts on {', '.join(markdown(g) for g in games) or 'nothing'}", markdown(totals(run))]
    for game, group in itertools.groupby(run.verdicts, key=lambda v: v.game):
        if len(games) > 1:
            blocks.append(f"## {markdown(game)}")
        verdicts = list(group)
        limits = common_limits(verdicts)
        blocks.append(markdown(limits_sentence(verdicts)))
        rows = []
        for v in verdicts:
            told = markdown(outcome(v, known=limits))
            verdict = told if v.expected else f"**{told}**"
            rows.append((markdown_code(v.name), markdown(v.says), verdict, markdown(evidence(v))))
        blocks.append(table(("Claim", "Says", "Verdict", "Evidence"), rows))
    return blocks


def finding_blocks(
    verdict: Verdict, clauses: Mapping[str, str], report: str, *, level: int, diagram: str = ""
) -> list[str]:
    """Return a finding in blocks.

    Args:
        verdict: what was found.
        clauses: the paraphrases of clauses by id.
        report: as for :func:`finding_page`.
        level: of its heading, from 1.
        diagram: a block that draws the play, if there is one.

    """
    top, sub = "#" * level, "#" * (level + 1)
    place = shown_source(verdict.source)
    at = f", {markdown_code(place)}" if place else ""
    blocks = [
        f"{top} {markdown(headline(verdict))}",
        f"**Claim** {markdown_code(verdict.name)} of {markdown_code(verdict.game)}{at}:",
        _quote(verdict, clauses),
        f"**Verdict** {markdown(outcome(verdict))}.",
    ]
    play = shown_play(verdict)
    if play is not None:
        blocks += play_and_board(play, level=level + 1, diagram=diagram)
    if verdict.explanation:
        lines = [f"- {markdown(line)}" for line in verdict.explanation.splitlines() if line.strip()]
        blocks += [f"{sub} {explanation_title(verdict)}", "\n".join(lines)]
    blocks += basis_blocks(basis(verdict), level=level + 1)
    cited = _cited(play, verdict.clauses, clauses)
    if cited:
        blocks += [f"{sub} Clauses of the play", "\n".join(cited)]
    return [*blocks, *repeat_blocks(repeat_commands(verdict, report), level=level + 1)]


def _quote(verdict: Verdict, clauses: Mapping[str, str]) -> str:
    paragraphs = [markdown(verdict.says or verdict.claim)]
    paragraphs += [f"{markdown_code(c)} {markdown(clauses.get(c, ''))}".rstrip() for c in verdict.clauses]
    return "\n>\n".join(f"> {p}" for p in paragraphs)


def play_and_board(play: ToldPlay, *, level: int, diagram: str = "", note: str = "") -> list[str]:
    """Return a play and its last board, each under a heading of this level.

    ``diagram`` is a block that draws the play, ``note`` a sentence on it, where there is one.
    """
    mark = "#" * level
    title, state = last_board(play)
    drawn, noted = ([block] if block else [] for block in (diagram, markdown(note)))
    return [f"{mark} The play", *drawn, *play_blocks(play), *noted, f"{mark} {title}", _board_table(state)]


def basis_blocks(rows: Iterable[tuple[str, str]], *, level: int) -> list[str]:
    """Return what something rests on, as named rows under a heading of this level."""
    lines = (f"- {label}: {markdown(text)}" for label, text in rows)
    return [f"{'#' * level} What it rests on", "\n".join(lines)]


def repeat_blocks(commands: Iterable[str], *, level: int) -> list[str]:
    """Return the commands that find it again, under a heading of this level."""
    return [f"{'#' * level} To repeat it", _fenced(commands)]


def play_blocks(play: ToldPlay) -> list[str]:
    """Return how a play starts, and its steps as a table."""
    start = "; ".join(f"{name} {value}" for name, value in board_of(play.start))
    blocks = [f"The game starts with {markdown(start)}."]
    if play.steps:
        blocks.append(steps_table(play.steps))
    if play.loop is not None:
        blocks.append(f"And so on for ever: the board is the one {again_from(play.loop)}.")
    return blocks


def steps_table(steps: Sequence[PlayStep], *, after: int = 0) -> str:
    """Return steps as a table, passes in a row in one line; ``after`` is how many steps came before them."""
    lines = (replace(line, first=line.first + after, last=line.last + after) for line in fold(steps))
    return table(("Step", "What happens", "Clauses", "What changes"), [_row(line) for line in lines])


def _row(line: Line) -> tuple[str, ...]:
    changes = (f"{markdown(c.path)}: {markdown(c.before)} -&gt; {markdown(c.after)}" for c in line.changes)
    cites = ", ".join(markdown_code(c) for c in line.clauses)
    return (line.number, markdown(line.sentence), cites, "<br>".join(changes))


def _board_table(state: Mapping[str, Any]) -> str:
    """Return a board as a table."""
    return table(("Part", "Value"), [(markdown(name), markdown(value)) for name, value in board_of(state)])


def _cited(play: ToldPlay | None, shown: tuple[str, ...], clauses: Mapping[str, str]) -> list[str]:
    steps = play.steps if play is not None else ()
    ids = dict.fromkeys(c for step in steps for c in step.clauses if c not in shown)
    return [f"- {markdown_code(c)} {markdown(clauses[c])}" for c in ids if clauses.get(c)]


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table of cells that are escaped already."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _fenced(lines: Iterable[str]) -> str:
    text = "\n".join(visible(line) for line in lines)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh\n{text}\n{fence}"


def _address(path: str) -> str:
    return quote(path, safe="/=,+-._")
