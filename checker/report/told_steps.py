"""The steps of a graph of states as sentences: its states are played again on plain values for that."""

from __future__ import annotations

from checker.language.plain.interpreter import Interpreter
from checker.language.plain.replay import Misfit, take_labelled, tell
from checker.language.plain.state import PlainState
from checker.language.schema import Schema
from checker.report.folding import step_sentence
from checker.report.marked_play import Graph

__all__ = ["ToldSteps"]


class ToldSteps:
    """Tells the steps from states of a graph, of one game under one choice of scopes and readings.

    A state is played from the one that it was first met from; the graph must give its steps in that order.
    """

    def __init__(self, schema: Schema, graph: Graph) -> None:
        self._interpreter = Interpreter(schema, ghosts=False)
        self._graph = graph
        self._plain: dict[int, PlainState] = {}
        self._met: dict[int, tuple[int, int]] = {}
        self._told: dict[tuple[int, int], str] = {}  # plays of one game begin alike
        starts = [(s, self._interpreter.show(s)) for s in self._interpreter.initial_states()]
        for number in range(graph.initial):
            shown = graph.system.show_state(graph.state(number))
            alike = (s for s, all_of in starts if all(all_of.get(k) == v for k, v in shown.items()))
            first = next(alike, None)
            if first is not None:
                self._plain[number] = first

    def meet(self, source: int, update: int, target: int) -> None:
        """Remember that a step leads to a state, if it is the first that does."""
        if target >= self._graph.initial:
            self._met.setdefault(target, (source, update))

    def sentence(self, number: int, update: int) -> str:
        """Return a step from a state in one sentence; by its rule's name where it cannot be played."""
        step = (number, update)
        if step not in self._told:
            self._told[step] = self._sentence(number, update)
        return self._told[step]

    def _sentence(self, number: int, update: int) -> str:
        taken = self._graph.system.updates[update]
        before = self._state(number)
        if before is None:
            return taken.name
        played = take_labelled(self._interpreter, before, taken.rule, dict(taken.arguments))
        if isinstance(played, Misfit):
            return taken.name
        return step_sentence(tell(self._interpreter, before, *played))

    def _state(self, number: int) -> PlainState | None:
        way = []
        while number not in self._plain:
            if number not in self._met:
                return None
            source, update = self._met[number]
            way.append((number, update))
            number = source
        state = self._plain[number]
        for target, update in reversed(way):
            taken = self._graph.system.updates[update]
            played = take_labelled(self._interpreter, state, taken.rule, dict(taken.arguments))
            if isinstance(played, Misfit) or played[1].after is None:
                return None
            state = self._plain[target] = played[1].after
        return state
