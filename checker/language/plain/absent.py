"""What a rule gets to see of an absent ``Maybe``, and of an item that a container does not hold."""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol

from checker.language.plain.state import default_of
from checker.language.resolved import RecordType, Type

__all__ = ["ABSENT_IS_USED", "Absent", "absent", "present"]

ABSENT_IS_USED = "something absent is used as if it were there"


class Presence(Protocol):
    """What an absent value asks of the machine that handed it out."""

    def wrong(self, message: str) -> None:
        """Note that the step is wrong unless the rule is undone."""

    def lift(self, t: Type, value: Any) -> Any:
        """Return a stored value as rules see it."""


class Absent:
    """An absent value of a known type: false, and equal to ``None``.

    Used as if it were there, it behaves as the least value of its type and makes the step wrong. The step is
    wrong only if the rule happens at all, so ``require(self.held, self.held.card == card)`` is no mistake.
    """

    __slots__ = ("_item", "_machine")

    def __init__(self, item: Type, machine: Presence) -> None:
        self._item = item
        self._machine = machine

    def _used(self) -> Any:
        self._machine.wrong(ABSENT_IS_USED)
        return self._machine.lift(self._item, default_of(self._item))

    def __bool__(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Absent)

    def __hash__(self) -> int:
        return hash(None)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self._machine.lift(self._item, default_of(self._item)), name)
        self._machine.wrong(ABSENT_IS_USED)
        return value

    def __lt__(self, other: Any) -> Any:
        return self._used() < present(other)

    def __gt__(self, other: Any) -> Any:
        return self._used() > present(other)

    def __le__(self, other: Any) -> Any:
        return self._used() <= present(other)

    def __ge__(self, other: Any) -> Any:
        return self._used() >= present(other)

    def __str__(self) -> str:
        return "none"

    __repr__ = __str__


def absent(item: Type, machine: Presence) -> Absent:
    """Return an absent value of a type. One of a record passes for a record with ``dataclasses.replace``."""
    kind = _absent_record(item.cls) if isinstance(item, RecordType) else Absent
    return kind(item, machine)


@cache
def _absent_record(cls: type) -> type[Absent]:
    """Return the class of what is no record of an author's class.

    ``dataclasses.replace`` asks the class for its fields, the value for those that stay, and the class for
    the new record.
    """

    def new(kind: type[Absent], *_given: object, **fields: Any) -> Any:
        return cls(**fields) if fields else object.__new__(kind)

    shown = {"__slots__": (), "__dataclass_fields__": vars(cls)["__dataclass_fields__"], "__new__": new}
    return type(f"Absent{cls.__name__}", (Absent,), shown)


def present(value: Any) -> Any:
    """Return a value, or what stands for it where it is absent; the step is wrong then."""
    return value._used() if isinstance(value, Absent) else value
