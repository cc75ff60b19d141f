"""Values of which not all is known, in words: of the rest nothing is said, as it may be anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from checker.system.cells import Cell
from checker.system.shapes import MapShape, MaybeShape, RecordShape, SequenceShape, SetShape, Shape

__all__ = ["known_of"]


def known_of(shape: Shape, name: str, values: Mapping[Cell, int]) -> Iterator[str]:
    """Yield in words what is known of a value, such as ``P1 is in holders`` or ``size of stack is 1``.

    Args:
        shape: the value.
        name: what it is called.
        values: its cells that are known.

    """
    if values.keys().isdisjoint(shape.cells()):
        return
    try:
        whole = shape.decode(values.__getitem__)
    except KeyError:
        yield from _parts(shape, name, values)
    else:
        yield f"{name} is {_value(whole)}"


def _parts(shape: Shape, name: str, values: Mapping[Cell, int]) -> Iterator[str]:
    match shape:
        case SetShape():
            for label, cell in zip(shape.labels, shape.members, strict=True):
                if cell in values:
                    yield f"{label} is {'in' if values[cell] else 'not in'} {name}"
        case MapShape():
            for key, item in zip(shape.keys, shape.items, strict=True):
                yield from known_of(item, f"{name}[{key}]", values)
        case RecordShape():
            for field, item in shape.fields:
                yield from known_of(item, f"{field} of {name}", values)
        case SequenceShape():
            if shape.length in values:
                yield f"size of {name} is {values[shape.length]}"
            for number, slot in enumerate(shape.slots):
                yield from known_of(slot, f"{name}[{number}]", values)
        case MaybeShape():
            told = tuple(known_of(shape.item, name, values))
            yield from told or (f"{name} is somebody or something",)


def _value(value: Any) -> str:
    if value is None:
        return "nobody and nothing"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return "{" + ", ".join(_value(item) for item in value) + "}"
    return str(value)
