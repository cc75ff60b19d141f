"""All states of a small game to be drawn, in layers by their distance from the start, with a play marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from checker.errors import UsageError
from checker.explore.graph import StateGraph, build_graph
from checker.explore.interface import Limits
from checker.judge.verdict import ToldPlay
from checker.report.drawing import Drawing, Edge, Node
from checker.report.marked_play import Graph, MarkedPlay
from checker.report.summary import counted
from checker.report.told_board import NOTHING, board_of
from checker.system.model import System

__all__ = ["draw_states", "drawing_of"]


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
    kinds = {n: _kind(graph, n) for n in range(len(graph))}
    return drawing_of(
        graph, MarkedPlay(graph, play), dict(enumerate(graph.depth)), kinds, kinds, prefix=prefix
    )


def drawing_of(
    graph: Graph,
    marked: MarkedPlay,
    layers: Mapping[int, int],
    kinds: Mapping[int, str],
    sources: Iterable[int],
    *,
    prefix: str = "",
    sentence: Callable[[int, int], str] | None = None,
) -> Drawing:
    """Return the drawing of some states of a graph, and of the steps from some of them.

    Args:
        graph: the graph.
        marked: the play that goes through it.
        layers: the distance of each state from the start.
        kinds: the states that are drawn, with what they are, see :class:`checker.report.drawing.Node`.
        sources: the states whose steps are drawn; all of these lead to states that are drawn.
        prefix: goes before the names of nodes.
        sentence: tells a step by the state that it leads from and its update; without it, rules are named.

    """
    system = graph.system
    first = dict(board_of(system.show_state(graph.state(0))))
    nodes = []
    for number, kind in kinds.items():
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
                kind,
                layer=layers[number],
                marked=number in marked.states,
            )
        )
    edges = [
        Edge(
            f"{prefix}s{number}",
            f"{prefix}s{target}",
            marked.steps.get((number, update, target)),
            system.updates[update].rule,
            system.updates[update].name if sentence is None else sentence(number, update),
            system.updates[update].clauses,
            marked=(number, update, target) in marked.steps,
        )
        for number in sources
        for update, target in graph.edges(number)
    ]
    size = f"{counted(len(nodes), 'state')}, {counted(len(edges), 'step')}"
    return Drawing(f"{system.name}: {size}", tuple(nodes), tuple(edges))


def _kind(graph: StateGraph, number: int) -> str:
    if number < graph.initial:
        return "start"
    for kind, where in (("over", graph.over), ("end", graph.dead_ends), ("cut", graph.cut)):
        if number in where:
            return kind
    return "state"
