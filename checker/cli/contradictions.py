"""``ruleproof contradictions``: what is wrong with the clauses of games, each with the shortest play."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.cli.exit_codes import table
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import (
    Documents,
    documents,
    format_option,
    games_argument,
    jobs_option,
    loudness_option,
    reading_option,
    reports_option,
    scope_option,
    timeout_option,
)
from checker.report.contradictions.formats import FORMS, PAGE, told_as

if TYPE_CHECKING:
    from checker.report.near_play import Surroundings

__all__ = ["command"]

_ENDINGS = {".json": "json", ".md": "markdown"}


@click.command(
    "contradictions",
    epilog=table("no finding is new", "a finding is new", "no finding is new, but the search was not whole"),
)
@games_argument
@click.option("--clause", default="", metavar="ID", help="Only what this clause has a part in.")
@scope_option
@reading_option
@click.option(
    "--everywhere",
    is_flag=True,
    help="Look also under the readings and scopes that the specs name besides the games' own (also_under).",
)
@timeout_option("Give up the search after S seconds.")
@jobs_option("Examine games")
@click.option(
    "--baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The findings that are known: a TOML table [accepted] with a reason for each id "
    "(contradictions.toml in the folder of specs, if there is one).",
)
@format_option("the findings are", tuple(FORMS))
@click.option(
    "--write",
    "writes",
    multiple=True,
    metavar="FORMAT=PATH",
    callback=documents(FORMS, "sarif=a.sarif"),
    help="Also write them in that format into the file PATH. May be repeated.",
)
@reports_option(
    "Also write them: a page a finding and an index into the folder PATH; or, if PATH ends in .json or "
    ".md, all of them into that file."
)
@loudness_option(
    "Tell only the findings that are new, and what came of it all.",
    "Tell also known and settled ones at length.",
)
@debug_option
def command(
    *,
    games: tuple[str, ...],
    clause: str,
    scopes: dict[str, int],
    readings: dict[str, str],
    everywhere: bool,
    timeout: float | None,
    jobs: int,
    baseline: Path | None,
    form: str,
    writes: Documents,
    out: Path | None,
    loudness: str,
) -> int:
    """Find clauses that cannot be followed together, and what they leave open.

    What clauses demand is stated by norms: functions of the specs marked @norm, as in the game that
    `ruleproof new` writes. Games without any are passed over.

    \b
    Examples:
      ruleproof contradictions
      ruleproof contradictions my_game.py --clause A:2.1
      ruleproof contradictions --baseline known.toml
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.contradictions.baseline import load_baseline, own_baseline
    from checker.judge.contradictions.run import contradictions
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.contradictions.files import write_contradictions
    from checker.report.contradictions.text import print_contradictions
    from checker.report.files import write_text
    from checker.report.places import repository_above
    from checker.report.progress import Progress

    workspace = find_workspace()
    known = own_baseline(workspace) if baseline is None else load_baseline(baseline)
    selection = Selection(games=games, scopes=scopes, readings=readings, timeout=timeout, jobs=jobs)
    with Progress(sys.stderr, shown=loudness != "quiet") as progress:
        run = contradictions(
            workspace,
            selection,
            CommandListener(progress),
            clause=clause,
            baseline=known,
            everywhere=everywhere,
        )
        around: dict[str, Surroundings] = {}
        if PAGE in (form, *(how for how, _ in writes)) and not run.interrupted:
            from checker.judge.rounds import select_games
            from checker.report.html.gather import around_findings

            entries = select_games(workspace, selection)
            around = around_findings(run, entries, jobs, CommandListener(progress))
    words = ["ruleproof", "contradictions", *selection.games, *(["--clause", clause] if clause else [])]
    words += ["--everywhere"] if everywhere else []
    for option, given in (("--scope", scopes), ("--reading", readings)):
        for name, value in given.items():
            words += [option, f"{name}={value}"]
    run = replace(run, command=shlex.join(words))

    places = repository_above(Path.cwd())
    if form == "text":
        print_contradictions(run, sys.stdout, loudness=loudness)
    else:
        click.echo(told_as(form, run, places, around), nl=False)
    sys.stdout.flush()
    for how, path in writes:
        write_text(path, told_as(how, run, places, around))
    if out is not None:
        if out.suffix in _ENDINGS and not out.is_dir():
            write_text(out, told_as(_ENDINGS[out.suffix], run, places))
        elif run.interrupted:
            click.echo(f"Nothing was written into {out}, whose pages are of whole runs.", err=True)
        else:
            write_contradictions(run, out)
    return run.exit_code
