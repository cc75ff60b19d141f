"""Plays that come back to where they were, but for numbers that have grown, and then once more.

Who can do that can go on doing it: no state is the same twice, so that a search for cycles does not see it.
Ranges end somewhere; that the state comes back twice is what can be shown within them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.explore.components import Edge, shortest_way, strong_components
from checker.system.terms import Cell

if TYPE_CHECKING:
    from checker.explore.graph_interface import Graph

__all__ = ["Growth", "growth"]


@dataclass(frozen=True)
class Growth:
    """A way round by which something grows, from the state ``start``, and another one from its end.

    It has the same steps where they lead to more once again.
    """

    start: int
    once: tuple[Edge, ...]
    again: tuple[Edge, ...]


def growth(graph: Graph, states: Sequence[int], counted: Collection[Cell]) -> Growth | None:
    """Return the first way round within ``states`` by which some of the cells ``counted`` grow, twice.

    None of these cells is less at the end of a way round, at least one is more, and all others are as before.
    Of ways from one state a shortest is taken.
    """
    return _Growing(graph, states, counted).first()


class _Growing:
    def __init__(self, graph: Graph, states: Sequence[int], counted: Collection[Cell]) -> None:
        self._graph = graph
        self._states = states
        cells = graph.system.cells
        self._counted = [place for place, cell in enumerate(cells) if cell in counted]
        self._others = [place for place, cell in enumerate(cells) if cell not in counted]
        self._amounts: dict[int, tuple[int, ...]] = {}
        self._alike: dict[int, int] = {}  # the number of the class that a state belongs to
        self._members: list[list[int]] = []  # of each class: the states that differ in what is counted alone

    def first(self) -> Growth | None:
        """Return the first that is found, in the order of the states."""
        self._sort()
        if all(len(members) < 3 for members in self._members):
            return None
        self._part = self._parts()
        for start in self._states:
            found = self._from(start)
            if found is not None:
                return found
        return None

    def _sort(self) -> None:
        numbers: dict[tuple[int, ...], int] = {}
        for state in self._states:
            values = self._graph.state(state)
            number = numbers.setdefault(tuple(values[p] for p in self._others), len(numbers))
            if number == len(self._members):
                self._members.append([])
            self._members[number].append(state)
            self._alike[state] = number
            self._amounts[state] = tuple(values[p] for p in self._counted)

    def _parts(self) -> list[int]:
        """Return for each class a number that is the same for two of them only if ways lead round by both."""

        def edges(number: int) -> Iterator[Edge]:
            for member in self._members[number]:
                for update, target in self._graph.edges(member):
                    if target in self._alike:
                        yield update, self._alike[target]

        found = [0] * len(self._members)
        for label, component in enumerate(strong_components(range(len(self._members)), edges)):
            for number in component:
                found[number] = label
        return found

    def _inside(self, state: int) -> Iterator[Edge]:
        part = self._part[self._alike[state]]
        for update, target in self._graph.edges(state):
            if target in self._alike and self._part[self._alike[target]] == part:
                yield update, target

    def _more_than(self, state: int) -> set[int]:
        """Return the states that are like ``state``, but that something that is counted is more."""
        amounts = self._amounts[state]
        return {
            other
            for other in self._members[self._alike[state]]
            if other != state and all(a <= b for a, b in zip(amounts, self._amounts[other], strict=True))
        }

    def _from(self, start: int) -> Growth | None:
        wanted = self._more_than(start)
        while wanted:
            once = shortest_way(start, self._inside, lambda edge: edge[1] in wanted)
            if once is None:
                return None
            end = once[-1][1]
            again = self._again(end, once)
            if again is not None:
                return Growth(start, tuple(once), tuple(again))
            wanted.discard(end)
        return None

    def _again(self, start: int, once: Iterable[Edge]) -> list[Edge] | None:
        """Return a second way round: by the same steps, or else a shortest one."""
        wanted = self._more_than(start)
        way: list[Edge] = []
        state = start
        for update, _ in once:
            edge = next((e for e in self._inside(state) if e[0] == update), None)
            if edge is None:
                break
            way.append(edge)
            state = edge[1]
        else:
            if state in wanted:
                return way
        return shortest_way(start, self._inside, lambda edge: edge[1] in wanted) if wanted else None
