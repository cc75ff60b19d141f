"""Cycles that a fair play can go round for ever.

A fairness requirement is a set of updates (all instances of a rule, or one of them). *Weak*: a play in
which, from some point on, always one of the set is enabled takes one of it again and again. *Strong*: a
play in which again and again one of the set is enabled takes one of it again and again. Updates that are
cut off by a bound or wrong are enabled.

The search for fair components is that of E. A. Emerson and C.-L. Lei, "Modalities for model checking:
branching time logic strikes back", Sci. Comput. Programming 8(3), 1987: a component that never takes a
strongly fair set loses the states in which that set is enabled, and what remains is searched again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from checker.explore.components import Edge, Edges, shortest_way, strong_components

__all__ = ["Fairness", "Part", "fair_components", "fair_cycle"]

Enabled = Callable[[int], Set[int]]
"""Gives the updates that are enabled in a state."""


@dataclass(frozen=True)
class Fairness:
    """What a play must be fair to: sets of updates, weakly or strongly."""

    weak: tuple[frozenset[int], ...] = ()
    strong: tuple[frozenset[int], ...] = ()

    @staticmethod
    def of(weak: Iterable[Collection[int]], strong: Iterable[Collection[int]]) -> Fairness:
        """Return the requirements with these sets of updates."""
        return Fairness(tuple(map(frozenset, weak)), tuple(map(frozenset, strong)))

    def broken(self, states: Collection[int], taken: Set[int], enabled: Enabled) -> Iterator[frozenset[int]]:
        """Yield the requirements that going round ``states`` for ever breaks, taking just these updates."""
        for wanted in self.weak:
            if wanted.isdisjoint(taken) and all(not wanted.isdisjoint(enabled(s)) for s in states):
                yield wanted
        for wanted in self.strong:
            if wanted.isdisjoint(taken) and any(not wanted.isdisjoint(enabled(s)) for s in states):
                yield wanted


@dataclass(frozen=True)
class Part(Container[int]):
    """The states that carry one number, where each state carries the number of its part."""

    parts: Sequence[int]
    label: int

    def __contains__(self, state: object) -> bool:
        return isinstance(state, int) and self.parts[state] == self.label


def _within(edges: Edges, states: Container[int]) -> Edges:
    """Return the edges that stay within ``states``."""
    return lambda s: [edge for edge in edges(s) if edge[1] in states]


def fair_components(
    states: Iterable[int], edges: Edges, enabled: Enabled, fairness: Fairness
) -> list[set[int]]:
    """Return the components within ``states`` that a fair play can go round for ever, visiting all of them.

    Every cycle that is fair lies within one of them.
    """
    weak_only, strong_only = Fairness(weak=fairness.weak), Fairness(strong=fairness.strong)
    found: list[set[int]] = []
    todo = [set(states)]
    while todo:
        part = todo.pop()
        inside = _within(edges, part)
        for component in strong_components(sorted(part), inside):
            members = set(component)
            taken = {update for s in component for update, target in inside(s) if target in members}
            if not taken or any(weak_only.broken(component, taken, enabled)):
                continue
            missed = frozenset().union(*strong_only.broken(component, taken, enabled))
            if missed:
                todo.append({s for s in component if missed.isdisjoint(enabled(s))})
            else:
                found.append(members)
    return found


def fair_cycle(
    start: int, component: Container[int], edges: Edges, enabled: Enabled, fairness: Fairness
) -> list[Edge]:
    """Return a short fair cycle from ``start`` and back to it, within a component that is fair.

    Where the shortest cycle is not fair, the way makes a detour by what is missing, the nearest first.
    """
    inside = _within(edges, component)
    walk: list[Edge] = []
    here = start
    while True:
        home = [] if walk and here == start else _way(here, inside, lambda edge: edge[1] == start)
        cycle = walk + home
        states = {start, *(target for _, target in cycle)}
        missing = next(fairness.broken(states, {update for update, _ in cycle}, enabled), None)
        if missing is None:
            return cycle
        walk += _way(here, inside, _mends(missing, fairness, enabled))
        here = walk[-1][1]


def _mends(missing: frozenset[int], fairness: Fairness, enabled: Enabled) -> Callable[[Edge], bool]:
    """Return the test for an edge after which a cycle no longer breaks a requirement."""
    weak = missing in fairness.weak and missing not in fairness.strong
    return lambda edge: edge[0] in missing or (weak and missing.isdisjoint(enabled(edge[1])))


def _way(start: int, edges: Edges, wanted: Callable[[Edge], bool]) -> list[Edge]:
    way = shortest_way(start, edges, wanted)
    assert way is not None, "a fair component has a way to all that it is fair for"
    return way
