"""What answers depend on besides the question: the tool's own sources, its libraries, and Python."""

from __future__ import annotations

import platform
import sys
import time
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["SOLVERS", "fingerprint", "fingerprint_of"]

SOLVERS = ("z3-solver", "dd", "llvmlite", "networkx", "numpy", "scipy")
"""The libraries that take part in finding answers, as they are called where they are installed."""

_PACKAGE = Path(__file__).resolve().parents[2]
_GAMES = "games"
_BEGUN = time.time()


@cache
def fingerprint() -> str | None:
    """Return the digest of all that, or None where it is not certain what is running."""
    return fingerprint_of(_PACKAGE, _BEGUN)


def fingerprint_of(package: Path, begun: float) -> str | None:
    """Return the digest for the sources in a folder.

    ``begun`` is the time since which this process may have loaded them: where one was changed later, it is
    not certain which of its texts is running. Bundled games are data, not the tool.
    """
    digest = sha256()
    try:
        for path in sorted(package.rglob("*.py")):
            name = path.relative_to(package).as_posix()
            if name.startswith(f"{_GAMES}/"):
                continue
            if path.stat().st_mtime > begun:
                return None
            content = path.read_bytes()
            digest.update(f"{name} {len(content)}\n".encode())
            digest.update(content)
    except OSError:
        return None
    for library in SOLVERS:
        digest.update(f"{library} {_version(library)}\n".encode())
    digest.update(f"{sys.version} {sys.platform} {platform.machine()}".encode())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "not installed"
