"""The graph of all states of a large game."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from checker.explore.compiled.arrays import StepArrays, step_arrays
from checker.explore.compiled.conditions import Condition, Tests
from checker.explore.compiled.packing import Layout
from checker.explore.fairness import Fairness
from checker.explore.graph_interface import Graph
from checker.explore.interface import Limits, Progress
from checker.explore.sparse.marks import Blocked, Marked, Numbers
from checker.explore.sparse.parts import components, fair_parts, forks, unsettled
from checker.explore.sparse.sweeps import Edges, Flags, reaching, wait
from checker.explore.waiting import Waiting
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import FALSE, Term, all_of, negate

__all__ = ["SparseGraph", "build_sparse_graph"]

_CHUNK = 1 << 16
"""States that machine code looks at before Python gets a turn."""


@dataclass(eq=False)
class SparseGraph(Graph):
    """A graph of which the states lie packed in ``words``, one after the other.

    States, edges, levels, plays and answers are those of a :class:`~checker.explore.graph.StateGraph` of
    the same system; only where a limit of states ends the search, a few hundred states more may be there.
    """

    system: System
    layout: Layout
    words: array[int]
    initial: int
    first_edge: array[int]
    edge_update: array[int]
    edge_target: array[int]
    depth: array[int]
    expanded: int
    over: Set[int]
    dead_ends: Set[int]
    cut: Set[int]
    wrong: Set[int]
    blocked: Blocked
    stopped: str

    def __len__(self) -> int:
        return len(self.words) // self.layout.words

    def state(self, number: int) -> State:
        """Return a state by its number."""
        return self.layout.unpack(self.words[number * self.layout.words : (number + 1) * self.layout.words])

    def where(self, condition: Term) -> bytearray:
        """Return for each state whether ``condition`` (on one state) is true in it."""
        return _where(self.layout, self.words, condition)

    def somewhere(self, condition: Term, among: Set[int]) -> bool:
        """Return whether ``condition`` is true in some of the states ``among``."""
        return any(number in among for number in Marked(self.where(condition)))

    def reaching(self, goals: Iterable[int]) -> bytearray:
        """Return for each state whether some play goes on from it to one of ``goals``."""
        return bytearray(reaching(self._incoming, np.fromiter(goals, np.int64)))

    def play_to(self, number: int) -> Play:
        """Return the shortest play to a state, the least of them.

        States are numbered in the order in which their first edges found them, so that the first edge
        that leads to a state comes from the state before it.
        """
        numbers, updates = [number], []
        while numbers[-1] >= self.initial:
            edge = self._found_by[numbers[-1]]
            updates.append(self.edge_update[edge])
            numbers.append(int(self._edges.source[edge]))
        states = tuple(map(self.state, reversed(numbers)))
        return Play(self.system, states, tuple(reversed(updates)))

    def waiting(self, premise: bytearray, goal: bytearray, *, at_start: bool) -> Waiting:
        """Return the states in which the goal is due."""
        parts = wait(self._edges, self.initial, _flags(premise), _flags(goal), at_start=at_start)
        states, parents, updates = parts
        return Waiting(self, states.data, parents.data, updates.data)

    def components(self) -> tuple[int, Sequence[int]]:
        """Return the number of strongly connected components, and for each state the number of its own."""
        count, labels = components(self._edges)
        return count, labels.data

    def fair_parts(
        self, states: Sequence[int], fairness: Fairness, wanted: Sequence[bool] | None = None
    ) -> Sequence[int]:
        """Return for each state the number of the part that a fair play can go round for ever, or -1."""
        edges = self._edges if wanted is None else self._only(wanted)
        within = np.zeros(len(self), np.bool_)
        within[np.asarray(states, np.int64)] = True

        def taking(updates: frozenset[int]) -> Flags:
            return self._among(updates)[edges.update]

        return fair_parts(edges, within, fairness, taking, self._enabled).data

    def forks(self, keys: Sequence[int]) -> Sequence[int]:
        """Return the states, in order, in which updates with different keys are enabled."""
        return forks(self._edges, self.blocked, keys).data

    def unsettled(self, forks: Sequence[int], wanted: Sequence[bool]) -> Sequence[int]:
        """Return those of ``forks``, in order, of which the next states do not all share a certain end."""
        return unsettled(self._only(wanted), np.asarray(forks, np.int64)).data

    @cached_property
    def _edges(self) -> Edges:
        first = np.asarray(self.first_edge)
        source = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(first))
        return Edges(first, np.asarray(self.edge_target), np.asarray(self.edge_update), source)

    @cached_property
    def _incoming(self) -> tuple[Numbers, Numbers]:
        """The edges turned round: where those into each state begin, and the states they come from."""
        turned = self._edges.matrix().tocsc()
        return turned.indptr.astype(np.int64), turned.indices.astype(np.int64)

    @cached_property
    def _found_by(self) -> Sequence[int]:
        """The first edge that leads to each state."""
        first = np.full(len(self), len(self.edge_target), np.int64)
        np.minimum.at(first, self._edges.target, np.arange(len(self.edge_target)))
        return first.data

    def _among(self, updates: Iterable[int]) -> Flags:
        """Return for each update whether it is one of these."""
        flags = np.zeros(len(self.system.updates), np.bool_)
        flags[list(updates)] = True
        return flags

    def _only(self, wanted: Sequence[bool]) -> Edges:
        return self._edges.only(np.asarray(wanted, np.bool_)[self._edges.update])

    def _enabled(self, updates: frozenset[int]) -> Flags:
        """Return for each state whether one of ``updates`` is enabled in it."""
        flags = np.zeros(len(self), np.bool_)
        among = self._among(updates)
        flags[self._edges.source[among[self._edges.update]]] = True
        flags[self.blocked.states[among[self.blocked.updates]]] = True
        return flags


def build_sparse_graph(
    system: System,
    *,
    limits: Limits = Limits(),  # noqa: B008 - an immutable value
    progress: Progress | None = None,
) -> SparseGraph:
    """Return the graph of all states of ``system`` that lie within ``limits``.

    Where a limit ends the search, the graph holds what the states expanded until then lead to, and says
    in ``stopped`` why there is no more.

    Raises UsageError where machine code cannot be made here, or the system's numbers are too large.
    """
    found = step_arrays(system, limits=limits, progress=progress)
    layout, count, expanded = Layout.of(system.cells), len(found), found.expanded
    starts = np.asarray([*found.level_starts, count], np.int64)
    levels = starts[1:] - starts[:-1]
    depth = array("q", np.repeat(np.arange(len(levels)), levels).tobytes())
    over = _where(layout, found.words, system.over)
    over[expanded:] = bytes(count - expanded)
    blocked, cut, wrong = _blocked(found, layout)
    dead_ends = np.zeros(count, np.bool_)
    dead_ends[:expanded] = np.diff(np.asarray(found.first_edge)) == 0
    dead_ends &= ~(_flags(over) | _flags(cut) | _flags(wrong))
    first_edge = found.first_edge + array("q", [len(found.edge_target)]) * (count - expanded)
    return SparseGraph(
        system=system,
        layout=layout,
        words=found.words,
        initial=found.level_starts[1] if len(found.level_starts) > 1 else count,
        first_edge=first_edge,
        edge_update=found.edge_update,
        edge_target=found.edge_target,
        depth=depth,
        expanded=expanded,
        over=Marked(over),
        dead_ends=Marked(bytearray(dead_ends)),
        cut=Marked(cut),
        wrong=Marked(wrong),
        blocked=blocked,
        stopped=found.stopped,
    )


def _flags(of: bytearray) -> Flags:
    return np.frombuffer(of, np.bool_) if of else np.zeros(0, np.bool_)


def _chunks(count: int) -> Iterator[tuple[int, int]]:
    """Yield the first state and the number of states of one piece after the other."""
    for first in range(0, count, _CHUNK):
        yield first, min(_CHUNK, count - first)


def _where(layout: Layout, words: array[int], condition: Term) -> bytearray:
    count = len(words) // layout.words
    if condition.is_const:
        return bytearray([condition.value]) * count
    tests = Tests(layout, [Condition(condition)])
    return bytearray(b"".join(tests.run(words, *chunk) for chunk in _chunks(count)))


def _blocked(found: StepArrays, layout: Layout) -> tuple[Blocked, bytearray, bytearray]:
    """Return the updates without successors, and the states that have a cut one and a wrong one."""
    flags = {kind: np.zeros(len(found), np.bool_) for kind in ("cut", "wrong")}
    conditions: list[Condition] = []
    columns: list[tuple[int, str]] = []
    for number, update in enumerate(found.system.updates):
        only_cut = all_of((update.cut, negate(update.wrong)))
        for kind, condition in (("cut", only_cut), ("wrong", update.wrong)):
            if condition is not FALSE:
                conditions.append(Condition(condition, update.enabled))
                columns.append((number, kind))
    states: list[Numbers] = [np.zeros(0, np.int64)]
    updates: list[Numbers] = [np.zeros(0, np.int64)]
    if found.statistics.cut or found.statistics.wrong:
        tests = Tests(layout, conditions)
        of_column = np.asarray([number for number, _ in columns])
        is_cut = np.asarray([kind == "cut" for _, kind in columns])
        for first, count in _chunks(found.expanded):
            table = np.frombuffer(tests.run(found.words, first, count), np.uint8)
            row, column = np.nonzero(table.reshape(count, len(columns)))
            states.append(row + first)
            updates.append(of_column[column])
            flags["cut"][states[-1][is_cut[column]]] = True
            flags["wrong"][states[-1][~is_cut[column]]] = True
    blocked = Blocked(np.concatenate(states), np.concatenate(updates))
    return blocked, bytearray(flags["cut"]), bytearray(flags["wrong"])
