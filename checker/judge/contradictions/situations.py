"""Situations: the reachable states (and events) of a game, by what the demands of a topic make of them.

Situations in which the same demands are in force, and in which the cells that these read have the same
values, are one group: what can be demanded together there is asked once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from checker.explore.codegen import Conditions, compile_conditions
from checker.explore.graph_interface import Graph
from checker.judge.contradictions.demands import Demand, before_cell
from checker.judge.contradictions.topics import Active, Topic
from checker.system.model import Kind, State
from checker.system.play import Play
from checker.system.terms import Cell, Term, variables_of

__all__ = ["Actual", "Board", "Group", "Lens", "Occurrence"]


class Occurrence(NamedTuple):
    """Where a situation occurs: a state, or the event ``update`` in ``state``; and the state it is judged in.

    ``length`` is the number of steps of the shortest play that shows it. ``update`` is -1 where there is no
    event. The least is the one that is shown.
    """

    length: int
    state: int
    update: int
    judged: int

    @property
    def about_event(self) -> bool:
        """Whether it is an event that is looked at."""
        return self.update >= 0


class Actual(NamedTuple):
    """What the model makes of what is left open: the rules that may be taken, and the values of fields."""

    enabled: frozenset[Cell]
    values: tuple[int, ...]


@dataclass
class Group:
    """Situations with the same demands in force, which read the same values.

    ``values`` has the values of the cells that are read. ``first`` is the one with the least play,
    ``count`` how many there are. ``actual`` has what the model does in them: for each, by judged states,
    the first of them.
    """

    active: Active
    about_event: bool
    values: dict[Cell, int]
    first: Occurrence
    count: int = 0
    actual: dict[Actual, dict[int, Occurrence]] = field(default_factory=dict)

    def add(self, where: Occurrence, actual: Actual) -> None:
        """Count one more situation."""
        self.count += 1
        self.first = min(self.first, where)
        judged = self.actual.setdefault(actual, {})
        known = judged.get(where.judged)
        if known is None or where < known:
            judged[where.judged] = where

    def judged(self) -> set[int]:
        """Return all states in which the situations are judged."""
        return {number for judged in self.actual.values() for number in judged}


class Board:
    """The reachable states of a game with what goes on in them: what topics are held against.

    Only states that were expanded count: what goes on in the others is not known.
    """

    def __init__(self, graph: Graph, cells_by_update: Sequence[Cell]) -> None:
        self.graph = graph
        self.system = graph.system
        self._cells = cells_by_update
        self._kinds = [u.kind for u in graph.system.updates]
        self._ends: dict[int, tuple[int, ...]] = {}

    @cached_property
    def states(self) -> list[State]:
        """All expanded states."""
        return [self.graph.state(n) for n in range(self.graph.expanded)]

    @cached_property
    def enabled(self) -> list[frozenset[Cell]]:
        """For each state, the instances of rules that may be taken."""
        shared: dict[frozenset[Cell], frozenset[Cell]] = {}
        found = []
        for number in range(self.graph.expanded):
            here = frozenset(self._cells[u] for u in self.graph.enabled(number))
            found.append(shared.setdefault(here, here))
        return found

    @cached_property
    def moments(self) -> list[frozenset[str]]:
        """For each state, when what is said of states may be judged; nothing is once the game is over."""
        by_kinds: dict[frozenset[Kind], frozenset[str]] = {}
        found = []
        for number in range(self.graph.expanded):
            if number in self.graph.over:
                found.append(frozenset[str]())
                continue
            kinds = frozenset(self._kinds[u] for u in self.graph.enabled(number))
            if kinds not in by_kinds:
                by_kinds[kinds] = _moments(kinds)
            found.append(by_kinds[kinds])
        return found

    def automatic(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the steps that the game takes by itself from a state."""
        for update, target in self.graph.edges(number):
            if self._kinds[update] in (Kind.AUTOMATIC, Kind.STATE_BASED):
                yield update, target

    def ends(self, number: int) -> tuple[int, ...]:
        """Return the states in which what happens by itself from a state on has come to an end."""
        if number not in self._ends:
            self._ends[number] = tuple(n for n in self._run(number) if self._is_end(n))
        return self._ends[number]

    def _is_end(self, number: int) -> bool:
        return number < self.graph.expanded and (
            number in self.graph.over or "choice" in self.moments[number]
        )

    def _run(self, number: int) -> dict[int, tuple[int, int] | None]:
        """Return what is reached by automatic steps, each with the step that found it."""
        found: dict[int, tuple[int, int] | None] = {number: None}
        waiting = [number]
        for here in waiting:  # the list grows meanwhile
            for update, target in self.automatic(here):
                if target not in found:
                    found[target] = (here, update)
                    waiting.append(target)
        return found

    def run(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """Return the automatic steps from a state to one of its ends, as state, update and next state."""
        found = self._run(start)
        steps = []
        while (step := found[end]) is not None:
            steps.append((step[0], step[1], end))
            end = step[0]
        return steps[::-1]

    def target(self, number: int, update: int, judged: int) -> int:
        """Return the state after an update from which ``judged`` is an end."""
        return next(t for u, t in self.graph.edges(number) if u == update and judged in self.ends(t))

    def play(self, where: Occurrence) -> Play:
        """Return the shortest play that shows a situation."""
        play = self.graph.play_to(where.state)
        if not where.about_event:
            return play
        target = self.target(where.state, where.update, where.judged)
        steps = [(where.state, where.update, target), *self.run(target, where.judged)]
        return Play(
            self.system,
            (*play.states, *(self.graph.state(t) for _, _, t in steps)),
            (*play.updates, *(u for _, u, _ in steps)),
        )


def _moments(kinds: frozenset[Kind]) -> frozenset[str]:
    """Return the moments that a state is, in which rules of these kinds may be taken."""
    if kinds & {Kind.AUTOMATIC, Kind.STATE_BASED}:
        return frozenset(("everywhere", "automatic"))
    if Kind.CHOICE in kinds:
        return frozenset(("everywhere", "choice"))
    return frozenset(("everywhere", "automatic", "choice", "priority"))


def _speaks_at_end(topic: Topic, demand: Demand) -> bool:
    """Whether a demand is judged also where its event ends the game, after which nobody acts.

    One that says who may act is not, nor one whose author says that it is judged where somebody acts.
    """
    if demand.update is None or demand.norm.at not in ("", "everywhere"):
        return False
    return topic.instances.keys().isdisjoint(t.cell for t in variables_of((demand.conclusion,)))


class Lens:
    """Reachable situations as one topic sees them: what is in force where, and in which groups they fall.

    ``moments`` says for each demand of the topic at what moment it is judged.
    """

    def __init__(self, board: Board, topic: Topic, moments: Sequence[str]) -> None:
        self.board = board
        self.topic = topic
        self._groups: dict[object, Group] = {}
        cells = board.system.cells
        state = {i: d.premise for i, d in enumerate(topic.demands) if d.update is None}
        self._moment = moments
        self._at_end = frozenset(i for i, d in enumerate(topic.demands) if _speaks_at_end(topic, d))
        self._on_state = compile_conditions(cells, state)
        self._both = [before_cell(c) for c in cells] + list(cells)
        by_update: dict[int, dict[int, Term]] = {}
        for i, demand in enumerate(topic.demands):
            if demand.update is not None:
                by_update.setdefault(demand.update, {})[i] = demand.premise
        self._on_event: dict[int, Conditions] = {
            u: compile_conditions(self._both, premises) for u, premises in by_update.items()
        }
        self._reads: dict[tuple[Active, bool], tuple[list[int], list[Cell]]] = {}
        self._governed = [i for i, c in enumerate(cells) if c in topic.cells]
        self._of_states: list[Active | None] = [None] * len(board.states)
        self._actual: dict[frozenset[Cell], frozenset[Cell]] = {}

    def moment(self, demand: int) -> str:
        """Return when a demand is judged."""
        return self._moment[demand]

    def speaks_at_end(self, demand: int) -> bool:
        """Return whether a demand is judged also where its event ends the game."""
        return demand in self._at_end

    def on_state(self, number: int) -> Active:
        """Return the demands about states that are in force in a state."""
        known = self._of_states[number]
        if known is None:
            moments = self.board.moments[number]
            hits = self._on_state(self.board.states[number]) if moments else ()
            known = tuple(i for i in hits if self._moment[i] in moments)
            self._of_states[number] = known
        return known

    def groups(self) -> list[Group]:
        """Go through all states, and all events that demands speak of; return the least plays first."""
        graph, board = self.board.graph, self.board
        for number, state in enumerate(board.states):
            active = self.on_state(number)
            if active:
                where = Occurrence(graph.depth[number], number, -1, number)
                self._add(active, False, state, where)
        if self._on_event:
            for number in range(graph.expanded):
                for update, target in graph.edges(number):
                    if update in self._on_event:
                        self._events(number, update, target)
        return sorted(self._groups.values(), key=lambda g: (g.first, g.active))

    def on_event(self, number: int, update: int, end: int) -> Active:
        """Return the demands about an event that are in force, where it is judged in the state ``end``."""
        condition = self._on_event.get(update)
        if condition is None:
            return ()
        hits = condition(self.board.states[number] + self.board.states[end])
        if end in self.board.graph.over:
            return tuple(i for i in hits if i in self._at_end)
        moments = self.board.moments[end]
        return tuple(i for i in hits if self._moment[i] in moments)

    def _events(self, number: int, update: int, target: int) -> None:
        board = self.board
        for end in board.ends(target):
            hits = self.on_event(number, update, end)
            if not hits:
                continue
            length = board.graph.depth[number] + 1
            if end != target:
                length += len(board.run(target, end))
            active = tuple(sorted((*self.on_state(end), *hits)))
            both = board.states[number] + board.states[end]
            self._add(active, True, both, Occurrence(length, number, update, end))

    def _add(self, active: Active, about_event: bool, values: State, where: Occurrence) -> None:
        reads = self._reads.get((active, about_event))
        if reads is None:
            wanted = self.topic.reads(active)
            cells = self._both if about_event else self.board.system.cells
            positions = [i for i, c in enumerate(cells) if c in wanted]
            reads = (positions, [cells[i] for i in positions])
            self._reads[active, about_event] = reads
        read = tuple(values[i] for i in reads[0])
        key = (active, about_event, read)
        group = self._groups.get(key)
        if group is None:
            named = dict(zip(reads[1], read, strict=True))
            group = self._groups[key] = Group(active, about_event, named, where)
        judged = self.board.states[where.judged]
        enabled = self.board.enabled[where.judged]
        ours = self._actual.get(enabled)
        if ours is None:
            ours = self._actual[enabled] = frozenset(enabled & self.topic.instances.keys())
        group.add(where, Actual(ours, tuple(judged[i] for i in self._governed)))
