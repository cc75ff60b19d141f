"""Writes the certificates of the repository anew: ``python -m tests.certificates``."""

from __future__ import annotations

import shutil

from checker.cli.listener import CommandListener
from checker.judge.proofs.files import folder_files
from checker.judge.proofs.prove import prove
from checker.judge.selection import Selection
from checker.judge.workspace import find_workspace
from checker.prove.certificate import Certified
from checker.report.progress import Progress
from checker.scaffold.folder import write_folder
from tests.certificates.core import CORE, FOLDER


def main() -> None:
    """Prove every claim of the list, and write the folder once all are proved."""
    import sys

    certified: list[Certified] = []
    with Progress(sys.stderr) as progress:
        for game, claims in CORE.items():
            for proof in prove(find_workspace(), Selection((game,), claims), CommandListener(progress)):
                if proof.certified is None:
                    raise SystemExit(f"{game}: {proof.claim} is not proved")
                certified.append(proof.certified)
    files = folder_files(certified, tool="ruleproof", with_scripts=False)
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    write_folder(FOLDER, files)


if __name__ == "__main__":
    main()
