"""Symbolic maps, sets, stacks, queues and bags: live views of cells in a store."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from checker.errors import ModelError
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.schema import (
    BagType,
    EnumType,
    MapType,
    MemberType,
    QueueType,
    ScalarType,
    SequenceType,
    SetType,
    StackType,
    Type,
)
from checker.language.tracing.active import recorder
from checker.language.tracing.predicates import folded
from checker.language.tracing.store import Store
from checker.language.tracing.values import (
    SymbolicInt,
    bool_value,
    dead_terms,
    decode,
    encode,
    int_value,
    maybe,
    note_wrong,
    present,
    scalar_types,
    truth,
)
from checker.language.tracing.ways import author_line
from checker.system import terms as tm
from checker.system.shapes import MapShape, SequenceShape, SetShape, Shape
from checker.system.terms import FALSE, TRUE, Cell, Sort, Term, ite

__all__ = ["Location", "SymbolicSequence", "SymbolicSet", "container_items", "read", "set_value", "write"]


@dataclass(frozen=True)
class Location:
    """Where a value lives: a store, and the shapes it may be in, each under its condition.

    The conditions exclude each other, and one of them is true.
    """

    store: Store
    type: Type
    places: tuple[tuple[Term, Shape], ...]

    def terms(self) -> tuple[Term, ...]:
        """Return the present terms of the value's cells."""
        columns = [[self.store.get(c) for c in shape.cells()] for _, shape in self.places]
        result = columns[-1]
        for (condition, _), column in zip(reversed(self.places[:-1]), reversed(columns[:-1]), strict=True):
            result = [ite(condition, a, b) for a, b in zip(column, result, strict=True)]
        return tuple(result)

    def put(self, values: Sequence[Term], change: Term | None = None) -> None:
        """Set the value's cells; ``change`` marks the increment of a single integer cell."""
        for condition, shape in self.places:
            for cell, value in zip(shape.cells(), values, strict=True):
                if change is None:
                    self.store.put(cell, value, condition)
                else:
                    self.store.put(cell, tm.add(self.store.get(cell), change), condition, change)

    def move(self, values: Sequence[Term]) -> None:
        """Rearrange a container's cells; those that keep their value count as untouched."""
        for condition, shape in self.places:
            for cell, value in zip(shape.cells(), values, strict=True):
                self.store.move(cell, value, condition)

    def inner(self, t: Type, pick: Callable[[Shape], Sequence[tuple[Term, Shape]]]) -> Location:
        """Return the location of a part; ``pick`` gives the part's shapes within one shape."""
        places = tuple(
            (tm.all_of((outer, condition)), shape)
            for outer, whole in self.places
            for condition, shape in pick(whole)
            if tm.all_of((outer, condition)) is not FALSE
        )
        return Location(self.store, t, places)


def read(location: Location) -> Any:
    """Return the value at a location: a scalar, maybe or record, or a live container."""
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
    if isinstance(t, SetType):
        location.put(_set_terms(t, value))
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


def _key_condition(key_type: ScalarType, key: Any) -> list[Term]:
    """Return for each possible key the condition that ``key`` is that one."""
    (term,) = encode(key_type, key)
    if term.sort is Sort.BOOL:
        return [tm.negate(term), term]
    return [tm.equal(term, tm.integer(i)) for i in range(len(key_type.values()))]


class SymbolicMap(T.Map[Any, Any]):
    """A live map."""

    def __init__(self, location: Location) -> None:
        self.location = location
        self._type = cast(MapType, location.type)

    def _at(self, key: Any) -> Location:
        conditions = _key_condition(self._type.key, key)
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


