"""``ruleproof show``: the traced transition system of a game, readable, or the graph of its states."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from checker.cli.exit_codes import DONE
from checker.cli.group import debug_option
from checker.cli.options import OneWord, reading_option, scope_option
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.judge.verdict import SavedPlay
    from checker.judge.workspace import GameEntry

__all__ = ["command"]

_MOST_STATES = {"dot": 500, "mermaid": 60, "graphml": 20_000}
"""How many states are drawn: what a person can still read, or for GraphML what other tools lay out."""


@click.command("show", epilog=DONE)
@click.argument("game", metavar="GAME|PATH")
@scope_option
@reading_option
@click.option(
    "--format",
    "form",
    type=OneWord(["text", *_MOST_STATES]),
    default="text",
    show_default=True,
    help="The transition system as text, or all states of a small game as a graph, by their distance from "
    "the start.",
)
@click.option(
    "--play",
    metavar="REPORT.json",
    help="Mark the play of a report in the graph, with the scopes and readings that it was found with.",
)
@debug_option
def command(game: str, scopes: dict[str, int], readings: dict[str, str], form: str, play: str | None) -> None:
    """Show the transition system that a game was traced to: what every engine works on.

    Every rule with its arguments is one guarded update: when it may be taken, the new value of every cell
    that it changes, and where it is wrong or cut.

    \b
    Examples:
      ruleproof show force_of_will
      ruleproof show magic --scope players=3
      ruleproof show my_game.py --format dot --play reports/my_game/claim.json
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.rounds import select_games
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.language.lower import lower
    from checker.language.schema import Schema
    from checker.report.escape import visible
    from checker.report.progress import Progress
    from checker.system.printing import format_system

    entries = select_games(find_workspace(), Selection((game,)))
    if form != "text":
        click.echo(_drawn(entries, scopes, readings, form, play), nl=False)
        return
    if play is not None:
        raise click.BadParameter("a play is marked in a graph: add --format dot", param_hint="--play")
    for number, entry in enumerate(entries):
        if number:
            click.echo()
        with Progress(sys.stderr) as progress:
            progress.tell(f"{entry.name}: reading the rules")
            text = format_system(lower(Schema(entry.game, scopes, readings)).system)
        click.echo("\n".join(visible(line) for line in text.splitlines()))


def _drawn(
    entries: list[GameEntry], scopes: dict[str, int], readings: dict[str, str], form: str, play: str | None
) -> str:
    """Return the graphs of games in one document.

    Raises:
        UsageError: a graph is too large, or the play does not lie in it.

    """
    from checker.judge.replaying import replay_saved
    from checker.judge.workspace import find_workspace
    from checker.language.lower import lower
    from checker.language.schema import Schema
    from checker.report.dot import dot_of
    from checker.report.graphml import graphml_of
    from checker.report.load import load_report
    from checker.report.mermaid import mermaid_of
    from checker.report.state_drawing import draw_states

    told = None
    if play is not None:
        saved = load_report(play)
        entries = [_of_play(entries, saved)]
        scopes, readings = {**saved.scopes, **scopes}, {**saved.readings, **readings}
        told = replay_saved(find_workspace(), saved).play
    drawings = tuple(
        draw_states(
            lower(Schema(entry.game, scopes, readings)).sliced(),
            most=_MOST_STATES[form],
            play=told,
            prefix=f"g{number}_" if len(entries) > 1 else "",
        )
        for number, entry in enumerate(entries, start=1)
    )
    return {"dot": dot_of, "mermaid": mermaid_of, "graphml": graphml_of}[form](drawings)


def _of_play(entries: list[GameEntry], saved: SavedPlay) -> GameEntry:
    for entry in entries:
        if entry.name == saved.game:
            return entry
    raise UsageError(
        f"{saved.report} is about {saved.game}, and not about {entries[0].name}",
        hint=f"write `ruleproof show {saved.model_file or saved.game}`",
    )
