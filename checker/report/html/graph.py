"""The graph of states around a play as a picture: layers from left to right, the play in the middle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.report.drawing import Drawing, Edge, Node
from checker.report.html.layers import places_of
from checker.report.near_play import Surroundings

__all__ = ["Dot", "Line", "Picture", "picture_of"]

_ALONG, _BESIDE = 56, 30
"""Pixels between layers, and between neighbours in a layer."""

_MARGIN = 28
_BIG, _SMALL = 13, 7
"""Pixels of the radius of a state of the play, and of another one."""


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

    ``whole`` says that all states of the game are there. ``legend`` tells what the rings mean. ``besides``
    are, for each step of the play and for its end, the steps that could have been taken instead, as text.
    """

    width: int
    height: int
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]
    whole: bool
    told: str
    legend: str
    besides: tuple[tuple[int, tuple[str, ...]], ...]


def picture_of(around: Surroundings) -> Picture:
    """Return what lies around a play, laid out."""
    nodes = {node.name: node for node in around.drawing.nodes}
    places = places_of(around.drawing)
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
        legend=_legend(around.drawing.nodes),
        besides=tuple(_besides(around.drawing, steps)),
    )


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

_RINGS = {
    "over": "a thick ring means that the game is over",
    "end": "a thick red ring that nobody can do anything",
    "cut": "a dashed ring that a bound cuts some step off",
}
"""How a page draws these kinds of states, in the words of its legend."""


def _legend(nodes: Iterable[Node]) -> str:
    """Return what the rings mean that are there, as a sentence."""
    kinds = {node.kind for node in nodes}
    told = "; ".join(words for kind, words in _RINGS.items() if kind in kinds)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


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
        out = max(_BESIDE * 1.2, abs(to_x - x) * 0.3) if to_y == y else _BESIDE * 0.5
        bend_y += 0 if to_x == x else out if to_x > x else -out
        bend_x += 0 if to_x != x else _ALONG * 0.5 if to_y > y else -_ALONG * 0.5
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
