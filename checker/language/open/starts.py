"""The values that variables have before a game is set up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.language.open.layout import OpenLayout, OpenMapShape, OpenSequenceShape, OpenSetShape
from checker.language.open.refusal import refused
from checker.language.resolved import (
    FREE,
    Field,
    MapType,
    MaybeType,
    MemberType,
    MomentType,
    RecordType,
    ScalarType,
    SequenceType,
    SetType,
    Type,
)
from checker.language.tracing.coding import dead_terms
from checker.system.shapes import MapShape, Shape
from checker.system.terms import DEAD, Cell, Term, boolean, integer

__all__ = ["start_values"]


def start_values(layout: OpenLayout) -> dict[Cell, Term]:
    """Return the value of every variable that starts at one; the others start at any of their type."""
    found: dict[Cell, Term] = {}
    for name, field in layout.schema.fields.items():
        found.update(_Starts(layout, field).of(field.type, layout.shapes[name], field.start))
    return found


class _Starts:
    def __init__(self, layout: OpenLayout, field: Field) -> None:
        self._layout = layout
        self._field = field

    def of(self, t: Type, shape: Shape, start: Any) -> Iterator[tuple[Cell, Term]]:
        """Yield the variables of a value with what they start at, as terms over their places."""
        match t, shape:
            case MapType(key, item), OpenMapShape(inner):
                starts = [start[k] for k in key.values()]
                if any(s != starts[0] for s in starts):
                    raise self._different(key)
                yield from self.of(item, inner, starts[0])
            case MapType(key, item), MapShape(_, items):
                for k, inner in zip(key.values(), items, strict=True):
                    yield from self.of(item, inner, start[k])
            case SetType(key), OpenSetShape(member):
                if start not in (frozenset(), frozenset(key.values())):
                    raise self._different(key)
                yield member, boolean(bool(start))
            case SetType(key), _:
                for k, cell in zip(key.values(), shape.cells(), strict=True):
                    yield cell, boolean(k in start)
            case SequenceType(), OpenSequenceShape(length, _):
                yield length, integer(0)
            case _:
                terms = self._scalars(t, start)
                yield from ((c, v) for c, v in zip(shape.cells(), terms, strict=True) if v is not None)

    def _different(self, key: ScalarType) -> Exception:
        assert isinstance(key, MemberType)
        return refused(
            f"{self._field.name!r} does not start the same for every {key.cls.__name__}",
            "let a rule marked @start make the difference, or prove it for a fixed number of participants",
            self._field.source,
        )

    def _scalars(self, t: Type, start: Any) -> list[Term | None]:
        match t:
            case MomentType():
                return [DEAD]  # as old as every other, and older than what is to come
            case MaybeType(item):
                if start is None:
                    return [boolean(False), *dead_terms(item)]
                return [boolean(True), *self._scalars(item, start)]
            case RecordType(_, fields):
                return [x for name, f in fields for x in self._scalars(f, getattr(start, name))]
            case ScalarType() if start is FREE:
                return [None]
            case ScalarType() if isinstance(start, bool):
                return [boolean(start)]
            case ScalarType():
                number = start if isinstance(start, int) else t.values().index(start)
                return [integer(number)]
        raise TypeError(f"{t} is no scalar, maybe or record")
