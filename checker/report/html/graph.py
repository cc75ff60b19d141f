"""The graph of states around a play as a picture: layers from left to right, the play in the middle."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.report.drawing import Drawing, Edge, Node
from checker.report.near_play import Surroundings

__all__ = ["Dot", "Line", "Picture", "picture_of"]

_ALONG, _BESIDE = 52, 38
"""Pixels between layers, and between neighbours in a layer."""

_MARGIN = 28
_BIG, _SMALL = 13, 7
"""Pixels of the radius of a state of the play, and of another one."""

_SWEEPS = 4


@dataclass(frozen=True)
class Dot:
    """A state: where it is, the steps of the play that lead to it (if any do), and what is read of it."""

    x: float
    y: float
    radius: int
    kind: str
    steps: tuple[int, ...]
    told: str


@dataclass(frozen=True)
class Line:
    """The steps from one state to another: the way of the line, and what they are."""

    path: str
    marked: bool
    told: str


@dataclass(frozen=True)
class Picture:
    """A graph that is laid out, in pixels.

    ``whole`` says that all states of the game are there. ``besides`` are, for each step of the play and for
    its end, the steps that could have been taken instead, as text.
    """

    width: int
    height: int
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]
    whole: bool
    told: str
    besides: tuple[tuple[int, tuple[str, ...]], ...]


def picture_of(around: Surroundings) -> Picture:
    """Return what lies around a play, laid out."""
    nodes = {node.name: node for node in around.drawing.nodes}
    places = _places(around.drawing)
    steps = _steps(around.drawing)
    left, top = (min(place[axis] for place in places.values()) for axis in (0, 1))
    points = {
        name: (round(_MARGIN + (x - left) * _ALONG, 1), round(_MARGIN + (y - top) * _BESIDE, 1))
        for name, (x, y) in places.items()
    }
    pairs: dict[tuple[str, str], list[Edge]] = {}
    for edge in around.drawing.edges:
        pairs.setdefault((edge.source, edge.target), []).append(edge)
    lines = [_line(nodes, points, edges) for edges in pairs.values()]
    return Picture(
        width=math.ceil(max(x for x, _ in points.values()) + _MARGIN),
        height=math.ceil(max(y for _, y in points.values()) + _MARGIN),
        dots=tuple(_dot(node, points[name], steps.get(name, ())) for name, node in nodes.items()),
        lines=tuple(sorted(lines, key=lambda line: line.marked)),  # what is drawn last lies on top
        whole=around.whole,
        told=around.drawing.title,
        besides=tuple(_besides(around.drawing, steps)),
    )


def _places(drawing: Drawing) -> dict[str, tuple[float, float]]:
    """Return where each node is, neighbours in a layer and layers one apart."""
    import networkx as nx

    layers: dict[int, list[str]] = {}
    for node in drawing.nodes:
        layers.setdefault(node.layer or 0, []).append(node.name)
    graph: nx.Graph[str] = nx.Graph()
    for number, layer in sorted(_untangled(drawing, layers).items()):
        graph.add_nodes_from(layer, layer=number)
    found = nx.multipartite_layout(graph, subset_key="layer")
    # The layout fits all into a square around 0; what is one apart in it gives its measure back.
    chains = [(1, layer) for layer in layers.values()]
    chains.append((0, [layer[0] for _, layer in sorted(layers.items())]))
    apart = [
        abs(found[a][axis] - found[b][axis]) for axis, chain in chains for a, b in itertools.pairwise(chain)
    ]
    unit = min(apart, default=1.0)
    # The play goes straight on, so that it is seen at once: layers are moved by their first marked nodes.
    level = {node.layer: float(found[node.name][1]) for node in reversed(drawing.nodes) if node.marked}
    return {
        node.name: (
            float(found[node.name][0]) / unit,
            (float(found[node.name][1]) - level.get(node.layer, 0.0)) / unit,
        )
        for node in drawing.nodes
    }


def _untangled(drawing: Drawing, layers: dict[int, list[str]]) -> dict[int, list[str]]:
    """Return the layers in an order in which few lines cross: each node near the middle of its neighbours."""
    near: dict[str, list[str]] = {node.name: [] for node in drawing.nodes}
    for edge in drawing.edges:
        near[edge.source].append(edge.target)
        near[edge.target].append(edge.source)
    marked = {node.name for node in drawing.nodes if node.marked}
    ordered = {number: list(layer) for number, layer in layers.items()}
    for _ in range(_SWEEPS):
        place = {
            name: number - (len(layer) - 1) / 2
            for layer in ordered.values()
            for number, name in enumerate(layer)
        }
        for number, layer in ordered.items():
            middle = {n: sum(place[o] for o in near[n]) / len(near[n]) if near[n] else 0.0 for n in layer}
            others = sorted((n for n in layer if n not in marked), key=lambda n: (middle[n], place[n]))
            half = len(others) // 2
            ordered[number] = [*others[:half], *(n for n in layer if n in marked), *others[half:]]
    return ordered


def _steps(drawing: Drawing) -> dict[str, tuple[int, ...]]:
    """Return for each state of the play the steps that lead to it, 0 for its start."""
    taken = sorted((e for e in drawing.edges if e.number is not None), key=lambda e: e.number or 0)
    steps: dict[str, tuple[int, ...]] = {node.name: () for node in drawing.nodes if node.marked}
    if taken:
        steps[taken[0].source] = (0,)
    for edge in taken:
        steps[edge.target] = (*steps[edge.target], edge.number or 0)
    return {name: numbers or (0,) for name, numbers in steps.items()}


def _dot(node: Node, point: tuple[float, float], steps: tuple[int, ...]) -> Dot:
    told = "\n".join((_KINDS[node.kind], *node.lines) if node.kind in _KINDS else node.lines)
    return Dot(*point, _BIG if steps else _SMALL, node.kind, steps, told)


_KINDS = {
    "over": "the game is over",
    "end": "nobody can do anything",
    "cut": "a bound cuts some step off here",
}


def _line(nodes: dict[str, Node], points: dict[str, tuple[float, float]], edges: Sequence[Edge]) -> Line:
    source, target = nodes[edges[0].source], nodes[edges[0].target]
    told = "\n".join(edge.told for edge in edges)
    return Line(
        _path(points[source.name], points[target.name], _radius(source), _radius(target)),
        any(edge.marked for edge in edges),
        told,
    )


def _radius(node: Node) -> int:
    return _BIG if node.marked else _SMALL


def _path(start: tuple[float, float], end: tuple[float, float], leave: float, arrive: float) -> str:
    """Return the way of a line from the rim of one dot to that of another, straight into the next layer."""
    (x, y), (to_x, to_y) = start, end
    if start == end:
        return f"M{x - 4} {y - leave} c-12 -20 20 -20 9 -1"
    bend_x, bend_y = (x + to_x) / 2, (y + to_y) / 2
    if to_x - x != _ALONG:
        # It goes round what lies in between, and a way there and one back are two.
        out = _BESIDE * (0.9 if to_y == y else 0.4)
        bend_y += out if to_x > x else -out
        bend_x += _ALONG * 0.5 if to_x == x else 0
    ax, ay = _towards(start, (bend_x, bend_y), leave)
    bx, by = _towards(end, (bend_x, bend_y), arrive + 3)
    return f"M{ax:.1f} {ay:.1f} Q{bend_x:.1f} {bend_y:.1f} {bx:.1f} {by:.1f}"


def _towards(start: tuple[float, float], end: tuple[float, float], far: float) -> tuple[float, float]:
    part = far / (math.dist(start, end) or 1.0)
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _besides(drawing: Drawing, steps: dict[str, tuple[int, ...]]) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Yield for each state of the play, by its step, what could have been done instead."""
    for name, step in sorted(steps.items(), key=lambda pair: pair[1]):
        others = dict.fromkeys(e.sentence for e in drawing.edges if e.source == name and not e.marked)
        if others:
            yield step[0], tuple(others)
