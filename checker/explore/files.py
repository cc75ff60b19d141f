"""Where files that can be made again are kept, and how they are written: as a whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

__all__ = ["code_folder", "write_whole"]


def code_folder() -> Path:
    """Return where this user's compiled code of the tool lies, whether or not the folder exists."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = os.environ.get("XDG_CACHE_HOME") or "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "ruleproof" / "code"


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write ``path``, readable by its owner alone; until all is written it is not there, or the old one.

    Raises OSError where that cannot be; then nothing is left behind.
    """
    temporary = path.with_name(f".new-{os.getpid()}-{os.urandom(8).hex()}")
    try:
        with open(temporary, "xb", opener=_for_the_owner) as file:
            for piece in pieces:
                file.write(piece)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
