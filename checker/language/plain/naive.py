"""The naive engine: breadth-first search over plain states, which the other engines are held against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from checker.language.plain.instances import Instance
from checker.language.plain.interpreter import Interpreter, Result
from checker.language.plain.state import PlainState

__all__ = ["Counts", "NaiveSearch", "Path"]

Key = tuple[int, ...]


@dataclass(frozen=True)
class Counts:
    """What a search saw; each number means what it means for the other engines.

    ``states`` distinct states; ``transitions`` proper steps (state, rule instance); ``levels`` breadth-first
    levels, the initial one included; ``dead_ends`` states that are not over and in which nothing may be
    taken; ``over`` states in which the game is over; ``cut`` and ``wrong`` instances that may be taken and
    have no state after them; ``fired`` proper steps by rule. ``complete``: no limit ended the search.
    """

    states: int
    transitions: int
    levels: int
    dead_ends: int
    over: int
    cut: int
    wrong: int
    fired: Mapping[str, int]
    complete: bool


@dataclass(frozen=True)
class Path:
    """A shortest play: the number of its initial state, its steps, and its states.

    A play that ends in a wrong or cut step has no state after that one.
    """

    initial: int
    steps: tuple[Instance, ...]
    states: tuple[PlainState, ...]


@dataclass
class _Node:
    state: PlainState
    initial: int
    parent: Key | None = None
    step: Instance | None = None


@dataclass
class NaiveSearch:
    """Searches all plays of a game, in the order that all engines keep.

    Initial states come in their order, a state's rule instances in theirs, and levels one after the other; so
    the first play found is the shortest, and the least among the equally short ones.

    Args:
        interpreter: runs the game. Ghosts count in what makes states different if it runs observers.
        most: the number of states after which the search gives up.

    """

    interpreter: Interpreter
    most: int = 1_000_000
    _nodes: dict[Key, _Node] = field(default_factory=dict)

    def count(self) -> Counts:
        """Search everything and count it."""
        return self._search(lambda _: False, lambda _state, _instance, _result: False)[0]

    def find(self, predicate: Callable[[PlainState], bool]) -> Path | None:
        """Return the first play to a state for which ``predicate`` is true, or None if there is none."""
        return self._search(predicate, lambda _state, _instance, _result: False)[1]

    def find_step(self, predicate: Callable[[PlainState, Instance, Result], bool]) -> Path | None:
        """Return the first play that ends in a step for which ``predicate`` is true, or None.

        It is asked for every instance that may be taken, wrong and cut ones included, with what it does.
        """
        return self._search(lambda _: False, predicate)[1]

    def states(self) -> list[PlainState]:
        """Return all reachable states, in the order in which a search finds them."""
        self.count()
        return [node.state for node in self._nodes.values()]

    def _search(
        self,
        wanted: Callable[[PlainState], bool],
        wanted_step: Callable[[PlainState, Instance, Result], bool],
    ) -> tuple[Counts, Path | None]:
        nodes = self._nodes = {}
        tally = {"transitions": 0, "dead_ends": 0, "over": 0, "cut": 0, "wrong": 0}
        fired: dict[str, int] = {}
        frontier: list[Key] = []
        levels = 0

        def counts(complete: bool) -> Counts:
            return Counts(states=len(nodes), levels=levels, fired=fired, complete=complete, **tally)

        for i, state in enumerate(self.interpreter.initial_states()):
            key = self.interpreter.canonical(state)
            if key not in nodes:
                nodes[key] = _Node(state, i)
                frontier.append(key)
                if wanted(state):
                    return counts(False), self._path(key)
        while frontier:
            levels += 1
            following: list[Key] = []
            for key in frontier:
                node = nodes[key]
                taken = self.interpreter.taken(node.state)
                if not taken:
                    tally["over" if self.interpreter.over(node.state) else "dead_ends"] += 1
                for one in taken:
                    result = one.result
                    if wanted_step(node.state, one.instance, result):
                        return counts(False), self._path(key, one.instance, result.after)
                    if result.after is None:
                        tally["wrong" if result.wrong else "cut"] += 1
                        continue
                    tally["transitions"] += 1
                    fired[one.instance.rule] = fired.get(one.instance.rule, 0) + 1
                    new = self.interpreter.canonical(result.after)
                    if new in nodes:
                        continue
                    nodes[new] = _Node(result.after, node.initial, key, one.instance)
                    following.append(new)
                    if wanted(result.after):
                        return counts(False), self._path(new)
                    if len(nodes) >= self.most:
                        return counts(False), None
            frontier = following
        return counts(True), None

    def _path(self, key: Key, last: Instance | None = None, after: PlainState | None = None) -> Path:
        steps = [] if last is None else [last]
        states = [] if after is None else [after]
        node = self._nodes[key]
        while node.parent is not None and node.step is not None:
            steps.append(node.step)
            states.append(node.state)
            node = self._nodes[node.parent]
        states.append(node.state)
        return Path(node.initial, tuple(reversed(steps)), tuple(reversed(states)))
