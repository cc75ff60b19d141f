"""``ruleproof coverage``: which clause of a rulebook is modelled where, and what rests on it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from checker.cli.documents import tell
from checker.cli.exit_codes import table
from checker.cli.group import debug_option
from checker.cli.options import file_option, format_option, games_argument

__all__ = ["command"]


@click.command("coverage", epilog=table("every clause is covered", "a clause is a hole"))
@games_argument
@click.option(
    "--holes", is_flag=True, help="Show those clauses alone that are holes, or cited although left out."
)
@click.option(
    "--verdicts",
    type=click.Path(path_type=Path),
    metavar="RUN.json",
    help="Show the verdicts of a run, as `ruleproof check --out RUN.json` saved them.",
)
@click.option(
    "--scenarios",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Show the scenarios in the tests of FOLDER as well.",
)
@format_option("the coverage is")
@file_option("it")
@debug_option
def command(
    *,
    games: tuple[str, ...],
    holes: bool,
    verdicts: Path | None,
    scenarios: Path | None,
    form: str,
    out: Path | None,
) -> int:
    """Show for every clause of a rulebook where it is modelled and which claims rest on it, by chapter.

    A clause that nothing cites, and that gives no reason why it is left out, is a hole: the exit code is 1
    then. A rulebook is covered by all games of the workspace that name it.

    \b
    Examples:
      ruleproof coverage
      ruleproof coverage magic --holes
      ruleproof check --out run.json; ruleproof coverage --verdicts run.json
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.coverage import covered
    from checker.judge.workspace import find_workspace
    from checker.report.coverage import coverage_json, coverage_markdown, exit_code, print_coverage
    from checker.report.progress import Progress

    with Progress(sys.stderr) as progress:
        progress.tell("reading games and rulebooks")
        books = covered(find_workspace(), games)
        if verdicts is not None:
            from checker.report.load import load_run

            saved = load_run(verdicts)
            books = tuple(replace(book, verdicts=saved) for book in books)
        if scenarios is not None:
            from checker.scenario.collected import scenarios_by_clause

            progress.tell("reading the scenarios")
            books = tuple(
                replace(book, scenarios=scenarios_by_clause(scenarios, book.rulebook)) for book in books
            )

    tell(
        form,
        out,
        text=lambda page: print_coverage(page, books, only_open=holes),
        json=lambda: coverage_json(books, only_open=holes),
        markdown=lambda: coverage_markdown(books, only_open=holes),
    )
    return exit_code(books)
