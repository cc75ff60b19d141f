"""The schema: a game class with its scopes and readings fixed, every type resolved and checked."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
import sys
import types as python_types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from checker.errors import ModelError, UsageError, nearest
from checker.language import declare
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.game import Game
from checker.language.generics import type_arguments
from checker.language.rules import RuleInfo, RuleKind, shorten
from checker.system.model import Source

__all__ = [
    "FREE",
    "BagType",
    "BoolType",
    "EnumType",
    "Field",
    "IntType",
    "MapType",
    "MaybeType",
    "MemberType",
    "MomentType",
    "Parameter",
    "QueueType",
    "RecordType",
    "Schema",
    "SequenceType",
    "SetType",
    "StackType",
    "Type",
    "class_source",
    "game_name",
    "label_of",
    "source_of_file",
]


class _Free:
    def __repr__(self) -> str:
        return "any value"


FREE = _Free()
"""The start of a scalar that was declared without a start value: the game starts from each value."""


@dataclass(frozen=True)
class Type:
    """A resolved type."""


@dataclass(frozen=True)
class ScalarType(Type):
    """A type whose values fit one cell."""

    def values(self) -> tuple[Any, ...]:
        """Return the plain values in order."""
        raise NotImplementedError


@dataclass(frozen=True)
class BoolType(ScalarType):
    """``bool``."""

    def values(self) -> tuple[Any, ...]:  # noqa: D102 - described by the base class
        return (False, True)


@dataclass(frozen=True)
class IntType(ScalarType):
    """A bounded ``int``."""

    low: int
    high: int

    def values(self) -> tuple[Any, ...]:  # noqa: D102
        return tuple(range(self.low, self.high + 1))


@dataclass(frozen=True)
class EnumType(ScalarType):
    """An ``enum.Enum``."""

    cls: type[enum.Enum]

    def values(self) -> tuple[Any, ...]:  # noqa: D102
        return tuple(self.cls)


@dataclass(frozen=True)
class MemberType(ScalarType):
    """A participant or object class with ``count`` members."""

    cls: type[T.Member]
    count: int

    def values(self) -> tuple[Any, ...]:  # noqa: D102
        return tuple(self.cls(i) for i in range(self.count))


@dataclass(frozen=True)
class MomentType(Type):
    """``Moment``."""


@dataclass(frozen=True)
class MaybeType(Type):
    """``Maybe[T]``."""

    item: Type


@dataclass(frozen=True)
class RecordType(Type):
    """A frozen dataclass; ``defaults`` holds start values of fields that have one."""

    cls: type
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class MapType(Type):
    """``Map[K, V]``."""

    key: ScalarType
    item: Type


@dataclass(frozen=True)
class SetType(Type):
    """``Set[K]``."""

    key: ScalarType


@dataclass(frozen=True)
class SequenceType(Type):
    """A stack, queue or bag of at most ``bound`` items; ``scope_name`` names the bound."""

    item: Type
    bound: int
    scope_name: str


@dataclass(frozen=True)
class StackType(SequenceType):
    """``Stack[T]``."""


@dataclass(frozen=True)
class QueueType(SequenceType):
    """``Queue[T]``."""


@dataclass(frozen=True)
class BagType(SequenceType):
    """``Bag[T]``."""


@dataclass(frozen=True)
class Field:
    """A state field. ``start`` is a plain value, FREE, or for a map a dict from key to start."""

    name: str
    type: Type
    start: Any
    ghost: bool
    source: Source


@dataclass(frozen=True)
class Parameter:
    """A rule parameter: its type, and if it is chosen inside the rule, by whom.

    ``container`` names the stack, queue or bag that a ``one_of`` parameter picks an item of.
    """

    name: str
    type: Type
    chosen: bool = False
    by: Any = None
    container: str = ""


def label_of(value: Any) -> str:
    """Return a plain scalar value as it stands in the arguments of a play."""
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


class Schema:
    """A game with its scopes and readings fixed.

    Args:
        game: the game class.
        scopes: values for scopes by name, as the user asks for them.
        readings: options for readings by name.

    Raises:
        ModelError: a type, start value or parameter of the model cannot be checked.
        UsageError: an unknown scope, reading or option, or a scope out of its range.
    """

    def __init__(
        self, game: type[Game], scopes: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.name = game_name(game)
        self.source = class_source(game)
        self._asked = dict(scopes or {})
        self.sizes: dict[str, int] = {}
        self.bounds: dict[str, int] = {}
        self.ranges: dict[str, int] = {}
        self._resolving: tuple[str, Source] = ("", self.source)
        self._members: dict[type, MemberType] = {}
        self._variables = type_arguments(game)
        self._hints = self._type_hints()
        self.participant: MemberType | None = None
        self.fields: dict[str, Field] = self._fields()
        self.rules: dict[str, RuleInfo] = game.rules()
        self.parameters: dict[str, tuple[Parameter, ...]] = {
            name: self._parameters(rule) for name, rule in self.rules.items()
        }
        if self.participant is not None:
            everybody = frozenset(self.participant.values())
            self.fields["in_game"] = Field("in_game", SetType(self.participant), everybody, False, self.source)
        self.readings = self._readings(dict(readings or {}))
        self._check_scopes()
        if not self.fields:
            raise ModelError(
                f"{game.__name__} has no state: it declares no fields",
                hint="write at least one annotated field, such as `turn_player: Player`",
                source=self.source,
            )

    @property
    def scopes(self) -> dict[str, int]:
        """All numbers that may be varied: sizes, bounds and ends of ranges."""
        return {**self.sizes, **self.bounds, **self.ranges}

    @cached_property
    def layers(self) -> tuple[tuple[str, ...], ...]:
        """The layers of the procedure as rule names; ``state_based`` stands for the one event of those."""
        automatic = [n for n, r in self.rules.items() if r.kind is RuleKind.AUTOMATIC]
        has_state_based = any(r.kind is RuleKind.STATE_BASED for r in self.rules.values())
        procedure = self.game.procedure
        if procedure is None:
            layers = [("state_based",)] if has_state_based else []
            return tuple([*layers, tuple(automatic)] if automatic else layers)
        listed = [name for layer in procedure.layers for name in layer]
        for name in listed:
            if name not in automatic and name != "state_based":
                raise ModelError(
                    f"the procedure names {name!r}, which is no automatic rule",
                    hint=nearest(name, [*automatic, "state_based"]),
                    source=procedure.source,
                )
            if listed.count(name) > 1:
                raise ModelError(f"the procedure names {name!r} twice", source=procedure.source)
        missing = [n for n in automatic if n not in listed]
        if has_state_based and "state_based" not in listed:
            missing.append("state_based")
        if missing:
            raise ModelError(
                f"the procedure leaves out {', '.join(missing)}",
                hint="give every automatic rule a layer in between_actions(...)",
                source=procedure.source,
            )
        return procedure.layers

    # -- resolving -------------------------------------------------------------------------------

    def _type_hints(self) -> dict[str, Any]:
        hints: dict[str, Any] = {}
        for base in reversed(self.game.__mro__):
            if not issubclass(base, Game) or base is Game:
                continue
            module = vars(sys.modules[base.__module__])
            for name, annotation in base.__dict__.get("__annotations__", {}).items():
                if name in self.game.fields():
                    hints[name] = self._evaluate(annotation, module, _field_source(base, name), name)
        return hints

    def _evaluate(self, annotation: Any, module: dict[str, Any], source: Source, what: str) -> Any:
        if not isinstance(annotation, str):
            return annotation
        try:
            return eval(annotation, module)
        except Exception as error:
            raise ModelError(
                f"the type of {what!r} cannot be understood: {annotation!r} ({error})",
                hint="use a type of ruleproof, an Enum, a frozen dataclass, or a class of members",
                source=source,
            ) from error

    def _fields(self) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        for name, hint in self._hints.items():
            declared = self.game._declared(name)
            if isinstance(declared, declare.Reading):
                continue
            owner = next(b for b in self.game.__mro__ if name in b.__dict__.get("__annotations__", {}))
            source = _field_source(owner, name)
            self._resolving = (name, source)
            is_ghost = isinstance(declared, declare.Ghost)
            given = declared.start if isinstance(declared, declare.Ghost) else declared
            resolved = self.resolve(hint, given)
            fields[name] = Field(name, resolved, self._start(resolved, given), is_ghost, source)
        return fields

    def resolve(self, hint: Any, given: Any = None) -> Type:
        """Return the resolved type of an annotation, with the declaration or start value beside it."""
        if isinstance(hint, typing.TypeVar):
            hint = self._variables.get(hint, hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, python_types.UnionType):
            rest = [a for a in args if a is not type(None)]
            if len(rest) == 1 and len(args) == 2:
                item = self.resolve(rest[0], given)
                if isinstance(item, BoolType | IntType | MaybeType | MapType | SetType | SequenceType):
                    raise self._error(
                        f"Maybe[{getattr(rest[0], '__name__', rest[0])}] cannot be told apart from its empty value",
                        "use an enumeration with a member for the missing case",
                    )
                return MaybeType(item)
        if hint is bool:
            return BoolType()
        if hint is int:
            return self._integer(given)
        if hint is T.Moment:
            return MomentType()
        if isinstance(hint, type):
            if issubclass(hint, enum.Enum):
                if not len(hint):
                    raise self._error(f"the enumeration {hint.__name__} has no members", "give it at least one")
                return EnumType(hint)
            if issubclass(hint, T.Member):
                return self._member(hint)
            if dataclasses.is_dataclass(hint):
                return self._record(hint)
        if origin is T.Map:
            key = self.resolve(args[0])
            if not isinstance(key, EnumType | MemberType | BoolType):
                raise self._error("a map needs an enumeration or a class of members as keys")
            item = given.item if isinstance(given, declare.Each) else given
            return MapType(key, self.resolve(args[1], item))
        if origin is T.Set:
            key = self.resolve(args[0])
            if not isinstance(key, EnumType | MemberType):
                raise self._error("a set needs an enumeration or a class of members")
            return SetType(key)
        if origin in (T.Stack, T.Queue, T.Bag):
            return self._sequence(origin, args[0], given)
        raise self._error(
            f"the type {_type_name(hint)} has no finite set of values",
            "use bool, an Enum, a bounded int (`integer(0, 5)`), Maybe, Map, Set, Stack, Queue, Bag, Moment, "
            "a frozen dataclass, or a class of members",
        )

    def _error(self, message: str, hint: str = "") -> ModelError:
        name, source = self._resolving
        return ModelError(f"{name}: {message}", hint=hint, source=source)

    def _number(self, value: int | declare.Scope, *, kind: str, name: str) -> int:
        """Return the number that a scope stands for, and record it under its name."""
        if isinstance(value, int):
            return value
        known = {"size": self.sizes, "bound": self.bounds, "range": self.ranges}[kind]
        called = value.name or name
        number = self._asked.get(called, value.default)
        if not value.least <= number <= value.most:
            raise UsageError(
                f"scope {called} is {number}, and may be from {value.least} to {value.most}",
                hint=f"try --scope {called}={min(max(number, value.least), value.most)}",
            )
        if not value.fixed:
            known[called] = number
        return number

    def _integer(self, given: Any) -> IntType:
        if not isinstance(given, declare.Integer):
            raise self._error(
                "an int needs its range", "declare it as `integer(0, 5)`, or `integer(0, 5, start=3)`"
            )
        name = self._resolving[0]
        low = self._number(given.low, kind="range", name=name)
        high = self._number(given.high, kind="range", name=name)
        if low > high:
            raise self._error(f"the range {low}..{high} is empty", "write the smaller number first")
        return IntType(low, high)

    def _member(self, cls: type[T.Member]) -> MemberType:
        size = getattr(cls, "size", None)
        if not isinstance(size, declare.Scope):
            raise self._error(
                f"the class {cls.__name__} has no size", f"write `class {cls.__name__}(Participant, size=2)`"
            )
        count = self._number(size, kind="size", name=cls.__name__.lower() + "s")
        member = self._members[cls] = MemberType(cls, count)
        if issubclass(cls, T.Participant):
            if self.participant is not None and self.participant.cls is not cls:
                raise self._error("a game has one class of participants", "use Object for the other class")
            self.participant = member
        return member

    def _record(self, cls: type) -> RecordType:
        parameters = getattr(cls, "__dataclass_params__", None)
        if not getattr(parameters, "frozen", False):
            raise self._error(
                f"the record {cls.__name__} is not frozen", f"write `@dataclass(frozen=True)` above {cls.__name__}"
            )
        module = vars(sys.modules[cls.__module__])
        fields: list[tuple[str, Type]] = []
        for f in dataclasses.fields(cls):
            hint = self._evaluate(f.type, module, self._resolving[1], f"{cls.__name__}.{f.name}")
            given = None if f.default is dataclasses.MISSING else f.default
            resolved = self.resolve(hint, given)
            if isinstance(resolved, MapType | SetType | SequenceType):
                raise self._error(f"{cls.__name__}.{f.name}: records hold scalars, records and Maybe only")
            fields.append((f.name, resolved))
        if not fields:
            raise self._error(f"the record {cls.__name__} has no fields", "give it at least one, or use an Enum")
        return RecordType(cls, tuple(fields))

    def _sequence(self, origin: type, item: Any, given: Any) -> SequenceType:
        words: dict[type, tuple[str, str]] = {
            T.Stack: ("stack", "depth"),
            T.Queue: ("queue", "length"),
            T.Bag: ("bag", "size"),
        }
        word = words[origin]
        if not isinstance(given, declare.Sequence):
            raise self._error(
                f"a {word[0]} needs its bound", f"declare it as `{word[0]}({_type_name(item)}, {word[1]}=scope(3))`"
            )
        name = self._resolving[0]
        bound = self._number(given.bound, kind="bound", name=name)
        if bound < 1:
            raise self._error("the bound is at least 1")
        scope_name = given.bound.name if isinstance(given.bound, declare.Scope) and given.bound.name else name
        classes: dict[type, type[SequenceType]] = {T.Stack: StackType, T.Queue: QueueType, T.Bag: BagType}
        cls = classes[origin]
        resolved = self.resolve(item)
        if isinstance(resolved, MapType | SetType | SequenceType):
            raise self._error("containers hold scalars and records only")
        return cls(resolved, bound, scope_name)

    def _start(self, resolved: Type, given: Any) -> Any:
        """Return the start value of a field: plain, FREE, or a dict of these for a map."""
        if isinstance(resolved, MapType):
            if isinstance(given, declare.Each):
                return {key: self._start(resolved.item, given.item) for key in resolved.key.values()}
            if isinstance(given, dict):
                missing = [label_of(k) for k in resolved.key.values() if k not in given]
                if missing:
                    raise self._error(f"the map has no start value for {', '.join(missing)}")
                return {key: self._start(resolved.item, given[key]) for key in resolved.key.values()}
            return {key: self._start(resolved.item, given) for key in resolved.key.values()}
        if isinstance(resolved, SetType):
            members = frozenset() if given is None else frozenset(given)
            wrong = [m for m in members if m not in resolved.key.values()]
            if wrong:
                raise self._error(f"{label_of(wrong[0])} cannot be a member of this set")
            return members
        if isinstance(resolved, SequenceType):
            return ()
        if isinstance(resolved, MaybeType):
            return None if given is None else self._start(resolved.item, given)
        if isinstance(resolved, MomentType):
            return None
        if isinstance(resolved, IntType):
            if not isinstance(given, declare.Integer):
                raise self._error("an int needs its range", "declare it as `integer(0, 5)`")
            low = given.low if given.start is None else given.start
            value = self._number(low, kind="range", name=self._resolving[0])
            if not resolved.low <= value <= resolved.high:
                raise self._error(f"it starts at {value}, outside its range {resolved.low}..{resolved.high}")
            return value
        if isinstance(resolved, RecordType):
            if given is None:
                raise self._error("a record needs a start value", "give it one, or declare it Maybe[...]")
            return given
        if given is None:
            return FREE
        if isinstance(resolved, ScalarType) and not any(type(given) is type(v) and given == v for v in resolved.values()):
            raise self._error(f"it starts at {given!r}, which is not a value of its type")
        return given

    # -- parameters, readings, scopes ------------------------------------------------------------

    def _parameters(self, rule: RuleInfo) -> tuple[Parameter, ...]:
        function = inspect.unwrap(rule.function)
        module = getattr(function, "__globals__", {})
        skip = {RuleKind.TRIGGERED: 2, RuleKind.OBSERVER: 3}.get(rule.kind, 1)
        found = []
        for p in list(inspect.signature(function).parameters.values())[skip:]:
            if rule.kind in (RuleKind.EVENT, RuleKind.REPLACES) or (
                rule.kind is RuleKind.AS_ENTERS and not isinstance(p.default, declare.Chosen)
            ):
                continue
            self._resolving = (f"{rule.name}({p.name})", rule.source)
            if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                raise self._error("a rule has a fixed list of parameters", "name each parameter, with its type")
            if p.annotation is p.empty:
                raise self._error("a parameter needs a type", f"write `{p.name}: Player`, or the type that you mean")
            hint = self._evaluate(p.annotation, module, rule.source, f"{rule.name}({p.name})")
            found.append(self._parameter(p.name, hint, p.default, empty=p.default is p.empty))
        return tuple(found)

    def _parameter(self, name: str, hint: Any, default: Any, *, empty: bool) -> Parameter:
        if isinstance(default, declare.OneOf):
            held = self.fields.get(default.field)
            if held is None or not isinstance(held.type, SequenceType):
                raise self._error(
                    f"one_of({default.field!r}) names no stack, queue or bag",
                    nearest(default.field, [n for n, f in self.fields.items() if isinstance(f.type, SequenceType)]),
                )
            return Parameter(name, held.type, default.by is not None, default.by, default.field)
        if isinstance(default, declare.Chosen):
            resolved = self.resolve(hint, default.domain)
            self._check_parameter(resolved)
            return Parameter(name, resolved, True, default.by)
        if not empty and not isinstance(default, declare.Integer):
            raise self._error("a parameter takes every value of its type in turn, so it has no default")
        resolved = self.resolve(hint, None if empty else default)
        self._check_parameter(resolved)
        return Parameter(name, resolved)

    def _check_parameter(self, resolved: Type) -> None:
        item = resolved.item if isinstance(resolved, MaybeType) else resolved
        if not isinstance(item, ScalarType):
            raise self._error(
                "a parameter is a bool, an Enum, a member, a bounded int, or one_of a container",
            )

    def _readings(self, asked: dict[str, str]) -> dict[str, str]:
        declared = self.game.readings()
        for name, option in asked.items():
            if name not in declared:
                raise UsageError(f"{self.name} has no reading {name!r}", hint=nearest(name, declared))
            options = dict(declared[name].options)
            if option not in options:
                raise UsageError(f"the reading {name!r} has no option {option!r}", hint=nearest(option, options))
        for name, r in declared.items():
            if len(r.options) < 2:
                raise ModelError(f"the reading {name!r} needs two options or more", source=self.source)
            if r.default not in dict(r.options):
                raise ModelError(
                    f"the reading {name!r} has no option {r.default!r}",
                    hint=nearest(r.default, dict(r.options)),
                    source=self.source,
                )
        return {name: asked.get(name, r.default) for name, r in declared.items()}

    def _check_scopes(self) -> None:
        for name in self._asked:
            if name not in self.scopes:
                raise UsageError(f"{self.name} has no scope {name!r}", hint=nearest(name, self.scopes))

    def member_type(self, cls: type) -> MemberType | None:
        """Return the resolved type of a member class of this game, or None if no field or parameter has it."""
        return self._members.get(cls)

    def arguments(self, parameter: Parameter) -> Iterator[Any]:
        """Yield the plain values of a parameter in order; of a ``one_of`` parameter, the places."""
        if isinstance(parameter.type, SequenceType):
            yield from range(parameter.type.bound)
            return
        item = parameter.type
        if isinstance(item, MaybeType):
            yield None
            item = item.item
        assert isinstance(item, ScalarType)
        yield from item.values()

    def actor_parameter(self, rule: RuleInfo) -> str | None:
        """Return the name of the parameter who acts or chooses: ``by``, else the first participant."""
        parameters = self.parameters[rule.name]
        if isinstance(rule.by, str) and any(p.name == rule.by for p in parameters):
            return rule.by
        for p in parameters:
            if isinstance(p.type, MemberType) and issubclass(p.type.cls, T.Participant) and not p.chosen:
                return p.name
        return None


def game_name(game: type[Game]) -> str:
    """Return the name that a game goes by: ``ForceOfWill`` is ``force_of_will``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", game.__name__).lower()


def _type_name(hint: Any) -> str:
    return getattr(hint, "__name__", None) or str(hint)


def class_source(cls: type) -> Source:
    """Return the line on which a class is defined."""
    try:
        _, line = inspect.getsourcelines(cls)
        return Source(source_of_file(cls), line)
    except (OSError, TypeError):
        return Source("", 0)


def source_of_file(cls: type) -> str:
    """Return the file of ``cls`` as it is shown to the user."""
    return shorten(inspect.getfile(cls))


def _field_source(cls: type, name: str) -> Source:
    """Return the line on which ``cls`` declares the field ``name``."""
    try:
        lines, first = inspect.getsourcelines(cls)
    except (OSError, TypeError):
        return Source("", 0)
    pattern = re.compile(rf"\s+{re.escape(name)}\s*[:=]")
    offset = next((i for i, text in enumerate(lines) if pattern.match(text)), 0)
    return Source(source_of_file(cls), first + offset)


