"""Plain states: immutable values by field, and what can be done with them without running a rule."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from checker.language.declare import Integer
from checker.language.resolved import (
    FREE,
    BoolType,
    EnumType,
    IntType,
    MapType,
    MaybeType,
    MemberType,
    MomentType,
    RecordType,
    ScalarType,
    SequenceType,
    SetType,
    Type,
    label_of,
)
from checker.language.schema import Schema
from checker.system.shapes import RecordValue

__all__ = [
    "FIRST_MOMENT",
    "NoMoment",
    "Overlay",
    "PlainState",
    "canonical",
    "default_of",
    "field_value",
    "order_key",
    "record_copy",
    "show",
    "show_state",
    "start_values",
    "values_of",
]


FIRST_MOMENT = 1
"""The moment that all cells hold at the start: a number that is true, as moments are."""


@dataclass(frozen=True)
class PlainState:
    """A state as plain values by field, in the order of ``Schema.fields``.

    A map is a tuple of values in the order of its keys, a set a frozenset, a stack, queue or bag a tuple
    (bottom, front or least first), an absent value ``None``, a moment an int. ``clock`` is the newest
    moment that there can be; every event makes it one more.
    """

    values: Mapping[str, Any]
    clock: int = FIRST_MOMENT


@functools.cache
def values_of(t: ScalarType) -> tuple[Any, ...]:
    """Return the values of a scalar type in order, the same objects every time."""
    return t.values()


@functools.cache
def _positions(t: EnumType) -> dict[Any, int]:
    return {value: i for i, value in enumerate(t.values())}


def field_value(t: Type, value: Any) -> Any:
    """Return a record field's value, where a declaration such as ``integer(0, 3)`` is its start value."""
    if isinstance(value, Integer) and isinstance(t, IntType):
        return value.start if isinstance(value.start, int) else t.low
    return value


class NoMoment(int):
    """The moment of what is not there: older than those after ``clock``, as old as every other."""

    clock: int

    @staticmethod
    def at(clock: int) -> NoMoment:
        """Return it as seen in a state whose newest moment is ``clock``."""
        moment = NoMoment(FIRST_MOMENT)
        moment.clock = clock
        return moment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and not self < other

    def __lt__(self, other: int) -> bool:
        return not isinstance(other, NoMoment) and int(other) > self.clock

    def __gt__(self, other: int) -> bool:
        return False

    def __le__(self, other: int) -> bool:
        return True

    def __ge__(self, other: int) -> bool:
        return not self < other

    __hash__ = int.__hash__


@functools.cache
def default_of(t: Type) -> Any:
    """Return the value that stands for one of type ``t`` that is not there: the least."""
    match t:
        case MaybeType():
            return None
        case MomentType():
            return NoMoment.at(FIRST_MOMENT)
        case RecordType(cls, fields):
            return cls(**{name: default_of(f) for name, f in fields})
        case ScalarType():
            return values_of(t)[0]
    raise TypeError(f"{t} has no default")


# -- start values --------------------------------------------------------------------------------


class Overlay(Protocol):
    """Values that some fields have in place of those that they start with."""

    def value(self, name: str, own: Any) -> Any:
        """Return a field's value, given the one that it starts with."""


def start_values(schema: Schema, overlay: Overlay | None = None) -> Iterator[PlainState]:
    """Yield the states of all combinations of start values; the last field varies fastest."""
    names = tuple(schema.fields)
    columns = [_starts(field.type, field.start) for field in schema.fields.values()]
    if overlay is not None:
        columns = [
            tuple(dict.fromkeys(overlay.value(name, start) for start in column))
            for name, column in zip(names, columns, strict=True)
        ]
    for combination in itertools.product(*columns):
        yield PlainState(dict(zip(names, combination, strict=True)))


def _starts(t: Type, start: Any) -> tuple[Any, ...]:
    match t:
        case MapType(key, item):
            return tuple(itertools.product(*(_starts(item, start[k]) for k in values_of(key))))
        case SetType():
            return (frozenset(start),)
        case SequenceType():
            return ((),)
        case MaybeType(item):
            return (None,) if start is None else _starts(item, start)
        case MomentType():
            return (FIRST_MOMENT,)
        case RecordType():
            return (_settled(t, start),)
        case ScalarType() if start is FREE:
            return values_of(t)
    return (start,)


