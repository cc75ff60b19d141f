"""What commands that judge no claims show while they work."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.judge.verdict import Verdict
    from checker.report.progress import Progress

__all__ = ["CommandListener"]


class CommandListener:
    """Shows what goes on; there are no verdicts to hear of."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Show what goes on now."""
        self._progress.tell(text, done, of)

    def found(self, verdict: Verdict) -> None:
        """Hear nothing."""
