"""All states of a small game to be drawn, in layers by their distance from the start, with a play marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checker.errors import UsageError
from checker.explore.graph import StateGraph, build_graph
from checker.explore.interface import Limits
from checker.judge.verdict import PlayStep, ToldPlay
from checker.report.drawing import Drawing, Edge, Node
from checker.report.summary import NOTHING, board_of, counted
from checker.system.model import System

__all__ = ["draw_states"]


def draw_states(system: System, *, most: int, play: ToldPlay | None = None, prefix: str = "") -> Drawing:
    """Return the drawing of all states of a system.

    Of each state that is told which differs from the first.

    Args:
        system: the game, without ghosts.
        most: states that there may be.
        play: the play that is marked.
        prefix: goes before the names of nodes.

    Raises:
        UsageError: there are more states, or the play does not lie in the graph.

    """
    graph = build_graph(system, limits=Limits(states=most + 1))
    if len(graph) > most or graph.stopped:
        raise UsageError(
            f"{system.name} has more than {counted(most, 'state')}, too many to be drawn",
            hint="make it smaller with `--scope NAME=N`, or draw plays alone: `ruleproof check --format dot`",
        )
    marked = _Marked(graph, play)
    first = dict(board_of(system.show_state(graph.state(0))))
    nodes = []
    for number in range(len(graph)):
        board = board_of(system.show_state(graph.state(number)))
        lines = tuple(f"{name}: {value}" for name, value in board if value != first[name])
        if number == 0:
            told = (f"{name}: {value}" for name, value in board if value not in NOTHING)
            lines = ("the game starts", *told)
        nodes.append(
            Node(
                f"{prefix}s{number}",
                number,
                lines or ("as at the start",),
                _kind(graph, number),
                layer=graph.depth[number],
                marked=number in marked.states,
            )
        )
    edges = [
        Edge(
            f"{prefix}s{number}",
            f"{prefix}s{target}",
            marked.steps.get((number, update, target)),
            system.updates[update].rule,
            system.updates[update].name,
            system.updates[update].clauses,
            marked=(number, update, target) in marked.steps,
        )
        for number in range(len(graph))
        for update, target in graph.edges(number)
    ]
    size = f"{counted(len(graph), 'state')}, {counted(len(edges), 'step')}"
    return Drawing(f"{system.name}: {size}", tuple(nodes), tuple(edges))


def _kind(graph: StateGraph, number: int) -> str:
    if number < graph.initial:
        return "start"
    for kind, where in (("over", graph.over), ("end", graph.dead_ends), ("cut", graph.cut)):
        if number in where:
            return kind
    return "state"


class _Marked:
    """Where a play goes through a graph: its states, and its steps with their numbers."""

    def __init__(self, graph: StateGraph, play: ToldPlay | None) -> None:
        self._graph = graph
        self.states: set[int] = set()
        self.steps: dict[tuple[int, int, int], int] = {}
        if play is None:
            return
        starts = [n for n in range(graph.initial) if self._shows(n, play.start)]
        way = self._way(starts, play.steps) if starts else None
        if way is None:
            raise UsageError(
                f"the play does not lie in the graph of {graph.system.name} as it is now",
                hint="`ruleproof replay` tells at which step it no longer fits",
            )
        states, updates = way
        self.states = set(states)
        for number, (source, update, target) in enumerate(
            zip(states, updates, states[1:], strict=False), start=1
        ):
            self.steps.setdefault((source, update, target), number)

    def _way(self, starts: Sequence[int], steps: Sequence[PlayStep]) -> tuple[list[int], list[int]] | None:
        """Return the states and updates of the play, if there is a way through the graph that shows the same.

        Several states may look alike, because moments are not shown: each of them is gone on from.
        """
        came: list[dict[int, tuple[int, int]]] = []
        here = set(starts)
        for step in steps:
            if not step.state:
                break  # a wrong step leads to no state
            there: dict[int, tuple[int, int]] = {}
            for number in sorted(here):
                for update, target in self._graph.edges(number):
                    if target not in there and self._is_taken(step, update, target):
                        there[target] = (number, update)
            if not there:
                return None
            came.append(there)
            here = set(there)
        states, updates = [min(here)], []
        for there in reversed(came):
            number, update = there[states[-1]]
            states.append(number)
            updates.append(update)
        return states[::-1], updates[::-1]

    def _is_taken(self, step: PlayStep, update: int, target: int) -> bool:
        taken = self._graph.system.updates[update]
        return (
            taken.rule == step.rule
            and dict(taken.arguments) == dict(step.arguments)
            and self._shows(target, step.state)
        )

    def _shows(self, number: int, state: Mapping[str, Any]) -> bool:
        """Whether a state of the graph looks like one of the play, in all that it has."""
        system = self._graph.system
        mine = system.show_state(self._graph.state(number))
        return all(state.get(name) == value for name, value in mine.items())
