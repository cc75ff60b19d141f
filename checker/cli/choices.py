"""``ruleproof choices``: every choice in games, with who makes it, when, and by which clause."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from checker.cli.exit_codes import TABLE
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import Number, OneWord, reading_option, scope_option

__all__ = ["command"]


@click.command("choices", epilog=TABLE)
@click.argument("games", nargs=-1, metavar="[GAME|PATH]...")
@click.option(
    "--open",
    "only_open",
    is_flag=True,
    help="Show those alone for which no clause names the chooser or the order, or none is cited.",
)
@scope_option
@reading_option
@click.option("--timeout", type=Number(), metavar="S", help="Give up the search for orders after S seconds.")
@click.option(
    "--format",
    "form",
    type=OneWord(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="How the choices are told on standard output.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write them into FILE, as Markdown if its name ends in .md, as JSON if in .json.",
)
@debug_option
def command(
    *,
    games: tuple[str, ...],
    only_open: bool,
    scopes: dict[str, int],
    readings: dict[str, str],
    timeout: float | None,
    form: str,
    out: Path | None,
) -> int:
    """Show every choice in the games: who makes it, when, and by which clause.

    Choices for which nobody is named, or no clause is cited, are marked, and so are orders that nobody
    settles: automatic rules of one layer that apply together, players who may act or choose at once.

    \b
    Examples:
      ruleproof choices magic
      ruleproof choices --open
      ruleproof choices my_game.py --scope players=3
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.choices.run import choices
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.choices import choices_json, choices_markdown, print_choices
    from checker.report.json_format import to_text
    from checker.report.layout import Page
    from checker.report.progress import Progress

    if out is not None and out.suffix not in (".json", ".md"):
        raise click.BadParameter(
            f"name a file that ends in .json or .md, not {str(out)!r}", param_hint="--out"
        )
    selection = Selection(
        games=tuple(dict.fromkeys(games)), scopes=scopes, readings=readings, timeout=timeout
    )
    with Progress(sys.stderr) as progress:
        run = choices(find_workspace(), selection, CommandListener(progress))

    def told(how: str) -> str:
        if how == "json":
            return to_text(choices_json(run, only_open=only_open))
        return choices_markdown(run, only_open=only_open)

    if form == "text":
        print_choices(Page(sys.stdout), run, only_open=only_open)
    else:
        click.echo(told(form), nl=False)
    if out is not None:
        from checker.report.files import write_text

        sys.stdout.flush()
        write_text(out, told("json" if out.suffix == ".json" else "markdown"))
    return run.exit_code
