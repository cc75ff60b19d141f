"""The nodes that terms are made of, folded as they are built. Import them from ``checker.system.terms``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Final
from weakref import WeakValueDictionary

from checker.system.cells import Cell, Domain, Sort

__all__ = [
    "DEAD",
    "FALSE",
    "NOW",
    "TRUE",
    "Op",
    "Term",
    "add",
    "all_of",
    "any_of",
    "at_least",
    "bind",
    "boolean",
    "equal",
    "floor_divide",
    "integer",
    "ite",
    "less",
    "less_equal",
    "look_up",
    "modulo",
    "multiply",
    "negate",
    "of_domain",
    "subtract",
    "total",
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
    """

    __slots__ = ("__weakref__", "args", "folds", "high", "id", "low", "op", "payload", "sort")

    op: Op
    sort: Sort
    args: tuple[Term, ...]
    payload: Payload
    low: int
    high: int
    folds: bool
    id: int

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


def _make(op: Op, sort: Sort, args: tuple[Term, ...] = (), payload: Payload = None) -> Term:
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
    _next_id += 1
    _pool[key] = term
    return term


# Tracing runs an author's function once for every way through it and so builds the same terms again and
# again; remembering what they folded to was measured to halve the time of lowering a game.
_folded: dict[tuple[int | Op, ...], Term] = {}
_MOST_REMEMBERED = 50_000


def _remember(key: tuple[int | Op, ...], term: Term) -> Term:
    """Keep the result of folding ``key``, an operator and the ids of its operands."""
    if len(_folded) >= _MOST_REMEMBERED:
        _folded.clear()
    _folded[key] = term
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

TRUE: Final = _make(Op.CONST, Sort.BOOL, payload=True)
FALSE: Final = _make(Op.CONST, Sort.BOOL, payload=False)
NOW: Final = _make(Op.CONST, Sort.MOMENT, payload="now")
DEAD: Final = _make(Op.CONST, Sort.MOMENT, payload="dead")
_small: Final = {value: _make(Op.CONST, Sort.INT, payload=value) for value in range(17)}
_ZERO: Final = _small[0]


def boolean(value: bool) -> Term:
    """Return a constant truth value."""
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    """Return a constant integer."""
    known = _small.get(value)
    return _make(Op.CONST, Sort.INT, payload=int(value)) if known is None else known


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
            known = _make(Op.AT if places else Op.VAR, domain.sort, places, (cell, primed))
        # A cell is asked for its term more often than for anything else, so it keeps it.
        object.__setattr__(cell, name, known)
    return known


def look_up(function: Cell, args: tuple[Term, ...], *, primed: bool = False) -> Term:
    """Return the value of a function at these arguments."""
    return _make(Op.AT, function.domain.sort, args, (function, primed))


def bind(op: Op, bound: Cell, high: Term, body: Term) -> Term:
    """Return a quantifier as it is (see :mod:`checker.system.open.binders`, which folds them)."""
    return _make(op, Sort.BOOL if op is Op.SOME else Sort.INT, (high, body), (bound, False))


# -- truth values --------------------------------------------------------------------------------


def negate(a: Term) -> Term:
    """Return "not a"."""
    if a.is_const:
        return boolean(not a.value)
    if a.op is Op.NOT:
        return a.args[0]
    return _make(Op.NOT, Sort.BOOL, (a,))


def all_of(parts: Iterable[Term]) -> Term:
    """Return the conjunction of ``parts`` (true if there are none)."""
    return _junction(parts, Op.AND, TRUE, FALSE)


def any_of(parts: Iterable[Term]) -> Term:
    """Return the disjunction of ``parts`` (false if there are none)."""
    return _junction(parts, Op.OR, FALSE, TRUE)


def _junction(parts: Iterable[Term], op: Op, unit: Term, zero: Term) -> Term:
    items = tuple(parts)
    key: tuple[int | Op, ...] = (op, *(t.id for t in items))
    known = _folded.get(key)
    return known if known is not None else _remember(key, _fold_junction(items, op, unit, zero))


