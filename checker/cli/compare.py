"""``ruleproof compare``: two readings, editions or models held against each other."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from checker.cli.documents import tell
from checker.cli.exit_codes import COMPARING
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import (
    cache_option,
    file_option,
    format_option,
    jobs_option,
    loudness_option,
    timeout_option,
)

__all__ = ["claims_option", "command", "comparing_loudness", "scenarios_folder", "scenarios_option"]

claims_option = click.option(
    "--no-claims", is_flag=True, help="Judge no claims; compare plays and scenarios alone."
)
scenarios_option = click.option(
    "--scenarios",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Where the tests with the scenarios are, if not in the folder tests of the workspace.",
)
comparing_loudness = loudness_option(
    "Tell each kind of situation in one sentence, without its play, and what came of it all.",
    "Tell also the whole board at the end of each play, on both sides.",
)


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
    from checker.report.comparison.json_format import comparisons_json
    from checker.report.comparison.markdown import comparisons_markdown
    from checker.report.comparison.text import print_comparisons
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
    tell(
        form,
        out,
        text=lambda page: print_comparisons(page, run, loudness=loudness),
        json=lambda: comparisons_json(run),
        markdown=lambda: comparisons_markdown(run),
    )
    return run.exit_code


def scenarios_folder(root: Path) -> Path | None:
    """Return the folder of tests in which the scenarios of a workspace are, if there is one.

    Where scenarios lie apart from other tests, in ``tests/conformance``, no others are read.
    """
    folders = (root / "tests" / "conformance", root / "tests")
    return next((folder for folder in folders if folder.is_dir()), None)
