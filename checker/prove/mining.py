"""Lemmas mined from states that plays reach, one for each way in which an induction fails.

A counterexample to induction begins in a state that no play reaches (else the claim would be false). Of the
facts about the cells that make the induction fail there (values and bounds of cells, parts of claims and
guards) the fewest are taken, greedily, that no reachable state has together: that they never do is the lemma.
So every lemma that is tried excludes something, and is true in all states that were seen; whether it is an
invariant is found out by the induction, to which it is added.

After Garg, Löding, Madhusudan and Neider, "ICE: a robust framework for learning invariants" (2014), with a
greedy cover in place of their learner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from checker.system.model import State, System
from checker.system.terms import (
    Cell,
    Op,
    Sort,
    Term,
    any_of,
    equal,
    evaluate_all,
    integer,
    less,
    negate,
    var,
    variables_of,
    walk,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Mine"]

_WIDE = 8
"""From how many values on a cell has bounds and no single values among the facts."""

_MOST_CELLS = 3
"""How many cells a part of a claim or guard may read to be a fact."""

_LONGEST = 14
"""How many facts a lemma may be about; longer ones describe single states and prove nothing else."""


class Mine:
    """Facts about the states of a system, and which of them come together in ``states`` that plays reach."""

    def __init__(self, system: System, states: Sequence[State], claims: Iterable[Term] = ()) -> None:
        import numpy as np

        self._system = system
        self._facts = _facts(system, claims)
        self._cells = [{v.cell for v in variables_of((fact,))} for fact in self._facts]
        columns = np.array(states, dtype=np.int64).reshape(len(states), len(system.cells)).T
        values = _values(self._facts, dict(zip(system.cells, columns, strict=True)), len(states))
        self._table = np.array(values, dtype=bool)

    def excluding(self, state: State, cells: Collection[Cell]) -> Term | None:
        """Return a condition about ``cells`` that is false in ``state`` and true in all that were seen.

        ``None`` where there is no short one: plays reach the state, or one just like it.
        """
        import numpy as np

        here = np.array(evaluate_all(self._facts, self._system.environment(state)), dtype=bool)
        apart = np.array([not read <= set(cells) for read in self._cells])
        alive = np.arange(self._table.shape[1])
        taken: list[int] = []
        while len(alive):
            if len(taken) == _LONGEST:
                return None
            # For each fact: how many of the states that are left have it as ``state`` does.
            agree = (self._table[:, alive] == here[:, None]).sum(axis=1)
            agree[apart] = len(alive)
            best = int(np.argmin(agree))
            if agree[best] == len(alive):
                return None
            taken.append(best)
            alive = alive[self._table[best, alive] == here[best]]
        return any_of(
            negate(self._facts[i]) if here[i] else self._facts[i] for i in self._needed(taken, here)
        )

    def _needed(self, taken: list[int], here: NDArray[np.bool_]) -> list[int]:
        """Return those of the facts without which some state that was seen would have all of the others."""
        for one in taken[:-1]:
            rest = [i for i in taken if i != one]
            if not (self._table[rest] == here[rest, None]).all(axis=0).any():
                taken = rest
        return taken


def _facts(system: System, claims: Iterable[Term]) -> list[Term]:
    facts: dict[Term, None] = {}
    for cell in system.cells:
        if cell.domain.sort is Sort.BOOL:
            facts[var(cell)] = None
            continue
        low, high = cell.domain.low, cell.domain.high
        if high - low < _WIDE:
            facts.update((equal(var(cell), integer(value)), None) for value in range(low, high + 1))
        if not cell.domain.labels and high - low > 1:
            facts.update((less(var(cell), integer(value)), None) for value in range(low + 1, high + 1))
    for term in walk([*claims, *(u.guard for u in system.updates)]):
        is_part = term.sort is Sort.BOOL and term.op in (Op.EQUAL, Op.LESS, Op.OR, Op.AND)
        if is_part and len({v.cell for v in variables_of((term,))}) <= _MOST_CELLS:
            facts[term] = None
    return [fact for fact in facts if not fact.is_const]


_OPERATIONS: dict[Op, Callable[..., Any]] = {
    Op.NOT: lambda a: a == 0,
    Op.EQUAL: lambda a, b: a == b,
    Op.LESS: lambda a, b: a < b,
    Op.MULTIPLY: lambda a, b: a * b,
    Op.DIVIDE: lambda a, b: a // b,
    Op.MODULO: lambda a, b: a % b,
}


def _values(roots: Sequence[Term], columns: dict[Any, NDArray[np.int64]], size: int) -> list[Any]:
    """Return the values of terms in many states at once, an array of numbers each."""
    import numpy as np

    done: dict[int, Any] = {}
    for t in walk(roots):
        args = [done[a.id] for a in t.args]
        match t.op:
            case Op.CONST:
                done[t.id] = np.full(size, t.value, dtype=np.int64)
            case Op.VAR:
                done[t.id] = columns[t.cell]
            case Op.AND:
                done[t.id] = np.logical_and.reduce(args)
            case Op.OR:
                done[t.id] = np.logical_or.reduce(args)
            case Op.ADD:
                done[t.id] = np.add.reduce(args)
            case Op.ITE:
                done[t.id] = np.where(args[0], args[1], args[2])
            case _:
                done[t.id] = _OPERATIONS[t.op](*args)
    return [done[root.id].astype(bool) for root in roots]
