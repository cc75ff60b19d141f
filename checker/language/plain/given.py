"""States that somebody describes: values by field, checked against the types of the game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from checker.errors import ModelError, nearest
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.plain.state import (
    FIRST_MOMENT,
    PlainState,
    field_value,
    order_key,
    values_of,
)
from checker.language.resolved import (
    BagType,
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
    type_words,
)
from checker.language.schema import Schema

__all__ = ["Given", "moment"]


@dataclass(frozen=True)
class _Mentioned:
    """A moment of a described state; those mentioned later are newer."""

    number: int


_mentions = itertools.count()


def moment() -> T.Moment:
    """Return a moment for a state that is described: newer than those of earlier calls, older than ``now()``.

    ``[Entry(arrived=moment(), ...), Entry(arrived=moment(), ...)]`` describes an entry and a newer one.
    """
    return cast(T.Moment, _Mentioned(next(_mentions)))


class Given:
    """Values of fields, to be put into states of a game.

    A map may be given in part, as a dict; its other keys stay as they are in the state. A set is any
    iterable, a stack, queue or bag a list (bottom or front first), and what is not there ``None``.

    Args:
        schema: the game with its scopes and readings.
        values: plain values by the name of the field.

    Raises:
        ModelError: there is no such field, or a value is not of its type; the message names the field.

    """

    def __init__(self, schema: Schema, values: Mapping[str, Any]) -> None:
        self._schema = schema
        for name in values:
            if name not in schema.fields:
                raise _no_field(schema, name)
        self._moments = _ranks(values)
        self._values = {name: self._part(name, schema.fields[name].type, v) for name, v in values.items()}

    def put_into(self, state: PlainState) -> PlainState:
        """Return ``state`` with the given values in place of its own."""
        values = {name: self.value(name, state.values[name]) for name in self._values}
        newest = max(self._moments.values(), default=FIRST_MOMENT)
        return PlainState({**state.values, **values}, max(state.clock, newest))

    def value(self, name: str, own: Any) -> Any:
        """Return a field's value, given the one that it has otherwise."""
        if name not in self._values:
            return own
        return _over(self._schema.fields[name].type, own, self._values[name])

    # -- values --------------------------------------------------------------------------------------

    def _part(self, path: str, t: Type, value: Any) -> Any:
        """Return a value in the form that states have; of a map, a dict of what is given."""
        match t:
            case MapType():
                return self._map(path, t, value)
            case SetType(key):
                members = _listed(path, value, "a set", "{P1, P2}")
                return frozenset(self._scalar(path, key, m) for m in members)
            case SequenceType():
                return self._sequence(path, t, value)
            case MaybeType(item):
                return None if value is None else self._part(path, item, value)
            case MomentType():
                if not isinstance(value, _Mentioned):
                    raise _error(path, f"{value!r} is no moment", "write `moment()`; later calls are newer")
                return self._moments[value]
            case RecordType():
                return self._record(path, t, value)
        return self._scalar(path, cast(ScalarType, t), value)

    def _map(self, path: str, t: MapType, value: Any) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise _error(
                path, f"{value!r} is no map", "write a dict: `{key: value}`, with the keys that matter"
            )
        return {
            self._scalar(path, t.key, key): self._part(f"{path}[{label_of(key)}]", t.item, item)
            for key, item in value.items()
        }

    def _sequence(self, path: str, t: SequenceType, value: Any) -> tuple[Any, ...]:
        listed = _listed(path, value, "a list", "[...], with the bottom or the front first")
        items = tuple(self._part(f"{path}[{i}]", t.item, item) for i, item in enumerate(listed))
        if len(items) > t.bound:
            raise _error(
                path,
                f"it holds {len(items)}, and its bound is {t.bound}",
                self._wider(t.scope_name, len(items)),
            )
        if isinstance(t, BagType):
            return tuple(sorted(items, key=lambda item: order_key(t.item, item)))
        return items

    def _record(self, path: str, t: RecordType, value: Any) -> Any:
        name = t.cls.__name__
        if type(value) is not t.cls:
            raise _error(path, f"{value!r} is no {name}", f"write `{name}(...)`")
        new: Any = object.__new__(t.cls)
        for field, of in t.fields:
            part = self._part(f"{path}.{field}", of, field_value(of, getattr(value, field)))
            object.__setattr__(new, field, part)
        return new

    def _scalar(self, path: str, t: ScalarType, value: Any) -> Any:
        known = values_of(t)
        for one in known:
            if type(one) is type(value) and one == value:
                return one
        shown = ", ".join(map(label_of, known[:6])) + (", ..." if len(known) > 6 else "")
        if isinstance(t, MemberType) and isinstance(value, t.cls):
            scope = t.cls.size.name or f"{t.cls.__name__.lower()}s"
            raise _error(
                path, f"{value} is not in this game: there are {shown}", self._wider(scope, value.index + 1)
            )
        raise _error(path, f"{value!r} is not {type_words(t)}", f"write one of {shown}")

    def _wider(self, scope: str, number: int) -> str:
        """Return what to write where a size or bound is too small."""
        if scope in self._schema.scopes:
            return f"play with scopes={{{scope!r}: {number}}}"
        return f"{scope} cannot be varied in {self._schema.name}; declare it with scope(...)"


def _over(t: Type, own: Any, given: Any) -> Any:
    """Return a given value, in which keys of maps that are not given are as in ``own``."""
    if not isinstance(t, MapType):
        return given
    return tuple(
        _over(t.item, value, given[key]) if key in given else value
        for key, value in zip(values_of(t.key), own, strict=True)
    )


def _listed(path: str, value: Any, words: str, example: str) -> tuple[Any, ...]:
    if not isinstance(value, Iterable) or isinstance(value, str | Mapping | type):
        raise _error(path, f"{value!r} is no {words.partition(' ')[2]}", f"write {words}: {example}")
    return tuple(value)


def _ranks(values: Mapping[str, Any]) -> dict[_Mentioned, int]:
    """Return a time for every moment that is mentioned, later than the start of the game."""
    found: set[_Mentioned] = set()

    def collect(value: Any) -> None:
        if isinstance(value, _Mentioned):
            found.add(value)
        elif isinstance(value, Mapping):
            for part in (*value.keys(), *value.values()):
                collect(part)
        elif isinstance(value, list | tuple | set | frozenset):
            for part in value:
                collect(part)
        elif hasattr(type(value), "__dataclass_fields__"):
            for part in vars(value).values():
                collect(part)

    collect(values)
    in_order = sorted(found, key=lambda m: m.number)
    return {m: FIRST_MOMENT + i for i, m in enumerate(in_order, start=1)}


def _no_field(schema: Schema, name: str) -> ModelError:
    if name in schema.readings:
        return ModelError(
            f"{name} is a reading of {schema.name}, and no field",
            hint=f"write readings={{{name!r}: ...}}",
        )
    if name in schema.scopes:
        return ModelError(
            f"{name} is a scope of {schema.name}, and no field", hint=f"write scopes={{{name!r}: ...}}"
        )
    return ModelError(f"{schema.name} has no field {name!r}", hint=nearest(name, schema.fields))


def _error(path: str, message: str, hint: str) -> ModelError:
    return ModelError(f"{path}: {message}", hint=hint)
