"""The types that an author's annotations are made of.

To editors and to mypy these are ordinary classes. When a rule runs, the active machine supplies
symbolic or plain values that behave as described here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Generic, Optional, Self, TypeVar, cast

from checker.language.declare import Scope
from checker.language.machine import machine

__all__ = ["Bag", "Map", "Maybe", "Member", "Moment", "Object", "Participant", "Queue", "Set", "Stack"]

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

Maybe = Optional[T]  # noqa: UP045 - an alias that takes its argument at run time
"""``Maybe[T]``: a ``T`` or ``None``. Test it with ``if x:`` or ``x == None``; never with ``is``."""


class _Members(type):
    """The metaclass that lets ``for p in Player`` and ``every(Player, ...)`` range over the members."""

    def __iter__(cls: type[T]) -> Iterator[T]:
        return iter(machine().members(cls))


class Member(metaclass=_Members):
    """Base of participants and objects: a class with a fixed number of members, ``size`` in all.

    ``index`` is the member's place in turn order, from 0; in a traced rule it may be a term.
    """

    size: ClassVar[Scope]
    prefix: ClassVar[str] = ""
    index: Any

    def __init_subclass__(cls, *, size: Scope | int | None = None, prefix: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if size is not None:
            cls.size = size if isinstance(size, Scope) else Scope(size, fixed=True)
        cls.prefix = prefix or cls.__name__[:1].upper()

    def __init__(self, index: Any) -> None:
        self.index = index

    def __eq__(self, other: object) -> bool:
        if isinstance(self.index, int) and not _symbolic(other):
            return type(other) is type(self) and bool(cast(Self, other).index == self.index)
        return cast(bool, machine().same(self, other))

    def __ne__(self, other: object) -> bool:
        same = self == other
        return not same if isinstance(same, bool) else cast(bool, cast(Any, same).negated())

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.index))

    def __str__(self) -> str:
        return f"{self.prefix}{self.index + 1}" if isinstance(self.index, int) else f"<{type(self).__name__}>"

    __repr__ = __str__


def _symbolic(value: object) -> bool:
    """Whether comparing with ``value`` must be left to the machine."""
    # The class is asked: a value that is absent would take the question for one about what it stands for.
    return bool(getattr(type(value), "is_symbolic", False))


class Participant(Member):
    """A player. Declare ``class Player(Participant, size=scope(2, least=2, most=4))``.

    Every game with participants has a field ``in_game`` (a set, everybody at the start); who leaves it
    is skipped in turn order and may take no action and no choice.
    """

    @property
    def next_in_game(self) -> Self:
        """The next participant in turn order who is in the game."""
        return cast(Self, machine().next_in_game(self))

    @property
    def opponents(self) -> list[Self]:
        """The other participants who are in the game, in turn order from the next one."""
        return [p for p in machine().seats_from(self) if p != self]

    def in_turn_order(self) -> list[Self]:
        """Return the participants who are in the game, in turn order, starting with this one."""
        return list(machine().seats_from(self))

    def first_who(self, predicate: Callable[[Self], object]) -> Self | None:
        """Return the first participant in turn order, this one before all others, who fits, or ``None``."""
        return cast("Self | None", machine().first_who(self, predicate, others=False))

    def next_who(self, predicate: Callable[[Self], object]) -> Self | None:
        """Return the first of the other participants, in turn order after this one, who fits, or ``None``."""
        return cast("Self | None", machine().first_who(self, predicate, others=True))


class Object(Member):
    """A game object, such as a card. Declare ``class Card(Object, size=scope(3))``."""


class Moment(ABC):
    """A point in time, which can only be compared with another: ``==``, ``<`` (older), ``>`` (newer).

    ``now()`` gives the moment of the present event. Moments are compared within one state only.
    """

    @abstractmethod
    def __lt__(self, other: Moment) -> bool: ...
    @abstractmethod
    def __gt__(self, other: Moment) -> bool: ...
    @abstractmethod
    def __le__(self, other: Moment) -> bool: ...
    @abstractmethod
    def __ge__(self, other: Moment) -> bool: ...


class Map(ABC, Generic[K, V]):
    """A total map: one value for each member of an enumeration or member class."""

    @abstractmethod
    def __getitem__(self, key: K) -> V:
        """Return the value at ``key``; containers inside maps are live."""

    @abstractmethod
    def __setitem__(self, key: K, value: V) -> None:
        """Set the value at ``key``."""


class Set(ABC, Generic[K]):
    """A set of members of an enumeration or member class. ``set_of(...)`` builds a value."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many members it has; ``len`` must be a fixed number in Python, so use this."""

    @abstractmethod
    def add(self, member: K) -> None:
        """Put ``member`` in; nothing happens if it is there."""

    @abstractmethod
    def discard(self, member: K) -> None:
        """Take ``member`` out; nothing happens if it is not there."""

    @abstractmethod
    def clear(self) -> None:
        """Take everything out."""

    @abstractmethod
    def __contains__(self, member: object) -> bool: ...
    @abstractmethod
    def __iter__(self) -> Iterator[K]: ...
    @abstractmethod
    def __bool__(self) -> bool: ...
    @abstractmethod
    def __le__(self, other: Set[K]) -> bool: ...
    @abstractmethod
    def __or__(self, other: Set[K]) -> Set[K]: ...
    @abstractmethod
    def __and__(self, other: Set[K]) -> Set[K]: ...
    @abstractmethod
    def __sub__(self, other: Set[K]) -> Set[K]: ...


