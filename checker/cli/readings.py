"""``ruleproof readings``: tries every reading, and tells which ones matter for which claims."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from checker.cli.documents import tell
from checker.cli.exit_codes import TABLE
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import (
    cache_option,
    engine_option,
    file_option,
    format_option,
    games_argument,
    jobs_option,
    property_option,
    reading_option,
    scope_option,
    timeout_option,
)

__all__ = ["command"]


@click.command("readings", epilog=TABLE)
@games_argument
@property_option
@scope_option
@reading_option
@engine_option("How claims are judged, as in `ruleproof check`.")
@timeout_option("Give up after S seconds; of what is not decided by then it is not known whether it matters.")
@cache_option
@jobs_option("Judge")
@format_option("the readings are")
@file_option()
@debug_option
def command(
    *,
    games: tuple[str, ...],
    properties: tuple[str, ...],
    scopes: dict[str, int],
    readings: dict[str, str],
    engine: str,
    timeout: float | None,
    no_cache: bool,
    jobs: int,
    form: str,
    out: Path | None,
) -> int:
    """Try every option of every reading, and tell which readings matter for which claims.

    One reading is varied at a time; the others stay as they are in force. A reading matters for a claim if
    its verdict, or the length of its shortest play, is another one under some option.

    \b
    Examples:
      ruleproof readings magic
      ruleproof readings force_of_will --property one_priority_holder
      ruleproof readings my_game.py --timeout 60
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.readings import readings as try_readings
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.progress import Progress
    from checker.report.readings import print_readings, readings_json, readings_markdown

    selection = Selection(
        games=games,
        properties=properties,
        scopes=scopes,
        readings=readings,
        engine=engine,
        timeout=timeout,
        jobs=jobs,
        cache=not no_cache,
    )
    with Progress(sys.stderr) as progress:
        found = try_readings(find_workspace(), selection, CommandListener(progress))

    tell(
        form,
        out,
        text=lambda page: print_readings(page, found),
        json=lambda: readings_json(found),
        markdown=lambda: readings_markdown(found),
    )
    return 0
