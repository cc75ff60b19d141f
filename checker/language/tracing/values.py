"""Symbolic values: what an author's function gets to see of cells while it is traced.

Each stands for a term and behaves as the plain value would, except that its truth forks the way. What
is constant is handed out as the plain value itself.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from typing import Any, NoReturn, cast

from checker.errors import ModelError, with_article
from checker.language import types as T  # noqa: N812 - the author's types are named as types are
from checker.language.machine import machine
from checker.language.resolved import members_of
from checker.language.tracing.active import recorder
from checker.language.tracing.no_text import NoText
from checker.language.tracing.unlike import unlike
from checker.language.tracing.ways import Wrong, author_line
from checker.language.tracing.wording import describe
from checker.system import terms as tm
from checker.system.terms import FALSE, TRUE, Term

__all__ = [
    "Symbolic",
    "SymbolicBool",
    "SymbolicEnum",
    "SymbolicInt",
    "SymbolicMaybe",
    "SymbolicMoment",
    "bool_value",
    "enum_term",
    "enum_value",
    "int_term",
    "int_value",
    "is_absent",
    "maybe",
    "member_class",
    "member_value",
    "merge",
    "note_wrong",
    "present",
    "truth",
]


def note_wrong(message: str, condition: Term) -> None:
    """Record that the step is wrong where ``condition`` is true, at the author's present line."""
    now = recorder()
    known = now.facts.decide(condition)
    if known is not False:
        now.wrongs.append(Wrong(message, author_line(), TRUE if known else condition))


class Symbolic(NoText):
    """Base of symbolic values that are not members: comparisons and truth go through terms."""

    is_symbolic = True

    def __hash__(self) -> int:
        raise ModelError(
            "a value of the game is used as a key of a dict or a member of a Python set",
            hint="use a Map or Set field, or tell the cases apart by `if` or `match`",
            source=author_line(),
        )

    def __ne__(self, other: object) -> Any:
        same = self == other
        return same.negated() if isinstance(same, SymbolicBool) else not same

    def __eq__(self, other: object) -> Any:
        raise NotImplementedError


class SymbolicBool(Symbolic):
    """A truth value."""

    __slots__ = ("term",)
    _words = "a truth value"
    __hash__ = Symbolic.__hash__

    def __init__(self, term: Term) -> None:
        self.term = term

    def __bool__(self) -> bool:
        return recorder().decide(self.term)

    def negated(self) -> Any:
        """Return "not this" without forking."""
        return bool_value(tm.negate(self.term))

    def __and__(self, other: object) -> Any:
        return bool_value(tm.all_of((self.term, truth(other))))

    __rand__ = __and__

    def __or__(self, other: object) -> Any:
        return bool_value(tm.any_of((self.term, truth(other))))

    __ror__ = __or__

    def __invert__(self) -> NoReturn:
        raise ModelError("`~` is not a logical operator", hint="write `not ...`", source=author_line())

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, bool | SymbolicBool):
            return other == self if isinstance(other, SymbolicMaybe) else unlike(self, other)
        return bool_value(tm.equal(self.term, truth(other)))