def _fold_junction(items: tuple[Term, ...], op: Op, unit: Term, zero: Term) -> Term:
    while True:
        flat = _flatten(items, op, unit, zero)
        if flat is None:
            return zero
        # A part that a sibling already contains the negation of can be dropped from that sibling.
        items = tuple(flat.values())
        reduced = tuple(_absorb(item, op, flat) for item in items)
        if reduced == items:
            break
        items = reduced
    if not items:
        return unit
    if len(items) == 1:
        return items[0]
    # One order for one set of parts, so that equal conjunctions are one term.
    return _make(op, Sort.BOOL, tuple(sorted(items, key=lambda t: t.id)))


def _flatten(parts: tuple[Term, ...], op: Op, unit: Term, zero: Term) -> dict[int, Term] | None:
    """Return the distinct parts of a junction by their ids, or nothing if they amount to ``zero``."""
    seen: dict[int, Term] = {}
    queue = list(reversed(parts))
    while queue:
        part = queue.pop()
        if part is unit:
            continue
        if part is zero or negate(part).id in seen:
            return None
        if part.op is op:
            queue.extend(reversed(part.args))
        else:
            seen.setdefault(part.id, part)
    return seen


def _absorb(item: Term, op: Op, seen: Mapping[int, Term]) -> Term:
    """Simplify a nested junction of the other kind by its siblings in ``seen``."""
    other = Op.OR if op is Op.AND else Op.AND
    if item.op is not other:
        return item
    neutral = TRUE if op is Op.AND else FALSE
    if any(a.id in seen for a in item.args):
        return neutral
    kept = tuple(a for a in item.args if negate(a).id not in seen)
    if len(kept) == len(item.args):
        return item
    return any_of(kept) if other is Op.OR else all_of(kept)


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    """Return ``then`` where ``condition`` is true, else ``otherwise``."""
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    key = (Op.ITE, condition.id, then.id, otherwise.id)
    known = _folded.get(key)
    return known if known is not None else _remember(key, _fold_ite(condition, then, otherwise))


def _fold_ite(condition: Term, then: Term, otherwise: Term) -> Term:
    if condition.op is Op.NOT:
        return ite(condition.args[0], otherwise, then)
    if then.op is Op.ITE and then.args[0] is condition:
        then = then.args[1]
    if otherwise.op is Op.ITE and otherwise.args[0] is condition:
        otherwise = otherwise.args[2]
    if then is otherwise:
        return then
    if then.sort is Sort.BOOL:
        if then is TRUE or then is condition:
            return any_of((condition, otherwise))
        if then is FALSE:
            return all_of((negate(condition), otherwise))
        if otherwise is TRUE:
            return any_of((negate(condition), then))
        if otherwise is FALSE or otherwise is condition:
            return all_of((condition, then))
    if otherwise.op is Op.ITE and otherwise.args[1] is then:
        return ite(any_of((condition, otherwise.args[0])), then, otherwise.args[2])
    return _make(Op.ITE, then.sort, (condition, then, otherwise))


# -- comparisons ---------------------------------------------------------------------------------


def equal(a: Term, b: Term) -> Term:
    """Return "a equals b", for two terms of one sort."""
    if a is b:
        return TRUE
    key = (Op.EQUAL, a.id, b.id)
    known = _folded.get(key)
    return known if known is not None else _remember(key, _fold_equal(a, b))


