"""``ruleproof list``: the games, with their rules, claims, readings and scopes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from checker.cli.exit_codes import DONE
from checker.cli.group import debug_option
from checker.cli.options import games_argument

if TYPE_CHECKING:
    from checker.judge.claims import Claim
    from checker.judge.workspace import GameEntry
    from checker.language.schema import Schema
    from checker.report.layout import Page

__all__ = ["command"]

_LABEL_WIDTH = 30


@click.command("list", epilog=DONE)
@games_argument
@click.option("--quiet", "-q", is_flag=True, help="Show the games alone, each with what it is about.")
@debug_option
def command(games: tuple[str, ...], quiet: bool) -> None:
    """Show the games; of one that is named, or the only one, its rules, properties, readings and scopes.

    \b
    Examples:
      ruleproof list
      ruleproof list magic
      ruleproof list my_game.py
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.rounds import select_games
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.layout import Page

    page = Page(sys.stdout)
    entries = select_games(find_workspace(), Selection(games))
    if quiet or (len(entries) > 1 and not games):
        for entry in entries:
            page.row(entry.name, _about(entry).split("\n")[0], label_width=_LABEL_WIDTH)
        if not quiet:
            page.blank()
            page.text("`ruleproof list GAME` shows what a game has: rules, properties, readings and scopes.")
        return
    for number, entry in enumerate(entries):
        if number:
            page.blank()
        _print_game(page, entry)


def _about(entry: GameEntry) -> str:
    """Return the first paragraph that a game says of itself."""
    return (entry.game.__doc__ or "").strip().split("\n\n")[0]


def _print_game(page: Page, entry: GameEntry) -> None:
    from checker.judge.builtin import built_in_claims
    from checker.judge.claims import claims_of
    from checker.language.schema import Schema
    from checker.report.summary import shown_source

    schema = Schema(entry.game)
    claims = [*claims_of(entry.game), *built_in_claims(entry.game, schema.source)]
    page.text(f"{entry.name}   {shown_source(schema.source)}".rstrip(), style="bold")
    page.text(_about(entry), indent=2)
    _print_rows(page, "rules", _rules(schema))
    _print_rows(page, "properties", (_property(c) for c in claims))
    _print_rows(page, "readings", _readings(schema))
    _print_rows(page, "scopes", _scopes(schema))


def _print_rows(page: Page, title: str, rows: Iterator[tuple[str, str]]) -> None:
    listed = list(rows)
    if listed:
        page.text(title, indent=2, style="bold")
    for label, text in listed:
        page.row(label, text, label_width=_LABEL_WIDTH, indent=4)


def _rules(schema: Schema) -> Iterator[tuple[str, str]]:
    for name, rule in schema.rules.items():
        parameters = ", ".join(p.name for p in schema.parameters[name])
        assumed = f"; assumed: {rule.assumed}" if rule.assumed else ""
        says = f": {rule.says}" if rule.says else ""
        cites = f"   [{', '.join(rule.clauses)}]" if rule.clauses else ""
        yield f"{name}({parameters})" if parameters else name, f"{rule.kind.value}{says}{assumed}{cites}"


def _property(claim: Claim) -> tuple[str, str]:
    at = "" if claim.at == "everywhere" else f" at {claim.at}"
    expected = "" if claim.expect.status == "holds" else f"; expected: {claim.expect.status}"
    for variant in claim.also:
        readings = ", ".join(f"{name}={option}" for name, option in variant.readings.items())
        expected += f"; with {readings} expected: {variant.expect.status}"
    says = f": {claim.says}" if claim.says else ""
    cites = f"   [{', '.join(claim.clauses)}]" if claim.clauses else ""
    return claim.name, f"{claim.kind.value}{at}{says}{expected}{cites}"


def _readings(schema: Schema) -> Iterator[tuple[str, str]]:
    for name, reading in schema.game.readings().items():
        options = (
            f"{option} ({clause}{', the default' if option == reading.default else ''})"
            for option, clause in reading.options
        )
        yield name, f"{reading.question}: {', '.join(options)}"


def _scopes(schema: Schema) -> Iterator[tuple[str, str]]:
    for kind, table in (("size", schema.sizes), ("bound", schema.bounds), ("range", schema.ranges)):
        for name, number in table.items():
            yield f"{name}={number}", kind
