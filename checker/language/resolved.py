"""What annotations stand for: the resolved types, and the fields and parameters that have them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from checker.errors import with_article
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.system.model import Source

__all__ = [
    "FREE",
    "BagType",
    "BoolType",
    "EnumType",
    "Field",
    "IntType",
    "MapType",
    "MaybeType",
    "MemberType",
    "MomentType",
    "Parameter",
    "QueueType",
    "RecordType",
    "ScalarType",
    "SequenceType",
    "SetType",
    "StackType",
    "Type",
    "label_of",
    "members_of",
    "type_words",
]


class _Free:
    def __repr__(self) -> str:
        return "any value"


FREE = _Free()
"""The start of a scalar that was declared without a start value: the game starts from each value."""


@dataclass(frozen=True)
class Type:
    """A resolved type."""

    @cached_property
    def scalars(self) -> tuple[Type, ...]:
        """The types of the cells of a scalar, maybe or record, in cell order."""
        return (self,)


@lru_cache
def members_of(cls: type[enum.Enum]) -> tuple[enum.Enum, ...]:
    """Return the members of an enumeration in order (rules are traced by their places)."""
    return tuple(cls)


@dataclass(frozen=True)
class ScalarType(Type):
    """A type whose values fit one cell."""

    def values(self) -> tuple[Any, ...]:
        """Return the plain values in order."""
        raise NotImplementedError


@dataclass(frozen=True)
class BoolType(ScalarType):
    """``bool``."""

    def values(self) -> tuple[Any, ...]:  # noqa: D102 - described by the base class
        return (False, True)


@dataclass(frozen=True)
class IntType(ScalarType):
    """A bounded ``int``."""

    low: int
    high: int

    def values(self) -> tuple[Any, ...]:  # noqa: D102 - described by the base class
        return tuple(range(self.low, self.high + 1))


@dataclass(frozen=True)
class EnumType(ScalarType):
    """An ``enum.Enum``."""

    cls: type[enum.Enum]

    def values(self) -> tuple[Any, ...]:  # noqa: D102 - described by the base class
        return members_of(self.cls)


@dataclass(frozen=True)
class MemberType(ScalarType):
    """A participant or object class with ``count`` members."""

    cls: type[T.Member]
    count: int

    def values(self) -> tuple[Any, ...]:  # noqa: D102 - described by the base class
        return tuple(self.cls(i) for i in range(self.count))


@dataclass(frozen=True)
class MomentType(Type):
    """``Moment``."""


@dataclass(frozen=True)
class MaybeType(Type):
    """``Maybe[T]``."""

    item: Type

    @cached_property
    def scalars(self) -> tuple[Type, ...]:  # noqa: D102 - described by the base class
        return (BoolType(), *self.item.scalars)


@dataclass(frozen=True)
class RecordType(Type):
    """A frozen dataclass."""

    cls: type
    fields: tuple[tuple[str, Type], ...]

    @cached_property
    def scalars(self) -> tuple[Type, ...]:  # noqa: D102 - described by the base class
        return tuple(s for _, field in self.fields for s in field.scalars)


@dataclass(frozen=True)
class MapType(Type):
    """``Map[K, V]``."""

    key: ScalarType
    item: Type


@dataclass(frozen=True)
class SetType(Type):
    """``Set[K]``."""

    key: ScalarType


@dataclass(frozen=True)
class SequenceType(Type):
    """A stack, queue or bag of at most ``bound`` items; ``scope_name`` names the bound."""

    item: Type
    bound: int
    scope_name: str


@dataclass(frozen=True)
class StackType(SequenceType):
    """``Stack[T]``."""


@dataclass(frozen=True)
class QueueType(SequenceType):
    """``Queue[T]``."""


@dataclass(frozen=True)
class BagType(SequenceType):
    """``Bag[T]``."""


@dataclass(frozen=True)
class Field:
    """A state field. ``start`` is a plain value, FREE, or for a map a dict from key to start."""

    name: str
    type: Type
    start: Any
    ghost: bool
    source: Source


@dataclass(frozen=True)
class Parameter:
    """A rule parameter: its type, and if it is chosen inside the rule, by whom.

    ``container`` names the stack, queue or bag that a ``one_of`` parameter picks an item of.
    """

    name: str
    type: Type
    chosen: bool = False
    by: Any = None
    container: str = ""


def label_of(value: Any) -> str:
    """Return a plain scalar value as it stands in the arguments of a play."""
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def type_words(t: Type) -> str:
    """Return a type as it is named in a message: ``a number from 0 to 3``."""
    match t:
        case BoolType():
            return "a bool"
        case IntType(low, high):
            return f"a number from {low} to {high}"
        case EnumType(cls) | RecordType(cls, _) | MemberType(cls, _):
            return with_article(cls.__name__)
        case MomentType():
            return "a moment"
        case MaybeType(item):
            return f"{type_words(item)} or None"
    return "a value of another type"
