"""``ruleproof certify``: checks certificates from their files alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.cli.exit_codes import AS_EXPECTED, FINDINGS, UNDETERMINED, table
from checker.cli.group import debug_option
from checker.cli.options import Number, loudness_option

if TYPE_CHECKING:
    from checker.certify.check import Checked, Folder
    from checker.certify.parts import Parts

__all__ = ["command"]


@click.command(
    "certify",
    epilog=table(
        "every certificate is accepted",
        "a certificate is rejected",
        "none is rejected, but a proof is accepted by one solver alone",
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--against",
    "game",
    metavar="GAME",
    help="Also check that the certificates are about the rules and claims of GAME as they are today.",
)
@click.option(
    "--scripts",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Also write all scripts into the new folder FOLDER, for other solvers.",
)
@click.option(
    "--timeout",
    type=Number(),
    default=30.0,
    show_default=True,
    metavar="S",
    help="How many seconds a solver may take for one question; one that takes longer is not answered.",
)
@loudness_option(
    "Tell only what is rejected, and how many certificates are accepted.",
    "Tell of each certificate also its sizes and readings, and which solvers accept it.",
)
@debug_option
def command(*, folder: Path, game: str | None, scripts: Path | None, timeout: float, loudness: str) -> int:
    """Check certificates that `ruleproof prove` wrote, by z3 and cvc5, believing nothing but their files.

    Nothing of what made the proofs is used, and what is not shown to be right is rejected: exit code 1. What
    one solver accepts while the other gives up is told, with exit code 3.

    \b
    Examples:
      ruleproof certify proofs
      ruleproof certify proofs --against magic
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.certify.check import check, open_folder
    from checker.certify.expressions import RejectedError
    from checker.certify.solve import SOLVERS, version
    from checker.report.progress import Progress

    there = [f"{name} {version(name)}" for name in SOLVERS if version(name)]
    missing = [name for name in SOLVERS if not version(name)]
    rejected = by_one = 0
    try:
        opened = open_folder(folder)
        if scripts is not None:
            _write_scripts(opened, scripts)
        with Progress(sys.stderr, shown=loudness != "quiet") as progress:
            for checked in check(opened, seconds=timeout, tell=progress.tell):
                failure = checked.failure or (_stale(game, checked.parts) if game else "")
                rejected += bool(failure)
                by_one += not failure and len(checked.solvers) < len(there)
                if failure or loudness != "quiet":
                    with progress.paused():
                        _tell(checked, failure, at_length=loudness == "verbose")
    except RejectedError as error:
        click.echo(f"rejected: {error}")
        return FINDINGS
    click.echo(f"{len(opened.proofs) - rejected} of {len(opened.proofs)} certificates accepted", nl=False)
    click.echo(f" by {' and '.join(there)}.")
    if missing:
        click.echo(f"Only one solver checked: {' and '.join(missing)} is not installed.")
    if by_one:
        click.echo(f"Of these, {by_one} by one solver alone: the other gave up, as is told above.")
    if rejected:
        return FINDINGS
    return UNDETERMINED if by_one else AS_EXPECTED


def _tell(checked: Checked, failure: str, *, at_length: bool) -> None:
    from checker.report.escape import visible

    system = checked.parts.system
    word = "rejected" if failure else "accepted"
    click.echo(visible(f"{word}  {system.game}: {checked.parts.proof.name}  ({checked.seconds:.1f} s)"))
    lines = [failure, *checked.notes]
    if at_length:
        readings = ", ".join(f"{name}={option}" for name, option in system.readings)
        lines += [
            f"with {', '.join(system.sizes)}" if system.sizes else "",
            f"under {readings}" if readings else "",
        ]
        lines.append(f"accepted by {' and '.join(checked.solvers)}" if checked.solvers else "")
    for text in filter(None, lines):
        click.echo(f"          {visible(text)}")


def _stale(game: str, parts: Parts) -> str:
    """Say how a certificate differs from the game as it is today, or nothing."""
    from checker.judge.proofs.against import difference
    from checker.judge.workspace import find_workspace

    return difference(find_workspace(), game, parts)


def _write_scripts(opened: Folder, folder: Path) -> None:
    from checker.certify.scripts import scripts
    from checker.scaffold.folder import write_folder

    write_folder(
        folder,
        {
            f"{name}/{script.name}.smt2": script.text.encode()
            for name, parts in opened.proofs
            for script in scripts(parts)
        },
    )
