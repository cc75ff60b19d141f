"""How states are laid out in bits: each cell as its value above the least one, in binary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.explore.symbolic.diagrams import Diagram, Diagrams
from checker.system.model import State, System
from checker.system.terms import Cell

__all__ = ["Encoding", "width"]


def width(cell: Cell) -> int:
    """Return how many bits the cell takes."""
    return (cell.domain.size - 1).bit_length()


class Encoding:
    """The bits of each cell, numbered in the order of the cells that is asked for, highest bit first."""

    def __init__(self, system: System, order: Sequence[Cell], memory: int) -> None:
        self.system = system
        self.bits: dict[Cell, tuple[int, ...]] = {}
        count = 0
        for cell in order:
            self.bits[cell] = tuple(range(count, count + width(cell)))
            count += width(cell)
        self.diagrams = Diagrams(count, memory)
        self._codes: dict[tuple[Cell, int, bool], Diagram] = {}

    def is_value(self, cell: Cell, value: int, *, after: bool = False) -> Diagram:
        """Return "the cell has this value", which must be one of its domain."""
        key = (cell, value, after)
        found = self._codes.get(key)
        if found is None:
            found = self._codes[key] = self.diagrams.literals(self._code(cell, value), after=after)
        return found

    def is_state(self, state: State) -> Diagram:
        """Return the set of this one state."""
        return self.diagrams.literals(self._assignment(state))

    def holds(self, states: Diagram, state: State) -> bool:
        """Whether the state is in the set."""
        values = self._assignment(state)
        negated = states.negated
        while states.var is not None:
            states = states.high if values[self.diagrams.bit_of(states.var)] else states.low
            negated ^= states.negated
        return not negated

    def _code(self, cell: Cell, value: int) -> Mapping[int, bool]:
        code = value - cell.domain.low
        return {bit: bool(code >> i & 1) for i, bit in enumerate(reversed(self.bits[cell]))}

    def _assignment(self, state: State) -> dict[int, bool]:
        values: dict[int, bool] = {}
        for cell, value in zip(self.system.cells, state, strict=True):
            values.update(self._code(cell, value))
        return values
