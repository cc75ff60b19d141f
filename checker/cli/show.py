"""``ruleproof show``: the traced transition system of a game, readable."""

from __future__ import annotations

import click

from checker.cli.exit_codes import TABLE
from checker.cli.group import debug_option
from checker.cli.options import reading_option, scope_option

__all__ = ["command"]


@click.command("show", epilog=TABLE)
@click.argument("game", metavar="GAME|PATH")
@scope_option
@reading_option
@debug_option
def command(game: str, scopes: dict[str, int], readings: dict[str, str]) -> None:
    """Show the transition system that a game was traced to: what every engine works on.

    Every rule with its arguments is one guarded update: when it may be taken, the new value of every cell
    that it changes, and where it is wrong or cut.

    \b
    Examples:
      ruleproof show force_of_will
      ruleproof show magic --scope players=3
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.rounds import select_games
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.language.lower import lower
    from checker.language.schema import Schema
    from checker.report.escape import visible
    from checker.system.printing import format_system

    for number, entry in enumerate(select_games(find_workspace(), Selection((game,)))):
        if number:
            click.echo()
        text = format_system(lower(Schema(entry.game, scopes, readings)).system)
        click.echo("\n".join(visible(line) for line in text.splitlines()))
