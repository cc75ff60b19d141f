"""The nodes that terms are made of, each once: constants, variables, and what stands above them.

The functions of ``logic``, ``arithmetic`` and ``comparisons`` build them, and fold as they do. Import all of
them from ``checker.system.terms``.
"""

from __future__ import annotations

import hashlib
from enum import Enum
from functools import cache
from typing import Final
from weakref import WeakValueDictionary

from checker.system.cells import Cell, Domain, Sort

__all__ = [
    "DEAD",
    "FALSE",
    "FOLDED",
    "NOW",
    "TRUE",
    "ZERO",
    "Op",
    "Term",
    "bind",
    "boolean",
    "integer",
    "look_up",
    "node",
    "of_domain",
    "remember",
    "var",
]


class Op(Enum):
    """The operators of terms."""

    # Operators are part of every key by which terms are found; the enumeration's own hash is slow.
    __hash__ = object.__hash__

    CONST = "const"
    VAR = "var"
    AT = "at"
    NOT = "not"
    AND = "and"
    OR = "or"
    ITE = "ite"
    EQUAL = "="
    LESS = "<"
    ADD = "+"
    MULTIPLY = "*"
    DIVIDE = "//"
    MODULO = "%"
    SOME = "some"
    LEAST = "least"
    GREATEST = "greatest"


Payload = int | bool | str | tuple[Cell, bool] | None
_Key = tuple[Op, Sort, Payload, tuple[int, ...]]


class Term:
    """One node of the shared expression graph. Build terms with the functions of this module only.

    ``low`` and ``high`` are the least interval known to hold the value. ``folds`` says that this is a
    conditional with a constant among its branches, so that comparing it with a constant folds a branch.
    ``rank`` orders terms where their order means nothing: by what they say, whatever was built before them,
    and only where that does not tell two apart, by which was built first.
    """

    __slots__ = ("__weakref__", "args", "folds", "high", "id", "low", "op", "payload", "rank", "sort")

    op: Op
    sort: Sort
    args: tuple[Term, ...]
    payload: Payload
    low: int
    high: int
    folds: bool
    id: int
    rank: tuple[int, int]

    @property
    def is_const(self) -> bool:
        """Whether this is a constant."""
        return self.op is Op.CONST

    @property
    def value(self) -> int:
        """The value of a constant (truth values as 0 and 1)."""
        assert self.op is Op.CONST
        assert not isinstance(self.payload, str | tuple | None)
        return int(self.payload)

    @property
    def cell(self) -> Cell:
        """The cell of a variable, or the function that is looked up."""
        assert self.op in (Op.VAR, Op.AT)
        assert isinstance(self.payload, tuple)
        return self.payload[0]

    @property
    def primed(self) -> bool:
        """Whether a variable stands for the value after the step rather than before it."""
        assert self.op in (Op.VAR, Op.AT)
        assert isinstance(self.payload, tuple)
        return self.payload[1]

    def __str__(self) -> str:
        from checker.system.printing import format_term

        return format_term(self)

    def __repr__(self) -> str:
        return f"<term {self}>"

    def __bool__(self) -> bool:
        raise TypeError("a term has no truth value by itself; compare it with TRUE or FALSE by 'is'")


_pool: WeakValueDictionary[_Key, Term] = WeakValueDictionary()
_next_id = 0


def node(op: Op, sort: Sort, args: tuple[Term, ...] = (), payload: Payload = None) -> Term:
    """Return the one term with these parts."""
    global _next_id  # noqa: PLW0603 - a counter of node ids belongs to the pool beside it
    key = (op, sort, payload, tuple(a.id for a in args))
    found = _pool.get(key)
    if found is not None:
        return found
    term = Term()
    term.op, term.sort, term.args, term.payload = op, sort, args, payload
    term.low, term.high = _bounds(term)
    term.folds = op is Op.ITE and any(x.op is Op.CONST or x.folds for x in args[1:])
    term.id = _next_id
    term.rank = _fingerprint(op, sort, args, payload), term.id
    _next_id += 1
    _pool[key] = term
    return term


def _fingerprint(op: Op, sort: Sort, args: tuple[Term, ...], payload: Payload) -> int:
    """Return 64 bits made of what a term says, the same in every process.

    What folding sees, and so what a rule comes to, depends on the order of arguments. Were that the order in
    which terms were built, one rule would come to another text after another claim.
    """
    if isinstance(payload, tuple):
        said = _named(payload[0].name) + payload[1]
    else:
        said = _named(payload) if isinstance(payload, str) else int(payload or 0)
    found = _mixed(_named(f"{op.name} {sort.name}"), said)
    for a in args:
        found = _mixed(found, a.rank[0])
    return found


