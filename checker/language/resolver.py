"""Resolving: from an annotation, and what is declared beside it, to a type whose values can be listed."""

from __future__ import annotations

import dataclasses
import enum
import sys
import types as python_types
import typing
from collections.abc import Mapping
from typing import Any

from checker.errors import ModelError, UsageError, nearest
from checker.language import declare
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.places import class_source, field_source
from checker.language.resolved import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    MapType,
    MaybeType,
    MemberType,
    MomentType,
    QueueType,
    RecordType,
    ScalarType,
    SequenceType,
    SetType,
    StackType,
    Type,
)
from checker.system.model import Source

__all__ = ["Resolver", "type_name"]

_CONTAINERS: dict[Any, tuple[type[SequenceType], str, str]] = {
    T.Stack: (StackType, "stack", "depth"),
    T.Queue: (QueueType, "queue", "length"),
    T.Bag: (BagType, "bag", "size"),
}
"""The containers, each with its resolved type, the function that declares it, and the name of its bound."""

_KNOWN = (
    "use bool, an Enum, a bounded int (`integer(0, 5)`), Maybe, Map, Set, Stack, Queue, Bag, Moment, "
    "a frozen dataclass, or a class of members"
)

MOST_NUMBERS = 100_000
"""Numbers in one range before it is refused: every one of them is a value of its own."""


