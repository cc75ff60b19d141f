"""``ruleproof explain``: a clause, what it demands, what it allows and refuses, and what rests on it."""

from __future__ import annotations

import sys

import click

from checker.cli.exit_codes import AS_EXPECTED, DONE
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import format_option, games_argument, reading_option, scope_option

__all__ = ["command"]


@click.command("explain", epilog=DONE)
@click.argument("clause")
@games_argument
@scope_option
@reading_option
@format_option("the clause is", ("text", "json"))
@debug_option
def command(
    *,
    clause: str,
    games: tuple[str, ...],
    scopes: dict[str, int],
    readings: dict[str, str],
    form: str,
) -> int:
    """Show what a clause says and demands, one example of both, and all that rests on it.

    CLAUSE is written as in the rulebook, edition:number, with its sentence or without.

    \b
    Examples:
      ruleproof explain CR24:117.4
      ruleproof explain A:2.1 my_game.py
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.contradictions.explaining import explain
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.contradictions.explained import explained_json, print_explained
    from checker.report.json_format import to_text
    from checker.report.progress import Progress

    selection = Selection(games=games, scopes=scopes, readings=readings)
    with Progress(sys.stderr) as progress:
        found = explain(find_workspace(), clause, selection, CommandListener(progress))
    if form == "json":
        click.echo(to_text(explained_json(found)), nl=False)
    else:
        print_explained(found, sys.stdout)
    return AS_EXPECTED
