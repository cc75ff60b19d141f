"""Which of some states a condition is true in."""

from __future__ import annotations

from collections.abc import Callable

from checker.explore.symbolic.conditions import Conditions, TooLarge
from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.encoding import Encoding
from checker.system.model import State
from checker.system.terms import Term

__all__ = ["MOST_NODES", "Selecting"]

MOST_NODES = 40_000
"""A term with more nodes than this is turned into diagrams for the states at hand alone."""


class Selecting:
    """Answers by the diagram of the condition, or where that is too large by one within the states.

    ``conditions`` has the diagrams over all states, of at most ``most`` nodes if that is given.
    """

    def __init__(self, encoding: Encoding, look: Callable[[], None], most: int | None = MOST_NODES) -> None:
        self._encoding = encoding
        self._look = look
        self.conditions = Conditions(encoding, look, most=most)
        self._last: tuple[Diagram, Conditions] | None = None

    def among(self, states: Diagram, condition: Term) -> Diagram:
        """Return those of ``states`` in which a condition is true."""
        try:
            return states & self.conditions.truth(condition)
        except TooLarge:
            return self._within(states).truth(condition)

    def holds(self, condition: Term, state: State) -> bool:
        """Whether a condition is true in a state."""
        try:
            where = self.conditions.truth(condition)
        except TooLarge:
            return self._encoding.system.holds(condition, state)
        return self._encoding.holds(where, state)

    def _within(self, states: Diagram) -> Conditions:
        """Return what was turned into diagrams for these states before: many conditions share terms."""
        if self._last is None or self._last[0] != states:
            self._last = states, Conditions(self._encoding, self._look, within=states)
        return self._last[1]
