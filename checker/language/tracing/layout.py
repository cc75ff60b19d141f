"""Layout: the cells of every field of a game, and symbolic values from and to terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from checker.language.resolved import (
    BagType,
    BoolType,
    EnumType,
    Field,
    IntType,
    MapType,
    MaybeType,
    MemberType,
    MomentType,
    Parameter,
    QueueType,
    RecordType,
    ScalarType,
    SequenceType,
    SetType,
    StackType,
    Type,
    label_of,
)
from checker.language.schema import Schema
from checker.system.shapes import (
    BagShape,
    MapShape,
    MaybeShape,
    QueueShape,
    RecordShape,
    ScalarShape,
    SequenceShape,
    SetShape,
    Shape,
    StackShape,
    Variable,
)
from checker.system.terms import DEAD, TRUE, Cell, Domain, Sort, Term, all_of, at_least, of_domain, var

__all__ = ["Container", "Layout", "dead_term", "domain_of", "shape_of"]


def domain_of(t: Type) -> Domain:
    """Return the domain of a scalar type."""
    match t:
        case BoolType():
            return Domain.boolean()
        case IntType(low, high):
            return Domain.integer(low, high)
        case EnumType() | MemberType():
            return Domain.enumeration(label_of(v) for v in t.values())
        case MomentType():
            return Domain.moment()
    raise TypeError(f"{t} is no scalar")


def dead_term(domain: Domain) -> Term:
    """Return the fixed value of a cell that holds nothing: an empty slot, or what is absent."""
    return DEAD if domain.sort is Sort.MOMENT else of_domain(domain, domain.low)


def shape_of(t: Type, name: str) -> Shape:
    """Return the shape of a value of type ``t`` whose cells are named after ``name``."""
    match t:
        case MaybeType(item):
            return MaybeShape(Cell(f"{name}?", Domain.boolean()), shape_of(item, name))
        case RecordType(cls, fields):
            return RecordShape(cls.__name__, tuple((f, shape_of(ft, f"{name}.{f}")) for f, ft in fields))
        case MapType(key, item):
            labels = tuple(label_of(k) for k in key.values())
            return MapShape(labels, tuple(shape_of(item, f"{name}[{k}]") for k in labels))
        case SetType(key):
            labels = tuple(label_of(k) for k in key.values())
            return SetShape(labels, tuple(Cell(f"{name}[{k}]", Domain.boolean()) for k in labels))
        case SequenceType(item, bound):
            kind: dict[type[SequenceType], type[SequenceShape]] = {
                StackType: StackShape,
                QueueType: QueueShape,
                BagType: BagShape,
            }
            length = Cell(f"{name}.size", Domain.integer(0, bound))
            slots = tuple(shape_of(item, f"{name}[{i}]") for i in range(bound))
            return kind[type(t)](length, slots)
        case MomentType() | ScalarType():
            return ScalarShape(Cell(name, domain_of(t)))
    raise TypeError(f"{t} has no shape")


def _moments(shape: Shape, alive: Term) -> Iterator[tuple[Cell, Term]]:
    """Yield the moment cells of a shape, each with the condition under which it holds a moment."""
    match shape:
        case ScalarShape(cell):
            if cell.domain.sort is Sort.MOMENT:
                yield cell, alive
        case MaybeShape(present, item):
            yield from _moments(item, all_of((alive, var(present))))
        case RecordShape(_, fields):
            for _, inner in fields:
                yield from _moments(inner, alive)
        case MapShape(_, items):
            for inner in items:
                yield from _moments(inner, alive)
        case SequenceShape(length, slots):
            for i, inner in enumerate(slots):
                yield from _moments(inner, all_of((alive, at_least(var(length), i + 1))))


@dataclass(frozen=True)
class Container:
    """A stack, queue or bag of a game: its type, and its cells."""

    type: SequenceType
    shape: SequenceShape


def _containers(t: Type, shape: Shape) -> Iterator[Container]:
    """Yield the stacks, queues and bags in a shape of type ``t``."""
    match t, shape:
        case MapType(_, item), MapShape(_, shapes):
            for inner in shapes:
                yield from _containers(item, inner)
        case SequenceType(), SequenceShape():
            yield Container(t, shape)


class Layout:
    """The shapes of all fields of a schema, in order of declaration.

    ``moments`` has every moment cell, with the condition under which it holds a moment; ``sequences`` are
    all stacks, queues and bags with a bound, and ``bags`` the cells of bags. ``gathering`` has, for each bag
    without a bound, its length and the functions that its items are laid out in.
    """

    machine: ClassVar[type[Any] | None] = None
    """The machine that rules are traced with, where it is not the ordinary one."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        # The rules that were seen to do the same when they are run twice.
        self.repeatable: set[str] = set()
        self.shapes: dict[str, Shape] = {
            name: self.shape_of(f.type, name) for name, f in schema.fields.items()
        }
        self.cells: tuple[Cell, ...] = tuple(c for s in self.shapes.values() for c in s.cells())
        self.ghosts: frozenset[Cell] = frozenset(
            c for name, s in self.shapes.items() if schema.fields[name].ghost for c in s.cells()
        )
        self.sequences: tuple[Container, ...] = tuple(
            c for name, s in self.shapes.items() for c in _containers(schema.fields[name].type, s)
        )
        self.bags: frozenset[Cell] = frozenset(
            cell for c in self.sequences if isinstance(c.shape, BagShape) for cell in c.shape.cells()
        )
        self.gathering: tuple[tuple[Cell, ...], ...] = ()
        self.moments: dict[Cell, Term] = {
            c: alive for s in self.shapes.values() for c, alive in _moments(s, TRUE)
        }
        self.variables = tuple(
            Variable(name, shape, schema.fields[name].ghost) for name, shape in self.shapes.items()
        )

    def shape_of(self, t: Type, name: str) -> Shape:
        """Return the shape of a field of type ``t``."""
        return shape_of(t, name)

    def field(self, name: str) -> Field:
        """Return the field of that name."""
        return self.schema.fields[name]

    def arguments(self, parameter: Parameter) -> Iterator[Any]:
        """Yield what a parameter may be: plain values, or terms that stand for many."""
        return self.schema.arguments(parameter)

    def together(self, instance: Any) -> Any:
        """Return an instance of a rule of which all happen at once as it is merged with the others."""
        return instance

    def inside(self, label: str) -> Term:
        """Return the condition that the participant with this label is in the game."""
        participant = self.schema.participant
        assert participant is not None
        labels = [label_of(v) for v in participant.values()]
        return var(self.shapes["in_game"].cells()[labels.index(label)])
