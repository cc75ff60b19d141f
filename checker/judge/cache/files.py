"""The files of the cache, in the workspace; only those that this user wrote on this machine are believed.

A workspace may come from elsewhere, with whatever lies in it. So each file is sealed with a secret that lies
in the user's own folder; a file without the right seal is as good as none. A cache that cannot be read or
written is no error.
"""

from __future__ import annotations

import hmac
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from checker.explore.files import code_folder, write_whole

__all__ = ["MOST_BYTES", "MOST_FILES", "read", "write"]

MOST_FILES = 1_000
"""How many files are kept; the ones that were used longest ago go first."""

MOST_BYTES = 16 * 2**20
"""How many bytes they may have together."""

_MAGIC = b"ruleproof verdicts 1\n"
_SEAL = sha256().digest_size
_SECRET_BYTES = 32
_NOTE = "# Kept by ruleproof for itself: nothing in here belongs into a repository.\n*\n"


def read(folder: Path, key: str) -> str | None:
    """Return what was written under ``key``, or None where that is not certain."""
    path = folder / key
    try:
        secret = _secret()
        if secret is None or path.stat().st_size > MOST_BYTES:
            return None
        data = path.read_bytes()
        start = len(_MAGIC) + _SEAL
        content = data[start:]
        if not hmac.compare_digest(data[:start], _MAGIC + _seal(secret, key, content)):
            return None
        text = content.decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    with suppress(OSError):
        os.utime(path)
    return text


def write(folder: Path, key: str, text: str) -> None:
    """Keep ``text`` under ``key`` if possible; others see the whole file or none."""
    content = text.encode("utf-8")
    with suppress(OSError):
        secret = _secret()
        if secret is None or len(content) > MOST_BYTES // 4:
            return
        folder.mkdir(parents=True, exist_ok=True)
        note = folder.parent / ".gitignore"
        if not note.exists():
            note.write_text(_NOTE, encoding="utf-8")
        write_whole(folder / key, (_MAGIC, _seal(secret, key, content), content))
        _drop_oldest(folder)


def _seal(secret: bytes, key: str, content: bytes) -> bytes:
    return hmac.digest(secret, key.encode() + b"\n" + content, "sha256")


def _secret() -> bytes | None:
    """Return this user's secret, made when it is first needed; None where it cannot be kept to oneself."""
    path = code_folder().parent / "secret"
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, (os.urandom(_SECRET_BYTES),))
        found = path.read_bytes()
    if os.name == "posix":
        about = path.stat()
        if about.st_uid != os.getuid() or about.st_mode & 0o077:
            return None
    return found if len(found) == _SECRET_BYTES else None


def _drop_oldest(folder: Path) -> None:
    files = []
    for entry in folder.iterdir():
        about = entry.stat()
        files.append((about.st_mtime, about.st_size, entry))
    files.sort(key=lambda file: file[0], reverse=True)
    total = 0
    for number, (_, size, entry) in enumerate(files):
        total += size
        if number >= MOST_FILES or total > MOST_BYTES:
            entry.unlink(missing_ok=True)
