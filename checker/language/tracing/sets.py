"""Symbolic sets: one truth value for each possible member."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from checker.errors import ModelError
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.resolved import EnumType, MemberType, ScalarType, SetType
from checker.language.tracing.active import recorder
from checker.language.tracing.location import Location, key_condition
from checker.language.tracing.no_text import NoText
from checker.language.tracing.unlike import unlike
from checker.language.tracing.values import bool_value, int_value, truth
from checker.language.tracing.ways import author_line
from checker.system import terms as tm
from checker.system.shapes import SetShape
from checker.system.terms import FALSE, TRUE, Term, ite

__all__ = ["SymbolicSet", "SymbolicSetView", "set_terms", "set_value"]


class SymbolicSet(NoText, T.Set[Any]):
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
        conditions = key_condition(self.key, member)
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
            return unlike(self, other)
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
        return set_terms(whole, self), set_terms(whole, other)

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
        conditions = key_condition(cast(ScalarType, self.key), member)
        for outer, shape in self.location.places:
            for condition, cell in zip(conditions, cast(SetShape, shape).members, strict=True):
                self.location.store.put(cell, value, tm.all_of((outer, condition)))


def set_terms(t: SetType, value: Any) -> tuple[Term, ...]:
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
    columns = [key_condition(key, m) for m in members]
    return SymbolicSet(key, [tm.any_of(c[i] for c in columns) for i in range(len(key.values()))])
