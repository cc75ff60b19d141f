"""Working with finished terms: walking, substituting, evaluating. Import from ``checker.system.terms``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from checker.system.arithmetic import floor_divide, modulo, multiply, total
from checker.system.cells import Cell, Sort
from checker.system.comparisons import equal, less
from checker.system.logic import all_of, any_of, ite, negate
from checker.system.nodes import Op, Term

__all__ = [
    "built",
    "evaluate",
    "evaluate_all",
    "rebuild",
    "substitute",
    "variables_of",
    "walk",
]


def walk(roots: Iterable[Term]) -> Iterator[Term]:
    """Yield every term below ``roots`` once, arguments before the terms that use them."""
    done: set[int] = set()
    for root in roots:
        stack: list[tuple[Term, bool]] = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if term.id in done:
                continue
            if ready or not term.args:
                done.add(term.id)
                yield term
            else:
                stack.append((term, True))
                stack.extend((a, False) for a in term.args if a.id not in done)


def variables_of(roots: Iterable[Term]) -> set[Term]:
    """Return the variables (before and after the step) that ``roots`` read."""
    return {t for t in walk(roots) if t.op is Op.VAR}


def built(op: Op, args: tuple[Term, ...]) -> Term:
    """Return what an operator makes of its arguments, folded.

    Raises:
        ValueError: a constant or a variable, which are made of no arguments.
    """
    match op:
        case Op.NOT:
            return negate(args[0])
        case Op.AND:
            return all_of(args)
        case Op.OR:
            return any_of(args)
        case Op.ITE:
            return ite(args[0], args[1], args[2])
        case Op.EQUAL:
            return equal(args[0], args[1])
        case Op.LESS:
            return less(args[0], args[1])
        case Op.ADD:
            return total(args)
        case Op.MULTIPLY:
            return multiply(args[0], args[1])
        case Op.DIVIDE:
            return floor_divide(args[0], args[1].value)
        case Op.MODULO:
            return modulo(args[0], args[1].value)
        case _:
            raise ValueError(f"{op.value} has no arguments")


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """Return ``term`` with other arguments, folded anew."""
    return built(term.op, args) if args else term


def substitute(
    roots: Iterable[Term],
    replacement: Callable[[Term], Term | None],
    memo: dict[int, Term] | None = None,
    left_alone: Callable[[Term], bool] | None = None,
) -> list[Term]:
    """Return ``roots`` with every term for which ``replacement`` gives one replaced.

    ``replacement`` is asked for variables and for comparisons of moments, before their arguments are
    rebuilt, and for each function that is looked up, at its own places. ``memo`` may be kept by the caller
    to share work between calls with one replacement. ``left_alone`` may say of terms that nothing in them
    is replaced, so that they are not looked into.
    """
    from checker.system.open.binders import looked_up, under_binder
    from checker.system.open.known import BINDERS

    done: dict[int, Term] = {} if memo is None else memo
    results = []
    for root in roots:
        stack: list[tuple[Term, bool]] = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if term.id in done:
                continue
            if not term.args:
                found = replacement(term) if term.op is Op.VAR else None
                done[term.id] = term if found is None else found
            elif not ready and left_alone is not None and left_alone(term):
                done[term.id] = term
            elif term.op in BINDERS:
                done[term.id] = under_binder(term, replacement, done, left_alone)
            elif ready:
                args = tuple(done[a.id] for a in term.args)
                if term.op is Op.AT:
                    done[term.id] = looked_up(term, args, replacement)
                else:
                    done[term.id] = term if args == term.args else rebuild(term, args)
            else:
                if term.args[0].sort is Sort.MOMENT and term.sort is Sort.BOOL:
                    found = replacement(term)
                    if found is not None:
                        done[term.id] = found
                        continue
                stack.append((term, True))
                stack.extend((a, False) for a in term.args if a.id not in done)
        results.append(done[root.id])
    return results


def evaluate(term: Term, before: Mapping[Cell, int], after: Mapping[Cell, int] | None = None) -> int:
    """Return the value of ``term`` where cells have these values (truth values as 0 and 1)."""
    return evaluate_all((term,), before, after)[0]


def evaluate_all(
    roots: Iterable[Term], before: Mapping[Cell, int], after: Mapping[Cell, int] | None = None
) -> list[int]:
    """Return the values of several terms; what they share is computed once."""
    roots = tuple(roots)
    done: dict[int, int] = {}
    for t in walk(roots):
        a = [done[x.id] for x in t.args]
        match t.op:
            case Op.CONST:
                value = t.value
            case Op.VAR:
                if t.primed:
                    if after is None:
                        raise ValueError(f"{t.cell} is asked for after a step, and there is no step")
                    value = after[t.cell]
                else:
                    value = before[t.cell]
            case Op.NOT:
                value = 1 - a[0]
            case Op.AND:
                value = int(all(a))
            case Op.OR:
                value = int(any(a))
            case Op.ITE:
                value = a[1] if a[0] else a[2]
            case Op.EQUAL:
                value = int(a[0] == a[1])
            case Op.LESS:
                value = int(a[0] < a[1])
            case Op.ADD:
                value = sum(a)
            case Op.MULTIPLY:
                value = a[0] * a[1]
            case Op.DIVIDE:
                value = a[0] // a[1]
            case Op.MODULO:
                value = a[0] % a[1]
        done[t.id] = value
    return [done[r.id] for r in roots]