class SymbolicInt(Symbolic):
    """An integer. ``increment`` remembers (base, change) when it came about by ``+=`` or ``-=``."""

    __slots__ = ("increment", "term")
    _words = "a number"
    __hash__ = Symbolic.__hash__

    def __init__(self, term: Term, increment: tuple[Term, Term] | None = None) -> None:
        self.term = term
        self.increment = increment

    def __bool__(self) -> bool:
        return recorder().decide(tm.negate(tm.equal(self.term, tm.integer(0))))

    def _binary(self, other: object, build: Callable[[Term, Term], Term], back: bool = False) -> Any:
        term = int_term(other)
        if term is None:
            return NotImplemented
        return int_value(build(term, self.term) if back else build(self.term, term))

    def __add__(self, other: object) -> Any:
        return self._binary(other, tm.add)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self._binary(other, tm.subtract)

    def __rsub__(self, other: object) -> Any:
        return self._binary(other, tm.subtract, back=True)

    def __mul__(self, other: object) -> Any:
        return self._binary(other, tm.multiply)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return int_value(tm.multiply(tm.integer(-1), self.term))

    def __iadd__(self, other: object) -> Any:
        return self._increased(other, 1)

    def __isub__(self, other: object) -> Any:
        return self._increased(other, -1)

    def _increased(self, other: object, sign: int) -> Any:
        change = int_term(other)
        if change is None:
            return NotImplemented
        change = tm.multiply(tm.integer(sign), change)
        return SymbolicInt(tm.add(self.term, change), (self.term, change))

    def __floordiv__(self, other: object) -> Any:
        return int_value(tm.floor_divide(self.term, _divisor(other)))

    def __mod__(self, other: object) -> Any:
        return int_value(tm.modulo(self.term, _divisor(other)))

    def __rfloordiv__(self, other: object) -> NoReturn:
        raise _no_divisor(self)

    __rmod__ = __rfloordiv__

    def __truediv__(self, other: object) -> NoReturn:
        raise ModelError(
            "`/` gives fractions, and numbers of a game are whole",
            hint="write `//`, which rounds down, with a fixed number on its right",
            source=author_line(),
        )

    __rtruediv__ = __truediv__

    def __pow__(self, other: object) -> NoReturn:
        raise ModelError(
            "a number of the game is raised to a power",
            hint="multiply it with itself: `n * n`",
            source=author_line(),
        )

    __rpow__ = __pow__

    def __eq__(self, other: object) -> Any:
        term = int_term(other)
        return unlike(self, other) if term is None else bool_value(tm.equal(self.term, term))

    def _compare(self, other: object, build: Callable[[Term, Term], Term]) -> Any:
        term = int_term(other)
        return NotImplemented if term is None else bool_value(build(self.term, term))

    def __lt__(self, other: object) -> Any:
        return self._compare(other, tm.less)

    def __le__(self, other: object) -> Any:
        return self._compare(other, tm.less_equal)

    def __gt__(self, other: object) -> Any:
        return self._compare(other, lambda a, b: tm.less(b, a))

    def __ge__(self, other: object) -> Any:
        return self._compare(other, lambda a, b: tm.less_equal(b, a))

    def __index__(self) -> NoReturn:
        raise ModelError(
            "a number of the game is used as the index of a Python list, or as the end of a range",
            hint="use a Map field instead of the list; or loop over a fixed range, with "
            "`if n < self.number:` in it",
            source=author_line(),
        )


def _divisor(other: object) -> int:
    if isinstance(other, int) and other > 0:
        return other
    raise _no_divisor(other)


def _no_divisor(other: object) -> ModelError:
    return ModelError(
        f"division is by a fixed positive number only, not by {describe(other)}",
        hint="divide by a constant, or tell the cases apart: `if self.number == 2: ...`",
        source=author_line(),
    )


class SymbolicEnum(Symbolic):
    """A member of an enumeration. Its attributes are those of the members, as far as they are plain."""

    __hash__ = Symbolic.__hash__

    def __init__(self, cls: type[enum.Enum], term: Term) -> None:
        self.cls = cls
        self.term = term

    @property
    def _words(self) -> str:
        return with_article(self.cls.__name__)

    def __eq__(self, other: object) -> Any:
        term = enum_term(self.cls, other)
        if term is None:
            return other == self if isinstance(other, SymbolicMaybe) else unlike(self, other)
        return bool_value(tm.equal(self.term, term))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return by_value(self.term, tuple(getattr(m, name) for m in self.cls))


class SymbolicMoment(Symbolic, T.Moment):
    """A moment."""

    __hash__ = Symbolic.__hash__

    def __init__(self, term: Term) -> None:
        self.term = term

    def __eq__(self, other: object) -> Any:
        if isinstance(other, SymbolicMaybe):
            return other == self
        return (
            bool_value(tm.equal(self.term, other.term))
            if isinstance(other, SymbolicMoment)
            else unlike(self, other)
        )

    def __lt__(self, other: object) -> Any:
        return bool_value(tm.less(self.term, moment_term(other)))

    def __gt__(self, other: object) -> Any:
        return bool_value(tm.less(moment_term(other), self.term))

    def __le__(self, other: object) -> Any:
        return bool_value(tm.negate(tm.less(moment_term(other), self.term)))

    def __ge__(self, other: object) -> Any:
        return bool_value(tm.negate(tm.less(self.term, moment_term(other))))


class SymbolicMaybe(Symbolic):
    """A value that may be absent. Used as if it were there, it makes the step wrong where it is not.

    The names are private ones, since an author's record may have fields of any name. ``_merged`` says that
    ``_item`` need not have the fixed terms of what is absent where it is absent; ``_least`` is, if known, the
    value that stands for it there.
    """

    _words = "what may be absent"
    __hash__ = Symbolic.__hash__

    def __init__(self, here: Term, item: Any, *, merged: bool = False, least: Any = None) -> None:
        self._here = here
        self._item = item
        self._merged = merged
        self._least = least

    def __bool__(self) -> bool:
        return recorder().decide(self._here)

    def __eq__(self, other: object) -> Any:
        if other is None:
            return bool_value(tm.negate(self._here))
        if isinstance(other, SymbolicMaybe):
            both = tm.all_of((self._here, other._here, truth(self._item == other._item)))
            return bool_value(tm.any_of((both, tm.all_of((tm.negate(self._here), tm.negate(other._here))))))
        return bool_value(tm.all_of((self._here, truth(self._item == other))))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(present(self), name)

    def __lt__(self, other: Any) -> Any:
        return present(self) < present(other)

    def __gt__(self, other: Any) -> Any:
        return present(self) > present(other)

    def __le__(self, other: Any) -> Any:
        return present(self) <= present(other)

    def __ge__(self, other: Any) -> Any:
        return present(self) >= present(other)


