"""Steps whose relation would be too large, made anew for the states that they are taken from.

Over all codes of states, what a rule does with the third entry of a stack hangs on everything that may be in
it; in the states of one level, on little. So the new value of each cell is turned into diagrams within these
states alone, and most of them turn out to be a constant, or what they were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checker.explore.symbolic.cases import Case
from checker.explore.symbolic.conditions import Conditions
from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.encoding import Encoding
from checker.system.terms import Cell, Sort, Term

__all__ = ["Deferred"]


@dataclass(frozen=True)
class _Steps:
    """The steps of a case from the states ``here``.

    ``constants`` has the cells whose new value is the same from all of these states; ``parts`` has for each
    of the other cells that change its new values, as a relation of the states with its bits after the step.
    """

    here: Diagram
    constants: dict[Cell, int]
    parts: list[tuple[Cell, Diagram]]


class Deferred:
    """The steps of one case.

    ``spill`` is told of states from which a new value lies outside the domain of its cell.
    """

    def __init__(
        self,
        case: Case,
        encoding: Encoding,
        among: Callable[[Diagram, Term], Diagram],
        look: Callable[[], None],
        spill: Callable[[int, Diagram], None],
    ) -> None:
        self._case = case
        self._encoding = encoding
        self._diagrams = encoding.diagrams
        self._among = among
        self._look = look
        self._spill = spill
        self._made: _Steps | None = None

    def after(self, states: Diagram) -> Diagram:
        """Return the states after one step of the case from ``states``."""
        steps = self._from(states)
        if steps is None:
            return self._diagrams.false
        pairs = steps.here
        for _, part in steps.parts:
            self._look()
            pairs = pairs & part
        changed = [bit for cell, _ in steps.parts for bit in self._encoding.bits[cell]]
        fixed = [bit for cell in steps.constants for bit in self._encoding.bits[cell]]
        reached = self._diagrams.images(self._diagrams.true, self._diagrams.some(pairs, fixed), changed)
        return self._become(steps, reached)

    def before(self, states: Diagram, within: Diagram) -> Diagram:
        """Return those of ``within`` from which a step of the case leads into ``states``."""
        steps = self._from(within)
        if steps is None:
            return self._diagrams.false
        fixed = [bit for cell in steps.constants for bit in self._encoding.bits[cell]]
        goal = self._diagrams.some(self._become(steps, states), fixed)
        goal = self._diagrams.later(
            goal, [bit for cell, _ in steps.parts for bit in self._encoding.bits[cell]]
        )
        for cell, part in steps.parts:
            self._look()
            goal = self._diagrams.meet(goal, part, self._encoding.bits[cell])
        return goal & steps.here

    def _become(self, steps: _Steps, states: Diagram) -> Diagram:
        """Return those of ``states`` in which the cells that become constants have these values."""
        for cell, value in steps.constants.items():
            states = states & self._encoding.is_value(cell, value)
        return states

    def _from(self, states: Diagram) -> _Steps | None:
        """Return the steps from ``states``, None if there are none."""
        here = states
        for cell, value in self._case.known:
            here = here & self._encoding.is_value(cell, value)
        if here != self._diagrams.false:
            here = self._among(here, self._case.guard)
        if here == self._diagrams.false:
            return None
        if self._made is None or self._made.here != here:
            self._made = self._make(here)
        return self._made

    def _make(self, here: Diagram) -> _Steps:
        conditions = Conditions(self._encoding, self._look, within=here)
        constants: dict[Cell, int] = {}
        parts: list[tuple[Cell, Diagram]] = []
        # From the last cell of the order up, so that each conjunction only puts something on top.
        for cell in sorted(self._case.changes, key=lambda cell: self._encoding.bits[cell], reverse=True):
            values = conditions.values(self._case.changes[cell])
            if cell.domain.sort is not Sort.BOOL:
                outside = [where for value, where in values.items() if value not in cell.domain.values()]
                if outside:
                    self._spill(self._case.update, self._diagrams.union(outside))
            real = {
                value: where
                for value, where in values.items()
                if value in cell.domain.values() and where != self._diagrams.false
            }
            if all(where == here & self._encoding.is_value(cell, value) for value, where in real.items()):
                continue
            if len(real) == 1:
                constants.update((cell, value) for value in real)
            else:
                parts.append((cell, self._relation(cell, real)))
        return _Steps(here, constants, parts)

    def _relation(self, cell: Cell, values: dict[int, Diagram]) -> Diagram:
        """Return "after the step the cell has its value"."""
        return self._diagrams.union(
            where & self._encoding.is_value(cell, value, after=True) for value, where in values.items()
        )
