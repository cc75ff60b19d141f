"""``ruleproof explore``: a game tried by hand, in the browser or in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from checker.cli.exit_codes import DONE
from checker.cli.group import debug_option
from checker.cli.options import WholeNumber, reading_option, scope_option

if TYPE_CHECKING:
    from checker.explorer.positions import Explored
    from checker.judge.workspace import Workspace

__all__ = ["command"]


@click.command("explore", epilog=DONE)
@click.argument("game", metavar="GAME|PATH")
@scope_option
@reading_option
@click.option(
    "--play",
    default="",
    metavar="TEXT",
    help="Open a play that was shared: the address, or what stands behind its #.",
)
@click.option("--text", is_flag=True, help="Explore in the terminal, by numbers and a few words.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=0,
    metavar="N",
    help="The port of the page; a free one unless given.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@debug_option
def command(
    *,
    game: str,
    scopes: dict[str, int],
    readings: dict[str, str],
    play: str,
    text: bool,
    port: int,
    no_browser: bool,
) -> None:
    """Try a game by hand: what may be done, why the rest is refused, and how the claims stand at every step.

    A page opens in the browser, on this machine alone, until Ctrl-C. Nothing is searched before it opens, so
    that it opens at once on any game, and nothing is written that you do not save.

    \b
    Examples:
      ruleproof explore force_of_will
      ruleproof explore magic --reading edition=CR26
      ruleproof explore my_game.py --text
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.explorer.positions import Explored
    from checker.judge.rounds import select_games
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace

    workspace = find_workspace()
    entries = select_games(workspace, Selection((game,)))
    if len(entries) > 1:
        names = ", ".join(entry.name for entry in entries)
        raise click.UsageError(f"{game} defines {names}; explore one, from a file of its own")
    explored = Explored(entries[0], scopes, readings)
    if text:
        from checker.explorer.text.shell import explore_in_text

        explore_in_text(workspace, explored, play, sys.stdin, sys.stdout)
        return
    _serve(workspace, explored, play, port, browser=not no_browser)


def _serve(workspace: Workspace, explored: Explored, play: str, port: int, *, browser: bool) -> None:
    """Serve the page until Ctrl-C."""
    from checker.explorer.web.api import Api
    from checker.explorer.web.page import make_page
    from checker.explorer.web.server import ExplorerServer

    api = Api(workspace, explored, play)
    with ExplorerServer(api, make_page(explored.schema.name), port) as server:
        click.echo(f"exploring {explored.schema.name} at {server.address}")
        click.echo("Ctrl-C ends it")
        if browser:
            import webbrowser

            webbrowser.open(server.address)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            click.echo("\nended")
        finally:
            api.close()