class _Sequence(ABC, Generic[T]):
    """What stacks, queues and bags share.

    An item that was read from a container (by ``top``, ``find``, a loop, or a ``one_of`` parameter)
    remembers its place until an item leaves the container, so that ``remove`` and ``replace`` mean that
    very item; for others they mean an equal one (the topmost, frontmost or least).
    """

    @property
    @abstractmethod
    def size(self) -> int:
        """How many items it holds; ``len`` must be a fixed number in Python, so use this."""

    @abstractmethod
    def remove(self, item: T) -> None:
        """Take out an item. If it is not there this is a finding (a wrong step), with its play."""

    @abstractmethod
    def clear(self) -> None:
        """Take everything out."""

    @abstractmethod
    def find(self, predicate: Callable[[T], bool]) -> T | None:
        """Return the first item (topmost in a stack) for which ``predicate`` is true, or ``None``."""

    @abstractmethod
    def __iter__(self) -> Iterator[T]: ...
    @abstractmethod
    def __bool__(self) -> bool: ...


class Stack(_Sequence[T]):
    """A last-in-first-out stack of bounded depth. Iteration is from the bottom to the top."""

    @abstractmethod
    def push(self, item: T) -> None:
        """Put ``item`` on top. Past the bound of the depth the search is cut."""

    @abstractmethod
    def pop(self) -> T:
        """Take the top item off and return it. On an empty stack this is a finding (a wrong step)."""

    @property
    @abstractmethod
    def top(self) -> T:
        """The top item. On an empty stack this is a finding (a wrong step)."""

    @abstractmethod
    def replace(self, item: T, new: T) -> None:
        """Put ``new`` where ``item`` is."""


class Queue(_Sequence[T]):
    """A first-in-first-out queue of bounded length. Iteration is from the front to the back."""

    @abstractmethod
    def push(self, item: T) -> None:
        """Put ``item`` at the back. Past the bound of the length the search is cut."""

    @abstractmethod
    def pop(self) -> T:
        """Take the front item out and return it. On an empty queue this is a finding (a wrong step)."""

    @property
    @abstractmethod
    def front(self) -> T:
        """The front item. On an empty queue this is a finding (a wrong step)."""


class Bag(_Sequence[T]):
    """An unordered collection of bounded size that may hold equal items, such as waiting triggers."""

    @abstractmethod
    def add(self, item: T) -> None:
        """Put ``item`` in. Past the bound of the size the search is cut."""