class SymbolicSet(T.Set[Any]):
    """A set value: one truth value for each possible member."""

    is_symbolic = True

    def __init__(self, key: ScalarType | None, terms: Sequence[Term]) -> None:
        self.key = key
        self._terms = tuple(terms)

    @property
    def terms(self) -> tuple[Term, ...]:
        """For each possible member, whether it is in."""
        return self._terms

    @property
    def nonempty(self) -> Term:
        """The condition that it holds anything."""
        return tm.any_of(self.terms)

    @property
    def size(self) -> int:
        """How many members it has."""
        return cast(int, int_value(tm.total(ite(t, tm.integer(1), tm.integer(0)) for t in self.terms)))

    def has(self, member: Any) -> Term:
        """Return the condition that ``member`` is in, without forking."""
        if self.key is None:
            return FALSE
        conditions = _key_condition(self.key, member)
        return tm.any_of(tm.all_of((c, t)) for c, t in zip(conditions, self.terms, strict=True))

    def __contains__(self, member: object) -> bool:
        return recorder().decide(self.has(member))

    def __iter__(self) -> Iterator[Any]:
        for value, term in zip(self.key.values() if self.key else (), self.terms, strict=True):
            if recorder().decide(term):
                yield value

    def __bool__(self) -> bool:
        return recorder().decide(self.nonempty)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, SymbolicSet | set | frozenset):
            return False
        mine, theirs = self._both(other)
        return bool_value(tm.all_of(tm.equal(a, b) for a, b in zip(mine, theirs, strict=True)))

    def __ne__(self, other: object) -> Any:
        return bool_value(tm.negate(truth(self == other)))

    __hash__ = None  # type: ignore[assignment] # sets are compared, never hashed

    def __le__(self, other: T.Set[Any]) -> Any:
        mine, theirs = self._both(other)
        return bool_value(tm.all_of(tm.any_of((tm.negate(a), b)) for a, b in zip(mine, theirs, strict=True)))

    def __or__(self, other: T.Set[Any]) -> SymbolicSet:
        return self._combined(other, lambda a, b: tm.any_of((a, b)))

    def __and__(self, other: T.Set[Any]) -> SymbolicSet:
        return self._combined(other, lambda a, b: tm.all_of((a, b)))

    def __sub__(self, other: T.Set[Any]) -> SymbolicSet:
        return self._combined(other, lambda a, b: tm.all_of((a, tm.negate(b))))

    def _both(self, other: Any) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        key = self.key or getattr(other, "key", None)
        if key is None:
            return (), ()
        whole = SetType(key)
        return _set_terms(whole, self), _set_terms(whole, other)

    def _combined(self, other: Any, build: Callable[[Term, Term], Term]) -> SymbolicSet:
        mine, theirs = self._both(other)
        key = self.key or getattr(other, "key", None)
        return SymbolicSet(key, [build(a, b) for a, b in zip(mine, theirs, strict=True)])

    def _fixed(self) -> ModelError:
        return ModelError(
            "this set is a value, not a field, and cannot be changed",
            hint="assign it to a field first",
            source=author_line(),
        )

    def add(self, member: Any) -> None:
        """Refuse: only fields change."""
        raise self._fixed()

    def discard(self, member: Any) -> None:
        """Refuse: only fields change."""
        raise self._fixed()

    def clear(self) -> None:
        """Refuse: only fields change."""
        raise self._fixed()


class SymbolicSetView(SymbolicSet):
    """A live set field."""

    def __init__(self, location: Location) -> None:
        super().__init__(cast(SetType, location.type).key, ())
        self.location = location

    @property
    def terms(self) -> tuple[Term, ...]:
        """For each possible member, whether it is in at present."""
        return self.location.terms()

    def add(self, member: Any) -> None:
        """Put a member in."""
        self._set(member, TRUE)

    def discard(self, member: Any) -> None:
        """Take a member out."""
        self._set(member, FALSE)

    def clear(self) -> None:
        """Take everything out."""
        self.location.put([FALSE] * len(self.terms))

    def _set(self, member: Any, value: Term) -> None:
        conditions = _key_condition(cast(ScalarType, self.key), member)
        for outer, shape in self.location.places:
            for condition, cell in zip(conditions, cast(SetShape, shape).members, strict=True):
                self.location.store.put(cell, value, tm.all_of((outer, condition)))