def _fold_equal(a: Term, b: Term) -> Term:
    if a.sort is Sort.BOOL:
        if a.is_const:
            return b if a.value else negate(b)
        if b.is_const:
            return a if b.value else negate(a)
        return ite(a, b, negate(b))
    if a.sort is Sort.MOMENT:
        return _compare_moments(a, b, equal)
    if a.is_const and b.is_const:
        return FALSE
    if a.high < b.low or b.high < a.low:
        return FALSE
    if a.is_const:
        a, b = b, a
    if b.is_const:
        if a.op is Op.ADD and a.args[-1].is_const:
            return equal(_sum(a.args[:-1]), integer(b.value - a.args[-1].value))
        if a.folds:
            return _spread(a, lambda x: None if x.op is Op.ITE else equal(x, b))
    else:
        difference = _known_difference(a, b)
        if difference is not None:
            return boolean(difference == 0)
        if a.id > b.id:
            a, b = b, a
    return _make(Op.EQUAL, Sort.BOOL, (a, b))


def _known_difference(a: Term, b: Term) -> int | None:
    """Return a - b where it is the same for all values of the cells, as for x + 1 and x."""
    if Op.ADD not in (a.op, b.op):
        return None
    difference = subtract(a, b)
    return difference.value if difference.is_const else None


def _spread(term: Term, fold: Callable[[Term], Term | None]) -> Term:
    """Push an operation into the branches of a conditional.

    ``fold`` gives the result for a branch, or nothing for a conditional that is to be split further. Each
    shared branch is folded once, and a long chain takes no recursion: folding many ways through a rule
    gives chains of hundreds.
    """
    done: dict[int, Term] = {}
    stack = [(term, False)]
    while stack:
        branch, ready = stack.pop()
        if branch.id in done:
            continue
        if ready:
            condition, then, otherwise = branch.args
            done[branch.id] = ite(condition, done[then.id], done[otherwise.id])
            continue
        result = fold(branch)
        if result is None:
            stack.append((branch, True))
            stack.extend((x, False) for x in branch.args[1:])
        else:
            done[branch.id] = result
    return done[term.id]


def less(a: Term, b: Term) -> Term:
    """Return "a is less than b"; for moments, "a is older than b"."""
    if a is b:
        return FALSE
    key = (Op.LESS, a.id, b.id)
    known = _folded.get(key)
    return known if known is not None else _remember(key, _fold_less(a, b))


def _fold_less(a: Term, b: Term) -> Term:
    if a.sort is Sort.MOMENT:
        return _compare_moments(a, b, less)
    if a.high < b.low:
        return TRUE
    if a.low >= b.high:
        return FALSE
    if a.is_const:  # c < b is: not (b < c + 1)
        return negate(less(b, integer(a.value + 1)))
    if b.is_const:
        if a.op is Op.ADD and a.args[-1].is_const:
            return less(_sum(a.args[:-1]), integer(b.value - a.args[-1].value))
        if a.folds:
            return _spread(a, lambda x: None if x.op is Op.ITE else less(x, b))
        if b.value == a.low + 1:
            return equal(a, integer(a.low))
        if b.value == a.high:
            return negate(equal(a, integer(a.high)))
    else:
        difference = _known_difference(a, b)
        if difference is not None:
            return boolean(difference < 0)
    return _make(Op.LESS, Sort.BOOL, (a, b))


def less_equal(a: Term, b: Term) -> Term:
    """Return "a is at most b"."""
    return negate(less(b, a))


def at_least(a: Term, value: int) -> Term:
    """Return "a is at least the number ``value``"."""
    return negate(less(a, integer(value)))


def _compare_moments(a: Term, b: Term, compare: Callable[[Term, Term], Term]) -> Term:
    """Push a comparison of moments down to pairs of cells, and fold it where one side is a constant.

    A dead moment (of an empty slot) counts as equal to every other, so that empty slots have one value; but
    it is older than the present one, as what a cell holds is, whether or not that is dead.
    """

    def split(x: Term, other: Term, go_on: Callable[[Term], Term]) -> Term | None:
        if x is other:
            return compare(_ZERO, _ZERO)
        return None if x.op is Op.ITE else go_on(x)

    def compare_leaf(x: Term) -> Term:
        return _spread(b, lambda y: split(y, x, lambda z: _compare_two(x, z, compare)))

    return _spread(a, lambda x: split(x, b, compare_leaf))


