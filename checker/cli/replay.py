"""``ruleproof replay``: runs a saved play again on plain values."""

from __future__ import annotations

import sys

import click

from checker.cli.exit_codes import FINDINGS, table
from checker.cli.group import debug_option

__all__ = ["command"]


@click.command("replay", epilog=table("the play still shows what the report says", "it no longer does"))
@click.argument("report", metavar="REPORT.json")
@debug_option
def command(report: str) -> int:
    """Run the play of a report again, step by step, by the rules as they are now.

    It says whether the play still shows what the report says (exit code 0), or at which step it no longer
    fits, and why (exit code 1).

    \b
    Example:
      ruleproof replay reports/magic/naive_zero_defense_leaves_play.json
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.judge.replaying import replay_saved
    from checker.judge.workspace import find_workspace
    from checker.report.load import load_report
    from checker.report.text import print_replayed

    saved = load_report(report)
    replayed = replay_saved(find_workspace(), saved)
    print_replayed(replayed, saved, sys.stdout)
    return 0 if replayed.holds_still else FINDINGS
