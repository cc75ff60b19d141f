"""``ruleproof check``: judges the claims about games, tells the verdicts, and writes the reports."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.cli.exit_codes import TABLE
from checker.cli.group import debug_option
from checker.cli.options import (
    Documents,
    Number,
    OneWord,
    documents,
    judging_options,
    loudness_option,
    reports_option,
)
from checker.errors import InputError, UsageError
from checker.report.formats import FORMATS

if TYPE_CHECKING:
    from checker.judge.selection import Selection
    from checker.judge.verdict import Run, Verdict
    from checker.report.progress import Progress
    from checker.report.telling import Telling
    from checker.report.text import RunPrinter

__all__ = ["command"]


@click.command("check", epilog=TABLE)
@judging_options(
    engine="Search state by state (explicit) or sets of states (symbolic), prove by induction (prove), or do "
    "what suits the size (auto).",
    timeout="Give up after S seconds; what is not decided by then is undetermined.",
)
@click.option(
    "--memory",
    type=Number(),
    metavar="GIB",
    help="Give up a process that takes more than GIB gibibytes of memory.",
)
@click.option(
    "--checkpoints",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Let long searches that end early (--timeout, Ctrl-C) leave their state here, and go on from it.",
)
@click.option(
    "--contradictions",
    is_flag=True,
    help="Also hold the clauses of these games against each other, as `ruleproof contradictions` does, and "
    "tell it as text, markdown or html.",
)
@click.option(
    "--format",
    "form",
    type=OneWord(list(FORMATS)),
    default="text",
    show_default=True,
    metavar="FORMAT",
    help=f"How the verdicts are told on standard output: {', '.join(FORMATS)}.",
)
@click.option(
    "--write",
    "writes",
    multiple=True,
    metavar="FORMAT=PATH",
    callback=documents(
        FORMATS, "junit=junit.xml", sharing=[name for name, form in FORMATS.items() if form.of_plays]
    ),
    help="Also write this format into the file PATH; of itf, dot, mermaid and graphml one file a play into "
    "the folder PATH, unless it has a suffix. May be repeated.",
)
@reports_option(
    "Also write reports: one .md and .json a finding into the folder PATH; or, if PATH ends in .json or "
    ".md, the whole run into that file."
)
@loudness_option(
    "Tell only what is not as expected, and what came of it all.",
    "Tell of each verdict also why this engine gave it, what it took, and whether it was kept.",
)
@debug_option
def command(
    *,
    selection: Selection,
    memory: float | None,
    checkpoints: Path | None,
    contradictions: bool,
    form: str,
    writes: Documents,
    out: Path | None,
    loudness: str,
) -> int:
    """Judge what must hold of games, and show the shortest play where it does not.

    GAME is a name that `ruleproof list` shows, PATH a model file. Without either, every game is checked.

    \b
    Examples:
      ruleproof check
      ruleproof check force_of_will --property one_priority_holder
      ruleproof check magic --scope players=3 --reading edition=CR26
      ruleproof check --out reports
      ruleproof check --write junit=junit.xml --write sarif=ruleproof.sarif
      ruleproof check --contradictions --write html=report.html
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.report.places import repository_above
    from checker.report.telling import Telling

    selection = replace(selection, memory=memory, checkpoints=checkpoints)
    session = _Session(selection, form, loudness)
    failures: list[InputError] = []
    ended: InputError | None = None
    try:
        run = session.judge()
    except InputError as error:
        ended, run = error, session.found_so_far()
    told = session.told(run)
    reports: dict[str, str] = {}
    if out is not None and ended is None:
        try:
            reports = _write(run, selection, out)
        except UsageError as error:
            failures.append(error)
    telling = Telling(run, told, repository_above(Path.cwd()), failure=ended)
    if contradictions:
        try:
            telling = session.with_clauses(telling)
        except InputError as error:
            failures.append(error)
    if "html" in (form, *(name for name, _ in writes)):
        try:
            telling = session.gathered(telling)
        except InputError as error:
            failures.append(error)  # files have changed since; what was found is told all the same
    failures += _write_all(telling, selection, form, writes)
    session.tell_rest(telling, reports)
    if ended is not None or failures:
        sys.stdout.flush()
        raise ended or failures[0]
    return telling.exit_code


