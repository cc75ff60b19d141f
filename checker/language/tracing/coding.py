"""Coding: structured values as the terms of their cells, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checker.errors import ModelError
from checker.language.declare import Integer
from checker.language.resolved import (
    BoolType,
    EnumType,
    IntType,
    MaybeType,
    MemberType,
    MomentType,
    RecordType,
    Type,
    type_words,
)
from checker.language.tracing.active import recorder
from checker.language.tracing.layout import dead_term, domain_of
from checker.language.tracing.values import (
    SymbolicBool,
    SymbolicMaybe,
    SymbolicMoment,
    bool_value,
    enum_term,
    enum_value,
    int_term,
    int_value,
    maybe,
    member_class,
    member_value,
    present,
    truth,
)
from checker.language.tracing.ways import author_line
from checker.language.tracing.wording import describe
from checker.system import terms as tm
from checker.system.terms import FALSE, TRUE, Term

__all__ = ["absent", "dead_terms", "decode", "encode", "lifted"]


def dead_terms(t: Type) -> tuple[Term, ...]:
    """Return the fixed terms of a value that is not there."""
    return tuple(dead_term(domain_of(s)) for s in t.scalars)


def encode(t: Type, value: Any) -> tuple[Term, ...]:
    """Return the terms of ``value`` as a value of type ``t`` (a scalar, maybe or record).

    Raises:
        ModelError: ``value`` is not of that type, or a constant outside its range.
    """
    match t:
        case MaybeType(item):
            if value is None:
                return (FALSE, *dead_terms(item))
            if isinstance(value, SymbolicMaybe):
                terms = encode(item, value._item)
                if value._merged:
                    terms = tuple(
                        tm.ite(value._here, x, dead) for x, dead in zip(terms, dead_terms(item), strict=True)
                    )
                return (value._here, *terms)
            return (TRUE, *encode(item, value))
        case RecordType(cls, fields):
            value = present(value)
            if type(value) is cls:
                return tuple(
                    x for name, f in fields for x in encode(f, _field_value(getattr(value, name), f))
                )
        case _:
            term = _scalar_term(t, present(value))
            if term is not None:
                return (term,)
    raise ModelError(
        f"{describe(value)} is put where {type_words(t)} belongs",
        hint="look at the declaration of what is written or looked up here",
        source=author_line(),
    )


def _field_value(value: Any, t: Type) -> Any:
    """Return a record field's value; a declaration that stands for its start value as that value."""
    if isinstance(value, Integer) and isinstance(t, IntType):
        return value.start if isinstance(value.start, int) else t.low
    return value


def _scalar_term(t: Type, value: Any) -> Term | None:
    match t:
        case BoolType():
            return truth(value) if isinstance(value, bool | SymbolicBool) else None
        case IntType(low, high):
            term = int_term(value)
            if term is not None and term.is_const and not low <= term.value <= high:
                raise ModelError(
                    f"{term.value} is outside the range {low}..{high}",
                    hint="widen the range of the declaration, or store another number",
                    source=author_line(),
                )
            return term
        case EnumType(cls):
            return enum_term(cls, value)
        case MemberType(member, count):
            if member_class(value) is member:
                if isinstance(value.index, int) and value.index >= count:
                    raise ModelError(
                        f"there is no {value}: the game has {count} of {member.__name__}",
                        hint=f"the first one is `{member.__name__}(0)`",
                        source=author_line(),
                    )
                return value.index if isinstance(value.index, Term) else tm.integer(value.index)
            return None
        case MomentType():
            return value.term if isinstance(value, SymbolicMoment) else None
    return None


def decode(t: Type, terms: Sequence[Term]) -> Any:
    """Return the value of type ``t`` that these terms make up."""
    match t:
        case BoolType():
            return bool_value(terms[0])
        case IntType():
            return int_value(terms[0])
        case EnumType(cls):
            return enum_value(cls, terms[0])
        case MemberType(member, number):
            return member_value(member, number, terms[0])
        case MomentType():
            return SymbolicMoment(terms[0])
        case MaybeType(item):
            here = terms[0]
            known = recorder().facts.decide(here)
            if known is False:
                return absent(item)
            value = decode(item, terms[1:])
            return value if known else maybe(here, value)
        case RecordType(cls, fields):
            values = {}
            place = 0
            for name, f in fields:
                width = len(f.scalars)
                values[name] = decode(f, terms[place : place + width])
                place += width
            return cls(**values)
    raise TypeError(f"{t} is not decoded from terms")


def absent(item: Type) -> SymbolicMaybe:
    """Return an absent value, not None itself: used as if it were there, it makes the step wrong."""
    return maybe(FALSE, decode(item, dead_terms(item)))


def lifted(t: Type, value: Any) -> Any:
    """Return an argument of type ``t``, a plain one or a term for a member, as rules see it."""
    if isinstance(value, Term):
        member = t.item if isinstance(t, MaybeType) else t
        assert isinstance(member, MemberType)
        return member_value(member.cls, member.count, value)
    return absent(t.item) if isinstance(t, MaybeType) and value is None else value
