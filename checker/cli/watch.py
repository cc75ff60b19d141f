"""``ruleproof watch``: checks again whenever a file is saved."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from checker.cli.exit_codes import TABLE
from checker.cli.group import debug_option

__all__ = ["command"]


@click.command("watch", epilog=TABLE)
@click.argument("games", nargs=-1, metavar="[GAME|PATH]...")
@click.option(
    "--property", "properties", multiple=True, metavar="NAME", help="Judge this claim alone. May be repeated."
)
@click.option("--no-cache", is_flag=True, envvar="RULEPROOF_NO_CACHE", help="Answer everything anew.")
@debug_option
def command(*, games: tuple[str, ...], properties: tuple[str, ...], no_cache: bool) -> int:
    """Check games, and check again those that a change touches whenever a file is saved, until Ctrl-C.

    A game is touched by a change of its model, its specs, its rulebook, and of what these import. A file that
    cannot be loaded is told and waited for.

    \b
    Examples:
      ruleproof watch
      ruleproof watch magic --property one_priority_holder
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.cli.watching import Watch

    options = [word for name in properties for word in ("--property", name)]
    options += ["--no-cache"] if no_cache else []
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        Watch(Path.cwd(), tuple(dict.fromkeys(games)), tuple(options)).go_on()
    except KeyboardInterrupt:
        click.echo()
    return 0
