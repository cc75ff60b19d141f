"""What a person reads in the terminal: the table of verdicts, then each finding with its play."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import IO

from checker.judge.verdict import PlayStep, Replayed, Run, SavedPlay, Status, ToldPlay, Verdict
from checker.report.folding import fold
from checker.report.layout import Page
from checker.report.summary import (
    SECONDS,
    again_from,
    basis,
    brief_evidence,
    check_command,
    counted,
    duration,
    explanation_title,
    figures,
    findings,
    headline,
    outcome,
    repeat_commands,
    report_page,
    shown_play,
    shown_source,
    totals,
)
from checker.report.told_board import NOTHING, board_of, last_board

__all__ = [
    "RunPrinter",
    "few",
    "finding_text",
    "print_board",
    "print_course",
    "print_end",
    "print_finding",
    "print_lines",
    "print_replayed",
    "print_steps",
    "run_text",
]

_CLAIM_WIDTH = 30
_LABEL_WIDTH = 18
_CLAUSES_A_LINE = 3
_MARKS = {Status.HOLDS: "!", Status.VIOLATED: "!", Status.UNDETERMINED: "?"}
_SURPRISING = "bold red"


class RunPrinter:
    """Tells a run on a terminal as it goes on: each verdict as it is found, then the findings.

    ``file`` is asked whether it is a terminal; ``width`` is by default that of the terminal, else 80. With
    ``plain`` there is no colour. ``loudness`` is ``usual``; ``quiet`` leaves out all that is as expected, and
    ``verbose`` adds to each verdict why this engine gave it and all that it took.
    """

    def __init__(
        self, file: IO[str], *, width: int | None = None, plain: bool = False, loudness: str = "usual"
    ) -> None:
        self._page = Page(file, width=width, plain=plain)
        self._loudness = loudness
        self._game = ""
        self._limits = ""

    def verdict(self, verdict: Verdict) -> None:
        """Print one row of the table of verdicts; each game has a head of its own.

        The head has the sizes and bounds of the game's first verdict; rows tell theirs where they are others.
        """
        if self._loudness == "quiet":
            return
        if verdict.game != self._game:
            if self._game:
                self._page.blank()
            self._game, self._limits = verdict.game, verdict.limits
            _print_head(self._page, verdict)
        _print_row(self._page, verdict, self._limits)
        if self._loudness == "verbose":
            _print_basis(self._page, verdict)

    def close(
        self, run: Run, *, told: Iterable[Verdict] | None = None, reports: Mapping[str, str] | None = None
    ) -> None:
        """Print the findings, some of them at length, and what came of it all.

        Args:
            run: what was found out.
            told: the verdicts told at length, where these are not just the findings. Other findings are told
                in one sentence each.
            reports: for a finding with a saved report (by game and name, ``game/name``), its JSON file.

        """
        page = self._page
        if self._game:
            page.blank()
        at_length = findings(run) if told is None else tuple(told)
        brief = [v for v in findings(run) if v not in at_length]
        if brief and self._loudness != "quiet":
            _print_brief(page, brief, reports or {})
            page.blank()
        for verdict in at_length:
            report = (reports or {}).get(f"{verdict.game}/{verdict.name}", "")
            _print_finding(page, verdict, run.clauses.get(verdict.game, {}), report)
            page.blank()
        page.text(totals(run), style="bold" if run.exit_code == 0 else _SURPRISING)
        kept = sum(verdict.cached for verdict in run.verdicts)
        if kept and self._loudness != "quiet":
            page.text(f"{counted(kept, 'answer')} from the cache; --no-cache finds them anew.", style="dim")


def print_finding(
    verdict: Verdict, file: IO[str], *, clauses: Mapping[str, str], report: str = "", width: int | None = None
) -> None:
    """Print one verdict at length: what it says, its play, what fails, and how to repeat it."""
    _print_finding(Page(file, width=width), verdict, clauses, report)


def finding_text(verdict: Verdict, clauses: Mapping[str, str], *, width: int = 110) -> str:
    """Return one verdict at length as plain text, for a document of another form."""
    buffer = io.StringIO()
    _print_told(Page(buffer, width=width, plain=True), verdict, clauses, "")
    return buffer.getvalue()


def run_text(run: Run, told: Iterable[Verdict], *, width: int = 110) -> str:
    """Return a whole run as plain text, with ``told`` at length."""
    buffer = io.StringIO()
    printer = RunPrinter(buffer, width=width, plain=True)
    for verdict in run.verdicts:
        printer.verdict(verdict)
    printer.close(run, told=told)
    return buffer.getvalue()


def print_replayed(replayed: Replayed, saved: SavedPlay, file: IO[str], *, width: int | None = None) -> None:
    """Print a saved play as it was run again, and whether it still shows what its report says."""
    page = Page(file, width=width)
    page.text(f"{saved.claim} of {saved.game}: {counted(saved.length, 'step')} saved in {saved.report}")
    page.blank()
    if replayed.stopped_at == 0:
        page.text(f"The play cannot start any more: {replayed.why}", style=_SURPRISING)
        return
    print_steps(page, replayed.play)
    print_board(page, replayed.play)
    page.blank()
    if replayed.holds_still:
        shown = f": {saved.explanation}" if saved.explanation else "."
        page.text(f"The play still fits, and the claim is {saved.status.value} by it{shown}", style="bold")
        return
    number = replayed.stopped_at
    if number is None:
        page.text(f"The play still fits, but its end is judged otherwise: {replayed.why}", style=_SURPRISING)
        return
    step = saved.steps[number - 1]
    page.text(
        f"Step {number} ({step.sentence or step.rule}) no longer fits: {replayed.why}", style=_SURPRISING
    )


def _print_head(page: Page, first: Verdict) -> None:
    page.text(f"{first.game}, with {first.limits}", style="bold")
    page.row("claim", "verdict, and what it rests on", label_width=_CLAIM_WIDTH, style="dim")


def _print_row(page: Page, verdict: Verdict, known: str) -> None:
    mark = "" if verdict.expected else _MARKS[verdict.status]
    told = outcome(verdict, known=known)
    page.row(verdict.name, told, label_width=_CLAIM_WIDTH, style=_style(verdict), mark=mark)
    page.row("", brief_evidence(verdict), label_width=_CLAIM_WIDTH, style="dim")


def _print_basis(page: Page, verdict: Verdict) -> None:
    """Put why this engine gave the verdict, all figures, and what is known of the cache."""
    lines = [verdict.reason, figures(verdict)]
    if SECONDS in verdict.figures:
        lines.append(f"{'then ' if verdict.cached else ''}{duration(verdict.figures[SECONDS])}")
    lines.append("found by an earlier run, and kept" if verdict.cached else "found now")
    for line in filter(None, lines):
        page.row("", line, label_width=_CLAIM_WIDTH, style="dim")


def _print_brief(page: Page, verdicts: Iterable[Verdict], reports: Mapping[str, str]) -> None:
    page.text("Known, and as expected", style="bold")
    for verdict in verdicts:
        page.text(f"{verdict.name} of {verdict.game}", indent=2, hanging=2)
        page.text(f"{headline(verdict)}.", indent=4, style="dim")
        report = reports.get(f"{verdict.game}/{verdict.name}")
        page.command(report_page(report) if report else check_command(verdict), indent=4)


def _style(verdict: Verdict) -> str:
    if not verdict.expected:
        return _SURPRISING
    return {Status.HOLDS: "green", Status.VIOLATED: "cyan", Status.UNDETERMINED: "magenta"}[verdict.status]


def _print_finding(page: Page, verdict: Verdict, clauses: Mapping[str, str], report: str) -> None:
    page.rule()
    _print_told(page, verdict, clauses, report)


def _print_told(page: Page, verdict: Verdict, clauses: Mapping[str, str], report: str) -> None:
    page.text(f"{headline(verdict)}.", style="bold" if verdict.expected else _SURPRISING)
    page.blank()
    place = shown_source(verdict.source)
    page.text(f"Claim {verdict.name} of {verdict.game}{f'   {place}' if place else ''}")
    for clause in verdict.clauses:
        page.row(clause, clauses.get(clause, ""), label_width=_LABEL_WIDTH)
    page.text(f"Verdict: {outcome(verdict)}.", hanging=2)
    play = shown_play(verdict)
    if play is not None:
        page.blank()
        print_steps(page, play)
        print_board(page, play)
    if verdict.explanation:
        page.blank()
        page.text(explanation_title(verdict), style="bold")
        page.text(verdict.explanation, indent=2)
    print_end(page, basis(verdict), repeat_commands(verdict, report))


def print_end(page: Page, rests_on: Iterable[tuple[str, str]], commands: Iterable[str]) -> None:
    """Print how a finding ends: what it rests on, and the commands that repeat it."""
    page.blank()
    page.text("What it rests on", style="bold")
    for label, text in rests_on:
        page.row(label, text, label_width=_LABEL_WIDTH)
    page.blank()
    page.text("To repeat it", style="bold")
    for command in commands:
        page.command(command, indent=2)


def print_steps(page: Page, play: ToldPlay) -> None:
    """Put the steps of a play on a page, passes in a row in one line."""
    page.text("The play", style="bold")
    print_course(page, play)
    if play.loop is not None:
        page.text(f"and so on for ever: the board is the one {again_from(play.loop)}", indent=2)


def print_course(page: Page, play: ToldPlay) -> None:
    """Put the start of a play and its steps on a page."""
    at_start = "; ".join(f"{name} {value}" for name, value in board_of(play.start) if value not in NOTHING)
    page.text(f"0. the game starts: {at_start}", indent=2, hanging=3, style="dim")
    print_lines(page, play.steps)


def print_lines(page: Page, steps: Sequence[PlayStep], *, after: int = 0) -> None:
    """Put steps on a page, passes in a row in one line; ``after`` is how many steps came before them."""
    for line in fold(steps):
        cites = f"   [{few(line.clauses)}]" if line.clauses else ""
        head = f"{replace(line, first=line.first + after, last=line.last + after).number}. "
        page.text(f"{head}{line.sentence}{cites}", indent=2, hanging=len(head))
        for change in line.changes:
            page.text(f"{change.path}: {change.before} -> {change.after}", indent=7, hanging=2, style="dim")


def few(clauses: tuple[str, ...]) -> str:
    """Return the first clauses; the pages of a report list all of them."""
    more = len(clauses) - _CLAUSES_A_LINE
    shown = ", ".join(clauses[:_CLAUSES_A_LINE])
    return shown if more <= 0 else f"{shown} and {more} more"


def print_board(page: Page, play: ToldPlay) -> None:
    """Put the last board of a play on a page."""
    title, state = last_board(play)
    page.blank()
    page.text(title, style="bold")
    for name, value in board_of(state):
        page.row(name, value, label_width=_LABEL_WIDTH)
