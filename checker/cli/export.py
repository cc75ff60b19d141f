"""``ruleproof export``: a game in the language of another tool, with the same states and the same steps."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from checker.cli.exit_codes import DONE
from checker.cli.group import debug_option
from checker.cli.options import OneWord, WholeNumber, reading_option, scope_option
from checker.errors import UsageError

__all__ = ["command"]

_LANGUAGES = ("smtlib", "smv", "promela", "murphi")
_DEPTH = 10


@click.command("export", epilog=DONE)
@click.argument("game", metavar="GAME|PATH")
@click.option("--to", required=True, type=OneWord(_LANGUAGES), help="The language.")
@scope_option
@reading_option
@click.option(
    "--property",
    "properties",
    multiple=True,
    metavar="NAME",
    help="Export this claim alone, with the ghosts that it reads. May be repeated.",
)
@click.option("--no-claims", is_flag=True, help="Export no claims, to count states.")
@click.option(
    "--form",
    type=OneWord(("bounded", "horn")),
    help="For SMT-LIB: a bounded search for a play (unless given), or Horn clauses for all plays.",
)
@click.option(
    "--depth",
    type=WholeNumber(0),
    metavar="N",
    help=f"For a bounded search: plays of at most N steps ({_DEPTH}, unless given).",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write into FILE."
)
@debug_option
def command(
    *,
    game: str,
    to: str,
    scopes: dict[str, int],
    readings: dict[str, str],
    properties: tuple[str, ...],
    no_claims: bool,
    form: str | None,
    depth: int | None,
    out: Path | None,
) -> None:
    """Write a game in the language of another tool: for SMT solvers, NuSMV, SPIN or Rumur.

    The exported model has the same states and the same steps as the search of ruleproof. Without
    --property, it has those claims that the language can hold and that read no ghosts.

    \b
    Examples:
      ruleproof export force_of_will --to promela --out model.pml
      ruleproof export magic --to murphi --scope stack=3 --no-claims --out model.m
      ruleproof export my_game.py --to smtlib --depth 20 --property my_claim
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.export.formats import written
    from checker.judge.exported import exported_game
    from checker.judge.rounds import select_games
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.files import write_text
    from checker.report.progress import Progress

    _check(to, form, depth, properties, no_claims)
    selection = Selection((game,), properties, scopes, readings)
    entries = select_games(find_workspace(), selection)
    if len(entries) != 1:
        raise UsageError(
            f"{game} has {len(entries)} games, and one is exported at a time",
            hint=f"name one of {', '.join(e.name for e in entries)}" if entries else "",
        )
    with Progress(sys.stderr) as progress:
        progress.tell(f"{entries[0].name}: reading the rules")
        exported = exported_game(entries[0], selection, to, claims=not no_claims)
        progress.tell(f"{entries[0].name}: writing them for {to}")
        text = written(exported, to, depth=None if form == "horn" else _DEPTH if depth is None else depth)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, text)


def _check(
    to: str, form: str | None, depth: int | None, properties: tuple[str, ...], no_claims: bool
) -> None:
    """Refuse options that do not go together."""
    if to != "smtlib" and (form is not None or depth is not None):
        option = "--form" if form is not None else "--depth"
        raise click.BadParameter(f"it counts for --to smtlib alone, not for {to}", param_hint=option)
    if form == "horn" and depth is not None:
        raise click.BadParameter("Horn clauses are about plays of any length", param_hint="--depth")
    if no_claims and properties:
        raise click.BadParameter("a claim is asked for with --property as well", param_hint="--no-claims")
    if no_claims and to == "smtlib":
        raise click.BadParameter("a solver is asked for a claim", param_hint="--no-claims")
