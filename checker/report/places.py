"""Places in files as tools outside the working directory name them: from the root of the repository.

What a person runs is told with paths from the working directory. An annotation, a code-scanning alert or an
editor opens a file from where the repository begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePath

from checker.system.model import Source

__all__ = ["Place", "Places", "repository_above"]


@dataclass(frozen=True)
class Place:
    """A file, with ``/`` between folders, and a line from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Places:
    """Names places from ``root``, given that sources name them from ``here``; both are absolute.

    Without them sources are named as they are.
    """

    root: Path | None = None
    here: Path | None = None

    def of(self, source: Source) -> Place | None:
        """Return a place as seen from the root; None where there is none.

        Of a file outside the root the name alone is told: no report belongs to one machine.
        """
        if not source.file:
            return None
        path = PurePath(source.file)
        if self.root is not None and self.here is not None:
            path = PurePath(self.here) / path
            if path.is_relative_to(self.root):
                path = path.relative_to(self.root)
        file = path.name if path.is_absolute() else path.as_posix()
        return Place(file, max(1, source.line))


def repository_above(folder: Path) -> Places:
    """Return how places are named in the Git repository that holds ``folder``, if one does."""
    here = folder.resolve()
    root = next((f for f in (here, *here.parents) if (f / ".git").exists()), None)
    return Places(root, here)