class _Session:
    """One check: listens to the judge, shows what goes on, and tells the verdicts."""

    def __init__(self, selection: Selection, form: str, loudness: str) -> None:
        self._selection = selection
        self._form = form
        self._loudness = loudness
        self._found: list[Verdict] = []
        self._progress: Progress | None = None
        self._printer: RunPrinter | None = None

    def judge(self) -> Run:
        """Return what was found out, also when it was interrupted."""
        from checker.judge.check import check
        from checker.judge.verdict import Run
        from checker.judge.workspace import find_workspace

        if self._form == "text":
            from checker.report.text import RunPrinter

            self._printer = RunPrinter(sys.stdout, loudness=self._loudness)
        try:
            with self._new_progress() as self._progress:
                return check(find_workspace(), self._selection, self)
        except KeyboardInterrupt:
            return Run(tuple(self._found), interrupted=True)

    def _new_progress(self) -> Progress:
        from checker.report.progress import Progress

        return Progress(sys.stderr, shown=self._loudness != "quiet")

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Show what goes on now."""
        if self._progress is not None:
            self._progress.tell(text, done, of)

    def found(self, verdict: Verdict) -> None:
        """Print a verdict as soon as it is known."""
        self._found.append(verdict)
        with ExitStack() as stack:
            if self._progress is not None:
                stack.enter_context(self._progress.paused())
            if self._printer is not None:
                self._printer.verdict(verdict)
                sys.stdout.flush()

    def with_clauses(self, telling: Telling) -> Telling:
        """Return a telling with what is wrong with the clauses; nothing is looked for if it ended early."""
        from checker.judge.contradictions.baseline import own_baseline
        from checker.judge.contradictions.run import contradictions
        from checker.judge.workspace import find_workspace

        if telling.failure is not None or telling.run.interrupted:
            return telling
        workspace = find_workspace()
        try:
            with self._new_progress() as self._progress:
                found = contradictions(workspace, self._selection, self, baseline=own_baseline(workspace))
        except KeyboardInterrupt:
            return replace(telling, run=replace(telling.run, interrupted=True))
        run = replace(telling.run, interrupted=telling.run.interrupted or found.interrupted)
        return replace(telling, run=run, contradictions=found)

    def gathered(self, telling: Telling) -> Telling:
        """Return a telling with what only a page shows; nothing is added to a run that was ended early."""
        from checker.judge.workspace import find_workspace
        from checker.report.html.gather import gathered

        if telling.failure is not None or telling.run.interrupted:
            return telling
        with self._new_progress() as self._progress:
            return gathered(telling, find_workspace(), self._selection, self)

    def found_so_far(self) -> Run:
        """Return a run of the verdicts that were known when an error ended it."""
        from checker.judge.verdict import Run

        return Run(tuple(self._found))

    def told(self, run: Run) -> tuple[Verdict, ...]:
        """Return the verdicts that are told at length: the findings, and the plays of claims asked for."""
        from checker.report.summary import findings, shown_play

        found = findings(run)
        if not self._selection.properties:
            return found
        return (*(v for v in run.verdicts if v not in found and shown_play(v) is not None), *found)

    def tell_rest(self, telling: Telling, reports: dict[str, str]) -> None:
        """Tell the findings, and what came of it all.

        On the terminal those that are expected are told at length only where they are asked for by name.
        """
        form = FORMATS[self._form]
        if self._printer is not None:
            if telling.failure is None:
                at_length = [v for v in telling.told if self._selection.properties or not v.expected]
                self._printer.close(telling.run, told=at_length, reports=reports)
            if telling.contradictions is not None:
                from checker.report.contradictions.text import print_contradictions

                click.echo()
                print_contradictions(telling.contradictions, sys.stdout, loudness=self._loudness)
        elif telling.failure is None or form.tells_failure:
            click.echo(form.text(replace(telling, timed=True)), nl=False)


def _write_all(telling: Telling, selection: Selection, form: str, writes: Documents) -> list[UsageError]:
    """Write all documents that are asked for; return what went wrong, so that the others are written."""
    from checker.report.written import append_step_summary, write_format

    failures: list[UsageError] = []
    complete = _complete(telling.run, selection) if telling.failure is None else set()
    for name, path in writes:
        if telling.failure is None or FORMATS[name].tells_failure:
            try:
                write_format(telling, name, path, complete=complete)
            except UsageError as error:
                failures.append(error)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if form == "github" and summary:
        try:
            append_step_summary(telling, Path(summary))
        except UsageError as error:
            failures.append(error)
    return failures


def _complete(run: Run, selection: Selection) -> set[str]:
    """Return the games of which every claim was judged."""
    return {v.game for v in run.verdicts} if selection.complete and not run.interrupted else set()


def _write(run: Run, selection: Selection, out: Path) -> dict[str, str]:
    """Write the reports, and return the saved plays by game and name of the finding.

    Raises:
        UsageError: they cannot be written.

    """
    from checker.report.files import report_name, write_document, write_reports
    from checker.report.summary import findings

    if out.suffix in (".json", ".md") and not out.is_dir():
        write_document(run, out)
        return {}
    write_reports(run, out, complete=_complete(run, selection))
    return {f"{v.game}/{v.name}": str(out / f"{report_name(v)}.json") for v in findings(run)}
