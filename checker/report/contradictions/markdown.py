"""Findings about clauses as Markdown; the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import quote

from checker.judge.contradictions.finding import Baseline, ContradictionRun, Finding, FindingKind, Side
from checker.report.contradictions.words import (
    about,
    answered,
    change_words,
    command,
    event_words,
    kind_words,
    questions_of,
    terms_words,
    totals,
    varied_words,
)
from checker.report.escape import markdown, markdown_code, markdown_coded
from checker.report.markdown import basis_blocks, document, play_and_board, repeat_blocks, table
from checker.report.summary import shown_source

__all__ = ["PAGE", "contradiction_page", "contradictions_index", "contradictions_text"]

PAGE = "<!-- ruleproof contradictions: written by the tool, which replaces and removes it -->"
"""The first line of every page about clauses that the tool writes, by which it knows its own."""


def contradictions_text(run: ContradictionRun) -> str:
    """Return a run as one document: what came of it, then every finding at length."""
    blocks = ["# Contradictions", "\n".join(f"- {markdown(line)}" for line in totals(run))]
    for finding in run.findings:
        blocks += _finding(finding, run.baseline, level=2)
    return document(blocks)


def contradiction_page(finding: Finding, baseline: Baseline) -> str:
    """Return the page of one finding, with what the baseline says of it."""
    return document([PAGE, *_finding(finding, baseline, level=1)])


def contradictions_index(run: ContradictionRun, pages: Mapping[str, str]) -> str:
    """Return the index of a run by game and by kind; ``pages`` has the address of each finding's page by id.

    The column "Accepted" has the reason that the baseline gives, "Questions" what it names as doubtful.
    """
    came_of_it = totals(run, figures=False)  # what it took is not the same everywhere
    blocks = [PAGE, "# Contradictions", "\n".join(f"- {markdown(line)}" for line in came_of_it)]
    blocks += [*_by_question(run, pages), "## By kind", *_by_kind(run, pages)]
    for game in run.figures:
        blocks.append(f"## {markdown(game)}")
        rows = [
            (
                markdown(kind_words(f)),
                f"[{markdown(f.headline)}]({quote(pages[f.id])}){_varied(f)}",
                ", ".join(markdown_code(c) for c in f.clauses),
                markdown_coded(run.baseline.accepted.get(f.id, "")),
            )
            for f in run.findings
            if f.game == game
        ]
        blocks.append(
            table(("Kind", "Finding", "Clauses", "Accepted"), rows) if rows else "Nothing was found."
        )
    return document(blocks)


def _by_question(run: ContradictionRun, pages: Mapping[str, str]) -> Iterator[str]:
    """Yield a table of the questions that the baseline states, each with the findings that answer it."""
    rows = []
    for name, findings in questions_of(run).items():
        links = (f"[{markdown(f.id)}]({quote(pages[f.id])}){_varied(f)}" for f in findings)
        rows.append(
            (markdown(name), markdown(run.baseline.questions[name]), "<br>".join(links) or "**none**")
        )
    if rows:
        yield "## By question"
        yield table(("Question", "What is doubtful", "Findings"), rows)


def _varied(finding: Finding) -> str:
    words = varied_words(finding)
    return f" with {markdown(words)}" if words else ""


def _by_kind(run: ContradictionRun, pages: Mapping[str, str]) -> Iterator[str]:
    """Yield a table of all kinds with their findings by id."""
    kinds: dict[str, list[str]] = {}
    for kind in FindingKind:
        for finding in (f for f in run.findings if f.kind is kind):
            link = f"[{markdown(finding.id)}]({quote(pages[finding.id])})"
            kinds.setdefault(kind_words(replace(finding, settled_by=None)), []).append(link)
    rows = [(markdown(told), str(len(links)), ", ".join(links)) for told, links in kinds.items()]
    if rows:
        yield table(("Kind", "Number", "Findings"), rows)


def _finding(finding: Finding, baseline: Baseline, *, level: int) -> Iterator[str]:
    top, sub = "#" * level, "#" * (level + 1)
    yield f"{top} {markdown(finding.headline)}"
    yield f"{markdown_code(finding.id)} of {markdown_code(finding.game)}{_varied(finding)}."
    if accepted := baseline.accepted.get(finding.id):
        yield f"**Accepted:** {markdown_coded(accepted)}"
    questions = answered(finding, baseline)
    if questions:
        yield "\n".join(f"- **{markdown(name)}**: {markdown(text)}" for name, text in questions)
    if finding.sides:
        yield f"{sub} The clauses"
        yield table(
            ("Clause", "It says", "As understood", "Demands here", "Norm"),
            [
                (
                    markdown_code(s.clause),
                    _said(s),
                    markdown(s.read_back),
                    "<br>".join(markdown(words) for words in s.here),
                    markdown_code(shown_source(s.source)),
                )
                for s in finding.sides
            ],
        )
    if finding.play is not None:
        yield from play_and_board(finding.play, level=level + 1, note=event_words(finding))
    if finding.changes:
        yield f"{sub} What could be changed"
        yield "\n".join(f"- {markdown(change_words(c))}." for c in finding.changes)
    yield from basis_blocks(about(finding), level=level + 1)
    yield from repeat_blocks([command(finding)], level=level + 1)


def _said(side: Side) -> str:
    """Return what a clause says, and the words of its own language."""
    terms = terms_words(side)
    said = markdown(side.text or side.says)
    return f"{said}<br>{markdown(terms)}" if terms else said