def _set_terms(t: SetType, value: Any) -> tuple[Term, ...]:
    """Return the membership terms of a set value of type ``t``."""
    if isinstance(value, SymbolicSet):
        if value.key is None:
            return (FALSE,) * len(t.key.values())
        if value.key == t.key:
            return value.terms
    elif isinstance(value, set | frozenset | list | tuple):
        return set_value(tuple(value), t.key).terms
    raise ModelError(
        f"a {type(value).__name__} is put where a set of {_key_name(t)} belongs",
        hint="write set_of(...)",
        source=author_line(),
    )


def _key_name(t: SetType) -> str:
    return t.key.cls.__name__ if isinstance(t.key, EnumType | MemberType) else "values"


def set_value(members: tuple[Any, ...], key: ScalarType | None) -> SymbolicSet:
    """Return a set value of these members; ``key`` is their type (None if there are no members)."""
    if key is None:
        return SymbolicSet(None, ())
    columns = [_key_condition(key, m) for m in members]
    return SymbolicSet(key, [tm.any_of(c[i] for c in columns) for i in range(len(key.values()))])


@dataclass(frozen=True)
class Place:
    """Where an item was read: its container, its slot, and how often the container had lost items then."""

    container: tuple[int, tuple[Cell, ...]]
    slot: Term
    losses: int


