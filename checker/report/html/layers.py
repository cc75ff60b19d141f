"""Where the states of a drawing stand: layer by layer, and in each layer so that few lines cross."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from checker.report.drawing import Drawing

__all__ = ["places_of"]

_SWEEPS = 8
"""How often all layers are put in order anew: to and fro by turns, after which little changes."""

_LEVEL = 1e-6
"""What is nearer to the play than this is as high as it."""


def places_of(drawing: Drawing) -> dict[str, tuple[float, float]]:
    """Return where each node stands: layers one apart, neighbours in a layer one apart or more.

    The first node of the play in each layer has height 0, so that the play goes straight on and is seen at
    once. Every other node stands where the middle of its neighbours in the layer before (or, on the way back,
    after) draws it; the layers are gone through to and fro, as Sugiyama, Tagawa and Toda have it (Methods for
    Visual Understanding of Hierarchical System Structures, 1981), and of all that is met on the way the one
    with the fewest crossings is kept.
    """
    layers = _Layers(drawing)
    best = min(layers.sweeps(), key=layers.badness)
    return {name: (float(number), best[name]) for number, layer in enumerate(layers.names) for name in layer}


class _Line(NamedTuple):
    """A line between two layers, from the one further to the left."""

    source: str
    target: str


class _Layers:
    """The layers of a drawing, and what is beside what."""

    def __init__(self, drawing: Drawing) -> None:
        found: dict[int, list[str]] = {}
        for node in drawing.nodes:
            found.setdefault(node.layer or 0, []).append(node.name)
        self.names = [layer for _, layer in sorted(found.items())]
        self._marked = {node.name for node in drawing.nodes if node.marked}
        number = {name: n for n, layer in enumerate(self.names) for name in layer}
        pairs = ((edge.source, edge.target) for edge in drawing.edges)
        lines = (_Line(*sorted(pair, key=number.__getitem__)) for pair in pairs)
        self._lines = [line for line in dict.fromkeys(lines) if number[line.source] != number[line.target]]
        self._before: dict[str, list[str]] = {name: [] for name in number}
        self._after: dict[str, list[str]] = {name: [] for name in number}
        self._between: dict[int, list[_Line]] = {}
        for line in self._lines:
            self._before[line.target].append(line.source)
            self._after[line.source].append(line.target)
            if number[line.target] == number[line.source] + 1:
                self._between.setdefault(number[line.source], []).append(line)

    def sweeps(self) -> Iterable[dict[str, float]]:
        """Yield the heights of all nodes after each time that the layers were gone through."""
        heights: dict[str, float] = {}
        for layer in self.names:
            self._put(layer, dict.fromkeys(layer, 0.0), heights)
        for sweep in range(_SWEEPS):
            near, layers = (self._after, self.names[::-1]) if sweep % 2 else (self._before, self.names)
            for layer in layers:
                self._put(layer, {name: _middle(name, near[name], heights) for name in layer}, heights)
            yield dict(heights)

    def badness(self, heights: Mapping[str, float]) -> tuple[int, float]:
        """Return how many lines cross, and how far they go up and down."""
        crossings = sum(
            (heights[a.source] - heights[b.source]) * (heights[a.target] - heights[b.target]) < 0
            for lines in self._between.values()
            for a, b in itertools.combinations(lines, 2)
        )
        return crossings, sum(abs(heights[line.source] - heights[line.target]) for line in self._lines)

    def _put(self, layer: Sequence[str], drawn: Mapping[str, float], heights: dict[str, float]) -> None:
        """Set the heights of a layer, each as near as it can to where it is ``drawn``."""
        play = [name for name in layer if name in self._marked]
        others = sorted(
            (name for name in layer if name not in self._marked),
            key=lambda name: (drawn[name], heights.get(name, 0.0)),
        )
        if play:
            level = [name for name in others if abs(drawn[name]) <= _LEVEL]
            above = sum(drawn[name] < -_LEVEL for name in others)
            below = len(others) - above - len(level)
            # Those that are drawn to the play itself go where there is less beside it.
            first = above + min(max((below + len(level) - above) // 2, 0), len(level))
            heights[play[0]] = 0.0
        else:
            first = len(others) // 2
            play = [others.pop(first)]
            heights[play[0]] = drawn[play[0]]
        for towards, side in ((-1, others[:first][::-1]), (1, [*play[1:], *others[first:]])):
            last = heights[play[0]]
            for name in side:
                last = towards * max(towards * last + 1, towards * drawn[name])
                heights[name] = last


def _middle(name: str, near: Sequence[str], heights: Mapping[str, float]) -> float:
    """Return the mean height of the neighbours, or where there is none its own."""
    return sum(heights[other] for other in near) / len(near) if near else heights[name]
