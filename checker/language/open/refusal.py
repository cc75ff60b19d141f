"""What cannot be said with sizes left open, told with its line and what to write instead."""

from __future__ import annotations

from checker.errors import ModelError
from checker.language.tracing.ways import author_line
from checker.system.model import Source

__all__ = ["CannotOpen", "refused"]


class CannotOpen(ModelError):  # noqa: N818 - it names what cannot be done; the errors say why
    """A construct of a model or claim stands in the way of leaving its sizes open. The model may be right."""


def refused(what: str, instead: str, source: Source | None = None) -> CannotOpen:
    """Return the error for a construct at ``source``, else at the line that is being traced."""
    return CannotOpen(what, hint=instead, source=source or author_line())
