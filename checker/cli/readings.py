"""``ruleproof readings``: tries every reading, and tells which ones matter for which claims."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.cli.documents import tell
from checker.cli.exit_codes import table
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import file_option, format_option, judging_options, loudness_option

if TYPE_CHECKING:
    from checker.judge.selection import Selection

__all__ = ["command"]


@click.command(
    "readings",
    epilog=table(
        "every reading was tried", unknown="of some claim it is not known whether a reading matters"
    ),
)
@judging_options(
    engine="How claims are judged, as in `ruleproof check`.",
    timeout="Give up after S seconds; of what is not decided by then it is not known whether it matters.",
)
@format_option("the readings are")
@file_option()
@loudness_option(
    "Tell only the readings that matter, or of which that is not known, and how many do.",
    "Tell also the verdict on each claim as the readings are in force.",
)
@debug_option
def command(
    *,
    selection: Selection,
    form: str,
    out: Path | None,
    loudness: str,
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
    from checker.judge.workspace import find_workspace
    from checker.report.progress import Progress
    from checker.report.readings import exit_code, print_readings, readings_json, readings_markdown

    with Progress(sys.stderr, shown=loudness != "quiet") as progress:
        found = try_readings(find_workspace(), selection, CommandListener(progress))

    tell(
        form,
        out,
        text=lambda page: print_readings(page, found, loudness=loudness),
        json=lambda: readings_json(found),
        markdown=lambda: readings_markdown(found),
    )
    return exit_code(found)
