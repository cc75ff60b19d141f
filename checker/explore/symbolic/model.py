"""A system made symbolic: its states and steps as diagrams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from checker.explore.symbolic.cases import cases_of, proper
from checker.explore.symbolic.conditions import Conditions
from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.encoding import Encoding
from checker.explore.symbolic.order import order_cells
from checker.explore.symbolic.relations import Relations
from checker.system.model import State, System
from checker.system.terms import Cell, Term, all_of, any_of, negate

__all__ = ["SymbolicModel"]


class SymbolicModel:
    """The diagrams of one system. ``look`` is called between operations, and may end the work by raising.

    ``order`` overrides the order of the cells; ``memory`` is how many bytes the diagrams may take.
    """

    def __init__(
        self,
        system: System,
        memory: int,
        look: Callable[[], None],
        order: Sequence[Cell] | None = None,
    ) -> None:
        self.system = system
        cases = cases_of(system, look)
        self.encoding = Encoding(system, order or order_cells(system, cases), memory)
        self.diagrams = self.encoding.diagrams
        with self.diagrams.guarded():
            self._conditions = Conditions(self.encoding, look)
            self.steps = Relations(self.encoding, self._conditions, cases, look)
            self.initial = self.diagrams.union(self.encoding.is_state(s) for s in system.initial)

    def where(self, condition: Term) -> Diagram:
        """Return the states in which a condition is true."""
        return self._conditions.truth(condition)

    @cached_property
    def enabled(self) -> list[Diagram]:
        """For each update the states in which it is enabled."""
        return [self.where(update.enabled) for update in self.system.updates]

    @cached_property
    def proper(self) -> list[Diagram]:
        """For each update the states in which it is enabled and has a successor."""
        return [self.where(proper(update)) for update in self.system.updates]

    @cached_property
    def wrong(self) -> list[Diagram]:
        """For each update the states in which it is enabled and wrong."""
        return [self.where(all_of((u.enabled, u.wrong))) for u in self.system.updates]

    @cached_property
    def cut(self) -> list[Diagram]:
        """For each update the states in which it is enabled and cut, and not wrong."""
        return [self.where(all_of((u.enabled, u.cut, negate(u.wrong)))) for u in self.system.updates]

    @cached_property
    def over(self) -> Diagram:
        """The states in which the game is over."""
        return self.where(self.system.over)

    @cached_property
    def dead_ends(self) -> Diagram:
        """The states that are not over and in which nothing is enabled."""
        return ~(self.over | self.diagrams.union(self.enabled))

    def where_steps(self, conditions: Sequence[Term]) -> Diagram:
        """Return the states in which some update is enabled and its condition is true."""
        return self.where(
            any_of(all_of((u.enabled, t)) for u, t in zip(self.system.updates, conditions, strict=True))
            if conditions
            else any_of(())
        )

    def is_in(self, states: Diagram, state: State) -> bool:
        """Whether a state is in a set."""
        return self.encoding.holds(states, state)