_record_maybes: dict[type, type[SymbolicMaybe]] = {}


def maybe(here: Term, item: Any, *, merged: bool = False, least: Any = None) -> SymbolicMaybe:
    """Return a value that is ``item`` where ``here`` is true, and absent elsewhere.

    What may be a record also passes for one with ``dataclasses.replace``.
    """
    cls = type(item)
    if not dataclasses.is_dataclass(cls):
        return SymbolicMaybe(here, item, merged=merged, least=least)
    if cls not in _record_maybes:
        _record_maybes[cls] = _maybe_record(cls)
    return _record_maybes[cls](here, item, merged=merged, least=least)


def _maybe_record(cls: type) -> type[SymbolicMaybe]:
    """Return the class of what may be a record of an author's class.

    It is a subclass of that, so that Python asks it first when a record is compared with it.
    """

    def get(self: SymbolicMaybe, name: str) -> Any:
        own = name.startswith("_") or name == "is_symbolic"
        return object.__getattribute__(self, name) if own else getattr(present(self), name)

    shown = {
        "__class__": property(lambda _: cls),
        "__getattribute__": get,
        "__hash__": Symbolic.__hash__,
    }
    return cast("type[SymbolicMaybe]", type(f"Maybe{cls.__name__}", (SymbolicMaybe, cls), shown))


_member_classes: dict[type[T.Member], type[T.Member]] = {}


def member_value(cls: type[T.Member], count: int, term: Term) -> T.Member:
    """Return the member that ``term`` (its index) stands for."""
    if term.is_const:
        return cls(term.value)
    if cls not in _member_classes:
        _member_classes[cls] = _symbolic_class(cls)
    made = _member_classes[cls](term)
    made.__dict__["_count"] = count
    return made


_OF_EVERY_MEMBER = (
    "index", "is_symbolic", "next_in_game", "opponents", "in_turn_order", "first_who", "next_who"
)  # fmt: skip
"""What is asked of a member itself, whoever it is, and not of each that it may be."""


def _symbolic_class(cls: type[T.Member]) -> type[T.Member]:
    """Return a subclass of an author's member class, for members that are not known yet."""

    def get(self: Any, name: str) -> Any:
        if name.startswith("_") or name in _OF_EVERY_MEMBER:
            return object.__getattribute__(self, name)
        values = [getattr(m, name) for m in machine().members(cls)]
        if callable(values[0]):
            return lambda *a, **k: by_value(self.index, tuple(v(*a, **k) for v in values))
        return by_value(self.index, tuple(values))

    return cast(
        type[T.Member],
        type(
            cls.__name__,
            (NoText, cls),
            {
                "__getattribute__": get,
                "__hash__": Symbolic.__hash__,
                "is_symbolic": True,
                "prefix": cls.prefix,
                "_base": cls,
            },
        ),
    )


def member_class(value: object) -> type[T.Member] | None:
    """Return the author's class of a plain or symbolic member, or None for any other value."""
    return getattr(type(value), "_base", type(value)) if isinstance(value, T.Member) else None


# -- single values to terms ----------------------------------------------------------------------


def bool_value(term: Term) -> Any:
    """Return a truth value; a constant as a plain one."""
    return bool(term.value) if term.is_const else SymbolicBool(term)


def int_value(term: Term) -> Any:
    """Return an integer; a constant as a plain one."""
    return term.value if term.is_const else SymbolicInt(term)


def int_term(value: object) -> Term | None:
    """Return the term of an integer value, or None for any other value."""
    if isinstance(value, SymbolicInt):
        return value.term
    if isinstance(value, int) and not isinstance(value, bool):
        return tm.integer(value)
    return None


def enum_term(cls: type[enum.Enum], value: object) -> Term | None:
    """Return the term of a member of ``cls``, or None for any other value."""
    if isinstance(value, SymbolicEnum) and value.cls is cls:
        return value.term
    return tm.integer(members_of(cls).index(value)) if isinstance(value, cls) else None


def enum_value(cls: type[enum.Enum], term: Term) -> enum.Enum | SymbolicEnum:
    """Return the member of ``cls`` that a term gives the place of, itself where it is known."""
    return members_of(cls)[term.value] if term.is_const else SymbolicEnum(cls, term)


def moment_term(value: object) -> Term:
    """Return the term of a moment; a maybe must be present."""
    value = present(value)
    if not isinstance(value, SymbolicMoment):
        raise ModelError("moments are compared with moments only", source=author_line())
    return value.term


