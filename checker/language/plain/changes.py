"""What a step changed, down to one entry of a stack."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

from checker.language.plain.state import PlainState, show_state
from checker.language.plain.told import NOTHING, Change
from checker.language.resolved import MapType, SequenceType, Type
from checker.language.schema import Schema
from checker.system.shapes import RecordValue, show

__all__ = ["changes"]


def changes(schema: Schema, before: PlainState, after: PlainState) -> tuple[Change, ...]:
    """Return the parts of the state that differ, in the order of the fields.

    All moments are shown alike, so a change of a moment alone is none.
    """
    old, new = show_state(schema, before), show_state(schema, after)
    return tuple(
        change
        for name, field in schema.fields.items()
        for change in _between(name, field.type, old[name], new[name])
    )


def _between(path: str, t: Type, old: Any, new: Any) -> Iterator[Change]:
    if old == new:
        return
    match t:
        case MapType(_, item):
            for key in old:
                yield from _between(f"{path}[{key}]", item, old[key], new[key])
        case SequenceType():
            yield from _items(path, old, new)
        case _:
            yield from _parts(path, old, new)


def _parts(path: str, old: Any, new: Any) -> Iterator[Change]:
    """Yield the fields of a record that differ; anything else is one part."""
    if isinstance(old, RecordValue) and isinstance(new, RecordValue):
        for (name, was), (_, is_now) in zip(old.fields, new.fields, strict=True):
            if was != is_now:
                yield from _parts(f"{path}.{name}", was, is_now)
    else:
        yield Change(path, show(old), show(new))


def _items(path: str, old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Yield the items that left, came, or were replaced in place."""
    matcher = difflib.SequenceMatcher(a=[show(x) for x in old], b=[show(x) for x in new], autojunk=False)
    for how, a, b, c, d in matcher.get_opcodes():
        if how == "equal":
            continue
        if how == "replace" and b - a == d - c:
            for i, j in zip(range(a, b), range(c, d), strict=True):
                yield from _parts(f"{path}[{j}]", old[i], new[j])
            continue
        yield from (Change(f"{path}[{i}]", show(old[i]), NOTHING) for i in range(a, b))
        yield from (Change(f"{path}[{j}]", NOTHING, show(new[j])) for j in range(c, d))
