"""Updates split by the value of a cell, so that each case changes few cells.

A push onto a stack changes one slot, but which one depends on the size of the stack: as one update it is a
relation over all slots, as one case for each size it is a relation over one slot. What a case does not
change costs its relation nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from checker.explore.symbolic.encoding import width
from checker.system.model import System, Update
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Op,
    Term,
    all_of,
    negate,
    of_domain,
    substitute,
    var,
    variables_of,
)

__all__ = ["Case", "cases_of", "proper"]

_MOST_VALUES = 32
"""A cell with more values than this is not split by: each value costs a relation."""
_LEAST_GAIN = 0.7
"""A split is taken where its cases change at most this share of the bits that were changed before."""
_DEEPEST = 3
"""By how many cells one update may be split."""


@dataclass(frozen=True)
class Case:
    """What an update does where some cells have known values.

    ``known`` has those values in the order in which they were split by; ``guard`` says when the case is
    taken, beside ``known``; ``changes`` has what becomes of the cells that may change.
    """

    update: int
    known: tuple[tuple[Cell, int], ...]
    guard: Term
    changes: Mapping[Cell, Term]

    @property
    def width(self) -> int:
        """How many bits may change."""
        return sum(width(cell) for cell in self.changes)


def proper(update: Update) -> Term:
    """Return where an update is enabled and has a successor."""
    return all_of((update.enabled, negate(update.wrong), negate(update.cut)))


def cases_of(system: System, look: Callable[[], None]) -> list[Case]:
    """Return the cases of all updates. ``look`` is called now and then, and may raise."""
    found: list[Case] = []
    for index, update in enumerate(system.updates):
        changes = {cell: term for cell, term in update.next.items() if term is not var(cell)}
        guard = proper(update)
        if guard is not FALSE:
            found.extend(_split(Case(index, (), guard, _under(guard, changes)), look))
    return found


def _split(case: Case, look: Callable[[], None]) -> list[Case]:
    """Return the case, or the cases that it falls into where that is worth it."""
    look()
    cell = _decider(case) if len(case.known) < _DEEPEST else None
    if cell is None:
        return [case]
    parts = [part for value in cell.domain.values() if (part := _where(case, cell, value)) is not None]
    if sum(part.width for part in parts) > _LEAST_GAIN * case.width * len(parts):
        return [case]
    return [smaller for part in parts for smaller in _split(part, look)]


def _decider(case: Case) -> Cell | None:
    """Return the cell that decides for the most bits whether they are changed at all, if there is one."""
    votes: Counter[Cell] = Counter()
    for cell, term in case.changes.items():
        deciding, keeps = _conditions(cell, term)
        if keeps:
            for other in deciding:
                votes[other] += width(cell)
    known = {cell for cell, _ in case.known}
    able = [c for c in votes if c not in known and 1 < c.domain.size <= _MOST_VALUES]
    return max(able, key=lambda c: (votes[c], c.name), default=None)


def _conditions(cell: Cell, term: Term) -> tuple[set[Cell], bool]:
    """Return the cells in the conditions on which a new value hangs, and whether it may be the old one."""
    conditions: list[Term] = []
    keeps = False
    seen: set[int] = set()
    stack = [term]
    while stack:
        branch = stack.pop()
        if branch.id in seen:
            continue
        seen.add(branch.id)
        if branch.op is Op.ITE:
            conditions.append(branch.args[0])
            stack.extend(branch.args[1:])
        keeps = keeps or branch is var(cell)
    return {v.cell for v in variables_of(conditions)}, keeps


def _where(case: Case, cell: Cell, value: int) -> Case | None:
    """Return what is left of the case where the cell has the value, or None if nothing is."""
    this = var(cell)
    constant = of_domain(cell.domain, value)
    guard, *terms = substitute(
        (case.guard, *case.changes.values()), lambda term: constant if term is this else None
    )
    if guard is FALSE:
        return None
    changes = {
        other: term
        for other, term in zip(case.changes, terms, strict=True)
        if term is not (constant if other == cell else var(other))
    }
    return Case(case.update, (*case.known, (cell, value)), guard, _under(guard, changes))


def _under(guard: Term, changes: Mapping[Cell, Term]) -> dict[Cell, Term]:
    """Return the changes where the guard is true: cells that it says the value of are constants there."""
    constants: dict[Term, Term] = {}
    for part in guard.args if guard.op is Op.AND else (guard,):
        if part.op is Op.VAR:
            constants[part] = TRUE
        elif part.op is Op.NOT and part.args[0].op is Op.VAR:
            constants[part.args[0]] = FALSE
        elif part.op is Op.EQUAL and part.args[0].op is Op.VAR and part.args[1].is_const:
            constants[part.args[0]] = part.args[1]
    terms = substitute(changes.values(), constants.get)
    return {
        cell: term
        for cell, term in zip(changes, terms, strict=True)
        if term is not constants.get(var(cell), var(cell))
    }
