"""Bounded quantifiers over numbers, and the least and greatest number with a property.

All range over the numbers from 0 to less than an end, which is a term. ``LEAST`` is the end itself where no
number has the property, ``GREATEST`` is -1 there. In a finished term a bound variable is named after how
deep the quantifiers below it are nested (``#1`` is innermost), so that terms which differ only in the names
of bound variables are one term. While a body is being built or rewritten its variable is *open*: a name
that no finished term has. Nothing is ever put below a quantifier but while it is open, and so nothing is
captured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from checker.system.cells import Cell
from checker.system.logic import parts_of
from checker.system.nodes import bind, look_up
from checker.system.open.functions import NATURAL, Function, place
from checker.system.open.known import LOOSE, free_in, height_of
from checker.system.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    all_of,
    any_of,
    at_least,
    integer,
    ite,
    less,
    negate,
    substitute,
    subtract,
    total,
    var,
    walk,
)

__all__ = [
    "applied",
    "closed",
    "every_number",
    "greatest_number",
    "least_number",
    "looked_up",
    "opened",
    "opened_body",
    "placed",
    "some_number",
    "somewhere",
    "under_binder",
]

_open = 0

Body = Callable[[Term], Term]


@contextmanager
def opened() -> Iterator[Term]:
    """Yield a variable that differs from every other that is open, to build a body with."""
    global _open  # noqa: PLW0603 - how many are open is a property of the call stack, as recursion depth is
    variable = var(Cell(f"?{_open}", NATURAL))
    _open += 1
    try:
        yield variable
    finally:
        _open -= 1


def closed(op: Op, end: Term, variable: Term, body: Term) -> Term:
    """Return the quantifier that binds an open variable in ``body``, folded."""
    if body.is_const or not _mentions(body, variable):
        match op:
            case Op.SOME:
                return all_of((at_least(end, 1), body))
            case Op.LEAST:
                return ite(body, integer(0), end)
            case _:
                return ite(body, subtract(end, integer(1)), integer(-1))
    if op is Op.SOME:
        apart, body = _apart(end, variable, body)
        if apart:
            return any_of((*apart, closed(op, end, variable, body)))
        outside = [t for t in parts_of(body) if not _mentions(t, variable)]
        if outside:
            inside = all_of(t for t in parts_of(body) if _mentions(t, variable))
            return all_of((*outside, closed(op, end, variable, inside)))
        moved = _moved_up(end, variable, body)
        if moved is not None:
            return closed(op, *moved)
    bound = Cell(f"#{1 + height_of(body)}", NATURAL)
    return bind(op, bound, end, placed(body, {variable: var(bound)}))


def _mentions(body: Term, variable: Term) -> bool:
    return variable.cell in free_in(body)


def _apart(end: Term, variable: Term, body: Term) -> tuple[list[Term], Term]:
    """Return the alternatives that say which number it is, each without a quantifier, and what is left."""
    alternatives = body.args if body.op is Op.OR else (body,)
    points = [(t, _only_point(end, variable, t)) for t in alternatives]
    return [p for _, p in points if p is not None], any_of(t for t, p in points if p is None)


def _only_point(end: Term, variable: Term, body: Term) -> Term | None:
    """Return "some number is ... and has the rest" without a quantifier, where the body says which number."""
    for part in parts_of(body):
        if part.op is not Op.EQUAL or variable not in part.args:
            continue
        value = part.args[1] if part.args[0] is variable else part.args[0]
        if not _mentions(value, variable):
            inside = (at_least(value, 0), less(value, end))
            return all_of((*inside, placed(body, {variable: value})))
    return None


def _moved_up(end: Term, variable: Term, body: Term) -> tuple[Term, Term, Term] | None:
    """Return an end, variable and body that say of the places before a removal what is said of those after.

    Where the entry at a slot is removed, those above it move down: what is now at ``i`` was at ``i`` below
    the slot, and at ``i + 1`` from there on. That something is true of some place now is said of the place
    where it was, at which solvers find it: they match terms, and find no ``i`` for which ``i + 1`` is given.
    """
    if end.op is not Op.ADD or end.args[-1] is not integer(-1):
        return None
    inside = less(variable, end)
    (body,) = substitute((body,), _nothing, {inside.id: TRUE})
    for slot in _slots(variable, body):
        below = less(variable, slot)
        (stayed,) = substitute((body,), _nothing, {below.id: TRUE})
        (moved,) = substitute((body,), _nothing, {below.id: FALSE})
        if placed(moved, {variable: subtract(variable, integer(1))}) is stayed:
            elsewhere = any_of((all_of((below, inside)), less(slot, variable)))
            return total((end, integer(1))), variable, all_of((elsewhere, stayed))
    return None


def _slots(variable: Term, body: Term) -> list[Term]:
    """Return what the variable is said to be less than, if that is said without it."""
    ends = (t.args[1] for t in walk((body,)) if t.op is Op.LESS and t.args[0] is variable)
    return [e for e in dict.fromkeys(ends) if not _mentions(e, variable) and not _is_bound(e)]


def _is_bound(term: Term) -> bool:
    """Whether a term speaks of what a quantifier around it binds."""
    return any(cell.name.startswith("#") for cell in free_in(term))


def _nothing(_: Term) -> Term | None:
    return None


def some_number(end: Term, body: Body) -> Term:
    """Return whether some number below ``end`` has the property that ``body`` gives for it."""
    return _built(Op.SOME, end, body)


def every_number(end: Term, body: Body) -> Term:
    """Return whether every number below ``end`` has the property."""
    return negate(_built(Op.SOME, end, lambda x: negate(body(x))))


def least_number(end: Term, body: Body) -> Term:
    """Return the least number below ``end`` with the property, or ``end``."""
    return _built(Op.LEAST, end, body)


def greatest_number(end: Term, body: Body) -> Term:
    """Return the greatest number below ``end`` with the property, or -1."""
    return _built(Op.GREATEST, end, body)


def _built(op: Op, end: Term, body: Body) -> Term:
    if end.is_const and end.value <= 0:
        return FALSE if op is Op.SOME else integer(0 if op is Op.LEAST else -1)
    with opened() as variable:
        return closed(op, end, variable, body(variable))


def somewhere(cell: Cell, condition: Term) -> Term:
    """Return that a condition over the places of ``cell`` is true at some of them; of a scalar, itself."""
    ends = cell.ends if isinstance(cell, Function) else ()
    for position, end in reversed(list(enumerate(ends))):
        with opened() as variable:
            here = placed(condition, {var(place(position)): variable})
            condition = closed(Op.SOME, end, variable, here)
    return condition


# -- putting terms into terms --------------------------------------------------------------------


def placed(body: Term, values: Mapping[Term, Term]) -> Term:
    """Return ``body`` with these variables replaced by these terms."""
    cells = {v.cell for v in values}
    loose = all(cell.name[0] in LOOSE for cell in cells)
    return substitute((body,), values.get, None, lambda t: loose and cells.isdisjoint(free_in(t)))[0]


def applied(body: Term, at: tuple[Term, ...]) -> Term:
    """Return what is written to a function, a term over its places, at these arguments."""
    return placed(body, {var(place(i)): t for i, t in enumerate(at)})


_bodies: WeakKeyDictionary[Term, dict[Term, Term]] = WeakKeyDictionary()


def opened_body(term: Term, variable: Term) -> Term:
    """Return the body of a quantifier over an open variable; it is asked for after every step."""
    assert isinstance(term.payload, tuple)
    bodies = _bodies.setdefault(term, {})
    if variable not in bodies:
        bodies[variable] = placed(term.args[1], {var(term.payload[0]): variable})
    return bodies[variable]


def looked_up(term: Term, args: tuple[Term, ...], replacement: Callable[[Term], Term | None]) -> Term:
    """Return a function at new arguments, replaced where the replacement has something for it."""
    found = replacement(var(term.cell, primed=term.primed))
    if found is not None:
        return applied(found, args)
    return term if args == term.args else look_up(term.cell, args, primed=term.primed)


def under_binder(
    term: Term,
    replacement: Callable[[Term], Term | None],
    memo: dict[int, Term],
    left_alone: Callable[[Term], bool] | None = None,
) -> Term:
    """Return a quantifier with its end and its body rewritten; all is as in ``substitute``."""
    (end,) = substitute((term.args[0],), replacement, memo, left_alone)
    with opened() as variable:
        (body,) = substitute((opened_body(term, variable),), replacement, memo, left_alone)
        return closed(term.op, end, variable, body)
