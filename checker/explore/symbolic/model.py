"""A system made symbolic: its states and steps as diagrams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from checker.explore.symbolic.cases import cases_of, proper, whole_updates
from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.encoding import Encoding
from checker.explore.symbolic.order import order_cells
from checker.explore.symbolic.relations import Relations
from checker.explore.symbolic.selecting import MOST_NODES, Selecting
from checker.system.model import State, System
from checker.system.terms import Cell, Term, all_of, negate

__all__ = ["SymbolicModel"]


class SymbolicModel:
    """The diagrams of one system. ``look`` is called between operations, and may end the work by raising.

    ``order`` overrides the order of the cells; ``memory`` is how many bytes the diagrams may take. Without
    ``tuned`` the cells stand as they are declared, and each update is one relation, however large.
    """

    def __init__(
        self,
        system: System,
        memory: int,
        look: Callable[[], None],
        order: Sequence[Cell] | None = None,
        *,
        tuned: bool = True,
    ) -> None:
        self.system = system
        cases = cases_of(system, look) if tuned else whole_updates(system)
        if order is None:
            order = order_cells(system, cases) if tuned else system.cells
        self.encoding = Encoding(system, order, memory)
        self.diagrams = self.encoding.diagrams
        with self.diagrams.guarded():
            self._selecting = Selecting(self.encoding, look, MOST_NODES if tuned else None)
            self.steps = Relations(self.encoding, self._selecting, cases, look, tuned=tuned)
            self.initial = self.diagrams.union(self.encoding.is_state(s) for s in system.initial)

    def among(self, states: Diagram, condition: Term) -> Diagram:
        """Return those of ``states`` in which a condition is true."""
        return self._selecting.among(states, condition)

    def holds(self, condition: Term, state: State) -> bool:
        """Whether a condition is true in a state."""
        return self._selecting.holds(condition, state)

    @cached_property
    def proper(self) -> list[Term]:
        """For each update where it is enabled and has a successor."""
        return [proper(update) for update in self.system.updates]

    @cached_property
    def wrong(self) -> list[Term]:
        """For each update where it is enabled and wrong."""
        return [all_of((u.enabled, u.wrong)) for u in self.system.updates]

    @cached_property
    def cut(self) -> list[Term]:
        """For each update where it is enabled and cut, and not wrong."""
        return [all_of((u.enabled, u.cut, negate(u.wrong))) for u in self.system.updates]

    def stuck(self, states: Diagram) -> Diagram:
        """Return those of ``states`` that are not over and in which nothing is enabled."""
        moving = [self.among(states, update.enabled) for update in self.system.updates]
        return states & ~self.diagrams.union((self.among(states, self.system.over), *moving))

    def is_in(self, states: Diagram, state: State) -> bool:
        """Whether a state is in a set."""
        return self.encoding.holds(states, state)
