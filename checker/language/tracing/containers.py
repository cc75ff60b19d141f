"""What a location holds, as an author's function sees it, and symbolic maps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from checker.errors import ModelError
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.resolved import BagType, MapType, QueueType, SequenceType, SetType, StackType
from checker.language.tracing.coding import decode, encode
from checker.language.tracing.location import Location, key_condition
from checker.language.tracing.no_text import NoText
from checker.language.tracing.sequences import SymbolicBag, SymbolicQueue, SymbolicSequence, SymbolicStack
from checker.language.tracing.sets import SymbolicSet, SymbolicSetView, set_terms
from checker.language.tracing.unlike import NotCompared
from checker.language.tracing.values import SymbolicInt
from checker.language.tracing.ways import author_line
from checker.system.shapes import MapShape, Shape
from checker.system.terms import FALSE, Term

__all__ = ["READERS", "WRITERS", "SymbolicMap", "container_items", "read", "write"]

READERS: dict[type[Shape], Callable[[Location], Any]] = {}
"""What is seen of a value in a shape that is none of those below (containers of an open size)."""

WRITERS: dict[type[Shape], Callable[[Location, Any], None]] = {}
"""How a whole value in such a shape is set."""


def read(location: Location) -> Any:
    """Return the value at a location: a scalar, maybe or record, or a live container."""
    reader = READERS.get(type(location.places[0][1]))
    if reader is not None:
        return reader(location)
    match location.type:
        case MapType():
            return SymbolicMap(location)
        case SetType():
            return SymbolicSetView(location)
        case StackType():
            return SymbolicStack(location)
        case QueueType():
            return SymbolicQueue(location)
        case BagType():
            return SymbolicBag(location)
    return decode(location.type, location.terms())


def write(location: Location, value: Any) -> None:
    """Set the value at a location.

    Raises:
        ModelError: the value is not of the declared type, or a whole map or sequence is assigned.
    """
    t = location.type
    writer = WRITERS.get(type(location.places[0][1]))
    if writer is not None:
        writer(location, value)
        return
    if isinstance(t, SetType):
        location.put(set_terms(t, value))
        return
    if isinstance(t, MapType | SequenceType):
        if isinstance(value, SymbolicMap | SymbolicSequence) and value.location == location:
            return
        raise ModelError(
            "a whole map, stack, queue or bag cannot be assigned",
            hint="change its entries: `self.life[player] = 3`, `self.stack.push(entry)`",
            source=author_line(),
        )
    increment = value.increment if isinstance(value, SymbolicInt) else None
    terms = encode(t, value)
    if increment is not None and increment[0] is location.terms()[0]:
        location.put(terms, change=increment[1])
    else:
        location.put(terms)


class SymbolicMap(NoText, NotCompared, T.Map[Any, Any]):
    """A live map."""

    def __init__(self, location: Location) -> None:
        self.location = location
        self._type = cast(MapType, location.type)

    def _at(self, key: Any) -> Location:
        conditions = key_condition(self._type.key, key)
        return self.location.inner(
            self._type.item,
            lambda shape: [
                (c, item)
                for c, item in zip(conditions, cast(MapShape, shape).items, strict=True)
                if c is not FALSE
            ],
        )

    def __getitem__(self, key: Any) -> Any:
        return read(self._at(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        write(self._at(key), value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._type.key.values())


def container_items(domain: Any) -> list[tuple[Term, Any]] | None:
    """Return the (condition, item) pairs of a symbolic container, or None for anything else."""
    if isinstance(domain, SymbolicSequence):
        return domain.entries()
    if isinstance(domain, SymbolicSet):
        keys = domain.key.values() if domain.key else ()
        return list(zip(domain.terms, keys, strict=True))
    return None
