"""``ruleproof compare``: two readings, editions or models held against each other."""

from __future__ import annotations

import shlex
import sys
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
from checker.cli.options import (
    cache_option,
    file_option,
    format_option,
    jobs_option,
    timeout_option,
)

__all__ = ["command"]


@click.command("compare", epilog=COMPARING)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--by",
    "by",
    multiple=True,
    metavar="NAME",
    help="Compare by this field, or by this function marked @compared, alone. May be repeated.",
)
@claims_option
@scenarios_option
@timeout_option("Give up after S seconds; what is not known by then is told as undetermined.")
@cache_option
@jobs_option("Judge claims")
@format_option("the comparison is")
@file_option("it")
@comparing_loudness
@debug_option
def command(
    *,
    first: str,
    second: str,
    by: tuple[str, ...],
    no_claims: bool,
    scenarios: Path | None,
    timeout: float | None,
    no_cache: bool,
    jobs: int,
    form: str,
    out: Path | None,
    loudness: str,
) -> int:
    """Tell in which kinds of situation A and B differ, each with its shortest play.

    A and B are a game, and after a colon what is read otherwise in it: GAME:NAME=VALUE,NAME=VALUE. A name is
    that of a reading (an edition is one) or of a scope. Where B is a reading of the same game, its game can
    be left out.

    Both are played side by side, from the same starts, by the same steps, until they part: a step that one of
    them refuses, another outcome of a step, something that happens by itself on one side only, or the game
    over on one side only.

    Two readings of one game are compared by all of its state. Two games are compared by functions that are
    marked @compared, one of each name about either; where there are none, by the fields that both have.

    \b
    Examples:
      ruleproof compare magic edition=CR26
      ruleproof compare berserk after_declaring=active_player
      ruleproof compare berserk:stack=3,die_roll=own_entry berserk:stack=3
      ruleproof compare my_game.py my_other_game.py --by life
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.comparison.compare import Wish, compare
    from checker.judge.comparison.outcome import ComparisonRun
    from checker.judge.comparison.sides import parse_sides
    from checker.judge.workspace import find_workspace
    from checker.report.progress import Progress
    from checker.scenario.flipping import play_scenarios

    sides = parse_sides(first, second)
    workspace = find_workspace()
    wish = Wish(
        by=tuple(dict.fromkeys(by)),
        claims=not no_claims,
        scenarios=scenarios.resolve() if scenarios else scenarios_folder(workspace.root),
        play=play_scenarios,
        timeout=timeout,
        jobs=jobs,
        cache=not no_cache,
    )
    with Progress(sys.stderr, shown=loudness != "quiet") as progress:
        found = compare(workspace, sides, wish, CommandListener(progress))
    run = ComparisonRun((found,), shlex.join(["ruleproof", "compare", first, second]))
    tell_comparisons(run, form, out, loudness)
    return run.exit_code
