"""``ruleproof new``: begins a repository of the user's own."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli.exit_codes import DONE
from checker.cli.group import debug_option

__all__ = ["command"]


@click.command("new", epilog=DONE)
@click.argument("name", metavar="NAME")
@click.option(
    "--from",
    "bundled",
    metavar="GAME",
    help="Begin with a copy of this bundled game, and of all that it is made of.",
)
@debug_option
def command(*, name: str, bundled: str | None) -> None:
    """Make a folder NAME with a game, its claims and rulebook, tests, and what a build needs.

    Without --from it is a small game of two players, priority and a stack, with comments that tell how it
    is written. Nothing that is there is ever overwritten, and a folder is made whole or not at all.

    \b
    Examples:
      ruleproof new my_game
      ruleproof new my_magic --from magic
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.workspace import bundled_workspace
    from checker.report.escape import visible
    from checker.report.version import installed_version
    from checker.scaffold.folder import check_free, write_folder
    from checker.scaffold.naming import checked_name
    from checker.scaffold.repository import copied_files, starter_files

    folder = Path(checked_name(name))
    check_free(folder)
    version = installed_version() or ""
    if bundled is None:
        files = starter_files(name, version)
    else:
        files = copied_files(bundled_workspace(), bundled, version)
    write_folder(folder, files)
    for path in files:
        click.echo(visible(f"  {name}/{path}"))
    check = f"ruleproof check{f' {bundled}' if bundled else ''}"
    click.echo(f"made {name}; go on with `cd {name}` and `{check}`")
