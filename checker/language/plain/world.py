"""What the machines of one interpreter share, and what a function may do on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from checker.errors import ModelError
from checker.language.game import Game
from checker.language.plain.lines import author_line
from checker.language.plain.state import values_of
from checker.language.resolved import label_of
from checker.language.rules import RuleInfo, RuleKind
from checker.language.schema import Schema
from checker.system.model import Source

__all__ = [
    "CLAIM",
    "CONDITION",
    "OBSERVER",
    "RULE",
    "STATE_BASED",
    "TRIGGER",
    "Access",
    "Notes",
    "Path",
    "Permissions",
    "Undone",
    "World",
    "Wrong",
    "path_label",
]

Path = tuple[Any, ...]
"""A cell: the field's name, then map keys, set members or positions."""


@dataclass(frozen=True)
class Access:
    """What a function may do: which part of the state it may write, and whether it is part of an event."""

    writes: str = "nothing"
    reads_ghosts: bool = False
    in_event: bool = True
    counts: bool = False


RULE = Access("state")
STATE_BASED = Access("state", counts=True)
TRIGGER = Access("bags")
OBSERVER = Access("ghosts", reads_ghosts=True)
CLAIM = Access(reads_ghosts=True, in_event=False)
CONDITION = Access(in_event=False)
"""``over``, ``when=`` of a replacement, and ``by=`` of a choice."""


@dataclass(frozen=True)
class Wrong:
    """Why a step is wrong, and the author's line where it is."""

    message: str
    source: Source | None


@dataclass
class Notes:
    """What goes wrong or is cut in the course of a run: the first of each."""

    wrong: Wrong | None = None
    cut: str | None = None


class Undone(BaseException):
    """A requirement is not met, so the rule does not happen.

    It is no :class:`Exception`, so that no author's ``except`` stops it. ``condition`` is the place, from 0,
    of the condition that is false in the ``require(...)`` at ``source``, where it is one.
    """

    def __init__(self, reason: str, source: Source | None = None, condition: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.source = source
        self.condition = condition


class Permissions(Protocol):
    """Who may do what in the state that a claim is judged in."""

    def may(self, rule: str, actor: Any | None) -> bool:
        """Whether some instance of the rule (by ``actor``) may be taken."""

    def may_act(self, actor: Any | None) -> bool:
        """Whether some action (by ``actor``) may be taken."""


@dataclass
class World:
    """What all machines of one interpreter share."""

    schema: Schema
    game: Game
    replacements: Mapping[str, tuple[RuleInfo, ...]]
    hooks: Mapping[str, tuple[RuleInfo, ...]]
    _members: dict[type, tuple[Any, ...]] = field(default_factory=dict)

    @staticmethod
    def of(schema: Schema) -> World:
        """Return the world of a schema."""
        by_event: dict[RuleKind, dict[str, tuple[RuleInfo, ...]]] = {
            RuleKind.REPLACES: {},
            RuleKind.AS_ENTERS: {},
        }
        for rule in schema.rules.values():
            if rule.kind in by_event:
                found = by_event[rule.kind]
                found[rule.event] = (*found.get(rule.event, ()), rule)
        game = object.__new__(schema.game)
        return World(schema, game, by_event[RuleKind.REPLACES], by_event[RuleKind.AS_ENTERS])

    def members(self, cls: type) -> tuple[Any, ...]:
        """Return the members of a class, in order."""
        if cls not in self._members:
            resolved = self.schema.member_type(cls)
            if resolved is None:
                raise ModelError(
                    f"{self.schema.name} has no field or parameter of the class {cls.__name__}",
                    hint="a class of members belongs to a game by one of its fields or parameters",
                    source=author_line(),
                )
            self._members[cls] = values_of(resolved)
        return self._members[cls]

    def bound(self, machine: Any) -> Any:
        """Return the game as it is on ``machine``, whatever machine is active."""
        game = object.__new__(self.schema.game)
        object.__setattr__(game, "_bound", machine)
        return game


def path_label(path: Path) -> str:
    """Return a cell's name, such as ``life[P2]``."""
    return "".join([str(path[0]), *(f"[{label_of(part)}]" for part in path[1:])])
