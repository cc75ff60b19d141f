"""What lies around a play, to be drawn: all states of a small game, else one step from the play's states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from checker.explore.codegen import CUT, OVER, compile_steps
from checker.judge.verdict import ToldPlay
from checker.language.schema import Schema
from checker.report.drawing import Drawing
from checker.report.marked_play import MarkedPlay
from checker.report.state_drawing import drawing_of
from checker.report.told_steps import ToldSteps
from checker.system.model import State, System

__all__ = ["Near", "Surroundings", "draw_near"]

_MOST_STATES = 80
"""A picture of more states than this fills more than a screen, and can be a knot."""


@dataclass(frozen=True)
class Surroundings:
    """The drawing of what lies around a play; ``whole`` says that it shows every state of the game."""

    drawing: Drawing
    whole: bool


class Near:
    """A graph of which a state is expanded when its steps are asked for, so that it may be of any size.

    Its steps are told in sentences where the game that the system was made of is given.
    """

    def __init__(self, system: System, schema: Schema | None = None) -> None:
        self.system = system
        self._states: list[State] = list(dict.fromkeys(system.initial))
        self.initial = len(self._states)
        self._numbers = {state: number for number, state in enumerate(self._states)}
        self._expand = compile_steps(system)
        self._told = None if schema is None else ToldSteps(schema, self)
        self._edges: dict[int, list[tuple[int, int]]] = {}
        self._kinds: dict[int, str] = {}

    def state(self, number: int) -> State:
        """Return a state by its number; numbers are given as states are met."""
        return self._states[number]

    def edges(self, number: int) -> list[tuple[int, int]]:
        """Return the steps from a state, as pairs of an update and the state that it leads to."""
        if number not in self._edges:
            results = list(self._expand(self._states[number]))
            self._edges[number] = [(u, self._number(state)) for u, state in results if u >= 0]
            if self._told is not None:
                for update, target in self._edges[number]:
                    self._told.meet(number, update, target)
            codes = {u for u, _ in results}
            special = (kind for code, kind in ((OVER, "over"), (CUT, "cut")) if code in codes)
            self._kinds[number] = next(special, "state" if codes else "end")
        return self._edges[number]

    def kind(self, number: int) -> str:
        """Return what a state is, see :class:`checker.report.drawing.Node`."""
        if number < self.initial:
            return "start"
        self.edges(number)
        return self._kinds[number]

    def sentence(self, number: int, update: int) -> str:
        """Return what a step from a state does, see :class:`checker.report.told_steps.ToldSteps`."""
        return self.system.updates[update].name if self._told is None else self._told.sentence(number, update)

    def depths(self, most: int) -> dict[int, int] | None:
        """Return all states with their distance from the start, or None if there are more than ``most``."""
        depths = dict.fromkeys(range(self.initial), 0)
        queue = list(depths)
        for number in queue:  # the list grows meanwhile
            if len(queue) > most:
                return None
            for _, target in self.edges(number):
                if target not in depths:
                    depths[target] = depths[number] + 1
                    queue.append(target)
        return depths

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number


def draw_near(near: Near, play: ToldPlay, *, most: int = _MOST_STATES) -> Surroundings:
    """Return all states in layers by their distance from the start, if there are not more than ``most``.

    Otherwise return the states of the play, in layers along it, with those that one step leads to from them.

    Raises:
        UsageError: the play does not lie in the graph.

    """
    marked = MarkedPlay(near, play)
    depths = near.depths(most)
    if depths is not None:
        return Surroundings(_drawn(near, marked, depths, depths), True)
    layers: dict[int, int] = {}
    for distance, number in enumerate(marked.way):
        layers.setdefault(number, distance)
    for number in marked.way:
        for _, target in near.edges(number):
            layers.setdefault(target, layers[number] + 1)
    return Surroundings(_drawn(near, marked, layers, list(dict.fromkeys(marked.way))), False)


def _drawn(near: Near, marked: MarkedPlay, layers: dict[int, int], sources: Iterable[int]) -> Drawing:
    kinds = {n: near.kind(n) for n in sorted(layers)}
    return drawing_of(near, marked, layers, kinds, sources, sentence=near.sentence)
