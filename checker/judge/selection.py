"""What a command asks of the judge: which games and claims, under which scopes and readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from checker.judge.verdict import Verdict

__all__ = ["ENGINES", "Listener", "Selection"]

ENGINES = ("auto", "explicit", "symbolic", "prove")
"""The engines that a user may ask for; ``auto`` takes the one that decides first."""


@dataclass(frozen=True)
class Selection:
    """The games (by name, or by the path of a file; all if there are none) and what is asked of them.

    ``properties`` are names of claims and built-in checks, all if there are none. ``scopes`` and ``readings``
    replace the games' own. ``timeout`` is in seconds, for all questions together; ``memory`` in GiB, for each
    of ``jobs`` child processes that judge side by side (0: this process judges). ``checkpoints`` is a folder
    in which long searches that end early leave how far they came, and from which they go on. ``cache`` says
    that answers are kept in the workspace, and that those which were found before need not be found again.
    ``every_reading`` asks for every claim under every option of every reading, one varied at a time.
    """

    games: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    scopes: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    engine: str = "auto"
    timeout: float | None = None
    memory: float | None = None
    jobs: int = 0
    checkpoints: Path | None = None
    cache: bool = False
    every_reading: bool = False

    @property
    def complete(self) -> bool:
        """Whether every claim of each game is judged, as its spec asks."""
        varied = self.scopes or self.readings or self.every_reading
        return not (self.properties or varied) and self.engine == "auto"


class Listener(Protocol):
    """Whoever is told of what goes on during a check."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Hear what goes on now, and how much of it is done where that is known."""

    def found(self, verdict: Verdict) -> None:
        """Hear of a verdict as soon as it is known, in the order in which it will be told."""
