"""What goes wrong by a user's hand, told with the place and with what to write instead.

Every error of this family ends the command with exit code 2 and is printed as
``file:line: error: message``; a fault of the tool itself is any other exception (exit code 4).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from checker.system.model import Source

__all__ = ["InputError", "ModelError", "UsageError", "nearest", "none_of", "with_article"]


class InputError(Exception):
    """Base of all errors that the user can mend.

    ``message`` says what is wrong, ``hint`` what to write instead, ``source`` where (if anywhere).
    """

    def __init__(self, message: str, *, hint: str = "", source: Source | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.source = source

    def __str__(self) -> str:
        where = f"{self.source}: " if self.source is not None else ""
        hint = f"\n  {self.hint}" if self.hint else ""
        return f"{where}error: {self.message}{hint}"


class ModelError(InputError):
    """A model, spec or rulebook does not say what can be checked."""


class UsageError(InputError):
    """A command line asks for something that does not exist."""


_MOST_NAMES = 20
"""Names that a hint lists."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the known word nearest to ``word``, or lists those there are (if not many)."""
    names = sorted(known)
    close = _close(word, names)
    if close:
        return f"did you mean {close[0]!r}?"
    if len(names) > _MOST_NAMES:
        return "look at how it is spelled, and whether it is imported"
    return f"there are: {', '.join(names)}" if names else "there are none"


def none_of(word: str, known: Iterable[str]) -> str:
    """Return that ``word`` is none of the known words, which are listed, and which is nearest if one is."""
    names = list(known)
    close = _close(word, names)
    nearest_one = f"; did you mean {close[0]!r}?" if close else ""
    return f"{word!r} is not one of {', '.join(names)}{nearest_one}"


def _close(word: str, names: list[str]) -> list[str]:
    return difflib.get_close_matches(word, names, n=1, cutoff=0.6)


def with_article(name: str) -> str:
    """Return the name of a class with its article: ``a Player``, ``an Entry``."""
    return f"{'an' if name[:1].lower() in 'aeio' else 'a'} {name}"
