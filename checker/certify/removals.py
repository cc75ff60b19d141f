"""Says of the places before a removal what a formula says of those after it.

Where the entry at a place is removed, those behind it move up: what is now at ``i`` was at ``i`` before that
place, and at ``i + 1`` from there on. A formula that says something of some place now speaks of two places of
the state before, and solvers, which match what they are to put in, find no ``i`` for which ``i + 1`` is
given. So the numbers from the place on are counted from one higher, which changes nothing of what is said of
all numbers or of some: ``exists i: p(i)`` is ``exists i: (i < e and p(i)) or (e < i and p(i - 1))``, for
any ``e`` that does not speak of ``i``. What is ``i + 1`` in ``p(i)`` is ``i`` in ``p(i - 1)``. Where
something is still looked up at ``i - 1`` then, nothing is gained, and the formula stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from checker.certify.conjuncts import conjuncts
from checker.certify.expressions import BINDERS, Expression, atoms, bindings, parsed
from checker.certify.parts import Write

__all__ = ["moving", "put_in", "said_before"]


def moving(writes: Iterable[Write]) -> dict[str, tuple[Write, Expression]]:
    """Return those of some writes, with their values, whose variables have entries that move up.

    They go by the names after the step. Only those are returned whose value binds no name, and speaks of none
    that is bound elsewhere, so that it may be put anywhere.
    """
    found = {}
    for write in writes:
        value = parsed(write.value, write.variable)
        names = atoms(value)
        own = names.isdisjoint(BINDERS) and {n for n in names if n.startswith("x.")} <= {*write.places}
        if own and any(True for place in write.places for _ in _ends(value, place)):
            found[f"n.{write.variable}"] = (write, value)
    return found


def put_in(expression: Expression, meanings: Mapping[str, tuple[Write, Expression]]) -> Expression:
    """Return a formula with the values of variables after a step, for their names at some places."""
    if isinstance(expression, str):
        return expression
    parts = tuple(put_in(part, meanings) for part in expression)
    if parts and isinstance(parts[0], str) and parts[0] in meanings:
        write, value = meanings[parts[0]]
        if len(parts) == len(write.places) + 1:
            return _replaced(value, dict(zip(write.places, parts[1:], strict=True)))
    return parts


def said_before(expression: Expression) -> Expression:
    """Return a formula that says the same, in which what is said of places after a removal is moved."""
    if isinstance(expression, str):
        return expression
    parts = tuple(said_before(part) for part in expression)
    match parts:
        case ("exists", ((str(name), "Int"),), body):
            moved = _moved(name, conjuncts(body, {}))
            return parts if moved is None else ("exists", parts[1], moved)
        case ("forall", ((str(name), "Int"),), body):
            moved = _moved(name, conjuncts(("not", body), {}))
            return parts if moved is None else ("not", ("exists", parts[1], moved))
    return parts


def _moved(name: str, body: list[Expression]) -> Expression | None:
    """Return that all of ``body`` is so of some number, with those from a removal on counted anew."""
    bound = {one for part in body for one in bindings(part)}
    if name in bound:
        return None
    for end in (e for part in body for e in _ends(part, name)):
        names = atoms(end)
        if name in names or not bound.isdisjoint(names):
            continue
        below: Expression = ("<", name, end)
        stayed = [_decided(part, below, "true") for part in body]
        moved = [_counted_from_one(_decided(part, below, "false"), name) for part in body]
        if any(_looks_up_before(part, name) for part in moved):
            continue
        both = [part for part in stayed if part in moved]
        here = ("and", below, *(part for part in stayed if part not in both))
        there = ("and", ("<", end, name), *(part for part in moved if part not in both))
        return ("and", *both, ("or", here, there))
    return None


def _ends(expression: Expression, name: str) -> Iterator[Expression]:
    """Yield below what ``name`` is to be for one alternative, where the other speaks of the next number."""
    if isinstance(expression, tuple):
        match expression:
            case ("ite", ("<", low, end), _, otherwise) if low == name and _speaks_of_next(otherwise, name):
                yield end
        for part in expression:
            yield from _ends(part, name)


def _speaks_of_next(expression: Expression, name: str) -> bool:
    if isinstance(expression, str):
        return False
    return _is_next(expression, name) or any(_speaks_of_next(part, name) for part in expression)


def _is_next(expression: Expression, name: str) -> bool:
    return expression in (("+", name, "1"), ("+", "1", name))


def _counted_from_one(expression: Expression, name: str) -> Expression:
    """Return what is said of the number before ``name``."""
    if isinstance(expression, str):
        return ("-", name, "1") if expression == name else expression
    if _is_next(expression, name):
        return name
    return tuple(_counted_from_one(part, name) for part in expression)


def _looks_up_before(expression: Expression, name: str) -> bool:
    """Whether something is still looked up at the number before, where nothing has been removed after all."""
    if isinstance(expression, str):
        return False
    looks_up = bool(expression) and isinstance(expression[0], str) and expression[0].startswith(("s.", "n."))
    return (looks_up and ("-", name, "1") in expression) or any(
        _looks_up_before(part, name) for part in expression
    )


def _decided(expression: Expression, condition: Expression, answer: str) -> Expression:
    """Return a formula where it is known whether a condition is so."""
    if expression == condition:
        return answer
    if isinstance(expression, str):
        return expression
    parts = tuple(_decided(part, condition, answer) for part in expression)
    match parts:
        case ("ite", "true", yes, _):
            return yes
        case ("ite", "false", _, no):
            return no
    return parts


def _replaced(expression: Expression, values: Mapping[str, Expression]) -> Expression:
    if isinstance(expression, str):
        return values.get(expression, expression)
    return tuple(_replaced(part, values) for part in expression)
