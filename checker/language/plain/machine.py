"""The machine that author's functions run on when they run on plain values."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from checker.errors import ModelError
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.plain.absent import ABSENT_IS_USED, Absent, absent, present
from checker.language.plain.choices import Script
from checker.language.plain.events import perform_event
from checker.language.plain.lines import author_line
from checker.language.plain.sequences import Slots, live_sequence
from checker.language.plain.state import NoMoment, PlainState, default_of, field_value, record_copy, values_of
from checker.language.plain.values import Counted, PlainMap, PlainSelection, PlainSet, PlainSetField, set_data
from checker.language.plain.world import (
    CONDITION,
    Access,
    Notes,
    Path,
    Permissions,
    Undone,
    World,
    Wrong,
    path_label,
)
from checker.language.resolved import (
    BoolType,
    EnumType,
    IntType,
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
from checker.language.rules import RuleInfo
from checker.system.model import Source

__all__ = ["PlainMachine"]

_ENDLESS = 200_000
"""Reads of the state after which a rule is taken never to end."""


class PlainMachine:
    """Runs author's functions on one plain state, of which it changes a copy.

    Args:
        world: the game.
        state: the state that is read.
        access: what the function may do.
        notes: where what goes wrong is noted; machines of one run share them.
        script: answers to choices that arise.
        permissions: who may do what, for claims.

    """

    def __init__(
        self,
        world: World,
        state: PlainState,
        access: Access,
        *,
        notes: Notes | None = None,
        script: Script | None = None,
        permissions: Permissions | None = None,
    ) -> None:
        self.world = world
        self.notes = notes or Notes()
        self.script = script
        self.happened: list[tuple[RuleInfo, dict[str, Any]]] = []
        self.written: dict[Path, Source | None] = {}
        self.changes: dict[Path, int] = {}
        self.replacing: frozenset[str] = frozenset()
        self._state = state
        self._access = access
        self._permissions = permissions
        self._work: dict[str, Any] = {}
        self._places: dict[int, tuple[Any, Slots, int, int]] = {}
        self._still = 0
        self._reads = 0

    # -- fields ----------------------------------------------------------------------------------

    def read(self, field: str) -> Any:
        """Return the value of a field: a scalar, or a live container."""
        declared = self.world.schema.fields[field]
        if declared.ghost and not self._access.reads_ghosts:
            raise ModelError(
                f"a rule reads the ghost {field!r}",
                hint="ghosts are for claims; keep what rules need in an ordinary field",
                source=author_line(),
            )
        self._reads += 1
        if self._reads > _ENDLESS:
            raise ModelError("the rule does not come to an end", source=author_line())
        return self.view((field,), declared.type, self._data(field))

    def write(self, field: str, value: Any) -> None:
        """Set a field."""
        self._work[field] = self.store(
            (field,), self.world.schema.fields[field].type, self._data(field), value
        )

    def reading(self, name: str) -> str:
        """Return the option in force of a reading."""
        return self.world.schema.readings[name]

    def _data(self, field: str) -> Any:
        if field not in self._work:
            self._work[field] = _thawed(self.world.schema.fields[field].type, self._state.values[field])
        return self._work[field]

    def data(self, field: str) -> Any:
        """Return what the machine holds for a field: a value, a dict, a set, or slots."""
        return self._data(field)

    def frozen(self) -> PlainState:
        """Return the state as it is now."""
        fields = self.world.schema.fields
        changed = {name: _frozen(fields[name].type, data) for name, data in self._work.items()}
        return PlainState({**self._state.values, **changed}, self._state.clock)

    # -- values, as stored and as rules see them ---------------------------------------------------

    def view(self, path: Path, t: Type, data: Any) -> Any:
        """Return what rules see of a cell or container."""
        match t:
            case BoolType() | EnumType() | MemberType():
                return data
            case MapType():
                return PlainMap(self, path, t, data)
            case SetType():
                return PlainSetField(self, path, t, data)
            case SequenceType():
                return live_sequence(self, path, t, data)
            case IntType() if self._access.counts:
                return Counted.of(data, path)
        return self.lift(t, data)

    def lift(self, t: Type, value: Any) -> Any:
        """Return a stored value as rules see it."""
        match t:
            case MaybeType(item):
                return absent(item, self) if value is None else self.lift(item, value)
            case RecordType():
                return record_copy(t, self.lift, value)
            case MomentType() if isinstance(value, NoMoment):
                return NoMoment.at(self._state.clock)
        return value

    def lower(self, t: Type, value: Any, path: Path) -> Any:
        """Return a value of rules as it is stored.

        Raises:
            ModelError: it is not of the type.
        """
        if isinstance(t, MaybeType):
            return None if value is None or isinstance(value, Absent) else self.lower(t.item, value, path)
        if value is None or isinstance(value, Absent):
            self.wrong(ABSENT_IS_USED)
            return default_of(t)
        match t:
            case BoolType() if isinstance(value, bool):
                return value
            case IntType(low, high) if isinstance(value, int) and not isinstance(value, bool):
                if not low <= value <= high:
                    self.wrong(f"{path_label(path)} leaves its range {low}..{high}")
                return int(value)
            case EnumType(cls) if isinstance(value, cls):
                return value
            case MemberType(cls, number) if type(value) is cls and value.index < number:
                return values_of(t)[value.index]
            case MomentType() if isinstance(value, int):
                return value
            case RecordType() if type(value) is t.cls:
                return record_copy(t, lambda f, x: self.lower(f, field_value(f, x), path), value)
        raise ModelError(
            f"{value!r} cannot be stored in {path_label(path)}",
            hint="a rule can only store values of the declared type",
            source=author_line(),
        )

    def store(self, path: Path, t: Type, old: Any, value: Any) -> Any:
        """Return the data that assigning ``value`` to a cell or container gives."""
        if isinstance(t, SetType):
            self.writing(path, [(*path, k) for k in values_of(t.key)])
            return {self.lower(t.key, member, path) for member in set_data(value)}
        if isinstance(t, MapType | SequenceType):
            if getattr(value, "_data", None) is old or getattr(value, "_slots", None) is old:
                return old
            raise ModelError(
                "a whole map, stack, queue or bag cannot be assigned",
                hint="change its entries: `self.life[player] = 3`, `self.stack.push(entry)`",
                source=author_line(),
            )
        if isinstance(value, Counted) and value.path == path and int(value) - value.change == old:
            self.writing(path)
            self.changes[path] = self.changes.get(path, 0) + value.change
            return int(value)
        self.writing(path, [path])
        return self.lower(t, value, path)

    def placed(self, t: Type, item: Any, slots: Slots, serial: int) -> Any:
        """Return an item as rules see it; if it is a record, it remembers its place."""
        value = self.lift(t, item)
        if isinstance(t, RecordType):
            self._places[id(value)] = (value, slots, serial, slots.losses)
        return value

    def serial_of(self, item: Any, slots: Slots) -> int | None:
        """Return the serial number of an item that was read from ``slots``, None for any other one.

        Raises:
            ModelError: places may have changed since it was read.
        """
        place = self._places.get(id(item))
        if place is None or place[1] is not slots:
            return None
        if place[3] != slots.losses:
            raise ModelError(
                "this item was read before another one left, and may be somewhere else now",
                hint="read it again, or take it out first",
                source=author_line(),
            )
        return place[2]

    # -- notes and permissions to write --------------------------------------------------------------

    def wrong(self, message: str) -> None:
        """Note that the step is wrong unless the rule is undone."""
        if self.notes.wrong is None:
            self.notes.wrong = Wrong(message, author_line())

    def cut(self, bound: str) -> None:
        """Note that a bound is exceeded, which cuts the search unless the rule is undone."""
        if self.notes.cut is None:
            self.notes.cut = bound

    def writing(self, path: Path, cells: Iterable[Path] = ()) -> None:
        """Note that ``cells`` are given values, once it is clear that this function may do so.

        Raises:
            ModelError: it may not.
        """
        name = path[0]
        ghost = self.world.schema.fields[name].ghost
        writes = self._access.writes
        if self._still:
            raise ModelError(
                "a predicate changes the state", hint="predicates only ask", source=author_line()
            )
        if writes == "bags":
            raise ModelError(
                f"a triggered rule changes {name!r}",
                hint="it may only add to bags; let a rule that takes the item out do the rest",
                source=author_line(),
            )
        if writes == "nothing":
            raise ModelError(f"{name!r} is changed where nothing can change", source=author_line())
        if writes == "ghosts" and not ghost:
            raise ModelError(
                f"an observer changes {name!r}, which is no ghost",
                hint="declare it ghost(...)",
                source=author_line(),
            )
        if writes == "state" and ghost:
            raise ModelError(
                f"a rule changes the ghost {name!r}", hint="only observers write ghosts", source=author_line()
            )
        if self._access.counts:
            where = author_line()
            self.written.update((cell, where) for cell in cells)

    def adding(self, path: Path) -> None:
        """Note that an item is added to a bag, which triggered rules may do too."""
        if self._access.writes != "bags" or self._still or self.world.schema.fields[path[0]].ghost:
            self.writing(path)

    # -- words -------------------------------------------------------------------------------------

    def members(self, cls: type) -> tuple[Any, ...]:
        """Return the members of a class of participants or objects, in order."""
        return self.world.members(cls)

    def same(self, left: Any, right: Any) -> bool:
        """Return whether two members are the same."""
        return type(left) is type(right) and bool(left.index == right.index)

    def next_in_game(self, member: Any) -> Any:
        """Return the next participant in turn order who is in the game (or the same one, if alone)."""
        others = [p for p in self._seats(member) if p != member]
        return others[0] if others else member

    def seats_from(self, start: Any) -> Iterator[Any]:
        """Yield the participants who are in the game, in turn order from ``start``."""
        return iter(self._seats(start))

    def first_who(self, start: Any, predicate: Callable[..., Any], *, others: bool) -> Any:
        """Return the first participant in turn order from ``start`` who fits; every one is asked."""
        asked = [p for p in self._seats(start) if not others or p != start]
        fits = [p for p in asked if self.holds(predicate, p)]
        participant = self.world.schema.participant
        assert participant is not None
        return fits[0] if fits else absent(participant, self)

    def _seats(self, start: Any) -> list[Any]:
        everybody = self.world.members(type(start))
        present = self._data("in_game")
        turned = [*everybody[start.index :], *everybody[: start.index]]
        return [p for p in turned if p in present]

    def now(self) -> Any:
        """Return the moment of this event."""
        if not self._access.in_event:
            raise ModelError("now() is asked for where nothing happens", source=author_line())
        return self._state.clock + 1

    def require(self, conditions: tuple[Any, ...]) -> None:
        """Undo the whole rule unless every condition is true."""
        if not self._access.in_event and not self._still:
            raise ModelError(
                "require(...) belongs to rules", hint="return the condition", source=author_line()
            )
        for place, condition in enumerate(conditions):
            if not condition:
                raise Undone("a requirement is not met", author_line(), place)

    def holds(self, predicate: Callable[..., Any], *arguments: Any) -> bool:
        """Return whether a predicate is true. A requirement in it undoes the predicate alone."""
        self._still += 1
        try:
            return bool(predicate(*arguments))
        except Undone:
            return False
        finally:
            self._still -= 1

    def quantify(self, how: str, domains: tuple[Any, ...], predicate: Callable[..., Any]) -> Any:
        """Evaluate ``some``, ``every``, ``count`` or ``where``; every member is asked."""
        columns = [self._domain(d) for d in domains]
        asked = [(row, self.holds(predicate, *row)) for row in itertools.product(*columns)]
        match how:
            case "some":
                return any(true for _, true in asked)
            case "every":
                return all(true for _, true in asked)
            case "count":
                return sum(true for _, true in asked)
        return PlainSelection([row[0] for row, true in asked if true])

    def _domain(self, domain: Any) -> list[Any]:
        if isinstance(domain, Absent):
            return []
        if isinstance(domain, type) and issubclass(domain, T.Member):
            return list(self.members(domain))
        return list(iter(domain))  # a container tells `list` no length

    def implies(self, premise: Any, conclusion: Any) -> bool:
        """Return "if premise then conclusion"."""
        return not premise or bool(conclusion)

    def set_of(self, members: tuple[Any, ...]) -> PlainSet:
        """Return a set value of these members."""
        if not members:
            return PlainSet(None, (), self)
        there = [present(m) for m in members if m is not None]
        if len(there) < len(members):
            self.wrong(ABSENT_IS_USED)
        if not there:
            return PlainSet(None, (), self)
        key = self._key_type(there[0])
        return PlainSet(key, [self.lower(key, m, ("the set",)) for m in there], self)

    def _key_type(self, member: Any) -> ScalarType:
        if isinstance(member, enum.Enum):
            return EnumType(type(member))
        resolved = self.world.schema.member_type(type(member))
        if resolved is None:
            raise ModelError("set_of(...) takes members of an enumeration or a class", source=author_line())
        return resolved

    def perform(self, event: Any, game: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Let an event happen, with what replaces it and what happens as it does."""
        if not self._access.in_event or self._still:
            raise ModelError(
                f"the event {event.name!r} happens where nothing can happen", source=author_line()
            )
        return perform_event(self, event, game, arguments, named)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Ask something whose misreadings are not part of the step."""
        notes, access = self.notes, self._access
        self.notes, self._access = Notes(), CONDITION
        try:
            yield
        finally:
            self.notes, self._access = notes, access

    def may(self, rule: str, actor: Any | None) -> bool:
        """Return whether some instance of ``rule`` (by ``actor``) may be taken now."""
        return self._granted().may(rule, self._somebody(actor))

    def may_act(self, actor: Any | None) -> bool:
        """Return whether some action (by ``actor``) may be taken now."""
        return self._granted().may_act(self._somebody(actor))

    def _somebody(self, actor: Any | None) -> Any | None:
        """Return who is asked about; an absent one counts as the least, and the claim says nothing."""
        participant = self.world.schema.participant
        if isinstance(actor, Absent) and participant is not None:
            return self.lower(participant, actor, ("the actor",))
        return actor

    def _granted(self) -> Permissions:
        if self._permissions is None:
            raise ModelError(
                "may(...) and may_act(...) are for claims",
                hint="a rule says itself when it may be taken, by require(...)",
                source=author_line(),
            )
        return self._permissions


def _thawed(t: Type, value: Any) -> Any:
    match t:
        case MapType(key, item):
            pairs = zip(values_of(key), value, strict=True)
            if isinstance(item, MapType | SetType | SequenceType):
                return {k: _thawed(item, v) for k, v in pairs}
            return dict(pairs)
        case SetType():
            return set(value)
        case SequenceType():
            return Slots(value)
    return value


def _frozen(t: Type, data: Any) -> Any:
    match t:
        case MapType(key, item):
            return tuple(_frozen(item, data[k]) for k in values_of(key))
        case SetType():
            return frozenset(data)
        case SequenceType():
            return tuple(item for _, item in data.items)
    return data