class Resolver:
    """Resolves the annotations of one game, and collects the scopes that they use.

    ``asked`` are values for scopes by name, ``variables`` says what type variables stand for. What is being
    resolved is set by :meth:`look_at`, so that errors can name it.
    """

    def __init__(self, asked: Mapping[str, int], variables: Mapping[Any, Any]) -> None:
        self.sizes: dict[str, int] = {}
        self.bounds: dict[str, int] = {}
        self.ranges: dict[str, int] = {}
        self.participant: MemberType | None = None
        self.members: dict[type, MemberType] = {}
        self._asked = asked
        self._variables = variables
        self._name = ""
        self._inside = ""
        self._key_name = ""
        self._source = Source("", 0)

    def look_at(self, name: str, source: Source) -> None:
        """Let errors, and scopes without a name, be about ``name`` from now on."""
        self._name = name
        self._inside = ""
        self._key_name = ""
        self._source = source

    def error(self, message: str, hint: str = "", *, about: type | None = None) -> ModelError:
        """Return an error about what is being resolved, or about a class that it needs."""
        source = class_source(about) if about is not None else self._source
        return ModelError(f"{self._inside or self._name}: {message}", hint=hint, source=source)

    def evaluate(self, annotation: Any, module: dict[str, Any]) -> Any:
        """Return what an annotation written as text says.

        Raises:
            ModelError: it is no expression that can be evaluated in its module.
        """
        if not isinstance(annotation, str):
            return annotation
        try:
            return eval(annotation, module)
        except NameError as error:
            raise self.error(
                f"its type names {error.name!r}, and there is no such class",
                nearest(str(error.name), [k for k, v in module.items() if isinstance(v, type)]),
            ) from error
        except Exception as error:
            raise self.error(f"its type {annotation!r} cannot be understood: {error}", _KNOWN) from error

    def resolve(self, hint: Any, given: Any = None) -> Type:
        """Return the resolved type of an annotation, with the declaration or start value beside it.

        Raises:
            ModelError: it has no finite set of values, or is not declared as it must be.
            UsageError: a scope is asked to be outside its range.
        """
        if isinstance(hint, typing.TypeVar):
            hint = self._variables.get(hint, hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, python_types.UnionType):
            rest = [a for a in args if a is not type(None)]
            if len(rest) == 1 and len(args) == 2:
                return self._maybe(rest[0], given)
        if hint is bool:
            return BoolType()
        if hint is int:
            return self._integer(given)
        if hint is T.Moment:
            return MomentType()
        if isinstance(hint, type):
            if issubclass(hint, enum.Enum):
                return self._enumeration(hint)
            if issubclass(hint, T.Member):
                return self._member(hint)
            if dataclasses.is_dataclass(hint):
                return self._record(hint)
        if origin is T.Map:
            return self._map(args, given)
        if origin is T.Set:
            return SetType(self._key(args[0], "set"))
        if origin in _CONTAINERS:
            return self._sequence(origin, args[0], given)
        raise self.error(f"the type {type_name(hint)} has no finite set of values", _hint_for(hint))

    def number(self, value: int | declare.Scope, *, kind: str) -> int:
        """Return the number that a scope stands for, and record it under its name.

        Raises:
            UsageError: the number that is asked for is outside the range of the scope.
        """
        return self._scoped(value, kind, self._name, self._source)

    def _scoped(self, value: int | declare.Scope, kind: str, name: str, source: Source) -> int:
        if isinstance(value, int):
            return value
        if not isinstance(value, declare.Scope):
            raise self.error(f"{value!r} is no number", "write a whole number, or `scope(3)`")
        known = {"size": self.sizes, "bound": self.bounds, "range": self.ranges}[kind]
        called = value.name or name
        if called not in self._asked and not value.least <= value.default <= value.most:
            raise self.error(
                f"its scope is {value.default} by default, and may be from {value.least} to {value.most}",
                "give scope(...) a default within `least` and `most`",
            )
        number = self._asked.get(called, value.default)
        if not value.least <= number <= value.most:
            raise UsageError(
                f"the scope {called!r} may be from {value.least} to {value.most}, and {number} is asked for",
                hint=f"try --scope {called}={min(max(number, value.least), value.most)}",
                source=source,
            )
        if not value.fixed:
            known[called] = number
        return number

    # -- the kinds of types ----------------------------------------------------------------------

    def _maybe(self, hint: Any, given: Any) -> MaybeType:
        shown = type_name(hint)
        if hint is int:
            raise self.error(
                "Maybe[int] is refused: `if x:` could not tell 0 from absent",
                "write `int`, with one number of its range for the missing case",
            )
        item = self.resolve(hint, given)
        if isinstance(item, BoolType | MaybeType):
            raise self.error(
                f"Maybe[{shown}] is refused: `if x:` could not tell false from absent",
                "use an Enum with a member for the missing case",
            )
        if isinstance(item, MapType | SetType | SequenceType):
            raise self.error(
                f"Maybe[{shown}] is refused: a container is never absent", "leave Maybe out; it may be empty"
            )
        return MaybeType(item)

    def _integer(self, given: Any) -> IntType:
        if not isinstance(given, declare.Integer):
            start = f", start={given}" if isinstance(given, int) else ""
            declared = f"integer(0, {max(5, given) if isinstance(given, int) else 5}{start})"
            raise self.error(
                "an int needs its range, so that its values can be listed",
                f"declare it as `{f'each({self._key_name}, {declared})' if self._key_name else declared}`, "
                "with its least and greatest number",
            )
        low, high = (self.number(end, kind="range") for end in (given.low, given.high))
        if low > high:
            raise self.error(f"the range from {low} to {high} is empty", "write the smaller number first")
        if high - low >= MOST_NUMBERS:
            raise self.error(
                f"the range from {low} to {high} holds more than {MOST_NUMBERS:,} numbers",
                "take the smallest range in which the rules can go wrong; a few numbers do",
            )
        return IntType(low, high)

    def _enumeration(self, cls: type[enum.Enum]) -> EnumType:
        if not len(cls):
            raise self.error(
                f"the enumeration {cls.__name__} has no members", "give it at least one", about=cls
            )
        return EnumType(cls)

    def _member(self, cls: type[T.Member]) -> MemberType:
        size = getattr(cls, "size", None)
        if not isinstance(size, declare.Scope):
            base = "Participant" if issubclass(cls, T.Participant) else "Object"
            raise self.error(
                f"nobody knows how many {cls.__name__}s there are",
                f"write `class {cls.__name__}({base}, size=2)`, or `size=scope(2)` if it may vary",
                about=cls,
            )
        count = self._scoped(size, "size", cls.__name__.lower() + "s", class_source(cls))
        if count < 1:
            raise self.error(
                f"there are {count} members of {cls.__name__}",
                "a class has one member at least",
                about=cls,
            )
        member = self.members[cls] = MemberType(cls, count)
        if issubclass(cls, T.Participant):
            if self.participant is not None and self.participant.cls is not cls:
                raise self.error(
                    f"a game has one class of participants, and here are "
                    f"{self.participant.cls.__name__} and {cls.__name__}",
                    f"write `class {cls.__name__}(Object, ...)` if its members do not act",
                )
            self.participant = member
        return member

    def _record(self, cls: type) -> RecordType:
        parameters = getattr(cls, "__dataclass_params__", None)
        if not getattr(parameters, "frozen", False):
            raise self.error(
                f"the record {cls.__name__} is not frozen, so it could change unseen",
                f"write `@dataclass(frozen=True)` above `class {cls.__name__}`",
                about=cls,
            )
        module = vars(sys.modules[cls.__module__])
        fields: list[tuple[str, Type]] = []
        outer, place = self._inside, self._source
        for f in dataclasses.fields(cls):
            self._inside, self._source = f"{cls.__name__}.{f.name}", field_source(cls, f.name)
            hint = self.evaluate(f.type, module)
            given = None if f.default is dataclasses.MISSING else f.default
            resolved = self.resolve(hint, given)
            if isinstance(resolved, MapType | SetType | SequenceType):
                raise self.error(
                    f"a record cannot hold a {type_name(hint)}",
                    "records hold scalars, Maybe and other records; make the container a field of the game",
                )
            fields.append((f.name, resolved))
        self._inside, self._source = outer, place
        if not fields:
            raise self.error(
                f"the record {cls.__name__} has no fields",
                "give it at least one, or use an Enum",
                about=cls,
            )
        return RecordType(cls, tuple(fields))

    def _key(self, hint: Any, what: str) -> ScalarType:
        key = self.resolve(hint) if hint not in (int, str) else None
        if not isinstance(key, EnumType | MemberType | (BoolType if what == "map" else EnumType)):
            raise self.error(
                f"a {what} cannot have {type_name(hint)} as its {'keys' if what == 'map' else 'members'}",
                "use an Enum, or a class of members such as `class Card(Object, size=3)`",
            )
        assert isinstance(key, ScalarType)
        return key

    def _map(self, args: tuple[Any, ...], given: Any) -> MapType:
        key = self._key(args[0], "map")
        if isinstance(given, declare.Each) and given.key is not args[0]:
            raise self.error(
                f"each({type_name(given.key)}, ...) stands for a map whose keys are {type_name(args[0])}",
                f"write `each({type_name(args[0])}, ...)`",
            )
        item = given.item if isinstance(given, declare.Each) else given
        self._key_name = type_name(args[0])
        resolved = MapType(key, self.resolve(args[1], item))
        self._key_name = ""
        return resolved

    def _sequence(self, origin: Any, item: Any, given: Any) -> SequenceType:
        cls, function, bound_name = _CONTAINERS[origin]
        if not isinstance(given, declare.Sequence):
            raise self.error(
                f"a {function} needs its bound",
                f"declare it as `{function}({type_name(item)}, {bound_name}=scope(3))`",
            )
        if item is int:
            raise self.error(
                f"a {function} cannot hold bare numbers",
                "wrap the number: a frozen dataclass with a field such as `amount: int = integer(0, 5)`",
            )
        bound = self.number(given.bound, kind="bound")
        if bound < 1:
            raise self.error(
                f"the bound of a {function} is at least 1, not {bound}",
                f"write `{bound_name}=scope(3)`, or leave the {function} out",
            )
        scope_name = (
            given.bound.name if isinstance(given.bound, declare.Scope) and given.bound.name else self._name
        )
        resolved = self.resolve(item)
        if isinstance(resolved, MapType | SetType | SequenceType):
            raise self.error(
                f"a {function} cannot hold a {type_name(item)}", "containers hold scalars and records only"
            )
        return cls(resolved, bound, scope_name)


def type_name(hint: Any) -> str:
    """Return a type as its author wrote it, or nearly so."""
    args, origin = typing.get_args(hint), typing.get_origin(hint)
    if args and isinstance(origin, type) and origin is not python_types.UnionType:
        return f"{origin.__name__}[{', '.join(type_name(a) for a in args)}]"
    if args:
        return " | ".join("None" if a is type(None) else type_name(a) for a in args)
    return hint.__name__ if isinstance(hint, type) else str(hint)


def _hint_for(hint: Any) -> str:
    """Return what to write instead of a type of Python that many would try."""
    origin = typing.get_origin(hint) or hint
    words = {
        str: "use an Enum with a member for each text that there may be",
        float: "use `int` with `integer(0, 5)`, counting in the smallest unit",
        list: "use `Stack[...]`, `Queue[...]` or `Bag[...]`, with a bound",
        tuple: "use a frozen dataclass, or `Stack[...]` with a bound",
        dict: "use `Map[K, V]`, with an Enum or a class of members as its keys",
        set: "use `Set[K]`, with an Enum or a class of members",
        frozenset: "use `Set[K]`, with an Enum or a class of members",
    }
    return words.get(origin, _KNOWN) if isinstance(origin, type) else _KNOWN
