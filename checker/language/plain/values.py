"""Plain maps, sets and selections, and integers that remember how they were changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableSet
from typing import TYPE_CHECKING, Any, cast

from checker.errors import ModelError
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.plain.lines import author_line
from checker.language.plain.state import values_of
from checker.language.resolved import MapType, ScalarType, SetType

if TYPE_CHECKING:
    from checker.language.plain.machine import PlainMachine
    from checker.language.plain.world import Path

__all__ = ["Counted", "PlainMap", "PlainSelection", "PlainSet", "PlainSetField", "set_data"]


class Counted(int):
    """An integer cell's value as a state-based rule reads it; ``+=`` and ``-=`` are remembered as such.

    ``path`` is the cell that it was read from, ``change`` what was added since. Stored back into the same
    cell it counts as an increment by ``change``; every other arithmetic gives an ordinary integer.
    """

    path: Path
    change: int

    @staticmethod
    def of(value: int, path: Path, change: int = 0) -> Counted:
        """Return ``value`` as read from ``path`` and changed by ``change``."""
        counted = Counted(value)
        counted.path = path
        counted.change = change
        return counted

    def __iadd__(self, other: object) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        return Counted.of(int(self) + other, self.path, self.change + other)

    def __isub__(self, other: object) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        return Counted.of(int(self) - other, self.path, self.change - other)


class PlainMap(T.Map[Any, Any]):
    """A live map: ``data`` holds a value or the data of a container for every key."""

    def __init__(self, machine: PlainMachine, path: Path, t: MapType, data: dict[Any, Any]) -> None:
        self._machine = machine
        self._path = path
        self._type = t
        self._data = data

    def _key(self, key: Any) -> Any:
        return self._machine.lower(self._type.key, key, self._path)

    def __getitem__(self, key: Any) -> Any:
        key = self._key(key)
        return self._machine.view((*self._path, key), self._type.item, self._data[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        key = self._key(key)
        path = (*self._path, key)
        self._data[key] = self._machine.store(path, self._type.item, self._data[key], value)

    def __iter__(self) -> Iterator[Any]:
        return iter(values_of(self._type.key))


class PlainSet(T.Set[Any]):
    """A set value. It cannot be changed; sets that are fields are :class:`PlainSetField`.

    ``key`` is the type of its members, and ``None`` for a set that was built without any.
    """

    def __init__(self, key: ScalarType | None, data: Iterable[Any], machine: PlainMachine) -> None:
        self.key = key
        self.data: MutableSet[Any] | frozenset[Any] = frozenset(data)
        self._machine = machine

    @property
    def size(self) -> int:
        """How many members it has."""
        return len(self.data)

    def add(self, member: Any) -> None:
        """Refuse: only fields change."""
        raise self._fixed()

    def discard(self, member: Any) -> None:
        """Refuse: only fields change."""
        raise self._fixed()

    def clear(self) -> None:
        """Refuse: only fields change."""
        raise self._fixed()

    @staticmethod
    def _fixed() -> ModelError:
        return ModelError(
            "this set is a value, not a field, and cannot be changed",
            hint="assign it to a field first",
            source=author_line(),
        )

    def __contains__(self, member: object) -> bool:
        if self.key is None:
            return False
        return self._machine.lower(self.key, member, ("the set",)) in self.data

    def __iter__(self) -> Iterator[Any]:
        return iter([k for k in values_of(self.key) if k in self.data] if self.key else [])

    def __bool__(self) -> bool:
        return bool(self.data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlainSet | set | frozenset):
            return False
        return set(self.data) == set_data(other)

    __hash__ = None  # type: ignore[assignment] # sets are compared, never hashed

    def __le__(self, other: Any) -> bool:
        return set(self.data) <= set_data(other)

    def __or__(self, other: Any) -> PlainSet:
        return self._combined(other, set.union)

    def __and__(self, other: Any) -> PlainSet:
        return self._combined(other, set.intersection)

    def __sub__(self, other: Any) -> PlainSet:
        return self._combined(other, set.difference)

    def _combined(self, other: Any, how: Callable[[set[Any], set[Any]], set[Any]]) -> PlainSet:
        key = self.key or getattr(other, "key", None)
        return PlainSet(key, how(set(self.data), set_data(other)), self._machine)

    def __repr__(self) -> str:
        return "{" + ", ".join(str(member) for member in self) + "}"


def set_data(value: Any) -> set[Any]:
    """Return the members of a set value.

    Raises:
        ModelError: it is no set.
    """
    if isinstance(value, PlainSet):
        return set(value.data)
    if isinstance(value, set | frozenset | list | tuple):
        return set(value)
    raise ModelError(
        f"a {type(value).__name__} is put where a set belongs", hint="write set_of(...)", source=author_line()
    )


class PlainSetField(PlainSet):
    """A live set: a field, or a value of a map."""

    def __init__(self, machine: PlainMachine, path: Path, t: SetType, data: set[Any]) -> None:
        super().__init__(t.key, (), machine)
        self.data = data
        self._path = path

    def add(self, member: Any) -> None:
        """Put a member in."""
        self._put(member, True)

    def discard(self, member: Any) -> None:
        """Take a member out."""
        self._put(member, False)

    def clear(self) -> None:
        """Take everything out."""
        key = cast(ScalarType, self.key)
        self._machine.writing(self._path, [(*self._path, k) for k in values_of(key)])
        cast("set[Any]", self.data).clear()

    def _put(self, member: Any, value: bool) -> None:
        member = self._machine.lower(cast(ScalarType, self.key), member, self._path)
        self._machine.writing(self._path, [(*self._path, member)])
        data = cast("set[Any]", self.data)
        if value:
            data.add(member)
        else:
            data.discard(member)


class PlainSelection:
    """What ``where`` picked out, in order."""

    def __init__(self, members: list[Any]) -> None:
        self._members = members

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self._members)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._members)

    def __contains__(self, item: object) -> bool:
        return item in self._members

    def __bool__(self) -> bool:
        return bool(self._members)
