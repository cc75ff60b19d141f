"""A state as a person reads it, in names and values of one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checker.judge.verdict import ToldPlay
from checker.system.shapes import RecordValue

__all__ = ["NOTHING", "board_of", "last_board", "told_value"]

NOTHING = ("none", "empty")
"""How a part of the board is told that holds nothing."""

_MOMENT = "moment"
"""How every moment is shown: it says nothing by itself, so it is left out of records."""


def board_of(state: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the parts of a state with their values as a person reads them."""
    return tuple((name.replace("_", " "), told_value(value)) for name, value in state.items())


def last_board(play: ToldPlay) -> tuple[str, Mapping[str, Any]]:
    """Return the last state of a play under its title; a wrong step has no state after it."""
    states = [play.start, *(step.state for step in play.steps)]
    if play.ends_wrong:
        return "The board before the last step", states[-2]
    return "The board at the end", states[-1]


def told_value(value: Any) -> str:
    """Return a decoded value (see :mod:`checker.system.shapes`) in one line."""
    none, empty = NOTHING
    if value is None:
        return none
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {told_value(item)}" for key, item in value.items()) or empty
    if isinstance(value, list | tuple):
        return ", ".join(told_value(item) for item in value) or empty
    if isinstance(value, RecordValue):
        fields = (f"{name}={told_value(item)}" for name, item in value.fields if item != _MOMENT)
        return f"{value.type_name}({', '.join(fields)})"
    return str(value)
