"""``ruleproof prove``: proves claims, and writes certificates that others can check."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checker.cli.exit_codes import TABLE
from checker.cli.group import debug_option
from checker.cli.options import (
    Number,
    format_option,
    games_argument,
    jobs_option,
    loudness_option,
    property_option,
    reading_option,
    scope_option,
    timeout_option,
)

if TYPE_CHECKING:
    from checker.judge.proofs.proof import Proof

__all__ = ["command"]


@click.command("prove", epilog=TABLE)
@games_argument
@property_option
@scope_option
@reading_option
@timeout_option("Give up after S seconds; what is not proved by then is undetermined.")
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the proofs into the new folder DIR: the invariants, and SMT-LIB scripts for start, step and "
    "claim.",
)
@click.option(
    "--every-size",
    is_flag=True,
    help="Leave the depth of stacks open, and the number of players where the game allows more or fewer.",
)
@click.option(
    "--any-number",
    "any_number",
    multiple=True,
    metavar="OBJECTS",
    help="With --every-size: leave open too how many OBJECTS of a class there are, such as battles; say it "
    "again for another class.",
)
@click.option(
    "--small",
    is_flag=True,
    help="Leave the scripts out of the folder; `ruleproof certify` puts them together again.",
)
@click.option(
    "--memory",
    type=Number(),
    metavar="GIB",
    help="Give up an engine, or with --every-size a game, that takes more than GIB gibibytes of memory.",
)
@jobs_option("Look for proofs by several engines, or with --every-size about several games,")
@format_option("the proofs are")
@loudness_option(
    "Tell only what is not proved, and how many claims are.",
    "Tell also every condition that a proof takes together.",
)
@debug_option
def command(
    *,
    games: tuple[str, ...],
    properties: tuple[str, ...],
    scopes: dict[str, int],
    readings: dict[str, str],
    timeout: float | None,
    certificate: Path | None,
    small: bool,
    memory: float | None,
    jobs: int,
    every_size: bool,
    any_number: tuple[str, ...],
    form: str,
    loudness: str,
) -> int:
    """Prove what always holds of games, and hand out the proofs.

    A proof is of plays within the sizes and bounds that are told with it. Claims that are expected to be
    violated are not tried.

    \b
    Examples:
      ruleproof prove magic
      ruleproof prove magic --property zero_defense_leaves_play --certificate proofs
      ruleproof certify proofs
    """  # noqa: D301 - click keeps lines as they are after this mark
    from checker.cli.documents import tell
    from checker.cli.listener import CommandListener
    from checker.judge.proofs.prove import prove
    from checker.judge.selection import Selection
    from checker.judge.workspace import find_workspace
    from checker.report.progress import Progress
    from checker.report.proofs import exit_code, print_proofs, proofs_json, proofs_markdown
    from checker.scaffold.folder import check_free

    if small and certificate is None:
        raise click.UsageError("--small says how --certificate DIR is written, which is missing")
    if any_number and not every_size:
        raise click.UsageError("--any-number says what --every-size leaves open besides, which is missing")
    if certificate is not None:
        check_free(certificate)
    selection = Selection(games, properties, scopes, readings, timeout=timeout, memory=memory, jobs=jobs)
    proofs: list[Proof] = []
    interrupted = False
    with Progress(sys.stderr, shown=loudness != "quiet") as progress:
        try:
            listener, least = CommandListener(progress), certificate is not None
            found = prove(
                find_workspace(),
                selection,
                listener,
                every_size=every_size,
                any_number=any_number,
                least=least,
            )
            for proof in found:
                proofs.append(proof)
        except KeyboardInterrupt:
            interrupted, certificate = True, None
    if certificate is not None:
        _write(certificate, proofs, small=small)
    tell(
        form,
        None,
        text=lambda page: print_proofs(page, proofs, certificate, loudness=loudness, interrupted=interrupted),
        json=lambda: proofs_json(proofs, interrupted=interrupted),
        markdown=lambda: proofs_markdown(proofs, interrupted=interrupted),
    )
    return exit_code(proofs, interrupted=interrupted)


def _write(folder: Path, proofs: list[Proof], *, small: bool) -> None:
    from checker.judge.proofs.files import folder_files
    from checker.report.version import installed_version
    from checker.scaffold.folder import write_folder

    certified = [proof.certified for proof in proofs if proof.certified is not None]
    tool = f"ruleproof {installed_version() or ''}".strip()
    if certified:
        write_folder(folder, folder_files(certified, tool=tool, with_scripts=not small))
