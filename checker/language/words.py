"""The words that rules and claims are written with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar, cast, overload

from checker.language.machine import machine
from checker.language.types import Moment, Set

__all__ = [
    "Selection",
    "count",
    "every",
    "implies",
    "may",
    "may_act",
    "now",
    "require",
    "set_of",
    "some",
    "where",
]

T = TypeVar("T")
Item = TypeVar("Item", covariant=True)  # noqa: PLC0105 - it is what a selection holds
A = TypeVar("A")
B = TypeVar("B")


class Selection(Protocol[Item]):
    """What ``where`` picks out: it can be looped over, counted, and quantified over."""

    @property
    def size(self) -> int:
        """How many there are."""

    def __iter__(self) -> Iterator[Item]: ...
    def __contains__(self, item: object) -> bool: ...
    def __bool__(self) -> bool: ...


def require(*conditions: object) -> None:
    """Let the rule happen only where every condition is true, wherever in the rule this stands.

    A ``require`` that fails late undoes the whole rule: costs, targets, everything.
    """
    machine().require(conditions)


@overload
def some(first: Iterable[A], predicate: Callable[[A], object], /) -> bool: ...
@overload
def some(first: Iterable[A], second: Iterable[B], predicate: Callable[[A, B], object], /) -> bool: ...
def some(*parts: Any) -> bool:
    """Return whether ``predicate`` is true for some member of the given domain or domains."""
    return cast(bool, machine().quantify("some", parts[:-1], parts[-1]))


@overload
def every(first: Iterable[A], predicate: Callable[[A], object], /) -> bool: ...
@overload
def every(first: Iterable[A], second: Iterable[B], predicate: Callable[[A, B], object], /) -> bool: ...
def every(*parts: Any) -> bool:
    """Return whether ``predicate`` is true for every member of the given domain or domains."""
    return cast(bool, machine().quantify("every", parts[:-1], parts[-1]))


@overload
def count(first: Iterable[A], predicate: Callable[[A], object], /) -> int: ...
@overload
def count(first: Iterable[A], second: Iterable[B], predicate: Callable[[A, B], object], /) -> int: ...
def count(*parts: Any) -> int:
    """Return for how many members ``predicate`` is true."""
    return cast(int, machine().quantify("count", parts[:-1], parts[-1]))


def where(domain: Iterable[T], predicate: Callable[[T], object]) -> Selection[T]:
    """Return the members for which ``predicate`` is true."""
    return cast("Selection[T]", machine().quantify("where", (domain,), predicate))


def implies(premise: object, conclusion: object) -> bool:
    """Return "if ``premise`` then ``conclusion``". Both are evaluated; ``if`` and ``or`` are lazy."""
    return cast(bool, machine().implies(premise, conclusion))


def now() -> Moment:
    """Return the moment of the present event."""
    return cast(Moment, machine().now())


def set_of(*members: T) -> Set[T]:
    """Return a set value of these members, to assign to a set field or to compare with one."""
    return cast("Set[T]", machine().set_of(members))


def may(actor: object, rule: Callable[..., Any] | str) -> bool:
    """Return whether ``actor`` may take some instance of ``rule`` now. For claims, not for rules."""
    return cast(bool, machine().may(rule if isinstance(rule, str) else rule.__name__, actor))


def may_act(actor: object) -> bool:
    """Return whether ``actor`` may take some action now. For claims, not for rules."""
    return cast(bool, machine().may_act(actor))
