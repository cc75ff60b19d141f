"""Writes the certificates of the repository anew: ``python -m tests.certificates``."""

from __future__ import annotations

import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor

from checker.cli.listener import CommandListener
from checker.judge.proofs.files import folder_files
from checker.judge.proofs.prove import prove
from checker.judge.selection import Selection
from checker.judge.workspace import find_workspace
from checker.prove.certificate import Certified
from checker.report.progress import Progress
from checker.scaffold.folder import write_folder
from tests.certificates.core import CORE, EVERY_SIZE, FOLDER

SECONDS = 1800.0
"""How long the claims of a game may take, on a machine however busy."""


def proved(game: str) -> list[Certified]:
    """Return the certificates of one game; what is not proved ends it all."""
    certified: list[Certified] = []
    with Progress(sys.stderr, shown=False) as progress:
        for sizes, claims in CORE[game].items():
            if not claims:
                continue
            asked = Selection((game,), claims, timeout=SECONDS)
            listener = CommandListener(progress)
            open_ones = sizes == EVERY_SIZE
            for proof in prove(find_workspace(), asked, listener, every_size=open_ones, least=True):
                if proof.certified is None:
                    raise SystemExit(f"{game}: {proof.claim} is not proved {sizes}")
                certified.append(proof.certified)
    return certified


def main() -> None:
    """Prove every claim of the list, and write the folder once all are proved."""
    with ProcessPoolExecutor(min(len(CORE), os.cpu_count() or 1)) as pool:
        certified = [one for of_game in pool.map(proved, CORE) for one in of_game]
    files = folder_files(certified, tool="ruleproof", with_scripts=False)
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    write_folder(FOLDER, files)


if __name__ == "__main__":
    main()
