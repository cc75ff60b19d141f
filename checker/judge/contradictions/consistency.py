"""Whether demands can be met together, and all minimal sets of clauses that cannot.

All minimal sets are found as the conflicts of a hitting set tree (R. Reiter, "A theory of diagnosis from
first principles", Artificial Intelligence 32(1), 1987).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from checker.prove import solver as z
from checker.prove.encoding import Encoding
from checker.system.model import System
from checker.system.terms import FALSE, TRUE, Cell, Term, all_of

__all__ = ["Consistency", "joined", "minimal_cores"]

K = TypeVar("K")


class Consistency:
    """A solver for demands over the same free cells; ``calls`` counts how often it was asked."""

    def __init__(self, free: Iterable[Cell]) -> None:
        cells = tuple(sorted(free, key=lambda c: c.name))
        self._encoding = Encoding(System.build("demands", cells, (), ()))
        self._cells = cells
        self._solver = z.Solver(small_cores=True)
        self._solver.add(self._encoding.typed(self._encoding.before))
        self._literals: dict[int, z.Formula] = {}
        self._kept: list[Term] = []
        self.calls = 0

    def core(self, terms: Mapping[K, Term]) -> frozenset[K] | None:
        """Return some of the terms that cannot be true together, or nothing if all can."""
        if (false := next((k for k, t in terms.items() if t is FALSE), None)) is not None:
            return frozenset((false,))
        kept = [(k, t) for k, t in terms.items() if t is not TRUE]
        if not kept:
            return None
        self.calls += 1
        found = self._solver.check([self._literal(t) for _, t in kept], z.Clock(None))
        if found is z.Result.SAT:
            return None
        return frozenset(kept[i][0] for i in self._solver.core)

    def values(self, terms: Sequence[Term], cells: Collection[Cell] | None = None) -> dict[Cell, int] | None:
        """Return values of the free cells (of ``cells`` alone) that make all terms true, or nothing."""
        self.calls += 1
        found = self._solver.check([self._literal(t) for t in terms if t is not TRUE], z.Clock(None))
        if found is not z.Result.SAT:
            return None
        before = self._encoding.before
        return {
            cell: self._encoding.value(self._solver, before, number)
            for number, cell in enumerate(self._cells)
            if cells is None or cell in cells
        }

    def _literal(self, term: Term) -> z.Formula:
        if term.id not in self._literals:
            self._kept.append(term)  # keeps the term, and so its number, alive
            formula = self._encoding.condition(term, self._encoding.before)
            self._literals[term.id] = self._solver.literal(formula)
        return self._literals[term.id]


def minimal_cores(
    keys: Iterable[K], core: Callable[[frozenset[K]], frozenset[K] | None]
) -> tuple[frozenset[K], ...]:
    """Return all minimal sets of keys that are not consistent.

    Args:
        keys: what may be inconsistent.
        core: returns an inconsistent part of a set of keys, or nothing if the set is consistent.

    """
    everything = frozenset(keys)
    found: list[frozenset[K]] = []
    seen: set[frozenset[K]] = set()
    waiting: list[frozenset[K]] = [frozenset()]
    while waiting:
        removed = waiting.pop()
        if removed in seen:
            continue
        seen.add(removed)
        here = next((c for c in found if not c & removed), None)
        if here is None:
            some = core(everything - removed)
            if some is None:
                continue
            here = _minimal(some, core)
            found.append(here)
        waiting.extend(removed | {key} for key in sorted(here, key=str))
    return tuple(sorted(found, key=lambda c: (len(c), sorted(map(str, c)))))


def _minimal(inconsistent: frozenset[K], core: Callable[[frozenset[K]], frozenset[K] | None]) -> frozenset[K]:
    kept = inconsistent
    for key in sorted(inconsistent, key=str):
        if len(kept) > 1 and key in kept:
            smaller = core(kept - {key})
            if smaller is not None:
                kept = smaller
    return kept


def joined(terms: Mapping[int, Term], clause_of: Callable[[int], str]) -> dict[str, Term]:
    """Return by clause what its demands demand together."""
    by_clause: dict[str, list[Term]] = {}
    for number, term in terms.items():
        by_clause.setdefault(clause_of(number), []).append(term)
    return {clause: all_of(parts) for clause, parts in by_clause.items()}
