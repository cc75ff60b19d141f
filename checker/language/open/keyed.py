"""Maps and sets over members of any number, participants or objects: functions of these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from checker.errors import ModelError
from checker.language.open.counting import OpenCount
from checker.language.open.layout import OpenLayout, OpenMapShape, OpenSetShape, element_shape
from checker.language.open.ranges import found
from checker.language.open.selection import Span, cannot_loop
from checker.language.resolved import MapType, MemberType, SetType
from checker.language.tracing.coding import encode
from checker.language.tracing.containers import READERS, WRITERS, SymbolicMap
from checker.language.tracing.location import Location
from checker.language.tracing.sets import SymbolicSet
from checker.language.tracing.values import bool_value, member_value
from checker.language.tracing.ways import author_line
from checker.language.tracing.wording import describe
from checker.system import terms as tm
from checker.system.open.binders import applied
from checker.system.open.functions import Function, place
from checker.system.terms import FALSE, TRUE, Op, Term, ite, var

__all__ = ["OpenMap", "OpenSet", "OpenSetView", "set_of_members"]

_MEMBER = var(place(0))


class OpenMap(SymbolicMap):
    """A live map over members of any number."""

    def _at(self, key: Any) -> Location:
        t = cast(MapType, self.location.type)
        at = encode(t.key, key)
        return self.location.inner(
            t.item, lambda shape: [(TRUE, element_shape(cast(OpenMapShape, shape).item, at))]
        )

    def __iter__(self) -> Iterator[Any]:
        raise cannot_loop("the members of a class")


class OpenSet(SymbolicSet):
    """A set value: whether a member is in it, as a term over the place of a function."""

    def __init__(self, key: MemberType, end: Term, body: Term) -> None:
        super().__init__(key, ())
        self._end = end
        self._body = body

    @property
    def body(self) -> Term:
        """Whether a member is in it, over the place of a function."""
        return self._body

    @property
    def terms(self) -> tuple[Term, ...]:
        """Refuse: there is no list of the possible members."""
        raise cannot_loop("a set of members")

    @property
    def span(self) -> Span:
        """All members, of whom those count that are in the set."""
        key = cast(MemberType, self.key)
        body = self.body
        return Span(self._end, lambda x: member_value(key.cls, key.count, x), lambda x: applied(body, (x,)))

    @property
    def nonempty(self) -> Term:
        """The condition that it holds anything."""
        return found(Op.SOME, self._end, self.span.counts)

    @property
    def size(self) -> Any:
        """How many members it has, to be compared."""
        return OpenCount((), ((self._end, self.span.counts),))

    def has(self, member: Any) -> Term:
        """Return the condition that ``member`` is in, without forking."""
        return applied(self.body, encode(cast(MemberType, self.key), member))

    def __iter__(self) -> Iterator[Any]:
        raise cannot_loop("a set of members")

    def _every(self, other: Any, build: Callable[[Term, Term], Term]) -> Any:
        theirs = self.body_of(other)

        def breaks(x: Term) -> Term:
            return tm.negate(build(applied(self.body, (x,)), applied(theirs, (x,))))

        return bool_value(tm.negate(found(Op.SOME, self._end, breaks)))

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, SymbolicSet | set | frozenset):
            return False
        return self._every(other, tm.equal)

    __hash__ = None  # sets are compared, never hashed

    def __le__(self, other: Any) -> Any:
        return self._every(other, lambda a, b: tm.any_of((tm.negate(a), b)))

    def _combined(self, other: Any, build: Callable[[Term, Term], Term]) -> SymbolicSet:
        return OpenSet(cast(MemberType, self.key), self._end, build(self.body, self.body_of(other)))

    def body_of(self, value: Any) -> Term:
        """Return another set of the same members as a term over the place.

        Raises:
            ModelError: it is something else.
        """
        if isinstance(value, OpenSet):
            return value.body
        if isinstance(value, SymbolicSet) and value.key is None:
            return FALSE
        if isinstance(value, set | frozenset | list | tuple):
            return tm.any_of(_is_member(cast(MemberType, self.key), m) for m in value)
        raise ModelError(
            f"{describe(value)} is put where a set of {cast(MemberType, self.key).cls.__name__} belongs",
            hint="write set_of(...)",
            source=author_line(),
        )


def _is_member(key: MemberType, member: Any) -> Term:
    return tm.equal(_MEMBER, encode(key, member)[0])


def set_of_members(layout: OpenLayout, key: MemberType, members: tuple[Any, ...]) -> OpenSet:
    """Return a set value of these members, of whom there may be any number."""
    return OpenSet(key, layout.end_of(key), tm.any_of(_is_member(key, m) for m in members))


class OpenSetView(OpenSet):
    """A live set field."""

    def __init__(self, location: Location) -> None:
        shapes = [(c, cast(OpenSetShape, s)) for c, s in location.places]
        super().__init__(
            cast(MemberType, cast(SetType, location.type).key), shapes[0][1].member.ends[0], TRUE
        )
        self.location = location
        self._members: list[tuple[Term, Function]] = [(c, s.member) for c, s in shapes]

    @property
    def body(self) -> Term:
        """Whether a member is in it at present."""
        return self.location.terms()[0]

    def add(self, member: Any) -> None:
        """Put a member in."""
        self._set(member, TRUE)

    def discard(self, member: Any) -> None:
        """Take a member out."""
        self._set(member, FALSE)

    def clear(self) -> None:
        """Take everything out."""
        self.become(FALSE)

    def _set(self, member: Any, value: Term) -> None:
        here = _is_member(cast(MemberType, self.key), member)
        self.become(ite(here, value, self.body))

    def become(self, body: Term) -> None:
        """Set the whole: whether a member is in it, over the place."""
        for condition, member in self._members:
            self.location.store.put(member, body, condition)


def _write_set(location: Location, value: Any) -> None:
    view = OpenSetView(location)
    view.become(view.body_of(value))


def _write_map(location: Location, value: Any) -> None:
    if isinstance(value, SymbolicMap) and value.location == location:
        return
    raise ModelError(
        "a whole map cannot be assigned",
        hint="change its entries: `self.life[player] = 3`",
        source=author_line(),
    )


READERS[OpenMapShape] = OpenMap
READERS[OpenSetShape] = OpenSetView
WRITERS[OpenSetShape] = _write_set
WRITERS[OpenMapShape] = _write_map
