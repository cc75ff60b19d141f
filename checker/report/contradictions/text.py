"""What a person reads in the terminal of the findings about clauses."""

from __future__ import annotations

from typing import IO

from checker.judge.contradictions.finding import ContradictionRun, Finding, FindingKind, Side
from checker.report.contradictions.words import (
    about,
    change_words,
    command,
    event_words,
    examined,
    outcome,
    stopped,
    terms_words,
    varied_words,
)
from checker.report.layout import Page
from checker.report.summary import shown_source
from checker.report.text import print_board, print_end, print_steps

__all__ = ["print_contradictions"]

_LABEL_WIDTH = 18
_NEW = "bold red"


def print_contradictions(
    run: ContradictionRun, file: IO[str], *, width: int | None = None, loudness: str = "usual"
) -> None:
    """Print a run: new findings at length, then known ones and what is not reached, and what came of it.

    ``loudness`` is ``usual``; ``quiet`` leaves out all but the new findings, ``verbose`` tells all at length.
    """
    page = Page(file, width=width)
    shown = run.new if loudness == "quiet" else run.findings
    known = [f for f in shown if f.counts and f not in run.new]
    for finding in run.findings if loudness == "verbose" else run.new:
        _print_finding(page, finding)
        page.blank()
    if known:
        page.text("Known, and accepted", style="bold")
        for finding in known:
            page.text(f"{finding.headline}.", indent=2, hanging=2)
            page.text(f"{finding.id}: {run.baseline.accepted[finding.id]}", indent=4, style="dim")
        if loudness == "usual":
            page.text("With --verbose each of them is told at length, with its play.", indent=2, style="dim")
        page.blank()
    settled = [f for f in shown if f.settled_by is not None]
    if settled:
        page.text("Settled by the rulebook", style="bold")
        for finding in settled:
            _print_brief(page, finding)
    dead = [f for f in shown if f.kind is FindingKind.DEAD and loudness != "verbose"]
    if dead:
        page.text("Speaks in no situation that is reached in this scope", style="bold")
        for finding in dead:
            _print_brief(page, finding)
    elsewhere = [f for f in shown if f.kind is FindingKind.WOULD_CLASH]
    if elsewhere:
        page.text("Would clash, but is not reached in this scope", style="bold")
        for finding in elsewhere:
            _print_brief(page, finding)
    impossible = [f for f in shown if f.kind is FindingKind.IMPOSSIBLE]
    if impossible:
        page.text("Would clash, but is proved unreachable in every scope", style="bold")
        for finding in impossible:
            page.text(" and ".join(finding.clauses), indent=2, hanging=2)
            if loudness == "verbose":
                for line in finding.details:
                    page.text(line, indent=4, style="dim")
        page.blank()
    for line in stopped(run) if loudness == "quiet" else examined(run):
        page.text(line)
    for line in outcome(run):
        page.text(line, style="bold")


def _print_brief(page: Page, finding: Finding) -> None:
    for side in finding.sides:
        page.row(side.clause, side.says, label_width=_LABEL_WIDTH)
    if finding.settled_by is not None:
        clause, winner = finding.settled_by
        page.row("by", f"{clause}: {winner} counts", label_width=_LABEL_WIDTH)
    page.blank()


def _print_finding(page: Page, finding: Finding) -> None:
    page.rule()
    page.text(f"{finding.headline}.", style=_NEW)
    varied = f", with {words}" if (words := varied_words(finding)) else ""
    page.text(f"{finding.id} of {finding.game}{varied}", style="dim")
    for side in finding.sides:
        page.blank()
        _print_side(page, side)
    if finding.play is not None:
        page.blank()
        print_steps(page, finding.play)
        if words := event_words(finding):
            page.text(words, indent=2, style="dim")
        print_board(page, finding.play)
    if finding.changes:
        page.blank()
        page.text("What could be changed", style="bold")
        for change in finding.changes:
            page.text(f"{change_words(change)}.", indent=2, hanging=2)
    print_end(page, about(finding), (command(finding),))


def _print_side(page: Page, side: Side) -> None:
    page.text(f"{side.clause}   {shown_source(side.source)}".rstrip(), style="bold")
    rows = [("it says", side.text or side.says)]
    if side.terms:
        rows.append(("own words", terms_words(side)))
    rows.append(("as understood", side.read_back))
    rows += [("demands here", words) for words in side.here]
    for label, text in rows:
        page.row(label, text, label_width=_LABEL_WIDTH)