def _compare_two(a: Term, b: Term, compare: Callable[[Term, Term], Term]) -> Term:
    """Compare two different moments that are constants or cells."""
    if a is NOW:
        return FALSE
    if b is NOW:
        return boolean(compare is less)
    if a is DEAD or b is DEAD:
        return boolean(compare is equal)
    op = Op.LESS if compare is less else Op.EQUAL
    if op is Op.EQUAL and a.id > b.id:
        a, b = b, a
    return _make(op, Sort.BOOL, (a, b))


# -- arithmetic ----------------------------------------------------------------------------------


def add(a: Term, b: Term) -> Term:
    """Return a + b."""
    return _sum((a, b))


def subtract(a: Term, b: Term) -> Term:
    """Return a - b."""
    return _sum((a, multiply(integer(-1), b)))


def total(parts: Iterable[Term]) -> Term:
    """Return the sum of ``parts`` (0 if there are none)."""
    return _sum(tuple(parts))


def _sum(parts: tuple[Term, ...]) -> Term:
    """Return the sum in normal form: coefficients gathered, the constant last."""
    constant = 0
    coefficients: dict[int, int] = {}
    terms: dict[int, Term] = {}
    queue = list(parts)
    while queue:
        part = queue.pop()
        if part.is_const:
            constant += part.value
        elif part.op is Op.ADD:
            queue.extend(part.args)
        else:
            factor, base = 1, part
            if part.op is Op.MULTIPLY and part.args[0].is_const:
                factor, base = part.args[0].value, part.args[1]
            coefficients[base.id] = coefficients.get(base.id, 0) + factor
            terms[base.id] = base
    items = [
        _scaled(coefficients[key], base) for key, base in sorted(terms.items()) if coefficients[key] != 0
    ]
    if len(items) == 1 and constant and items[0].folds:
        shift = integer(constant)
        return _spread(items[0], lambda x: None if x.op is Op.ITE else _sum((x, shift)))
    if constant or not items:
        items.append(integer(constant))
    if len(items) == 1:
        return items[0]
    return _make(Op.ADD, Sort.INT, tuple(items))


def _scaled(factor: int, base: Term) -> Term:
    return base if factor == 1 else _make(Op.MULTIPLY, Sort.INT, (integer(factor), base))


def multiply(a: Term, b: Term) -> Term:
    """Return a * b; constants are distributed over sums."""
    if b.is_const:
        a, b = b, a
    if a.is_const:
        if b.is_const:
            return integer(a.value * b.value)
        if a.value == 0:
            return _ZERO
        if a.value == 1:
            return b
        if b.op is Op.ADD:
            return _sum(tuple(multiply(a, x) for x in b.args))
        if b.op is Op.MULTIPLY and b.args[0].is_const:
            return multiply(integer(a.value * b.args[0].value), b.args[1])
        return _scaled(a.value, b)
    if a.id > b.id:
        a, b = b, a
    return _make(Op.MULTIPLY, Sort.INT, (a, b))


def floor_divide(a: Term, divisor: int) -> Term:
    """Return a divided by the positive constant ``divisor``, rounded down."""
    if divisor < 1:
        raise ValueError("division is by a positive constant")
    if a.is_const:
        return integer(a.value // divisor)
    return a if divisor == 1 else _make(Op.DIVIDE, Sort.INT, (a, integer(divisor)))


def modulo(a: Term, divisor: int) -> Term:
    """Return the remainder, 0 or more, of a divided by the positive constant ``divisor``."""
    if divisor < 1:
        raise ValueError("division is by a positive constant")
    if a.is_const:
        return integer(a.value % divisor)
    if a.low >= 0 and a.high < divisor:
        return a
    return _make(Op.MODULO, Sort.INT, (a, integer(divisor)))