class SymbolicSequence(T._Sequence[Any]):
    """What live stacks, queues and bags share."""

    newest_first = False

    def __init__(self, location: Location) -> None:
        self.location = location
        self.type = cast(SequenceType, location.type)
        self._cells = tuple(cast(SequenceShape, s).length for _, s in location.places)
        self._width = len(scalar_types(self.type.item))

    # -- reading ---------------------------------------------------------------------------------

    def _load(self) -> tuple[Term, list[tuple[Term, ...]]]:
        terms = self.location.terms()
        width = self._width
        return terms[0], [tuple(terms[1 + i * width : 1 + (i + 1) * width]) for i in range(self.type.bound)]

    def _save(self, length: Term, slots: Sequence[tuple[Term, ...]]) -> None:
        self.location.move([length, *(t for slot in slots for t in slot)])

    @property
    def _losses(self) -> int:
        return self.location.store.losses.get(self._cells, 0)

    def _lose(self) -> None:
        self.location.store.losses[self._cells] = self._losses + 1

    def _item(self, slot: Term, terms: Sequence[Term]) -> Any:
        value = decode(self.type.item, terms)
        if hasattr(value, "__dataclass_fields__"):
            place = Place((id(self.location.store), self._cells), slot, self._losses)
            object.__setattr__(value, "_place", place)
        return value

    def _at(self, slots: Sequence[tuple[Term, ...]], slot: Term) -> tuple[Term, ...]:
        """Return the terms of the slot with that number."""
        result = slots[-1]
        for i in reversed(range(len(slots) - 1)):
            here = tm.equal(slot, tm.integer(i))
            result = tuple(ite(here, a, b) for a, b in zip(slots[i], result, strict=True))
        return result

    @property
    def nonempty(self) -> Term:
        """The condition that it holds anything."""
        return tm.at_least(self._load()[0], 1)

    @property
    def size(self) -> int:
        """How many items it holds."""
        return cast(int, int_value(self._load()[0]))

    def entries(self) -> list[tuple[Term, Any]]:
        """Return for each slot, first to last, the condition that it is filled and the item in it."""
        length, slots = self._load()
        return [
            (tm.at_least(length, i + 1), self._item(tm.integer(i), terms)) for i, terms in enumerate(slots)
        ]

    def item_at(self, index: int) -> tuple[Term, Any]:
        """Return the condition that slot ``index`` is filled, and the item in it."""
        return self.entries()[index]

    def __iter__(self) -> Iterator[Any]:
        for filled, item in self.entries():
            if not recorder().decide(filled):
                return
            yield item

    def __bool__(self) -> bool:
        return recorder().decide(self.nonempty)

    def __contains__(self, item: object) -> bool:
        return recorder().decide(tm.any_of(tm.all_of((c, truth(x == item))) for c, x in self.entries()))

    def __len__(self) -> int:
        raise ModelError(
            "`len` of a state value is not a fixed number", hint="write `.size`", source=author_line()
        )

    def find(self, predicate: Callable[[Any], bool]) -> Any:
        """Return the first item for which ``predicate`` is true, or None."""
        length, slots = self._load()
        order = list(range(self.type.bound))
        if self.newest_first:
            order.reverse()
        found: Term = FALSE
        slot: Term = tm.integer(0)
        for i in reversed(order):
            filled = tm.at_least(length, i + 1)
            item = self._item(tm.integer(i), slots[i])
            fits = tm.all_of((filled, folded(functools.partial(predicate, item), assuming=filled)))
            found = tm.any_of((fits, found))
            slot = ite(fits, tm.integer(i), slot)
        known = recorder().facts.decide(found)
        item = self._item(slot, self._at(slots, slot))
        return item if known else maybe(found, item, merged=True)

    # -- writing ---------------------------------------------------------------------------------

    def _cut_if_full(self, length: Term) -> None:
        full = tm.at_least(length, self.type.bound)
        if recorder().facts.decide(full) is not False:
            recorder().cuts.append((self.type.scope_name, full))

    def _slot_of(self, item: Any, length: Term, slots: Sequence[tuple[Term, ...]]) -> Term:
        """Return the slot of ``item``: where it was read, or else the first that holds an equal one."""
        item = present(item)
        place = getattr(item, "_place", None)
        if isinstance(place, Place) and place.container == (id(self.location.store), self._cells):
            if place.losses != self._losses:
                raise ModelError(
                    "this item was read before another one left, and may be somewhere else now",
                    hint="read it again, or take it out first",
                    source=author_line(),
                )
            return place.slot
        wanted = encode(self.type.item, item)
        found: Term = FALSE
        slot: Term = tm.integer(0)
        order = list(range(self.type.bound))
        if not self.newest_first:
            order.reverse()
        for i in order:
            same = [tm.at_least(length, i + 1)]
            same += [tm.equal(a, b) for a, b in zip(slots[i], wanted, strict=True)]
            here = tm.all_of(same)
            found = tm.any_of((here, found))
            slot = ite(here, tm.integer(i), slot)
        note_wrong(f"what is not in the {self._word} is taken out of it", tm.negate(found))
        return slot

    @property
    def _word(self) -> str:
        return type(self).__name__.removeprefix("Symbolic").lower()

    def _remove_at(self, slot: Term) -> None:
        length, slots = self._load()
        dead = dead_terms(self.type.item)
        following = [*slots[1:], dead]
        shifted = [
            tuple(
                ite(tm.less(tm.integer(i), slot), a, b) for a, b in zip(slots[i], following[i], strict=True)
            )
            for i in range(self.type.bound)
        ]
        self._save(tm.subtract(length, tm.integer(1)), shifted)
        self._lose()

    def remove(self, item: Any) -> None:
        """Take out an item."""
        length, slots = self._load()
        self._remove_at(self._slot_of(item, length, slots))

    def clear(self) -> None:
        """Take everything out."""
        self._save(tm.integer(0), [dead_terms(self.type.item)] * self.type.bound)
        self._lose()

    def _append(self, item: Any) -> None:
        length, slots = self._load()
        self._cut_if_full(length)
        terms = encode(self.type.item, item)
        new = [
            tuple(ite(tm.equal(length, tm.integer(i)), a, b) for a, b in zip(terms, slot, strict=True))
            for i, slot in enumerate(slots)
        ]
        self._save(tm.add(length, tm.integer(1)), new)

    def _first(self, slot_of: Callable[[Term], Term], *, take: bool) -> Any:
        """Return the item at the end where items leave, taking it out if asked to."""
        length, slots = self._load()
        note_wrong(f"an empty {self._word} is asked for an item", tm.equal(length, tm.integer(0)))
        slot = slot_of(length)
        item = self._item(slot, self._at(slots, slot))
        if take:
            self._remove_at(slot)
            if hasattr(item, "_place"):
                object.__delattr__(item, "_place")
        return item


