"""The group of commands, each imported only when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from checker.cli.exit_codes import TABLE
from checker.errors import nearest

__all__ = ["Settings", "debug_option", "root"]

F = TypeVar("F", bound=Callable[..., Any])

_COMMANDS = {
    "certify": ("certify", "Check proofs that were handed out."),
    "check": ("check", "Judge what must hold, and show the play that breaks it."),
    "choices": ("choices", "Show every choice: who makes it, when, and by which clause."),
    "compare": ("compare", "Tell where two readings, editions or models differ."),
    "contradictions": ("contradictions", "Find clauses that cannot be followed together."),
    "coverage": ("coverage", "Show which clause is modelled where, and what rests on it."),
    "diff": ("diff", "Tell what a change of the rules does, against a git revision."),
    "explain": ("explain", "Show a clause, what it demands, and what rests on it."),
    "export": ("export", "Write a game in the language of another tool."),
    "explore": ("explore", "Try a game by hand, in the browser or in the terminal."),
    "list": ("listing", "Show games, rules, properties, readings and scopes."),
    "new": ("new", "Begin a repository of your own."),
    "prove": ("prove", "Prove what always holds, and hand out the proofs."),
    "readings": ("readings", "Try every reading, and tell which matter for which claims."),
    "replay": ("replay", "Run the play of a report again."),
    "show": ("show", "Show the transition system of a game."),
    "testgen": ("testgen", "Make a regression test of a saved play."),
    "watch": ("watch", "Check again whenever a file is saved."),
}
"""Each command with the module that has it, and what it does in a few words."""


@dataclass
class Settings:
    """What is set for the whole command: whether a fault of the tool is shown with its traceback."""

    debug: bool = False


def debug_option(function: F) -> F:
    """Add ``--debug`` to a command."""

    def remember(context: click.Context, _: click.Parameter, value: bool) -> None:
        if value:
            context.ensure_object(Settings).debug = True

    return click.option(
        "--debug",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=remember,
        help="Show where a fault of ruleproof itself came from.",
    )(function)


class _LazyGroup(click.Group):
    """A group that imports the module of a command when the command is needed, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"checker.cli.{_COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"There is no command {args[0]!r}; {nearest(args[0], _COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


def _tell_version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if not value:
        return
    from checker.report.version import installed_version

    number = installed_version() or "(not installed: run from its sources)"
    click.echo(f"ruleproof {number}")
    context.exit()


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=TABLE,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version.",
)
@debug_option
def root() -> None:
    """Find contradictions in card-game rules before players do.

    Rules are written once, in plain Python. ruleproof searches every play of a small game, proves by
    induction what it can, and writes the shortest play that shows what is wrong.

    \b
    Examples:
      ruleproof list                      what there is to check
      ruleproof check                     check every game
      ruleproof check force_of_will       check one game
      ruleproof check my_game.py          check the game in a file
      ruleproof coverage magic            what covers the clauses of a game
      ruleproof compare magic edition=CR26
                                          where two readings of a game differ
      ruleproof diff HEAD                 what a change of the rules does
      ruleproof explore magic             try a game by hand
      ruleproof replay REPORT.json        run a saved play again
      ruleproof new my_game               begin a repository of your own
    """  # noqa: D301 - click keeps lines as they are after this mark
