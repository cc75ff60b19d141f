"""Steps as relations between the bits now and after, each over the cells that it changes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from checker.explore.symbolic.cases import Case
from checker.explore.symbolic.conditions import TooLarge
from checker.explore.symbolic.deferred import Deferred
from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.encoding import Encoding, width
from checker.explore.symbolic.selecting import Selecting
from checker.system.terms import Cell, Sort, Term, var

__all__ = ["Relation", "Relations"]

_SLACK = 6
"""How many more bits than its widest case the cases of one relation may change together."""
_MOST_NODES = 4000
"""A relation that has grown beyond this takes no further case."""
MOST_NODES_OF_A_CASE = 80_000
"""A case whose relation has grown beyond this is turned into steps for the states at hand alone..."""
MOST_NODES_OF_A_BIT = 300
"""...unless it has no more than so many nodes for each bit that it changes: it is long then, and not wide."""


@dataclass
class Relation:
    """Some steps, and the bits that they change."""

    steps: Diagram
    bits: tuple[int, ...]


@dataclass
class _Cluster:
    """Cases with the same known values that change much the same cells."""

    cells: set[Cell]
    widest: int
    cases: list[Case]

    def fits(self, case: Case) -> bool:
        """Whether the case changes little that the others do not, and the other way round."""
        together = sum(width(cell) for cell in self.cells | case.changes.keys())
        return together <= min(self.widest, case.width) + _SLACK

    def add(self, case: Case) -> None:
        """Take the case in."""
        self.cells |= case.changes.keys()
        self.widest = max(self.widest, case.width)
        self.cases.append(case)


class Relations:
    """All steps of a system.

    ``deferred`` are the cases whose relation would be too large. ``spilling`` has, by update, the states in
    which a new value would lie outside the domain of its cell;
    a system that says so by ``wrong`` has none. Without ``tuned`` each case is a relation of its own, and
    none is deferred.
    """

    def __init__(
        self,
        encoding: Encoding,
        selecting: Selecting,
        cases: Sequence[Case],
        look: Callable[[], None],
        *,
        tuned: bool = True,
    ) -> None:
        self._encoding = encoding
        self._diagrams = encoding.diagrams
        self._selecting = selecting
        self._conditions = selecting.conditions
        self._look = look
        self._tuned = tuned
        self.spilling: list[tuple[int, Diagram]] = []
        self.parts: list[Relation] = []
        self.deferred: list[Deferred] = []
        for cluster in _clusters(cases) if tuned else map(_alone, cases):
            self._add(cluster)

    def after(self, states: Diagram, newest: Diagram | None = None) -> Diagram:
        """Return the states after one step from ``states``.

        Where ``newest`` is given, what follows the others of the states is of no interest.
        """
        parts = []
        for part in self.parts:
            self._look()
            parts.append(self._diagrams.images(part.steps, states, part.bits))
        few = states if newest is None else newest
        parts.extend(deferred.after(few) for deferred in self.deferred)
        return self._diagrams.union(parts)

    def before(self, states: Diagram, within: Diagram) -> Diagram:
        """Return those of ``within`` from which one step leads into ``states``."""
        parts = []
        for part in self.parts:
            self._look()
            parts.append(within & self._diagrams.preimages(part.steps, states, part.bits))
        parts.extend(deferred.before(states, within) for deferred in self.deferred)
        return self._diagrams.union(parts)

    def _add(self, cluster: _Cluster) -> None:
        bits = tuple(sorted(bit for cell in cluster.cells for bit in self._encoding.bits[cell]))
        # From the last cell of the order up, so that each conjunction only puts something on top.
        cells = sorted(cluster.cells, key=lambda cell: self._encoding.bits[cell], reverse=True)
        steps = self._diagrams.false
        for case in cluster.cases:
            if len(steps) > _MOST_NODES:
                self.parts.append(Relation(steps, bits))
                steps = self._diagrams.false
            try:
                steps = steps | self._steps(case, cells)
            except TooLarge:
                self.deferred.append(
                    Deferred(case, self._encoding, self._selecting.among, self._look, self._note_spill)
                )
        if steps != self._diagrams.false:
            self.parts.append(Relation(steps, bits))

    def _steps(self, case: Case, cells: Sequence[Cell]) -> Diagram:
        """Return the steps of one case, in which of ``cells`` those that it does not change stay."""
        self._look()
        guard = self._conditions.truth(case.guard)
        for cell, value in case.known:
            guard = guard & self._encoding.is_value(cell, value)
        steps = self._diagrams.true
        bits = 0
        for cell in cells:
            steps = self._becomes(cell, case.changes.get(cell, var(cell))) & steps
            bits += width(cell)
            if self._tuned and len(steps) > max(MOST_NODES_OF_A_CASE, MOST_NODES_OF_A_BIT * bits):
                raise TooLarge
        for cell in case.changes:
            self._look_for_spills(case, guard, cell)
        return guard & steps

    def _becomes(self, cell: Cell, term: Term) -> Diagram:
        """Return "after the step the cell has the value of the term"."""
        return self._diagrams.union(
            where & self._encoding.is_value(cell, value, after=True)
            for value, where in self._conditions.values(term).items()
            if value in cell.domain.values()
        )

    def _look_for_spills(self, case: Case, guard: Diagram, cell: Cell) -> None:
        term = case.changes[cell]
        if cell.domain.sort is Sort.BOOL:
            return
        if cell.domain.low <= term.low and term.high <= cell.domain.high:
            return
        values = self._conditions.values(term)
        outside = guard & self._diagrams.union(
            where for value, where in values.items() if value not in cell.domain.values()
        )
        if outside != self._diagrams.false:
            self._note_spill(case.update, outside)

    def _note_spill(self, update: int, states: Diagram) -> None:
        self.spilling.append((update, states))


def _alone(case: Case) -> _Cluster:
    return _Cluster(set(case.changes), case.width, [case])


def _clusters(cases: Iterable[Case]) -> list[_Cluster]:
    """Gather cases that can share one relation."""
    by_known: dict[tuple[tuple[Cell, int], ...], list[_Cluster]] = {}
    for case in cases:
        clusters = by_known.setdefault(case.known, [])
        fitting = next((c for c in clusters if c.fits(case)), None)
        if fitting is None:
            clusters.append(_alone(case))
        else:
            fitting.add(case)
    return [cluster for clusters in by_known.values() for cluster in clusters]
