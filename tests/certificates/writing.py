"""Writes the certificates of the repository anew, each game in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from checker.cli.listener import CommandListener
from checker.judge.proofs.files import proof_files
from checker.judge.proofs.prove import prove
from checker.judge.selection import Selection
from checker.judge.workspace import find_workspace
from checker.prove.certificate import Certified
from checker.report.progress import Progress
from tests.certificates.core import CORE, OBJECTS

__all__ = ["written", "written_apart"]

SECONDS = 1800.0
"""How long the claims of a game may take, on a machine however busy."""


def written(game: str, sizes: str) -> dict[str, bytes]:
    """Return the files of the certificates of a game with such sizes; what is not proved ends it all."""
    certified: list[Certified] = []
    asked = Selection((game,), CORE[game][sizes], timeout=SECONDS)
    with Progress(sys.stderr, shown=False) as progress:
        listener = CommandListener(progress)
        found = prove(
            find_workspace(), asked, listener, every_size=True, any_number=OBJECTS[sizes], least=True
        )
        for proof in found:
            if proof.certified is None:
                raise SystemExit(f"{game}: {proof.claim} is not proved {sizes}")
            certified.append(proof.certified)
    return proof_files(certified, with_scripts=False)


def written_apart(asked: Collection[tuple[str, str]]) -> dict[str, bytes]:
    """Return the files of games and sizes, each from a process of its own, which knows of no proof before."""
    at_once = min(len(asked), os.cpu_count() or 1)
    with ProcessPoolExecutor(at_once, get_context("spawn"), max_tasks_per_child=1) as pool:
        found = pool.map(written, *zip(*asked, strict=True))
        return {name: content for files in found for name, content in files.items()}
