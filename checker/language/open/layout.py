"""Layout with open sizes: lengths and functions in place of slots, functions of members in place of lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from checker.errors import ModelError
from checker.language.open.at_once import every_instance
from checker.language.open.refusal import refused
from checker.language.places import class_source
from checker.language.resolved import (
    BagType,
    MapType,
    MaybeType,
    MemberType,
    Parameter,
    RecordType,
    SequenceType,
    SetType,
    Type,
    label_of,
)
from checker.language.schema import Schema
from checker.language.tracing.instance import Instance
from checker.language.tracing.layout import Layout, domain_of
from checker.language.types import Member
from checker.system.open.binders import applied
from checker.system.open.functions import NATURAL, UNBOUNDED, Element, Function
from checker.system.open.model import Parameter as Symbolic
from checker.system.open.model import Variable
from checker.system.shapes import MapShape, MaybeShape, RecordShape, ScalarShape, SetShape, Shape
from checker.system.terms import Cell, Domain, Term, var

__all__ = [
    "OpenLayout",
    "OpenMapShape",
    "OpenSequenceShape",
    "OpenSetShape",
    "any_number_of",
    "element_shape",
    "scope_name",
    "size_name",
]


@dataclass(frozen=True)
class OpenSequenceShape(Shape):
    """A stack, queue or bag of any length: the length, and an item of functions of slots."""

    length: Cell
    item: Shape

    def _cells(self) -> Iterator[Cell]:
        yield self.length
        yield from self.item.cells()


@dataclass(frozen=True)
class OpenMapShape(Shape):
    """A map over members of any number: an item of functions of members."""

    item: Shape

    def _cells(self) -> Iterator[Cell]:
        yield from self.item.cells()


@dataclass(frozen=True)
class OpenSetShape(Shape):
    """A set of members of any number: a function to truth values."""

    member: Function

    def _cells(self) -> Iterator[Cell]:
        yield self.member


class OpenLayout(Layout):
    """The shapes of all fields with every container open, and the participants as well if asked for.

    ``number`` is the number of participants where that is open, else ``None``, and ``objects`` are the
    classes of objects of which there may be any number. ``numbers`` has for each class of members of an open
    number that number. ``limits`` has for each variable that holds such a member its number, which is the
    end of its values. ``everybody_stays`` says that no rule takes a participant out of the game, as is known
    once all are traced. ``open_sequences`` are all stacks, queues and bags.
    """

    def __init__(self, schema: Schema, *, many: bool, objects: Iterable[type[Member]] = ()) -> None:
        who = schema.participant
        if many and who is None:
            raise ModelError(f"{schema.name} has no participants to leave open", source=schema.source)
        for fixed in (cls for cls in objects if cls.size.fixed):
            raise refused(
                f"{schema.name} has exactly {fixed.size.default} {size_name(fixed)}",
                f"if it is meant for more, declare `class {fixed.__name__}(Object, "
                f"size=scope({fixed.size.default}, least=1))`",
                class_source(fixed),
            )
        if many and who is not None and who.cls.size.fixed:
            raise refused(
                f"{schema.name} is a game for exactly {who.count} players",
                f"if it is meant for more, declare `class {who.cls.__name__}(Participant, "
                f"size=scope({who.count}, least={who.count}))`",
                class_source(who.cls),
            )
        self.many: MemberType | None = who if many else None
        self.objects = tuple(objects)
        self.limits: dict[Cell, Term] = {}
        self._field = ""
        self._parameters: dict[Cell, Term] = {}
        self.everybody_stays = False
        everybody = () if self.many is None else (self.many.cls,)
        self.numbers: dict[type[Member], Cell] = {
            cls: Cell(size_name(cls), Domain.integer(cls.size.least, UNBOUNDED))
            for cls in (*everybody, *self.objects)
        }
        self.number = None if self.many is None else self.numbers[self.many.cls]
        super().__init__(schema)
        self.bags = frozenset(
            cell
            for name, shape in self.shapes.items()
            if _holds_bag(schema.fields[name].type)
            for cell in shape.cells()
        )
        self.open_sequences = tuple(s for shape in self.shapes.values() for s in _open_sequences(shape))
        self.gathering = tuple(s.cells() for s in self.open_sequences if s.length in self.bags)

    @property
    def variables_of_system(self) -> tuple[Variable, ...]:
        """All variables, with the ends of their values."""
        return tuple(Variable(c, self.limits.get(c)) for c in self.cells)

    @property
    def end(self) -> Term:
        """The number of participants, where that is open."""
        assert self.number is not None
        return var(self.number)

    def is_many(self, t: Type) -> bool:
        """Return whether a type is that of members whose number is open."""
        return isinstance(t, MemberType) and t.cls in self.numbers

    def end_of(self, t: Type) -> Term:
        """Return the number of members of a class, where that is open."""
        assert isinstance(t, MemberType)
        return var(self.numbers[t.cls])

    def end_of_parameter(self, cell: Cell) -> Term:
        """Return the end of what a parameter ranges over, by the variable that stands for it."""
        return self._parameters[cell]

    def shape_of(self, t: Type, name: str) -> Shape:
        """Return the shape of a field of type ``t``."""
        self._field = name
        return self._shape(t, name, ())

    def _shape(self, t: Type, name: str, ends: tuple[Term, ...]) -> Shape:
        match t:
            case MaybeType(item):
                here = _variable(f"{name}?", Domain.boolean(), ends)
                return MaybeShape(here, self._shape(item, name, ends))
            case RecordType(cls, fields):
                parts = tuple((f, self._shape(ft, f"{name}.{f}", ends)) for f, ft in fields)
                return RecordShape(cls.__name__, parts)
            case MapType(key, item) if self.is_many(key):
                return OpenMapShape(self._shape(item, name, self._one_more(ends, key)))
            case MapType(key, item):
                labels = tuple(label_of(k) for k in key.values())
                return MapShape(labels, tuple(self._shape(item, f"{name}[{k}]", ends) for k in labels))
            case SetType(key) if self.is_many(key):
                member = _variable(name, Domain.boolean(), self._one_more(ends, key))
                assert isinstance(member, Function)
                return OpenSetShape(member)
            case SetType(key):
                labels = tuple(label_of(k) for k in key.values())
                return SetShape(
                    labels, tuple(_variable(f"{name}[{k}]", Domain.boolean(), ends) for k in labels)
                )
            case SequenceType(item, _):
                if ends:
                    raise self._nested()
                length = Cell(f"{name}.size", NATURAL)
                return OpenSequenceShape(length, self._shape(item, name, (var(length),)))
        if self.is_many(t):
            cell = _variable(name, NATURAL, ends)
            self.limits[cell] = self.end_of(t)
            return ScalarShape(cell)
        return ScalarShape(_variable(name, domain_of(t), ends))

    def _one_more(self, ends: tuple[Term, ...], key: Type) -> tuple[Term, ...]:
        if ends:
            raise self._nested()
        return (self.end_of(key),)

    def _nested(self) -> ModelError:
        return refused(
            f"{self._field!r} is a container of an open size in another one",
            "leave only one of the two sizes open: prove it for a fixed number of members",
            self.schema.fields[self._field].source,
        )

    # -- parameters ------------------------------------------------------------------------------

    def symbolic(self, parameter: Parameter) -> Symbolic | None:
        """Return what a parameter is where it ranges over something of an open size."""
        item = parameter.type.item if isinstance(parameter.type, MaybeType) else parameter.type
        if isinstance(item, SequenceType):
            shape = self.shapes[parameter.container]
            assert isinstance(shape, OpenSequenceShape)
            return self._symbolic(parameter.name, var(shape.length))
        return self._symbolic(parameter.name, self.end_of(item)) if self.is_many(item) else None

    def _symbolic(self, name: str, end: Term) -> Symbolic:
        """Return a parameter; one of this name that ranges over something else has another variable."""
        label = f"${name}"
        while self._parameters.setdefault(Cell(label, NATURAL), end) is not end:
            label += "."
        return Symbolic(name, Cell(label, NATURAL), end)

    def arguments(self, parameter: Parameter) -> Iterator[Any]:
        """Yield what a parameter may be: plain values, or one term for all that are open."""
        symbolic = self.symbolic(parameter)
        if symbolic is None:
            yield from super().arguments(parameter)
            return
        if isinstance(parameter.type, MaybeType):
            yield None
        yield var(symbolic.cell)

    def together(self, instance: Instance) -> Instance:
        """Return all instances of a state-based rule as one, where it stands for any number of them."""
        return every_instance(self.end_of_parameter, instance)

    def inside(self, label: str) -> Term:
        """Return the condition that the participant with this label, or of this parameter, is in the game."""
        if self.many is None:
            return super().inside(label)
        shape = self.shapes["in_game"]
        assert isinstance(shape, OpenSetShape)
        return applied(var(shape.member), (var(Cell(label, NATURAL)),))


def size_name(cls: type) -> str:
    """Return what the members of a class are called: the class in lower case, plural."""
    return cls.__name__.lower() + "s"


def any_number_of(cls: type) -> str:
    """Return the phrase for that it is left open how many members of a class there are."""
    return f"any number of {size_name(cls)}"


def scope_name(cls: type[Member]) -> str:
    """Return the name of the scope that says how many members of a class there are."""
    return cls.size.name or size_name(cls)


def _variable(name: str, domain: Domain, ends: tuple[Term, ...]) -> Cell:
    return Function(name, domain, ends) if ends else Cell(name, domain)


def _holds_bag(t: Type) -> bool:
    return isinstance(t.item if isinstance(t, MapType) else t, BagType)


def _open_sequences(shape: Shape) -> Iterator[OpenSequenceShape]:
    match shape:
        case OpenSequenceShape():
            yield shape
        case MapShape():
            for item in shape.items:
                yield from _open_sequences(item)


def element_shape(shape: Shape, at: tuple[Term, ...]) -> Shape:
    """Return the shape of one item: its functions at these arguments."""
    match shape:
        case ScalarShape(cell):
            return ScalarShape(_element(cell, at))
        case MaybeShape(present, item):
            return MaybeShape(_element(present, at), element_shape(item, at))
        case RecordShape():
            return replace(shape, fields=tuple((n, element_shape(s, at)) for n, s in shape.fields))
        case MapShape():
            return replace(shape, items=tuple(element_shape(s, at) for s in shape.items))
        case SetShape():
            return replace(shape, members=tuple(_element(c, at) for c in shape.members))
    raise TypeError(f"{shape} has no elements")


def _element(cell: Cell, at: tuple[Term, ...]) -> Cell:
    assert isinstance(cell, Function)
    return Element.of(cell, at)
