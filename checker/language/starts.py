"""Start values: what a field holds before anything happens, checked against its type."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, cast

from checker.errors import with_article
from checker.language import declare
from checker.language.resolved import (
    FREE,
    IntType,
    MapType,
    MaybeType,
    MomentType,
    RecordType,
    ScalarType,
    SequenceType,
    SetType,
    Type,
    label_of,
    type_words,
)
from checker.language.resolver import Resolver

__all__ = ["start_of"]


def start_of(resolver: Resolver, resolved: Type, given: Any) -> Any:
    """Return the start value of a field: plain, ``FREE``, or a dict of these for a map.

    Raises:
        ModelError: what is declared is no value of the type.
    """
    match resolved:
        case MapType():
            return _map(resolver, resolved, given)
        case SetType():
            return _set(resolver, resolved, given)
        case SequenceType():
            return ()
        case MaybeType(item):
            return None if given is None else start_of(resolver, item, given)
        case MomentType():
            if given is not None:
                raise resolver.error(
                    "a moment takes no start value",
                    "leave it out: all moments start equal, before every now()",
                )
            return None
        case IntType():
            return _integer(resolver, resolved, given)
        case RecordType():
            return _record(resolver, resolved, given)
    if given is None:
        return FREE
    return _scalar(resolver, resolved, given)


def _map(resolver: Resolver, resolved: MapType, given: Any) -> dict[Any, Any]:
    keys = resolved.key.values()
    if not isinstance(given, dict):
        item = given.item if isinstance(given, declare.Each) else given
        return {key: start_of(resolver, resolved.item, item) for key in keys}
    missing = [label_of(k) for k in keys if k not in given]
    if missing:
        raise resolver.error(
            f"the map has no start value for {', '.join(missing)}", "give every key its value"
        )
    extra = [label_of(k) for k in given if k not in keys]
    if extra:
        raise resolver.error(
            f"the map has no key {extra[0]}", f"its keys are {', '.join(map(label_of, keys))}"
        )
    return {key: start_of(resolver, resolved.item, given[key]) for key in keys}


def _set(resolver: Resolver, resolved: SetType, given: Any) -> frozenset[Any]:
    if given is not None and not isinstance(given, Iterable):
        raise resolver.error(f"it starts as {given!r}, which is no set", "write `{...}`, or nothing")
    members = frozenset() if given is None else frozenset(given)
    wrong = [m for m in members if m not in resolved.key.values()]
    if wrong:
        raise resolver.error(
            f"{label_of(wrong[0])} cannot be a member of this set",
            f"its members are {', '.join(map(label_of, resolved.key.values()))}",
        )
    return members


def _integer(resolver: Resolver, resolved: IntType, given: Any) -> int:
    start = given
    if isinstance(given, declare.Integer):
        start = given.low if given.start is None else given.start
    value = resolver.number(start, kind="range")
    if not resolved.low <= value <= resolved.high:
        raise resolver.error(
            f"it starts at {value}, outside its range {resolved.low}..{resolved.high}",
            "widen the range, or start within it",
        )
    return value


def _record(resolver: Resolver, resolved: RecordType, given: Any) -> Any:
    name = resolved.cls.__name__
    if given is None:
        raise resolver.error(
            f"{with_article(name)} needs a start value",
            f"write `= {name}(...)`, or declare the field `Maybe[{name}]`",
        )
    if type(given) is not resolved.cls:
        raise resolver.error(f"it starts as {given!r}, which is no {name}", f"write `= {name}(...)`")
    values: dict[str, Any] = {}
    for field, item in resolved.fields:
        if not isinstance(item, MomentType):
            values[field] = start_of(resolver, item, getattr(given, field))
            if values[field] is FREE:
                raise resolver.error(f"{name}.{field} has no value", f"write `{name}({field}=...)`")
    filled: Any = dataclasses.replace(cast(Any, given), **values)
    return filled


def _scalar(resolver: Resolver, resolved: Type, given: Any) -> Any:
    assert isinstance(resolved, ScalarType)
    values = resolved.values()
    if not any(type(given) is type(v) and given == v for v in values):
        shown = ", ".join(map(label_of, values[:6])) + (", ..." if len(values) > 6 else "")
        raise resolver.error(
            f"it starts at {given!r}, which is not {type_words(resolved)}",
            f"write one of {shown}, or nothing to start at each in turn",
        )
    return given
