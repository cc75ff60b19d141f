"""The summary of a step for GitHub Actions: Markdown in which each new finding has its play as a diagram."""

from __future__ import annotations

from checker.judge.verdict import Verdict
from checker.report.diagnostics import Level, level_of
from checker.report.drawing import draw
from checker.report.escape import markdown, markdown_code
from checker.report.markdown import document, finding_blocks, summary_blocks
from checker.report.mermaid import MOST_NODES, mermaid_of
from checker.report.summary import headline, shown_play
from checker.report.telling import Telling

__all__ = ["MOST_BYTES", "step_summary_text"]

MOST_BYTES = 900_000
"""Where findings stop: GitHub takes a mebibyte for each step, and drops what is longer altogether."""


def step_summary_text(telling: Telling) -> str:
    """Return the summary: findings that are new, then those that are known, then all verdicts."""
    blocks = _opening(telling)
    new = sorted((v for v in telling.told if not v.expected), key=lambda v: level_of(v) is not Level.ERROR)
    known = [v for v in telling.told if level_of(v) is Level.NOTE]
    after = [*_folded("Known, and as expected", _known(known)), *_folded("All verdicts", _all(telling))]
    room = MOST_BYTES - _size(blocks) - _size(after)
    for number, verdict in enumerate(new):
        finding = _finding(verdict, telling)
        room -= _size(finding)
        if room < 0:
            blocks.append(f"{len(new) - number} more findings are left out here for want of room.")
            break
        blocks += finding
    return document([*blocks, *(after if _size(after) < MOST_BYTES else [])])


def _opening(telling: Telling) -> list[str]:
    blocks = summary_blocks(telling.run)[:2]
    failure = telling.failure
    if failure is not None:
        place = telling.places.of(failure.source) if failure.source is not None else None
        where = f" {markdown_code(str(place))}" if place is not None else ""
        blocks.append(f"**The check could not be done:**{where} {markdown(failure.message)}")
        blocks += [markdown(line) for line in failure.hint.splitlines()]
    return blocks


def _finding(verdict: Verdict, telling: Telling) -> list[str]:
    play = shown_play(verdict)
    diagram = ""
    if play is not None and 0 < len(play.steps) < MOST_NODES:
        diagram = f"```mermaid\n{mermaid_of((draw(verdict, play),))}```"
    return finding_blocks(verdict, telling.clauses(verdict), "", level=2, diagram=diagram)


def _known(verdicts: list[Verdict]) -> list[str]:
    lines = [
        f"- {markdown_code(v.name)} of {markdown_code(v.game)}: {markdown(headline(v))}" for v in verdicts
    ]
    return ["\n".join(lines)] if lines else []


def _all(telling: Telling) -> list[str]:
    return summary_blocks(telling.run)[2:]


def _folded(title: str, blocks: list[str]) -> list[str]:
    """Return blocks that are shown when the reader asks for them."""
    return [f"<details><summary>{title}</summary>", *blocks, "</details>"] if blocks else []


def _size(blocks: list[str]) -> int:
    return sum(len(block.encode("utf-8")) + 2 for block in blocks)
