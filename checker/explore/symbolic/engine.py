"""The engine itself: the common interface over a symbolic search."""

from __future__ import annotations

from checker.errors import UsageError
from checker.explore.interface import Limits, Outcome, Progress, Target
from checker.explore.stopping import Stop
from checker.explore.symbolic.diagrams import OutOfMemory, available
from checker.explore.symbolic.search import Search
from checker.system.model import System

__all__ = ["DEFAULT_MEMORY", "SymbolicEngine", "require_diagrams"]

DEFAULT_MEMORY = 4 << 30
"""Bytes that the diagrams may take unless the caller says otherwise."""


class SymbolicEngine:
    """Breadth-first search over sets of states as decision diagrams.

    It reaches sizes that no search of single states can. ``memory`` is how many bytes the diagrams may
    take; a search that needs more ends early and says so. Without ``tuned`` it is a plain breadth-first
    search with the cells as they are declared, one relation for each update and nothing deferred or sifted:
    the same answers from far less code, to check and to measure the tuned one against.
    """

    name = "symbolic"

    def __init__(self, memory: int = DEFAULT_MEMORY, *, tuned: bool = True) -> None:
        self._memory = memory
        self._tuned = tuned

    @staticmethod
    def unavailable() -> str:
        """Return "" where the engine can run, else the reason why it cannot."""
        return available()

    def search(
        self,
        system: System,
        targets: tuple[Target, ...] = (),
        *,
        limits: Limits = Limits(),  # noqa: B008 - an immutable value
        stop_when_found: bool = False,
        progress: Progress | None = None,
    ) -> Outcome:
        """Search as :class:`~checker.explore.interface.Engine` says.

        Raises UsageError where decision diagrams cannot be used here.
        """
        require_diagrams()
        search = Search(system, targets, limits, stop_when_found, progress, tuned=self._tuned)
        stopped = ""
        try:
            search.run(self._memory)
        except (Stop, OutOfMemory) as stop:
            stopped = str(stop)
        return Outcome(
            engine=self.name,
            found={t.name: search.found[t.name] for t in targets if t.name in search.found},
            complete=not stopped,
            stopped=stopped,
            statistics=search.statistics(),
        )


def require_diagrams() -> None:
    """Raise UsageError where decision diagrams cannot be used here."""
    missing = available()
    if missing:
        raise UsageError(
            f"the symbolic engine cannot run: {missing}",
            hint="install dd with its wheel, or leave the choice of the engine to the tool",
        )
