"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

__all__ = ["write_whole"]


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
