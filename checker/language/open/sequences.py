"""Stacks, queues and bags of any length: a length, and one function of slots for each scalar of an item.

The items of a bag stand in no order here, so that nothing may depend on one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from checker.language.open.layout import OpenSequenceShape
from checker.language.open.ranges import found
from checker.language.open.refusal import refused
from checker.language.open.selection import Span, cannot_loop
from checker.language.resolved import BagType, QueueType
from checker.language.tracing.active import recorder
from checker.language.tracing.coding import dead_terms, decode, encode
from checker.language.tracing.containers import READERS
from checker.language.tracing.location import Location
from checker.language.tracing.predicates import folded
from checker.language.tracing.sequences import (
    Place,
    SymbolicBag,
    SymbolicQueue,
    SymbolicSequence,
    SymbolicStack,
)
from checker.language.tracing.values import (
    SymbolicMaybe,
    int_value,
    is_absent,
    maybe,
    note_wrong,
    present,
    truth,
)
from checker.system import terms as tm
from checker.system.open.binders import applied
from checker.system.open.functions import place
from checker.system.terms import TRUE, Op, Term, ite, var

__all__ = ["OpenBag", "OpenQueue", "OpenSequence", "OpenStack"]

_SLOT = var(place(0))


class OpenSequence(SymbolicSequence):
    """What live stacks, queues and bags of any length share."""

    @property
    def location(self) -> Location:
        """Where it lives."""
        return self._bare

    @property
    def _shapes(self) -> list[tuple[Term, OpenSequenceShape]]:
        return [(c, cast(OpenSequenceShape, s)) for c, s in self._bare.places]

    @property
    def length(self) -> Term:
        """How many items it holds, as a term."""
        return self._bare.terms()[0]

    def _bodies(self) -> tuple[Term, ...]:
        """Return what each function of an item is at present, as terms over its place."""
        return self._bare.terms()[1:]

    def _at(self, slots: Sequence[tuple[Term, ...]], slot: Term) -> tuple[Term, ...]:
        del slots  # there are none
        return tuple(applied(body, (slot,)) for body in self._bodies())

    def _put(self, length: Term, bodies: Sequence[Term]) -> None:
        store = self._bare.store
        old = (self.length, *self._bodies())
        for condition, shape in self._shapes:
            for cell, value, before in zip(shape.cells(), (length, *bodies), old, strict=True):
                if value is not before:
                    store.move(cell, value, condition)

    def _note_taken(self, when: Term = TRUE) -> None:
        for condition, shape in self._shapes:
            self._bare.store.note_taken(shape.length, tm.all_of((condition, when)))

    # -- reading ---------------------------------------------------------------------------------

    @property
    def span(self) -> Span:
        """All its slots, with the item in each."""
        return Span(self.length, lambda x: self._item(x, self._at((), x)))

    @property
    def nonempty(self) -> Term:
        """The condition that it holds anything."""
        return tm.at_least(self.length, 1)

    @property
    def size(self) -> Any:
        """How many items it holds."""
        return int_value(self.length)

    def entries(self) -> list[tuple[Term, Any]]:
        """Refuse: there is no list of its slots."""
        raise cannot_loop(f"a {self._word}")

    def item_at(self, index: Any) -> tuple[Term, Any]:
        """Return the condition that the slot ``index``, a term, is filled, and the item in it."""
        return tm.all_of((tm.at_least(index, 0), tm.less(index, self.length))), self._item(
            index, self._at((), index)
        )

    def __iter__(self) -> Iterator[Any]:
        raise cannot_loop(f"a {self._word}")

    def __contains__(self, item: object) -> bool:
        span = self.span
        return recorder().decide(found(Op.SOME, span.end, lambda x: truth(span.item(x) == item)))

    @property
    def _word(self) -> str:
        return type(self).__name__.removeprefix("Open").lower()

    @property
    def _first_one(self) -> Op:
        return Op.GREATEST if self.newest_first else Op.LEAST

    def _slot_where(self, fits: Callable[[Term], Term]) -> tuple[Term, Term]:
        """Return the first slot (topmost in a stack) that fits, and whether there is one."""
        slot = found(self._first_one, self.length, fits)
        there = tm.at_least(slot, 0) if self.newest_first else tm.less(slot, self.length)
        return slot, there

    def find(self, predicate: Callable[[Any], bool]) -> Any:
        """Return the first item for which ``predicate`` is true, or None."""
        span = self.span

        def fits(x: Term) -> Term:
            inside = tm.less(x, span.end)
            return folded(functools.partial(predicate, span.item(x)), assuming=inside)

        slot, there = self._slot_where(fits)
        item = span.item(slot)
        if recorder().facts.decide(there):
            return item
        least = decode(self.type.item, dead_terms(self.type.item))
        return maybe(there, item, merged=True, least=least)

    # -- writing ---------------------------------------------------------------------------------

    def _slot_of(self, item: Any, length: Term, slots: Sequence[tuple[Term, ...]]) -> tuple[Term, Term]:
        here = tm.negate(is_absent(item))
        read = item._item if isinstance(item, SymbolicMaybe) else item
        known = getattr(read, "_place", None)
        if isinstance(known, Place) and known.container == (id(self._bare.store), self._cells):
            return super()._slot_of(item, length, slots)
        wanted = encode(self.type.item, present(item))

        def same(x: Term) -> Term:
            return tm.all_of(tm.equal(a, b) for a, b in zip(self._at((), x), wanted, strict=True))

        slot, there = self._slot_where(same)
        note_wrong(f"what is not in the {self._word} is taken out of it", tm.negate(there))
        return slot, tm.all_of((here, there))

    def _remove_at(self, slot: Term, here: Term) -> None:
        here = TRUE if recorder().facts.decide(here) else here
        bodies = self._bodies()
        following = [applied(body, (tm.add(_SLOT, tm.integer(1)),)) for body in bodies]
        stays = tm.any_of((tm.less(_SLOT, slot), tm.negate(here)))
        length = self.length
        self._put(
            ite(here, tm.subtract(length, tm.integer(1)), length),
            [ite(stays, a, b) for a, b in zip(bodies, following, strict=True)],
        )
        self._note_taken(here)
        self._lose()

    def remove(self, item: Any) -> None:
        """Take out an item."""
        self._remove_at(*self._slot_of(item, self.length, ()))

    def clear(self) -> None:
        """Take everything out."""
        self._put(tm.integer(0), self._bodies())
        self._note_taken()
        self._lose()

    def _append(self, item: Any) -> None:
        length = self.length
        here = tm.equal(_SLOT, length)
        terms = encode(self.type.item, item)
        bodies = [ite(here, new, old) for new, old in zip(terms, self._bodies(), strict=True)]
        self._put(tm.add(length, tm.integer(1)), bodies)

    def _first(self, slot_of: Callable[[Term], Term], *, take: bool) -> Any:
        length = self.length
        empty = tm.equal(length, tm.integer(0))
        note_wrong(f"an empty {self._word} is asked for an item", empty)
        slot = slot_of(length)
        terms = self._at((), slot)
        if recorder().facts.decide(empty) is not False:
            dead = dead_terms(self.type.item)
            terms = tuple(ite(empty, a, b) for a, b in zip(dead, terms, strict=True))
        item = self._item(slot, terms)
        if take:
            self._remove_at(slot, tm.negate(empty))
            if hasattr(item, "_place"):
                object.__delattr__(item, "_place")
        return item


class OpenStack(OpenSequence, SymbolicStack):
    """A live stack of any depth."""

    newest_first = True

    def replace(self, item: Any, new: Any) -> None:
        """Put ``new`` where ``item`` is."""
        slot, here = self._slot_of(item, self.length, ())
        here = TRUE if recorder().facts.decide(here) else here
        changed = tm.all_of((here, tm.equal(_SLOT, slot)))
        terms = encode(self.type.item, new)
        self._put(self.length, [ite(changed, a, b) for a, b in zip(terms, self._bodies(), strict=True)])


class OpenQueue(OpenSequence, SymbolicQueue):
    """A live queue of any length."""


class OpenBag(OpenSequence, SymbolicBag):
    """A live bag of any size; its slots are in no order that means anything."""

    def add(self, item: Any) -> None:
        """Put an item in."""
        self._append(item)
        for condition, shape in self._shapes:
            self._bare.store.note_added(shape.length, condition, encode(self.type.item, item))
        self._lose()

    def find(self, predicate: Callable[[Any], bool]) -> Any:
        """Refuse: the first item of a bag is the least, and here they stand in no order."""
        raise refused(
            "the first item of a bag of an open size is asked for",
            "ask whether there is one with some(...), or take it as a parameter, `one_of(...)`",
        )


def _read(location: Location) -> Any:
    if isinstance(location.type, BagType):
        return OpenBag(location)
    return OpenQueue(location) if isinstance(location.type, QueueType) else OpenStack(location)


READERS[OpenSequenceShape] = _read
