"""Comparing what a person reads with what is stored, to the letter.

``RULEPROOF_UPDATE_SNAPSHOTS=1 pytest tests/report`` stores what is told now; read the difference before
committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"


def assert_snapshot(name: str, text: str) -> None:
    path = FOLDER / name
    if os.environ.get("RULEPROOF_UPDATE_SNAPSHOTS") == "1":
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8"), f"{name} is told differently; see {__name__}"
