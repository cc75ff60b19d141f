"""Terms that are made of truth values, folded as they are built: junctions and conditionals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from checker.system.cells import Sort
from checker.system.nodes import FALSE, FOLDED, TRUE, Op, Term, boolean, node, remember

__all__ = ["all_of", "any_of", "ite", "negate", "parts_of", "spread"]


def negate(a: Term) -> Term:
    """Return "not a"."""
    if a.is_const:
        return boolean(not a.value)
    if a.op is Op.NOT:
        return a.args[0]
    return node(Op.NOT, Sort.BOOL, (a,))


def all_of(parts: Iterable[Term]) -> Term:
    """Return the conjunction of ``parts`` (true if there are none)."""
    return _junction(parts, Op.AND, TRUE, FALSE)


def any_of(parts: Iterable[Term]) -> Term:
    """Return the disjunction of ``parts`` (false if there are none)."""
    return _junction(parts, Op.OR, FALSE, TRUE)


def parts_of(condition: Term) -> tuple[Term, ...]:
    """Return conditions that are together the same as one."""
    return condition.args if condition.op is Op.AND else () if condition is TRUE else (condition,)


def _junction(parts: Iterable[Term], op: Op, unit: Term, zero: Term) -> Term:
    items = tuple(parts)
    key: tuple[int | Op, ...] = (op, *(t.id for t in items))
    known = FOLDED.get(key)
    return known if known is not None else remember(key, _fold_junction(items, op, unit, zero))


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
    return node(op, Sort.BOOL, tuple(sorted(items, key=lambda t: t.rank)))


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
    known = FOLDED.get(key)
    return known if known is not None else remember(key, _fold_ite(condition, then, otherwise))


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
    return node(Op.ITE, then.sort, (condition, then, otherwise))


def spread(term: Term, fold: Callable[[Term], Term | None]) -> Term:
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