def _settled(t: Type, value: Any) -> Any:
    match t:
        case RecordType(cls, fields):
            return cls(**{name: _settled(f, getattr(value, name)) for name, f in fields})
        case MaybeType(item):
            return None if value is None else _settled(item, value)
        case MomentType():
            return FIRST_MOMENT
    return field_value(t, value)


# -- equality and order --------------------------------------------------------------------------


def _encode(t: Type, value: Any, put: Callable[[int], object], moment: Callable[[int], object]) -> None:
    """Hand the value over as a row of integers; moments go to ``moment``."""
    match t:
        case BoolType() | IntType():
            put(int(value))
        case EnumType():
            put(_positions(t)[value])
        case MemberType():
            put(value.index)
        case MomentType():
            moment(value)
        case MaybeType(item):
            put(0 if value is None else 1)
            if value is not None:
                _encode(item, value, put, moment)
        case RecordType(_, fields):
            for name, f in fields:
                _encode(f, getattr(value, name), put, moment)
        case MapType(_, item):
            for entry in value:
                _encode(item, entry, put, moment)
        case SetType(key):
            for member in values_of(key):
                put(int(member in value))
        case SequenceType(item):
            put(len(value))
            for entry in value:
                _encode(item, entry, put, moment)


def order_key(t: Type, item: Any) -> tuple[list[int], list[int]]:
    """Return what the items of a bag are sorted by: everything else first, moments where that is equal."""
    scalars: list[int] = []
    moments: list[int] = []
    _encode(t, item, scalars.append, moments.append)
    return scalars, moments


def canonical(
    schema: Schema, state: PlainState, *, ghosts: bool = True, names: Container[str] | None = None
) -> tuple[int, ...]:
    """Return a hashable key that is equal for equal states.

    Moments count by their order alone, bags by what they hold. Without ``ghosts`` these are left out, and
    with ``names`` all other fields than these.
    """
    row: list[int] = []
    moments: list[int] = []
    positions: list[int] = []

    def moment(value: int) -> None:
        moments.append(value)
        positions.append(len(row))
        row.append(0)

    for name, field in schema.fields.items():
        if (ghosts or not field.ghost) and (names is None or name in names):
            _encode(field.type, state.values[name], row.append, moment)
    rank = {value: i for i, value in enumerate(sorted(set(moments)))}
    for position, value in zip(positions, moments, strict=True):
        row[position] = rank[value]
    return tuple(row)


# -- for people ----------------------------------------------------------------------------------


def show(t: Type, value: Any) -> Any:
    """Return a value as structured labels, in the form of ``System.show_state``."""
    match t:
        case MomentType():
            return "moment"
        case MaybeType(item):
            return None if value is None else show(item, value)
        case RecordType(cls, fields):
            return RecordValue(
                cls.__name__, tuple((name, show(f, getattr(value, name))) for name, f in fields)
            )
        case MapType(key, item):
            return {label_of(k): show(item, v) for k, v in zip(values_of(key), value, strict=True)}
        case SetType(key):
            return [label_of(k) for k in values_of(key) if k in value]
        case SequenceType(item):
            return [show(item, v) for v in value]
    return label_of(value)


def show_state(schema: Schema, state: PlainState) -> dict[str, Any]:
    """Return the state as structured values for a person, by field."""
    return {name: show(field.type, state.values[name]) for name, field in schema.fields.items()}


def record_copy(t: RecordType, change: Callable[[Type, Any], Any], record: Any) -> Any:
    """Return a new record of the same class with ``change`` applied to every field.

    It is not made by calling the class, so that an author's ``__post_init__`` is not run once more.
    """
    new: Any = object.__new__(t.cls)
    for name, f in t.fields:
        object.__setattr__(new, name, change(f, getattr(record, name)))
    return new
