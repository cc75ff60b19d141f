"""Declarations in class bodies and parameter lists: start values, scopes, choices and readings.

Each function returns a small description that the schema reads; its declared return type is that of
the value it stands for, so that editors and mypy see ordinary annotated fields.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from checker.language.rules import shorten
from checker.system.model import Source

__all__ = [
    "CHANCE",
    "DECLARATIONS",
    "Chosen",
    "Each",
    "Ghost",
    "Integer",
    "OneOf",
    "Reading",
    "Scope",
    "Sequence",
    "bag",
    "chosen",
    "each",
    "ghost",
    "integer",
    "one_of",
    "queue",
    "reading",
    "scope",
    "stack",
]


@dataclass(frozen=True)
class Scope:
    """A number that the user may vary with ``--scope NAME=N``.

    ``name`` is that of the field or of the member class (in lower case, plural) unless it is given.
    A size of a member class makes another game; every other scope is a bound that cuts the search, or
    the end of a range.
    """

    default: int
    least: int = 1
    most: int = 64
    name: str = ""
    fixed: bool = False


def scope(default: int, *, least: int = 1, most: int = 64, name: str = "") -> Scope:
    """Return a scope: ``default`` unless the user asks for another number from ``least`` to ``most``."""
    return Scope(default, least, most, name)


@dataclass(frozen=True)
class Integer:
    """The range of a bounded integer and its start value (its low end unless given)."""

    low: int | Scope
    high: int | Scope
    start: int | Scope | None = None


def integer(low: int | Scope, high: int | Scope, *, start: int | Scope | None = None) -> Any:
    """Declare a bounded integer. It starts at ``start``, or at ``low``.

    As a parameter's default it means "each number of the range in turn".
    """
    return Integer(low, high, start)


@dataclass(frozen=True)
class Each:
    """The same start for every key of a map."""

    key: type
    item: Any


def each(key: type, item: Any) -> Any:
    """Declare a map of which every value has the declaration or start value ``item``."""
    return Each(key, item)


@dataclass(frozen=True)
class Sequence:
    """The items of a stack, queue or bag, and its bound."""

    item: type
    bound: Scope | int


def stack(item: type, *, depth: Scope | int) -> Any:
    """Declare a stack that starts empty; searches are cut where it would grow past ``depth``."""
    return Sequence(item, depth)


def queue(item: type, *, length: Scope | int) -> Any:
    """Declare a queue that starts empty; searches are cut where it would grow past ``length``."""
    return Sequence(item, length)


def bag(item: type, *, size: Scope | int) -> Any:
    """Declare a bag that starts empty; searches are cut where it would grow past ``size``."""
    return Sequence(item, size)


@dataclass(frozen=True)
class Ghost:
    """A field that records history for claims; rules cannot read it."""

    start: Any = None


def ghost(start: Any = None) -> Any:
    """Declare a ghost: written by observers, read by claims, invisible to rules."""
    return Ghost(start)


class _Chance:
    """Nobody: a die or a shuffle decides."""

    def __repr__(self) -> str:
        return "chance"


CHANCE = _Chance()

By = str | _Chance | Callable[..., Any] | None


@dataclass(frozen=True)
class Chosen:
    """A parameter that somebody chooses inside the rule; ``domain`` narrows it where needed."""

    by: By
    domain: Any = None


def chosen(*, by: By, among: Any = None) -> Any:
    """Declare a parameter as a choice made inside the rule.

    ``by`` is a text, the name of another parameter, ``CHANCE``, or a function of the game (and of those
    parameters that it names) which returns the player. ``among`` gives the range of an integer.
    """
    return Chosen(by, among)


@dataclass(frozen=True)
class OneOf:
    """A parameter that is one of the items that a container holds."""

    field: str
    by: By = None


def one_of(field: str, *, by: By = None) -> Any:
    """Declare a parameter as one of the items in the stack, queue or bag ``field``.

    With ``by`` it is a choice made inside the rule, as with :func:`chosen`.
    """
    return OneOf(field, by)


@dataclass(frozen=True)
class Reading:
    """A question that the rulebook leaves open, with its options and the clause behind each."""

    question: str
    options: tuple[tuple[str, str], ...]
    default: str
    source: Source = field(default=Source("", 0), compare=False)


def reading(question: str, *, default: str = "", **options: str) -> Any:
    """Declare a reading: options by name, each with the clause that it follows.

    The field's value in rules is the name of the option in force, a ``str``. The first option is in
    force unless ``default`` or ``--reading NAME=OPTION`` says otherwise.
    """
    frame = inspect.currentframe()
    caller = frame.f_back if frame is not None else None
    where = Source(shorten(caller.f_code.co_filename), caller.f_lineno) if caller else Source("", 0)
    return Reading(question, tuple(options.items()), default or next(iter(options), ""), where)


DECLARATIONS = (Integer, Each, Sequence, Ghost, Reading)
"""What stands beside the annotation of a field, and means nothing without one."""
