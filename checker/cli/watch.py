"""``ruleproof watch``: checks again whenever a file is saved."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from checker.cli.exit_codes import table
from checker.cli.group import debug_option
from checker.cli.options import cache_option, games_argument, loudness_option, property_option

__all__ = ["command"]


@click.command("watch", epilog=table("it was ended by Ctrl-C", unknown=""))
@games_argument
@property_option
@cache_option
@loudness_option(
    "Tell only what is not as expected, and what came of it all.",
    "Tell of each verdict also why this engine gave it, what it took, and whether it was kept.",
)
@debug_option
def command(*, games: tuple[str, ...], properties: tuple[str, ...], no_cache: bool, loudness: str) -> int:
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
    options += [f"--{loudness}"] if loudness != "usual" else []
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        Watch(Path.cwd(), games, tuple(options)).go_on()
    except KeyboardInterrupt:
        click.echo()
    return 0
