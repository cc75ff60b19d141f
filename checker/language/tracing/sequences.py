"""Symbolic stacks, queues and bags: live views of a length and slots in a store."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from checker.errors import ModelError
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.resolved import SequenceType
from checker.language.tracing.active import recorder
from checker.language.tracing.coding import dead_terms, decode, encode
from checker.language.tracing.layout import shape_of
from checker.language.tracing.location import Location
from checker.language.tracing.no_text import NoText
from checker.language.tracing.predicates import folded
from checker.language.tracing.unlike import NotCompared
from checker.language.tracing.values import (
    SymbolicMaybe,
    int_value,
    is_absent,
    maybe,
    note_wrong,
    present,
    truth,
)
from checker.language.tracing.ways import author_line
from checker.language.tracing.wording import LEN_HINT, describe
from checker.system import terms as tm
from checker.system.shapes import SequenceShape
from checker.system.terms import FALSE, TRUE, Cell, Sort, Term, ite

__all__ = ["Place", "SymbolicBag", "SymbolicQueue", "SymbolicSequence", "SymbolicStack", "inserted"]


@dataclass(frozen=True)
class Place:
    """Where an item was read: its container, its slot, and how often the container had lost items then."""

    container: tuple[int, tuple[Cell, ...]]
    slot: Term
    losses: int


class SymbolicSequence(NoText, NotCompared, T._Sequence[Any]):
    """What live stacks, queues and bags share."""

    newest_first = False

    def __init__(self, location: Location) -> None:
        self._bare = location
        self.type = cast(SequenceType, location.type)
        self._cells = tuple(cast(SequenceShape, s).length for _, s in location.places)
        self._width = len(self.type.item.scalars)

    @property
    def location(self) -> Location:
        """Where it lives, with the slots past its bound that this run has needed so far."""
        store = self._bare.store
        spare = max((store.spare.get(c, 0) for c in self._cells), default=0)
        if not spare:
            return self._bare
        places = tuple((c, self._widened(cast(SequenceShape, s), spare)) for c, s in self._bare.places)
        return Location(store, self._bare.type, places)

    def _widened(self, shape: SequenceShape, spare: int) -> SequenceShape:
        """Return the shape with slots past the bound, which hold nothing until this run fills them."""
        name = shape.length.name.removesuffix(".size")
        more = tuple(shape_of(self.type.item, f"{name}[{self.type.bound + i}]") for i in range(spare))
        self._bare.store.beyond.update(c for slot in more for c in slot.cells())
        return replace(shape, slots=(*shape.slots, *more))

    # -- reading ---------------------------------------------------------------------------------

    def _load(self) -> tuple[Term, list[tuple[Term, ...]]]:
        terms = self.location.terms()
        width = self._width
        return terms[0], [tuple(terms[i : i + width]) for i in range(1, len(terms), width)]

    def _save(self, length: Term, slots: Sequence[tuple[Term, ...]]) -> None:
        self.location.move([length, *(t for slot in slots for t in slot)])

    @property
    def _losses(self) -> int:
        return self._bare.store.losses.get(self._cells, 0)

    def _lose(self) -> None:
        self._bare.store.losses[self._cells] = self._losses + 1

    def _note_taken(self, when: Term = TRUE) -> None:
        """Tell the store that an item leaves where ``when`` is true."""
        for condition, shape in self._bare.places:
            self._bare.store.note_taken(cast(SequenceShape, shape).length, tm.all_of((condition, when)))

    def _item(self, slot: Term, terms: Sequence[Term]) -> Any:
        value = decode(self.type.item, terms)
        if hasattr(value, "__dataclass_fields__"):
            place = Place((id(self._bare.store), self._cells), slot, self._losses)
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
        raise ModelError(f"len(...) is asked of {describe(self)}", hint=LEN_HINT, source=author_line())

    def find(self, predicate: Callable[[Any], bool]) -> Any:
        """Return the first item for which ``predicate`` is true, or None."""
        length, slots = self._load()
        order = list(range(len(slots)))
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
        item = self._item(slot, self._at(slots, slot))
        if recorder().facts.decide(found):
            return item
        least = decode(self.type.item, dead_terms(self.type.item))
        return maybe(found, item, merged=True, least=least)

    # -- writing ---------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Note that one item more cuts the search where it goes past the bound.

        Whether the rule may be taken does not depend on that, so there it goes on with one slot more.
        """
        length, slots = self._load()
        full = tm.at_least(length, self.type.bound)
        if recorder().facts.decide(full) is False:
            return
        recorder().cuts.append((self.type.scope_name, full))
        if recorder().facts.decide(tm.at_least(length, len(slots))) is not False:
            for cell in self._cells:
                self._bare.store.spare[cell] = len(slots) + 1 - self.type.bound

    def _slot_of(self, item: Any, length: Term, slots: Sequence[tuple[Term, ...]]) -> tuple[Term, Term]:
        """Return the slot of ``item`` (where it was read, or else the first that holds an equal one).

        With it comes the condition that it is there; where it is not, the step is wrong.
        """
        here = tm.negate(is_absent(item))
        read = item._item if isinstance(item, SymbolicMaybe) else item
        item = present(item)
        place = getattr(read, "_place", None)
        if isinstance(place, Place) and place.container == (id(self._bare.store), self._cells):
            if place.losses != self._losses:
                raise ModelError(
                    "this item was read before another one left, and may be somewhere else now",
                    hint="read it again, or take it out first",
                    source=author_line(),
                )
            return place.slot, here
        wanted = encode(self.type.item, item)
        found: Term = FALSE
        slot: Term = tm.integer(0)
        order = list(range(len(slots)))
        if not self.newest_first:
            order.reverse()
        for i in order:
            same = [tm.at_least(length, i + 1)]
            same += [tm.equal(a, b) for a, b in zip(slots[i], wanted, strict=True)]
            equal = tm.all_of(same)
            found = tm.any_of((equal, found))
            slot = ite(equal, tm.integer(i), slot)
        note_wrong(f"what is not in the {self._word} is taken out of it", tm.negate(found))
        return slot, tm.all_of((here, found))

    @property
    def _word(self) -> str:
        return type(self).__name__.removeprefix("Symbolic").lower()

    def _remove_at(self, slot: Term, here: Term) -> None:
        """Take out the item in a slot where ``here`` is true; elsewhere nothing is there to be taken."""
        here = TRUE if recorder().facts.decide(here) else here
        length, slots = self._load()
        dead = dead_terms(self.type.item)
        following = [*slots[1:], dead]
        shifted = [
            tuple(
                ite(tm.any_of((tm.less(tm.integer(i), slot), tm.negate(here))), a, b)
                for a, b in zip(slots[i], following[i], strict=True)
            )
            for i in range(len(slots))
        ]
        self._save(ite(here, tm.subtract(length, tm.integer(1)), length), shifted)
        self._note_taken(here)
        self._lose()

    def remove(self, item: Any) -> None:
        """Take out an item."""
        length, slots = self._load()
        self._remove_at(*self._slot_of(item, length, slots))

    def clear(self) -> None:
        """Take everything out."""
        self._save(tm.integer(0), [dead_terms(self.type.item)] * len(self._load()[1]))
        self._note_taken()
        self._lose()

    def _append(self, item: Any) -> None:
        self._make_room()
        length, slots = self._load()
        terms = encode(self.type.item, item)
        new = [
            tuple(ite(tm.equal(length, tm.integer(i)), a, b) for a, b in zip(terms, slot, strict=True))
            for i, slot in enumerate(slots)
        ]
        self._save(tm.add(length, tm.integer(1)), new)

    def _first(self, slot_of: Callable[[Term], Term], *, take: bool) -> Any:
        """Return the item at the end where items leave, taking it out if asked to."""
        length, slots = self._load()
        empty = tm.equal(length, tm.integer(0))
        note_wrong(f"an empty {self._word} is asked for an item", empty)
        # Of an empty one the last slot is read, which holds the least value.
        slot = slot_of(length)
        item = self._item(slot, self._at(slots, slot))
        if take:
            self._remove_at(slot, tm.negate(empty))
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
        slot, here = self._slot_of(item, length, slots)
        here = TRUE if recorder().facts.decide(here) else here
        terms = encode(self.type.item, new)
        places = [tm.all_of((here, tm.equal(slot, tm.integer(i)))) for i in range(len(slots))]
        changed = [
            tuple(ite(place, a, b) for a, b in zip(terms, old, strict=True))
            for place, old in zip(places, slots, strict=True)
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
        self._make_room()
        terms = encode(self.type.item, item)
        self._save(*inserted(*self._load(), terms))
        for condition, shape in self._bare.places:
            self._bare.store.note_added(cast(SequenceShape, shape).length, condition, terms)
        self._lose()


def inserted(
    length: Term, slots: Sequence[tuple[Term, ...]], item: tuple[Term, ...], when: Term = TRUE
) -> tuple[Term, list[tuple[Term, ...]]]:
    """Return the length and slots of a bag with one item more where ``when`` is true."""
    before = [
        tm.all_of((tm.at_least(length, i + 1), tm.negate(_precedes(item, slot))))
        for i, slot in enumerate(slots)
    ]
    new = []
    for i, slot in enumerate(slots):
        entering = before[i - 1] if i else TRUE
        previous = slots[i - 1] if i else slot
        stays = tm.any_of((before[i], tm.negate(when)))
        new.append(
            tuple(
                ite(stays, old, ite(entering, x, moved))
                for old, x, moved in zip(slot, item, previous, strict=True)
            )
        )
    return ite(when, tm.add(length, tm.integer(1)), length), new


def _precedes(a: Sequence[Term], b: Sequence[Term]) -> Term:
    """Return whether item ``a`` comes strictly before item ``b`` in a bag."""
    pairs = sorted(zip(a, b, strict=True), key=lambda pair: pair[0].sort is Sort.MOMENT)
    result: Term = FALSE
    for x, y in reversed(pairs):
        first = tm.all_of((tm.negate(x), y)) if x.sort is Sort.BOOL else tm.less(x, y)
        result = tm.any_of((first, tm.all_of((tm.equal(x, y), result))))
    return result
