"""Writes the certificates of the repository anew: ``python -m tests.certificates``."""

from __future__ import annotations

import shutil

from checker.judge.proofs.files import with_manifest
from checker.scaffold.folder import write_folder
from tests.certificates.core import CORE, FOLDER
from tests.certificates.writing import written_apart


def main() -> None:
    """Prove every claim of the list, and write the folder once all are proved."""
    asked = [(game, sizes) for game, claims in CORE.items() for sizes in claims]
    files = with_manifest(written_apart(asked), tool="ruleproof")
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    write_folder(FOLDER, files)


if __name__ == "__main__":
    main()
