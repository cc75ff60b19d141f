"""A play as a person reads it: what each step was, and the parts of the state that it changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from checker.system.model import Source

__all__ = ["NOTHING", "Change", "PlayStep"]

NOTHING = "nothing"
"""What stands before an item that came, and after one that left."""


@dataclass(frozen=True)
class Change:
    """One part of the state that a step changed: a path such as ``life[P2]``, and the values shown.

    An item that came into a stack, queue or bag has ``NOTHING`` before, one that left has it after; its path
    names the place where it is, or was.
    """

    path: str
    before: str
    after: str


@dataclass(frozen=True)
class PlayStep:
    """One step of a play as a person reads it.

    ``arguments`` are labels by parameter, enough to run the step again. ``sentence`` is what happens,
    ``state`` the whole state after it (empty where a wrong step has none).
    """

    rule: str
    arguments: Mapping[str, str]
    sentence: str
    kind: str
    actor: str | None
    choosers: Mapping[str, str]
    clauses: tuple[str, ...]
    assumed: str | None
    source: Source
    changes: tuple[Change, ...]
    state: Mapping[str, Any]
