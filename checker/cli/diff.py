"""``ruleproof diff``: the working tree against a git revision of the same models and specs."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import click

from checker.cli.comparing import (
    claims_option,
    comparing_loudness,
    scenarios_folder,
    scenarios_option,
    tell_comparisons,
)
from checker.cli.exit_codes import COMPARING
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import file_option, format_option, games_argument, timeout_option

__all__ = ["command"]


@click.command("diff", epilog=COMPARING)
@click.argument("revision", metavar="REV")
@games_argument
@claims_option
@scenarios_option
@timeout_option("Give up after S seconds; what is not known by then is told as undetermined.")
@format_option("the differences are")
@file_option()
@comparing_loudness
@debug_option
def command(
    *,
    revision: str,
    games: tuple[str, ...],
    no_claims: bool,
    scenarios: Path | None,
    timeout: float | None,
    form: str,
    out: Path | None,
    loudness: str,
) -> int:
    """Tell what the rules do otherwise in the working tree than in the git revision REV.

    Games and rules that came or went, clauses that say something else, and every kind of situation in which
    the two differ, each with its shortest play; claims whose verdict changed, and scenarios that flip. Games
    whose files are the same are not compared. The scenarios are those of the working tree.

    The revision is laid out in a temporary folder, and read by a process of its own.

    \b
    Examples:
      ruleproof diff HEAD
      ruleproof diff main magic
      ruleproof diff v1.2 my_game.py --no-claims
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.comparison.compare import Wish
    from checker.judge.comparison.diff import diff
    from checker.judge.workspace import find_workspace
    from checker.report.progress import Progress
    from checker.scenario.flipping import play_scenarios

    workspace = find_workspace()
    wish = Wish(
        claims=not no_claims,
        scenarios=scenarios.resolve() if scenarios else scenarios_folder(workspace.root),
        play=play_scenarios,
        timeout=timeout,
    )
    with Progress(sys.stderr, shown=loudness != "quiet") as progress:
        run = diff(workspace, revision, games, wish, CommandListener(progress))
    run = replace(run, command=shlex.join(["ruleproof", "diff", revision, *games]))
    tell_comparisons(run, form, out, loudness)
    return run.exit_code
