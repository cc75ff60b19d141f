"""Compiled code on disk, under a name that says everything it depends on.

When in doubt there is nothing in the cache: a file that is cut short, was changed, or lies in a folder
that somebody else may write to is ignored. A cache that cannot be written is no error.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from checker.explore.files import code_folder, write_whole

__all__ = ["read", "write"]

_MAGIC = b"ruleproof code 1\n"
_DIGEST = sha256().digest_size
_MOST_FILES = 256


def read(key: str) -> bytes | None:
    """Return what was written under ``key``, or None where that is not certain."""
    path = code_folder() / key
    try:
        if not _is_ours(path.parent) or not _is_ours(path):
            return None
        data = path.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST
    content = data[start:]
    if data[:start] != _MAGIC + _seal(key, content):
        return None
    with suppress(OSError):
        os.utime(path)
    return content


def write(key: str, content: bytes) -> None:
    """Keep ``content`` under ``key`` if possible; others see the whole file or none."""
    place = code_folder()
    with suppress(OSError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(place / key, (_MAGIC, _seal(key, content), content))
        _drop_oldest(place)


def _seal(key: str, content: bytes) -> bytes:
    return sha256(key.encode() + content).digest()


def _is_ours(path: Path) -> bool:
    """Whether nobody but this user could have written ``path``: it is code that will run."""
    if sys.platform == "win32":
        return True
    found = path.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _drop_oldest(place: Path) -> None:
    files = [(entry.stat().st_mtime, entry) for entry in place.iterdir() if entry.is_file()]
    for _, entry in sorted(files)[:-_MOST_FILES]:
        entry.unlink(missing_ok=True)
