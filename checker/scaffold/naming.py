"""Names for games: what can be a module, a folder and a class at once."""

from __future__ import annotations

import keyword
import re
import sys

from checker.errors import UsageError

__all__ = ["checked_name", "class_name"]

_LONGEST = 50
_TAKEN = ("checker", "models", "specs", "tests", "reports")


def checked_name(name: str) -> str:
    """Return ``name`` if a repository and its game can be called so.

    Raises:
        UsageError: they cannot.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*", name):
        words = re.findall(r"[a-z][a-z0-9]*", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())
        instead = "_".join(words)[:_LONGEST].rstrip("_") or "my_game"
        raise UsageError(
            f"a game cannot be called {name!r}",
            hint=f"take small letters, digits and single underscores, such as {instead}",
        )
    if len(name) > _LONGEST:
        raise UsageError(
            f"the name {name[:_LONGEST]!r}... is too long", hint=f"take up to {_LONGEST} letters"
        )
    if keyword.iskeyword(name) or name in _TAKEN or name in sys.stdlib_module_names:
        raise UsageError(f"{name!r} means something else already", hint=f"add a word: {name}_game")
    return name


def class_name(name: str) -> str:
    """Return the name of the class of a game: ``my_game`` is ``MyGame``."""
    return "".join(word.capitalize() for word in name.split("_"))
