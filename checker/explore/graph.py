"""The graph of all states of a small game, by numbers in the order of discovery.

It is built and gone through in plain Python. Questions about paths, components and layouts are networkx's,
on the graph that :meth:`StateGraph.to_networkx` gives where it is small enough to be looked at.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from checker.explore.codegen import CUT, OVER, WRONG, compile_conditions, compile_steps
from checker.explore.fairness import Fairness, fair_components
from checker.explore.graph_interface import Graph
from checker.explore.interface import Limits, Progress, Statistics
from checker.explore.stopping import Stop, check_clock, limit_reached
from checker.explore.waiting import Waiting, wait
from checker.system.collection import no_collection
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import Term

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["StateGraph", "build_graph", "components", "condensation", "layers", "layout", "shortest_path"]


@dataclass
class StateGraph(Graph):
    """A graph whose states are the tuples ``states``, each at the place of its number.

    ``parent`` has for each state the one from which it was found first, and ``parent_update`` the update
    that led from there; both are -1 for initial states.
    """

    system: System
    states: list[State]
    initial: int
    first_edge: array[int]
    edge_update: array[int]
    edge_target: array[int]
    depth: array[int]
    parent: array[int]
    parent_update: array[int]
    expanded: int
    over: set[int] = field(default_factory=set)
    dead_ends: set[int] = field(default_factory=set)
    cut: set[int] = field(default_factory=set)
    wrong: set[int] = field(default_factory=set)
    blocked: dict[int, tuple[int, ...]] = field(default_factory=dict)
    stopped: str = ""

    def __len__(self) -> int:
        return len(self.states)

    def state(self, number: int) -> State:
        """Return a state by its number."""
        return self.states[number]

    @cached_property
    def numbers(self) -> dict[State, int]:
        """The number of each state."""
        return {s: i for i, s in enumerate(self.states)}

    def where(self, condition: Term) -> bytearray:
        """Return for each state whether ``condition`` (on one state) is true in it."""
        check = compile_conditions(self.system.cells, {0: condition})
        return bytearray(1 if check(s) else 0 for s in self.states)

    def somewhere(self, condition: Term, among: Set[int]) -> bool:
        """Return whether ``condition`` is true in some of the states ``among``."""
        check = compile_conditions(self.system.cells, {0: condition})
        return any(check(self.states[number]) for number in among)

    def reaching(self, goals: Iterable[int]) -> bytearray:
        """Return for each state whether some play goes on from it to one of ``goals``."""
        first, sources = self._incoming
        found = bytearray(len(self.states))
        queue = list(goals)
        for number in queue:
            found[number] = 1
        for number in queue:  # the list grows meanwhile
            for e in range(first[number], first[number + 1]):
                if not found[sources[e]]:
                    found[sources[e]] = 1
                    queue.append(sources[e])
        return found

    @cached_property
    def _incoming(self) -> tuple[array[int], array[int]]:
        """The edges turned round: where those into each state begin, and the states they come from."""
        first = array("q", [0]) * (len(self.states) + 1)
        for target in self.edge_target:
            first[target + 1] += 1
        for number in range(len(self.states)):
            first[number + 1] += first[number]
        free = array("q", first)
        sources = array("q", [0]) * len(self.edge_target)
        for number in range(len(self.states)):
            for _, target in self.edges(number):
                sources[free[target]] = number
                free[target] += 1
        return first, sources

    def play_to(self, number: int) -> Play:
        """Return the shortest play to a state, the least of them."""
        states, updates = [], []
        while number >= 0:
            states.append(self.states[number])
            if self.parent[number] >= 0:
                updates.append(self.parent_update[number])
            number = self.parent[number]
        return Play(self.system, tuple(reversed(states)), tuple(reversed(updates)))

    def waiting(self, premise: bytearray, goal: bytearray, *, at_start: bool) -> Waiting:
        """Return the states in which the goal is due."""
        return wait(self, premise, goal, at_start=at_start)

    def fair_parts(
        self, states: Sequence[int], fairness: Fairness, wanted: Sequence[bool] | None = None
    ) -> Sequence[int]:
        """Return for each state the number of the part that a fair play can go round for ever, or -1."""
        edges = self.edges if wanted is None else lambda s: [e for e in self.edges(s) if wanted[e[0]]]
        parts = array("q", [-1]) * len(self.states)
        for label, component in enumerate(fair_components(states, edges, self.enabled, fairness)):
            for number in component:
                parts[number] = label
        return parts

    def forks(self, keys: Sequence[int]) -> Sequence[int]:
        """Return the states, in order, in which updates with different keys are enabled."""
        found = []
        for number in range(self.expanded):
            enabled = self.enabled(number)
            if len(enabled) > 1 and len({keys[u] for u in enabled if keys[u] >= 0}) > 1:
                found.append(number)
        return found

    def unsettled(self, forks: Sequence[int], wanted: Sequence[bool]) -> Sequence[int]:
        """Return all ``forks``: in a small graph each of them is looked at."""
        return forks


def build_graph(
    system: System,
    *,
    limits: Limits = Limits(),  # noqa: B008 - an immutable value
    progress: Progress | None = None,
) -> StateGraph:
    """Return the graph of all states of ``system`` that lie within ``limits``.

    Where a limit ends the building, the graph holds what the states expanded until then lead to, and says
    in ``stopped`` why there is no more.
    """
    states = list(dict.fromkeys(system.initial))
    graph = StateGraph(
        system=system,
        states=states,
        initial=len(states),
        first_edge=array("q", [0]),
        edge_update=array("l"),
        edge_target=array("q"),
        depth=array("l", [0] * len(states)),
        parent=array("q", [-1] * len(states)),
        parent_update=array("l", [-1] * len(states)),
        expanded=0,
    )
    with no_collection():
        try:
            _expand_all(graph, limits, progress)
        except Stop as stop:
            graph.stopped = str(stop)
    graph.first_edge.extend([len(graph.edge_target)] * (len(states) + 1 - len(graph.first_edge)))
    return graph


def _expand_all(graph: StateGraph, limits: Limits, progress: Progress | None) -> None:
    """Expand the states in order; raise :class:`Stop` at a limit, with the graph whole up to a state."""
    expand = compile_steps(graph.system)
    states = graph.states
    if limits.states is not None and len(states) > limits.states:
        raise limit_reached(limits.states, "state")
    ids = {s: i for i, s in enumerate(states)}
    begun = told = time.monotonic()
    for number, state in enumerate(states):  # the list grows meanwhile
        if limits.levels is not None and graph.depth[number] + 1 >= limits.levels:
            raise limit_reached(limits.levels, "level")
        if number % 256 == 0:
            now = check_clock(begun, limits)
            if progress is not None and now - told >= 0.2:
                told = now
                progress(_seen_so_far(graph, now - begun))
        known = len(states)
        blocked: list[int] = []
        moved = False
        for update, result in expand(state):
            moved = True
            if update >= 0:
                target = ids.setdefault(result, len(states))
                graph.edge_update.append(update)
                graph.edge_target.append(target)
                if target == len(states):
                    states.append(result)
                    graph.depth.append(graph.depth[number] + 1)
                    graph.parent.append(number)
                    graph.parent_update.append(update)
            elif update == OVER:
                graph.over.add(number)
            else:
                assert update in (CUT, WRONG)
                (graph.cut if update == CUT else graph.wrong).add(number)
                blocked.append(result)
        if limits.states is not None and len(states) > limits.states:
            _undo(graph, number, known)
            raise limit_reached(limits.states, "state")
        if not moved:
            graph.dead_ends.add(number)
        if blocked:
            graph.blocked[number] = tuple(blocked)
        graph.first_edge.append(len(graph.edge_target))
        graph.expanded = number + 1


def _undo(graph: StateGraph, number: int, known: int) -> None:
    """Take back the expansion of a state, so that no state is left half expanded."""
    for table in (graph.states, graph.depth, graph.parent, graph.parent_update):
        del table[known:]
    del graph.edge_update[graph.first_edge[number] :]
    del graph.edge_target[graph.first_edge[number] :]
    graph.cut.discard(number)
    graph.wrong.discard(number)


def _seen_so_far(graph: StateGraph, seconds: float) -> Statistics:
    return Statistics(
        states=len(graph.states),
        transitions=len(graph.edge_target),
        levels=graph.depth[-1] + 1,
        dead_ends=len(graph.dead_ends),
        over=len(graph.over),
        seconds=seconds,
    )


def shortest_path(graph: nx.MultiDiGraph[int], start: int, end: int) -> list[int] | None:
    """Return the states of a shortest path, both ends included, or nothing where there is no way."""
    import networkx as nx

    try:
        return list(nx.shortest_path(graph, start, end))
    except nx.NetworkXNoPath:
        return None


def components(graph: nx.MultiDiGraph[int]) -> list[list[int]]:
    """Return the strongly connected components, each sorted, the one with the least state first."""
    import networkx as nx

    return sorted(sorted(c) for c in nx.strongly_connected_components(graph))


def condensation(graph: nx.MultiDiGraph[int]) -> nx.DiGraph[int]:
    """Return the acyclic graph of components; node ``i`` stands for the ``i``-th of :func:`components`."""
    import networkx as nx

    condensed: nx.DiGraph[int] = nx.condensation(graph, components(graph))
    return condensed


def layers(graph: nx.MultiDiGraph[int]) -> list[list[int]]:
    """Return the states by their distance from the initial ones, each layer sorted."""
    import networkx as nx

    initial = [n for n, is_initial in graph.nodes(data="initial") if is_initial]
    return [sorted(layer) for layer in nx.bfs_layers(graph, initial)] if initial else []


def layout(graph: nx.MultiDiGraph[int]) -> dict[int, tuple[float, float]]:
    """Return places for a drawing: x is the distance from the start, y spreads a layer around 0."""
    return {
        node: (float(x), i - (len(layer) - 1) / 2)
        for x, layer in enumerate(layers(graph))
        for i, node in enumerate(layer)
    }
