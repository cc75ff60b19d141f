"""``ruleproof readings``: tries every reading, and tells which ones matter for which claims."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from checker.cli.exit_codes import TABLE
from checker.cli.group import debug_option
from checker.cli.listener import CommandListener
from checker.cli.options import Number, OneWord, reading_option, scope_option
from checker.judge.selection import ENGINES

__all__ = ["command"]


@click.command("readings", epilog=TABLE)
@click.argument("games", nargs=-1, metavar="[GAME|PATH]...")
@click.option(
    "--property", "properties", multiple=True, metavar="NAME", help="Judge this claim alone. May be repeated."
)
@scope_option
@reading_option
@click.option(
    "--engine",
    type=OneWord(ENGINES),
    default="auto",
    show_default=True,
    help="How claims are judged, as in `ruleproof check`.",
)
@click.option(
    "--timeout",
    type=Number(),
    metavar="S",
    help="Give up after S seconds; of what is not decided by then it is not known whether it matters.",
)
@click.option(
    "--no-cache",
    is_flag=True,
    envvar="RULEPROOF_NO_CACHE",
    help="Answer everything anew, and keep no answers in .ruleproof of the workspace.",
)
@click.option(
    "--jobs",
    type=click.IntRange(0, 64),
    metavar="N",
    default=lambda: min(os.cpu_count() or 1, 4),
    envvar="RULEPROOF_JOBS",
    help="Judge in N processes side by side (as many as there are cores, up to 4); 0: in one, this.",
)
@click.option(
    "--format",
    "form",
    type=OneWord(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="How the readings are told on standard output.",
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
    properties: tuple[str, ...],
    scopes: dict[str, int],
    readings: dict[str, str],
    engine: str,
    timeout: float | None,
    no_cache: bool,
    jobs: int,
    form: str,
    out: Path | None,
) -> int:
    """Try every option of every reading, and tell which readings matter for which claims.

    One reading is varied at a time; the others stay as they are in force. A reading matters for a claim if
    its verdict, or the length of its shortest play, is another one under some option.

    \b
    Examples:
      ruleproof readings magic
      ruleproof readings force_of_will --property one_priority_holder
      ruleproof readings my_game.py --timeout 60
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.readings import readings as try_readings
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.json_format import to_text
    from checker.report.layout import Page
    from checker.report.progress import Progress
    from checker.report.readings import print_readings, readings_json, readings_markdown

    if out is not None and out.suffix not in (".json", ".md"):
        raise click.BadParameter(
            f"name a file that ends in .json or .md, not {str(out)!r}", param_hint="--out"
        )
    selection = Selection(
        games=tuple(dict.fromkeys(games)),
        properties=tuple(dict.fromkeys(properties)),
        scopes=scopes,
        readings=readings,
        engine=engine,
        timeout=timeout,
        jobs=jobs,
        cache=not no_cache,
    )
    with Progress(sys.stderr) as progress:
        found = try_readings(find_workspace(), selection, CommandListener(progress))

    def told(how: str) -> str:
        return to_text(readings_json(found)) if how == "json" else readings_markdown(found)

    if form == "text":
        print_readings(Page(sys.stdout), found)
    else:
        click.echo(told(form), nl=False)
    if out is not None:
        from checker.report.files import write_text

        sys.stdout.flush()
        write_text(out, told("json" if out.suffix == ".json" else "markdown"))
    return 0