class SymbolicStack(SymbolicSequence, T.Stack[Any]):
    """A live stack."""

    newest_first = True

    def push(self, item: Any) -> None:
        """Put an item on top."""
        self._append(item)

    def pop(self) -> Any:
        """Take the top item off."""
        return self._first(lambda length: tm.subtract(length, tm.integer(1)), take=True)

    @property
    def top(self) -> Any:
        """The top item."""
        return self._first(lambda length: tm.subtract(length, tm.integer(1)), take=False)

    def replace(self, item: Any, new: Any) -> None:
        """Put ``new`` where ``item`` is."""
        length, slots = self._load()
        slot = self._slot_of(item, length, slots)
        terms = encode(self.type.item, new)
        changed = [
            tuple(ite(tm.equal(slot, tm.integer(i)), a, b) for a, b in zip(terms, old, strict=True))
            for i, old in enumerate(slots)
        ]
        self._save(length, changed)


class SymbolicQueue(SymbolicSequence, T.Queue[Any]):
    """A live queue."""

    def push(self, item: Any) -> None:
        """Put an item at the back."""
        self._append(item)

    def pop(self) -> Any:
        """Take the front item out."""
        return self._first(lambda _: tm.integer(0), take=True)

    @property
    def front(self) -> Any:
        """The front item."""
        return self._first(lambda _: tm.integer(0), take=False)


class SymbolicBag(SymbolicSequence, T.Bag[Any]):
    """A live bag, its slots sorted: by scalars first, by moments where those are equal."""

    def add(self, item: Any) -> None:
        """Put an item in, at its place in the order."""
        length, slots = self._load()
        self._cut_if_full(length)
        terms = encode(self.type.item, item)
        before = [
            tm.all_of((tm.at_least(length, i + 1), tm.negate(_precedes(terms, slot))))
            for i, slot in enumerate(slots)
        ]
        new = []
        for i, slot in enumerate(slots):
            entering = before[i - 1] if i else TRUE
            previous = slots[i - 1] if i else slot
            new.append(
                tuple(
                    ite(before[i], old, ite(entering, x, moved))
                    for old, x, moved in zip(slot, terms, previous, strict=True)
                )
            )
        self._save(tm.add(length, tm.integer(1)), new)
        self._lose()


def _precedes(a: Sequence[Term], b: Sequence[Term]) -> Term:
    """Return whether item ``a`` comes strictly before item ``b`` in a bag."""
    pairs = sorted(zip(a, b, strict=True), key=lambda pair: pair[0].sort is Sort.MOMENT)
    result: Term = FALSE
    for x, y in reversed(pairs):
        first = tm.all_of((tm.negate(x), y)) if x.sort is Sort.BOOL else tm.less(x, y)
        result = tm.any_of((first, tm.all_of((tm.equal(x, y), result))))
    return result


def container_items(domain: Any) -> list[tuple[Term, Any]] | None:
    """Return the (condition, item) pairs of a symbolic container, or None for anything else."""
    if isinstance(domain, SymbolicSequence):
        return domain.entries()
    if isinstance(domain, SymbolicSet):
        keys = domain.key.values() if domain.key else ()
        return list(zip(domain.terms, keys, strict=True))
    return None
