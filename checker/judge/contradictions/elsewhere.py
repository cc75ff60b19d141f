"""Looking under other readings and scopes: which a spec names, and how that is asked and told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.errors import ModelError, UsageError
from checker.judge.norms.declare import Elsewhere, elsewhere_of
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry
from checker.language.schema import Schema

__all__ = ["rounds_of"]


def rounds_of(entry: GameEntry, selection: Selection) -> Iterator[tuple[str, Selection]]:
    """Yield the other readings and scopes that the spec of a game names: in words, and as what is asked.

    Raises:
        ModelError: there is no such reading, option or scope.
    """
    for one in elsewhere_of(entry.game):
        _check(entry, one)
        varied = ", ".join(f"{name}={value}" for name, value in (*one.readings, *one.scopes))
        asked = replace(selection, readings=dict(one.readings), scopes=dict(one.scopes))
        yield f"{entry.name} with {varied}", asked


def _check(entry: GameEntry, one: Elsewhere) -> None:
    try:
        Schema(entry.game, dict(one.scopes), dict(one.readings))
    except UsageError as error:
        raise ModelError(error.message, hint=error.hint, source=one.source) from error
