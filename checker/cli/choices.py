"""``ruleproof choices``: every choice in games, with who makes it, when, and by which clause."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from checker.cli.documents import tell
from checker.cli.exit_codes import table
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import (
    file_option,
    format_option,
    games_argument,
    loudness_option,
    reading_option,
    scope_option,
    timeout_option,
)

__all__ = ["command"]


@click.command("choices", epilog=table("the choices are told", unknown="the search for orders ended early"))
@games_argument
@click.option(
    "--open",
    "only_open",
    is_flag=True,
    help="Show those alone for which no clause names the chooser or the order, or none is cited.",
)
@scope_option
@reading_option
@timeout_option("Give up the search for orders after S seconds.")
@format_option("the choices are")
@file_option()
@loudness_option(
    "Tell only what is open, as --open does, and how many choices there are.",
    "Tell also the clauses in full, and plays that show an open order step by step.",
)
@debug_option
def command(
    *,
    games: tuple[str, ...],
    only_open: bool,
    scopes: dict[str, int],
    readings: dict[str, str],
    timeout: float | None,
    form: str,
    out: Path | None,
    loudness: str,
) -> int:
    """Show every choice in the games: who makes it, when, and by which clause.

    Choices for which nobody is named, or no clause is cited, are marked, and so are orders that nobody
    settles: automatic rules of one layer that apply together, players who may act or choose at once.

    \b
    Examples:
      ruleproof choices magic
      ruleproof choices --open
      ruleproof choices my_game.py --scope players=3
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.choices.run import choices
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.choices import choices_json, choices_markdown, print_choices
    from checker.report.progress import Progress

    selection = Selection(games=games, scopes=scopes, readings=readings, timeout=timeout)
    with Progress(sys.stderr, shown=loudness != "quiet") as progress:
        run = choices(find_workspace(), selection, CommandListener(progress))

    tell(
        form,
        out,
        text=lambda page: print_choices(page, run, only_open=only_open, loudness=loudness),
        json=lambda: choices_json(run, only_open=only_open),
        markdown=lambda: choices_markdown(run, only_open=only_open),
    )
    return run.exit_code