def truth(value: object) -> Term:
    """Return the truth of any value, as Python has it, without forking."""
    match value:
        case bool():
            return TRUE if value else FALSE
        case SymbolicBool():
            return value.term
        case None:
            return FALSE
        case SymbolicMaybe():
            return value._here
        case SymbolicInt():
            return tm.negate(tm.equal(value.term, tm.integer(0)))
        case SymbolicEnum() | SymbolicMoment() | T.Member():
            return TRUE
    nonempty = getattr(value, "nonempty", None)
    if isinstance(nonempty, Term):
        return nonempty
    return TRUE if value else FALSE


def is_absent(value: object) -> Term:
    """Return the condition under which ``value`` is absent."""
    if value is None:
        return TRUE
    return tm.negate(value._here) if isinstance(value, SymbolicMaybe) else FALSE


def present(value: Any) -> Any:
    """Return what a maybe holds; where it holds nothing the step is wrong, and it is the least value."""
    if isinstance(value, SymbolicMaybe):
        note_wrong("something absent is used as if it were there", tm.negate(value._here))
        if value._least is not None and not recorder().facts.decide(value._here):
            return merge(value._here, value._item, value._least)
        return value._item
    if value is None:
        note_wrong("something absent is used as if it were there", TRUE)
    return value


# -- merging -------------------------------------------------------------------------------------


def by_value(term: Term, values: tuple[Any, ...]) -> Any:
    """Return ``values[term]`` for a term that ranges over their indices."""
    result = values[-1]
    for i in reversed(range(len(values) - 1)):
        result = merge(tm.equal(term, tm.integer(i)), values[i], result)
    return result


def merge(condition: Term, then: Any, otherwise: Any) -> Any:
    """Return ``then`` where ``condition`` is true, else ``otherwise``, as one symbolic value.

    Raises:
        ModelError: the two are of kinds that cannot be one value.
    """
    if then is otherwise or condition is TRUE:
        return then
    if condition is FALSE:
        return otherwise
    if isinstance(then, bool | SymbolicBool) and isinstance(otherwise, bool | SymbolicBool):
        return bool_value(tm.ite(condition, truth(then), truth(otherwise)))
    a, b = int_term(then), int_term(otherwise)
    if a is not None and b is not None:
        return int_value(tm.ite(condition, a, b))
    if (
        then is None
        or otherwise is None
        or isinstance(then, SymbolicMaybe)
        or isinstance(otherwise, SymbolicMaybe)
    ):
        return _merge_maybe(condition, then, otherwise)
    cls = then.cls if isinstance(then, SymbolicEnum) else type(then)
    if isinstance(cls, type) and issubclass(cls, enum.Enum):
        a, b = enum_term(cls, then), enum_term(cls, otherwise)
        if a is not None and b is not None:
            return enum_value(cls, tm.ite(condition, a, b))
    if isinstance(then, SymbolicMoment) and isinstance(otherwise, SymbolicMoment):
        return SymbolicMoment(tm.ite(condition, then.term, otherwise.term))
    member = member_class(then)
    if member is not None and member is member_class(otherwise):
        return _merge_members(condition, member, then, otherwise)
    if dataclasses.is_dataclass(then) and type(then) is type(otherwise):
        return cast(Any, type(then))(
            **{
                f.name: merge(condition, getattr(then, f.name), getattr(otherwise, f.name))
                for f in dataclasses.fields(then)
            }
        )
    if isinstance(then, str) and then == otherwise:
        return then
    raise ModelError(
        f"{describe(then)} and {describe(otherwise)} cannot be one value that depends on the state",
        hint="compare the state value by `if` or `match` first",
        source=author_line(),
    )


def _merge_maybe(condition: Term, then: Any, otherwise: Any) -> Any:
    here = tm.ite(condition, tm.negate(is_absent(then)), tm.negate(is_absent(otherwise)))
    a = then._item if isinstance(then, SymbolicMaybe) else then
    b = otherwise._item if isinstance(otherwise, SymbolicMaybe) else otherwise
    # What is absent has no value of its own; the other side's serves, and is never looked at.
    item = b if a is None else a if b is None else merge(condition, a, b)
    return item if here is TRUE else maybe(here, item, merged=True)


def _merge_members(condition: Term, cls: type[T.Member], then: Any, otherwise: Any) -> Any:
    left, right = (m.index if isinstance(m.index, Term) else tm.integer(m.index) for m in (then, otherwise))
    count = max(m.__dict__.get("_count", 0) for m in (then, otherwise))
    if not count:
        count = max(t.value for t in (left, right)) + 1
    return member_value(cls, count, tm.ite(condition, left, right))
