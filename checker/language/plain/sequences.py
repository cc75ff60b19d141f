"""Plain stacks, queues and bags."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from checker.errors import ModelError
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.plain.absent import ABSENT_IS_USED, Absent, absent
from checker.language.plain.lines import author_line
from checker.language.plain.state import default_of, order_key
from checker.language.resolved import BagType, QueueType, SequenceType, StackType

if TYPE_CHECKING:
    from checker.language.plain.machine import PlainMachine
    from checker.language.plain.world import Path

__all__ = ["PlainSequence", "Slots", "live_sequence"]

_serials = itertools.count()


class Slots:
    """The items of a container while a rule runs, each with a serial number that it keeps when others leave.

    ``losses`` counts how often the places of items may have changed, so that an item that was read before
    is seen to be stale; ``added`` lists the items that were put in, as long as that is all that was done
    (it is ``None`` once anything else was).
    """

    def __init__(self, items: tuple[Any, ...]) -> None:
        self.items = [(next(_serials), item) for item in items]
        self.losses = 0
        self.added: list[Any] | None = []

    def put(self, position: int, item: Any) -> None:
        """Insert an item."""
        self.items.insert(position, (next(_serials), item))
        if self.added is not None:
            self.added.append(item)

    def take(self, position: int) -> Any:
        """Take out the item at a position."""
        self.losses += 1
        self.added = None
        return self.items.pop(position)[1]

    def swap(self, position: int, item: Any) -> None:
        """Put another item in the place of one."""
        self.items[position] = (self.items[position][0], item)
        self.added = None

    def clear(self) -> None:
        """Take everything out."""
        self.losses += 1
        self.added = None
        self.items.clear()

    def position(self, serial: int) -> int:
        """Return where the item with that serial number is."""
        return next(i for i, (s, _) in enumerate(self.items) if s == serial)


class PlainSequence(T._Sequence[Any]):
    """What live stacks, queues and bags share."""

    word = "container"
    newest_first = False

    def __init__(self, machine: PlainMachine, path: Path, t: SequenceType, slots: Slots) -> None:
        self._machine = machine
        self._path = path
        self._type = t
        self._slots = slots

    @property
    def size(self) -> int:
        """How many items it holds."""
        return len(self._slots.items)

    def __len__(self) -> int:
        raise ModelError(
            "`len` of a state value is not a fixed number", hint="write `.size`", source=author_line()
        )

    def __bool__(self) -> bool:
        return bool(self._slots.items)

    def __iter__(self) -> Iterator[Any]:
        return iter([self.item(i) for i in range(self.size)])

    def __contains__(self, item: object) -> bool:
        return any([x == item for x in self])  # noqa: C419 - every comparison is made, as when traced

    def item(self, position: int) -> Any:
        """Return the item at a position as rules see it; it remembers its place."""
        serial, item = self._slots.items[position]
        return self._machine.placed(self._type.item, item, self._slots, serial)

    def find(self, predicate: Callable[[Any], bool]) -> Any:
        """Return the first item for which ``predicate`` is true, or an absent one."""
        order = range(self.size)
        fits = [i for i in order if self._machine.holds(predicate, self.item(i))]
        if not fits:
            return absent(self._type.item, self._machine)
        return self.item(fits[-1] if self.newest_first else fits[0])

    def _position(self, item: Any) -> int | None:
        """Return where ``item`` is: where it was read, or else the first equal one; None if there is none.

        Raises:
            ModelError: it was read before another one left.
        """
        if item is None or isinstance(item, Absent):
            self._machine.wrong(ABSENT_IS_USED)
            return None
        serial = self._machine.serial_of(item, self._slots)
        if serial is not None:
            return self._slots.position(serial)
        t = self._type.item
        wanted = order_key(t, self._machine.lower(t, item, self._path))
        fits = [i for i, (_, x) in enumerate(self._slots.items) if order_key(t, x) == wanted]
        if fits:
            return fits[-1] if self.newest_first else fits[0]
        self._machine.wrong(f"what is not in the {self.word} is taken out of it")
        return None

    def remove(self, item: Any) -> None:
        """Take out an item."""
        self._machine.writing(self._path)
        position = self._position(item)
        if position is not None:
            self._slots.take(position)

    def clear(self) -> None:
        """Take everything out."""
        self._machine.writing(self._path)
        self._slots.clear()

    def _append(self, item: Any) -> None:
        """Put an item where the newest one is."""
        self._machine.writing(self._path)
        self._put(lambda _: self.size, item)

    def _put(self, position: Callable[[Any], int], item: Any) -> None:
        value = self._machine.lower(self._type.item, item, (*self._path, self.size))
        if self.size >= self._type.bound:
            self._machine.cut(self._type.scope_name)
        self._slots.put(position(value), value)

    def _end(self, *, take: bool) -> Any:
        """Return the item at the end where items leave, taking it out if asked to."""
        if take:
            self._machine.writing(self._path)
        if not self._slots.items:
            self._machine.wrong(f"an empty {self.word} is asked for an item")
            return self._machine.lift(self._type.item, default_of(self._type.item))
        position = self.size - 1 if self.newest_first else 0
        if not take:
            return self.item(position)
        return self._machine.lift(self._type.item, self._slots.take(position))

    def __repr__(self) -> str:
        return "[" + ", ".join(str(item) for item in self) + "]"


class PlainStack(PlainSequence, T.Stack[Any]):
    """A live stack."""

    word = "stack"
    newest_first = True

    def push(self, item: Any) -> None:
        """Put an item on top."""
        self._append(item)

    def pop(self) -> Any:
        """Take the top item off."""
        return self._end(take=True)

    @property
    def top(self) -> Any:
        """The top item."""
        return self._end(take=False)

    def replace(self, item: Any, new: Any) -> None:
        """Put ``new`` where ``item`` is."""
        self._machine.writing(self._path)
        position = self._position(item)
        if position is not None:
            self._slots.swap(position, self._machine.lower(self._type.item, new, (*self._path, position)))


class PlainQueue(PlainSequence, T.Queue[Any]):
    """A live queue."""

    word = "queue"

    def push(self, item: Any) -> None:
        """Put an item at the back."""
        self._append(item)

    def pop(self) -> Any:
        """Take the front item out."""
        return self._end(take=True)

    @property
    def front(self) -> Any:
        """The front item."""
        return self._end(take=False)


class PlainBag(PlainSequence, T.Bag[Any]):
    """A live bag; its items are kept sorted."""

    word = "bag"

    def add(self, item: Any) -> None:
        """Put an item in, at its place in the order."""
        self._machine.adding(self._path)
        t = self._type.item
        keys = [order_key(t, x) for _, x in self._slots.items]
        self._put(lambda value: bisect_right(keys, order_key(t, value)), item)
        self._slots.losses += 1


def live_sequence(machine: PlainMachine, path: Path, t: SequenceType, slots: Slots) -> PlainSequence:
    """Return the live container over ``slots``."""
    cls = {StackType: PlainStack, QueueType: PlainQueue, BagType: PlainBag}[type(t)]
    return cls(machine, path, t, slots)