def _mixed(a: int, b: int) -> int:
    """Return 64 bits in which each bit of both counts (the finish of SplitMix64)."""
    a = ((a ^ (a >> 30)) * 0xBF58476D1CE4E5B9 + b) & _BITS
    a = ((a ^ (a >> 27)) * 0x94D049BB133111EB) & _BITS
    return a ^ (a >> 31)


_BITS = 2**64 - 1


@cache
def _named(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])


# Tracing runs an author's function once for every way through it and so builds the same terms again and
# again; remembering what they folded to was measured to halve the time of lowering a game.
FOLDED: Final[dict[tuple[int | Op, ...], Term]] = {}
_MOST_REMEMBERED = 50_000


def remember(key: tuple[int | Op, ...], term: Term) -> Term:
    """Keep the result of folding ``key``, an operator and the ids of its operands."""
    if len(FOLDED) >= _MOST_REMEMBERED:
        FOLDED.clear()
    FOLDED[key] = term
    return term


def _bounds(t: Term) -> tuple[int, int]:
    """Return the least interval that is known to hold the value of ``t``."""
    if t.sort is not Sort.INT:
        return 0, 1
    a = t.args
    match t.op:
        case Op.CONST:
            return t.value, t.value
        case Op.VAR | Op.AT:
            return t.cell.domain.low, t.cell.domain.high
        case Op.LEAST:
            return 0, a[0].high
        case Op.GREATEST:
            return -1, a[0].high - 1
        case Op.ITE:
            return min(a[1].low, a[2].low), max(a[1].high, a[2].high)
        case Op.ADD:
            return sum(x.low for x in a), sum(x.high for x in a)
        case Op.MULTIPLY:
            corners = [x * y for x in (a[0].low, a[0].high) for y in (a[1].low, a[1].high)]
            return min(corners), max(corners)
        case Op.DIVIDE:
            return a[0].low // a[1].value, a[0].high // a[1].value
        case _:
            return 0, a[1].value - 1


# -- constants and variables ---------------------------------------------------------------------

TRUE: Final = node(Op.CONST, Sort.BOOL, payload=True)
FALSE: Final = node(Op.CONST, Sort.BOOL, payload=False)
NOW: Final = node(Op.CONST, Sort.MOMENT, payload="now")
DEAD: Final = node(Op.CONST, Sort.MOMENT, payload="dead")
_small: Final = {value: node(Op.CONST, Sort.INT, payload=value) for value in range(17)}
ZERO: Final = _small[0]


def boolean(value: bool) -> Term:
    """Return a constant truth value."""
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    """Return a constant integer."""
    known = _small.get(value)
    return node(Op.CONST, Sort.INT, payload=int(value)) if known is None else known


def of_domain(domain: Domain, value: int) -> Term:
    """Return ``value`` as a constant of the sort of ``domain``."""
    return boolean(bool(value)) if domain.sort is Sort.BOOL else integer(value)


def var(cell: Cell, *, primed: bool = False) -> Term:
    """Return the value of ``cell`` before the step, or after it if ``primed``.

    Of a function this is its value at its own places (see :mod:`checker.system.open.functions`).
    """
    name = "_after" if primed else "_before"
    known: Term | None = cell.__dict__.get(name)
    if known is None:
        domain = cell.domain
        if domain.sort is Sort.INT and domain.low == domain.high:
            known = integer(domain.low)
        else:
            places = tuple(var(p) for p in cell.places)
            known = node(Op.AT if places else Op.VAR, domain.sort, places, (cell, primed))
        # A cell is asked for its term more often than for anything else, so it keeps it.
        object.__setattr__(cell, name, known)
    return known


def look_up(function: Cell, args: tuple[Term, ...], *, primed: bool = False) -> Term:
    """Return the value of a function at these arguments."""
    return node(Op.AT, function.domain.sort, args, (function, primed))


def bind(op: Op, bound: Cell, high: Term, body: Term) -> Term:
    """Return a quantifier as it is (see :mod:`checker.system.open.binders`, which folds them)."""
    return node(op, Sort.BOOL if op is Op.SOME else Sort.INT, (high, body), (bound, False))
