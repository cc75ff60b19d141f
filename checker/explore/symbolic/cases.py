"""Updates split by the value of a cell, so that each case changes few cells.

A push onto a stack changes one slot, but which one depends on the size of the stack: as one update it is a
relation over all slots, as one case for each size it is a relation over one slot. What a case does not
change costs its relation nothing. Slots beyond the known size of a container hold nothing, which is one
fixed value: no step from there depends on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from checker.explore.symbolic.encoding import width
from checker.system.model import System, Update
from checker.system.shapes import SequenceShape
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Op,
    Sort,
    Term,
    all_of,
    equal,
    negate,
    of_domain,
    substitute,
    var,
    variables_of,
)

__all__ = ["Case", "cases_of", "empty_slots", "is_least", "proper", "whole_updates"]

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


_Slots = Mapping[Cell, tuple[tuple[Cell, ...], ...]]
"""By the cell with the size of a container the cells of its slots."""


def empty_slots(system: System) -> _Slots:
    """Return the slots of the containers of which those beyond the size hold the least values at the start.

    That they still do in every state that is reached is what cases rest on, and what a search makes sure of.
    """
    cells = frozenset(system.cells)
    found = {}
    for variable in system.variables:
        shape = variable.shape
        if isinstance(shape, SequenceShape) and shape.length in cells:
            slots = tuple(tuple(c for c in slot.cells() if c in cells) for slot in shape.slots)
            if all(_are_empty(slots, shape.length, system.environment(s)) for s in system.initial):
                found[shape.length] = slots
    return found


def is_least(cell: Cell) -> Term:
    """Return "the cell has the least of its values"."""
    return negate(var(cell)) if cell.domain.sort is Sort.BOOL else equal(var(cell), _least(cell))


def _least(cell: Cell) -> Term:
    return of_domain(cell.domain, cell.domain.low)


def _are_empty(slots: tuple[tuple[Cell, ...], ...], size: Cell, values: Mapping[Cell, int]) -> bool:
    return all(values[c] == c.domain.low for slot in slots[values[size] :] for c in slot)


def cases_of(system: System, look: Callable[[], None]) -> list[Case]:
    """Return the cases of all updates. ``look`` is called now and then, and may raise."""
    slots = empty_slots(system)
    found: list[Case] = []
    for index, update in enumerate(system.updates):
        changes = {cell: term for cell, term in update.next.items() if term is not var(cell)}
        guard = proper(update)
        if guard is not FALSE:
            found.extend(_split(Case(index, (), guard, _under(guard, changes)), slots, look))
    return found


def whole_updates(system: System) -> list[Case]:
    """Return each update as one case, as it is: the measure of what splitting gains."""
    return [
        Case(index, (), guard, {cell: term for cell, term in update.next.items() if term is not var(cell)})
        for index, update in enumerate(system.updates)
        if (guard := proper(update)) is not FALSE
    ]


def _split(case: Case, slots: _Slots, look: Callable[[], None]) -> list[Case]:
    """Return the case, or the cases that it falls into where that is worth it."""
    look()
    if len(case.known) == _DEEPEST:
        return [case]
    cell = _decider(case, slots)
    if cell is None:
        return [case]
    parts = [part for value in cell.domain.values() if (part := _where(case, cell, value, slots)) is not None]
    if sum(part.width for part in parts) > _LEAST_GAIN * case.width * len(parts):
        return [case]
    return [smaller for part in parts for smaller in _split(part, slots, look)]


def _decider(case: Case, slots: _Slots) -> Cell | None:
    """Return the cell that decides for the most bits whether they are changed at all, if there is one.

    Among equals it is the size of a container, which says of many slots that they are empty.
    """
    votes: Counter[Cell] = Counter()
    for cell, term in case.changes.items():
        deciding, keeps = _conditions(cell, term)
        if keeps:
            for other in deciding:
                votes[other] += width(cell)
    known = {cell for cell, _ in case.known}
    able = [c for c in votes if c not in known and 1 < c.domain.size <= _MOST_VALUES]
    return max(able, key=lambda c: (votes[c], c in slots, c.name), default=None)


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


def _where(case: Case, cell: Cell, value: int, slots: _Slots) -> Case | None:
    """Return what is left of the case where the cell has the value, or None if nothing is."""
    fixed = {c: _least(c) for slot in slots.get(cell, ())[value:] for c in slot}
    fixed[cell] = of_domain(cell.domain, value)
    guard, *terms = substitute(
        (case.guard, *case.changes.values()), lambda term: fixed.get(term.cell) if term.op is Op.VAR else None
    )
    if guard is FALSE:
        return None
    changes = {
        other: term
        for other, term in zip(case.changes, terms, strict=True)
        if term is not fixed.get(other, var(other))
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
