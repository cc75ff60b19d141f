"""Decorators that make methods into rules, and what they record."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar, cast

from checker.language.machine import machine
from checker.system.model import Source

__all__ = [
    "Procedure",
    "RuleInfo",
    "RuleKind",
    "action",
    "as_enters",
    "assumed",
    "automatic",
    "between_actions",
    "choice",
    "event",
    "observer",
    "replaces",
    "rule_info",
    "shorten",
    "source_of",
    "start",
    "state_based",
    "triggered",
]

F = TypeVar("F", bound=Callable[..., Any])
Cites = str | tuple[str, ...]


class RuleKind(Enum):
    """What makes a method happen."""

    ACTION = "action"
    AUTOMATIC = "automatic"
    STATE_BASED = "state-based"
    CHOICE = "choice"
    TRIGGERED = "triggered"
    EVENT = "event"
    AS_ENTERS = "as enters"
    REPLACES = "replaces"
    OBSERVER = "observer"
    START = "start"


@dataclass(frozen=True)
class RuleInfo:
    """What a decorator says about a method. ``function`` is the author's own function."""

    name: str
    kind: RuleKind
    function: Callable[..., Any]
    source: Source
    clauses: tuple[str, ...] = ()
    says: str = ""
    by: str | Callable[..., Any] | None = None
    event: str = ""
    when: Callable[..., Any] | None = None
    affects: Callable[..., Any] | None = None
    assumed: str | None = None


def source_of(function: Callable[..., Any]) -> Source:
    """Return where ``function`` stands, its ``def`` line rather than its decorator's."""
    code = inspect.unwrap(function).__code__
    line = code.co_firstlineno
    try:
        lines, first = inspect.getsourcelines(function)
        offset = next(i for i, text in enumerate(lines) if text.lstrip().startswith(("def ", "async def ")))
        line = first + offset
    except (OSError, StopIteration):
        pass
    return Source(shorten(code.co_filename), line)


def shorten(path: str) -> str:
    """Return ``path`` relative to the working directory where it lies below it."""
    return _shortened(path, os.getcwd())


@functools.lru_cache
def _shortened(path: str, below: str) -> str:
    relative = os.path.relpath(path, below)
    return path if relative.startswith("..") else relative


def _rule(kind: RuleKind, cites: Cites, **more: Any) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        clauses = (cites,) if isinstance(cites, str) and cites else tuple(cites)
        info = RuleInfo(
            name=function.__name__,
            kind=kind,
            function=function,
            source=source_of(function),
            clauses=clauses,
            assumed=getattr(function, "__ruleproof_assumed__", None),
            **more,
        )
        function.__ruleproof__ = info  # type: ignore[attr-defined] # functions carry attributes
        return function

    return decorate


def rule_info(function: object) -> RuleInfo | None:
    """Return what the decorator recorded on a method, or None for an ordinary one."""
    return cast("RuleInfo | None", getattr(function, "__ruleproof__", None))


def action(*, cites: Cites = (), says: str = "", by: str | None = None) -> Callable[[F], F]:
    """Mark what a player may do. ``by`` names the parameter who acts (else the first participant)."""
    return _rule(RuleKind.ACTION, cites, says=says, by=by)


def automatic(*, cites: Cites = (), says: str = "") -> Callable[[F], F]:
    """Mark what the game does by itself, before any action, in its layer of the procedure."""
    return _rule(RuleKind.AUTOMATIC, cites, says=says)


def state_based(*, cites: Cites = (), says: str = "") -> Callable[[F], F]:
    """Mark a state-based rule: all instances that apply happen as one event.

    Every instance reads the state before; ``+=`` and ``-=`` add up; two different writes to one cell
    are a finding. In ``between_actions`` the name of this decorator stands for that event.
    """
    return _rule(RuleKind.STATE_BASED, cites, says=says)


def choice(
    *, cites: Cites = (), says: str = "", by: str | Callable[..., Any] | None = None
) -> Callable[[F], F]:
    """Mark a choice that somebody must make before any automatic rule or action goes on.

    ``by`` names the parameter who chooses (else the first participant), or is a text.
    """
    return _rule(RuleKind.CHOICE, cites, says=says, by=by)


def triggered(*, cites: Cites = (), says: str = "") -> Callable[[F], F]:
    """Mark ``def name(self, before, ...)``: looked at after every event, with the state before it.

    Where its requirements hold it happens as part of that event, once for each of its arguments; it may
    only add to bags.
    """
    return _rule(RuleKind.TRIGGERED, cites, says=says)


def event(*, cites: Cites = (), affects: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Mark a helper method as an event that other rules may replace or add to.

    ``affects`` takes the game and the event's arguments and returns the player who chooses among
    several replacements.
    """

    def decorate(function: F) -> F:
        marked = _rule(RuleKind.EVENT, cites, affects=affects)(function)
        info = rule_info(marked)

        @functools.wraps(function)
        def perform(self: Any, *args: Any, **named: Any) -> Any:
            return machine().perform(info, self, args, named)

        return cast(F, perform)

    return decorate


def as_enters(event_name: str, *, cites: Cites = (), says: str = "") -> Callable[[F], F]:
    """Mark what happens inside the event of that name, after its own body.

    It takes the event's arguments, and may have further parameters declared ``chosen``.
    """
    return _rule(RuleKind.AS_ENTERS, cites, says=says, event=event_name)


def replaces(
    event_name: str, *, when: Callable[..., Any] | None = None, cites: Cites = (), says: str = ""
) -> Callable[[F], F]:
    """Mark what happens instead of the event of that name, where ``when(self, *arguments)`` is true.

    If it performs the event again, changed, it does not apply to that one: once an event.
    """
    return _rule(RuleKind.REPLACES, cites, says=says, event=event_name, when=when)


def observer(function: F) -> F:
    """Mark ``def name(self, before, step)``: writes ghosts after every event."""
    return _rule(RuleKind.OBSERVER, ())(function)


def start(*, cites: Cites = (), says: str = "") -> Callable[[F], F]:
    """Mark how the game is set up: runs once on the start values, for every combination of arguments."""
    return _rule(RuleKind.START, cites, says=says)


def assumed(reason: str) -> Callable[[F], F]:
    """Mark a rule that stands for card effects and has no clause; every finding that uses it says so.

    It goes nearest to the function, below the decorator that makes it a rule.
    """

    def decorate(function: F) -> F:
        function.__ruleproof_assumed__ = reason  # type: ignore[attr-defined] # a mark
        return function

    return decorate


@dataclass(frozen=True)
class Procedure:
    """The layers of what happens between actions; each layer is a tuple of rule names.

    In every state the first layer with a rule that applies goes on; after each event the layers are
    looked at from the first one again. The name ``state_based`` stands for the state-based event.
    """

    layers: tuple[tuple[str, ...], ...]
    clauses: tuple[str, ...] = ()
    source: Source = field(default_factory=lambda: Source("", 0))


Layer = Callable[..., Any] | str | tuple[Callable[..., Any] | str, ...]


def between_actions(*layers: Layer, cites: Cites = ()) -> Procedure:
    """Declare the layers between actions, first to last: rules, names of rules, or tuples of them."""
    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    where = Source(shorten(caller.f_code.co_filename), caller.f_lineno) if caller else Source("", 0)
    clauses = (cites,) if isinstance(cites, str) and cites else tuple(cites)
    return Procedure(tuple(_layer(layer) for layer in layers), clauses, where)


def _layer(layer: Layer) -> tuple[str, ...]:
    parts = layer if isinstance(layer, tuple) else (layer,)
    return tuple(part if isinstance(part, str) else part.__name__ for part in parts)
