"""``ruleproof testgen``: makes a regression test of a saved play."""

from __future__ import annotations

from pathlib import Path

import click

from checker.cli.exit_codes import DONE
from checker.cli.group import debug_option
from checker.errors import UsageError

__all__ = ["command"]


@click.command("testgen", epilog=DONE)
@click.argument("report", metavar="REPORT.json")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the test into FILE, which must not be there yet, and not to standard output.",
)
@debug_option
def command(*, report: str, out: Path | None) -> None:
    """Make a test of pytest from the play of a report, so that what was mended stays mended.

    The test fails while the play fits the rules and breaks the claim; it passes once a step of it can no
    longer be taken, or the claim is true all along it.

    \b
    Example:
      ruleproof testgen reports/my_game/a_claim.json --out tests/test_a_claim_again.py
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.report.files import write_text
    from checker.report.load import load_report
    from checker.report.regression import regression_test

    text = regression_test(load_report(report))
    if out is None:
        click.echo(text, nl=False)
        return
    if out.exists():
        raise UsageError(f"{out} is there already, and is left as it is", hint="name another file with --out")
    write_text(out, text)
