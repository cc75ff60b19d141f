"""Random expressions and small systems, shared by the property-based tests.

An expression is drawn as plain nested tuples, which can be both built as a folded term and computed
directly: what the two give must agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from checker.system.model import Kind, System, Update
from checker.system.terms import (
    Cell,
    Domain,
    Sort,
    Term,
    all_of,
    any_of,
    boolean,
    equal,
    floor_divide,
    integer,
    ite,
    less,
    less_equal,
    modulo,
    multiply,
    negate,
    subtract,
    total,
    var,
)

Expression = tuple[Any, ...]

CELLS = (
    Cell("a", Domain.integer(0, 3)),
    Cell("b", Domain.integer(-1, 1)),
    Cell("c", Domain.enumeration(("red", "green"))),
    Cell("p", Domain.boolean()),
    Cell("q", Domain.boolean()),
)

_integer_leaf = st.one_of(
    st.integers(-2, 4).map(lambda n: ("constant", n)),
    st.sampled_from([c for c in CELLS if c.domain.sort is Sort.INT]).map(lambda c: ("cell", c)),
)
_boolean_leaf = st.one_of(
    st.booleans().map(lambda b: ("constant", b)),
    st.sampled_from([c for c in CELLS if c.domain.sort is Sort.BOOL]).map(lambda c: ("cell", c)),
)


def _grow(depth: int) -> tuple[st.SearchStrategy[Expression], st.SearchStrategy[Expression]]:
    """Return strategies for integer and truth-valued expressions at most ``depth`` deep."""
    if depth == 0:
        return _integer_leaf, _boolean_leaf
    number, truth = _grow(depth - 1)
    divisor = st.integers(1, 3)
    numbers = st.one_of(
        number,
        st.tuples(st.just("sum"), st.lists(number, max_size=3).map(tuple)),
        st.tuples(st.just("minus"), number, number),
        st.tuples(st.just("times"), number, number),
        st.tuples(st.just("divide"), number, divisor),
        st.tuples(st.just("modulo"), number, divisor),
        st.tuples(st.just("if"), truth, number, number),
    )
    truths = st.one_of(
        truth,
        st.tuples(st.just("not"), truth),
        st.tuples(st.sampled_from(("and", "or")), st.lists(truth, max_size=4).map(tuple)),
        st.tuples(st.sampled_from(("=", "<", "<=")), number, number),
        st.tuples(st.sampled_from(("same", "if")), truth, truth, truth),
    )
    return numbers, truths


integer_expressions, boolean_expressions = _grow(4)
_small_integers, _small_booleans = _grow(2)


def build(e: Expression) -> Term:
    """Return the expression as a term, folded on the way."""
    match e:
        case ("constant", bool(value)):
            return boolean(value)
        case ("constant", value):
            return integer(value)
        case ("cell", cell):
            return var(cell)
        case ("sum", parts):
            return total(build(x) for x in parts)
        case ("minus", a, b):
            return subtract(build(a), build(b))
        case ("times", a, b):
            return multiply(build(a), build(b))
        case ("divide", a, n):
            return floor_divide(build(a), n)
        case ("modulo", a, n):
            return modulo(build(a), n)
        case ("if", condition, a, b):
            return ite(build(condition), build(a), build(b))
        case ("not", a):
            return negate(build(a))
        case ("and", parts):
            return all_of(build(x) for x in parts)
        case ("or", parts):
            return any_of(build(x) for x in parts)
        case ("=", a, b):
            return equal(build(a), build(b))
        case ("<", a, b):
            return less(build(a), build(b))
        case ("<=", a, b):
            return less_equal(build(a), build(b))
        case ("same", a, b, c):
            return equal(equal(build(a), build(b)), build(c))
    raise AssertionError(e)


def compute(e: Expression, values: dict[Cell, int]) -> int:
    """Return the value of the expression, without any term in between."""

    def go(x: Expression) -> int:
        return compute(x, values)

    match e:
        case ("constant", value):
            return int(value)
        case ("cell", Cell() as cell):
            return values[cell]
        case ("sum", parts):
            return sum(map(go, parts))
        case ("minus", a, b):
            return go(a) - go(b)
        case ("times", a, b):
            return go(a) * go(b)
        case ("divide", a, n):
            return int(go(a) // n)
        case ("modulo", a, n):
            return int(go(a) % n)
        case ("if", condition, a, b):
            return go(a) if go(condition) else go(b)
        case ("not", a):
            return int(not go(a))
        case ("and", parts):
            return int(all(map(go, parts)))
        case ("or", parts):
            return int(any(map(go, parts)))
        case ("=", a, b):
            return int(go(a) == go(b))
        case ("<", a, b):
            return int(go(a) < go(b))
        case ("<=", a, b):
            return int(go(a) <= go(b))
        case ("same", a, b, c):
            return int((go(a) == go(b)) == go(c))
    raise AssertionError(e)


def environments(cells: tuple[Cell, ...] = CELLS) -> st.SearchStrategy[dict[Cell, int]]:
    """Return a strategy for values of all cells."""
    return st.fixed_dictionaries({c: st.sampled_from(c.domain.values()) for c in cells})


@dataclass(frozen=True)
class _Draft:
    """An update as it is drawn, before it is decided what happens to values outside their types."""

    guard: Expression
    next: dict[Cell, Expression]
    cut: Expression
    kind: Kind
    rule: int
    wraps: bool


_RANKS = {Kind.CHOICE: 0, Kind.STATE_BASED: 1, Kind.AUTOMATIC: 2, Kind.ACTION: 3}
_KINDS = (*([Kind.ACTION] * 9), *_RANKS)

_always: st.SearchStrategy[Expression] = st.just(("constant", True))
_never: st.SearchStrategy[Expression] = st.just(("constant", False))


def _either(first: Expression, second: Expression) -> Expression:
    return ("or", (first, second))


# Guards that are often true, conditions that seldom are: else most systems end where they start.
_guards = st.one_of(
    _always, _boolean_leaf, _small_booleans, st.builds(_either, _small_booleans, _boolean_leaf)
)
_urgent_guards = st.tuples(st.just("and"), st.tuples(_small_booleans, _boolean_leaf, _boolean_leaf))
_seldom = st.one_of(
    _never,
    _never,
    _never,
    st.tuples(st.just("and"), st.tuples(_small_booleans, _boolean_leaf, _small_booleans)),
)


_cuts = st.one_of(_never, _boolean_leaf, st.tuples(st.just("and"), st.tuples(_boolean_leaf, _small_booleans)))


def _values(cell: Cell) -> st.SearchStrategy[Expression]:
    """Return a strategy for new values of a cell, which often depend on its old one."""
    if cell.domain.sort is Sort.BOOL:
        return st.one_of(st.just(("not", ("cell", cell))), _small_booleans)
    more = st.integers(-1, 2).map(lambda n: ("sum", (("cell", cell), ("constant", n))))
    return st.one_of(more, more, _small_integers)


@st.composite
def _drafts(draw: st.DrawFn) -> _Draft:
    kind = draw(st.sampled_from(_KINDS))
    changed = draw(st.lists(st.sampled_from(CELLS), min_size=1, max_size=3, unique=True))
    return _Draft(
        guard=draw(_guards if kind is Kind.ACTION else _urgent_guards),
        next={cell: draw(_values(cell)) for cell in changed},
        cut=draw(_cuts),
        kind=kind,
        rule=draw(st.integers(0, 2)),
        wraps=draw(st.sampled_from((True, True, True, False))),
    )


def _update(number: int, draft: _Draft) -> Update:
    """Return the update; a value outside its type makes the step wrong, unless it is wrapped round."""
    following: dict[Cell, Term] = {}
    outside: list[Term] = []
    for cell, expression in draft.next.items():
        term = build(expression)
        low, high = integer(cell.domain.low), integer(cell.domain.high)
        if cell.domain.sort is Sort.INT and draft.wraps:
            term = total((low, modulo(subtract(term, low), cell.domain.size)))
        elif cell.domain.sort is Sort.INT:
            outside.append(any_of((less(term, low), less(high, term))))
        following[cell] = term
    return Update(
        rule=f"rule{draft.rule}",
        arguments=(("n", str(number)),),
        kind=draft.kind,
        rank=_RANKS[draft.kind],
        guard=build(draft.guard),
        next=following,
        wrong=any_of(outside),
        cut=build(draft.cut),
    )


def _mover(cell: Cell, rule: int, stops: bool) -> _Draft:
    """Return an action that takes a cell through its values, and round again unless it stops at the last."""
    old: Expression = ("cell", cell)
    guard: Expression = ("constant", True)
    if cell.domain.sort is Sort.BOOL:
        following: Expression = ("not", old)
        guard = following if stops else guard
    else:
        following = ("sum", (old, ("constant", 1)))
        guard = ("<", old, ("constant", cell.domain.high)) if stops else guard
    return _Draft(guard, {cell: following}, ("constant", False), Kind.ACTION, rule, wraps=True)


@st.composite
def systems(draw: st.DrawFn, movers: int = 4) -> System:
    """Draw a system of 1 to 6 updates of all kinds, with wrong and cut steps, and an end.

    Up to ``movers`` of the updates are actions that take a cell through all its values: the more of
    them, the larger the system, up to 96 states.
    """
    least = draw(st.sampled_from((0, movers // 2)))
    moved = draw(st.lists(st.sampled_from(CELLS), min_size=least, max_size=movers, unique=True))
    drafts = draw(st.lists(_drafts(), min_size=1, max_size=6 - len(moved)))
    drafts += [_mover(cell, i % 2, draw(st.booleans())) for i, cell in enumerate(moved)]
    starts = draw(st.lists(environments(), min_size=1, max_size=3))
    initial = dict.fromkeys(tuple(env[c] for c in CELLS) for env in starts)
    updates = tuple(_update(i, d) for i, d in enumerate(draw(st.permutations(drafts))))
    return System.build("random", CELLS, tuple(initial), updates, over=build(draw(_seldom)))
