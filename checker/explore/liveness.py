"""What must come sooner or later, decided on a state graph.

An answer that hangs on states of which it is not known what follows (a bound cut a step off, a step is
wrong, or a limit ended the search before the state was expanded) is undetermined. A play that has ended
and a fair cycle are violations whatever else was cut. Obligations that arise only beyond a bound are
outside the scope, as they are for invariants.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from checker.explore.components import Edge
from checker.explore.fairness import Fairness, fair_components, fair_cycle
from checker.explore.graph import StateGraph
from checker.system.play import Play
from checker.system.terms import FALSE, Term

__all__ = ["Answer", "LivenessResult", "always_possible", "eventually", "hanging", "lasso", "leads_to"]


class Answer(Enum):
    """What the graph says about a claim."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True)
class LivenessResult:
    """An answer with its evidence.

    ``play`` shows a violation: a play that has ended, or one that can go on for ever (``Play.loop``), or
    one to the state that is meant. ``reason`` says in a few words why: what kind of violation, or on what
    an undetermined answer hangs. ``pair`` has the two updates whose order matters, where that was asked.
    """

    answer: Answer
    play: Play | None = None
    reason: str = ""
    pair: tuple[int, int] | None = None


def leads_to(
    graph: StateGraph,
    premise: Term,
    goal: Term,
    fair: Iterable[Collection[int]] = (),
    strongly_fair: Iterable[Collection[int]] = (),
) -> LivenessResult:
    """Decide whether ``goal`` always comes, at once or later, after a state in which ``premise`` is true.

    ``fair`` and ``strongly_fair`` are sets of indices of updates, see :mod:`checker.explore.fairness`. A
    play that has ended without the goal breaks the claim. The play of a violation has the shortest way to
    where it ends or goes round, and there a short cycle.
    """
    return _comes(graph, graph.where(premise), goal, Fairness.of(fair, strongly_fair), at_start=False)


def eventually(
    graph: StateGraph,
    goal: Term,
    fair: Iterable[Collection[int]] = (),
    strongly_fair: Iterable[Collection[int]] = (),
) -> LivenessResult:
    """Decide whether every play reaches a state in which ``goal`` is true; see :func:`leads_to`."""
    return _comes(graph, graph.where(FALSE), goal, Fairness.of(fair, strongly_fair), at_start=True)


def _comes(
    graph: StateGraph, premise: bytearray, goal: Term, fairness: Fairness, *, at_start: bool
) -> LivenessResult:
    waiting = _Waiting(graph, premise, graph.where(goal), at_start)
    ended = next((s for s in waiting.states if s in graph.over or s in graph.dead_ends), None)
    play = None if ended is None else waiting.play_to(ended)
    reason = "the play has ended" if ended in graph.over else "the play is at a dead end"
    region = set(waiting.states)
    component_of = {
        s: component
        for component in fair_components(region, graph.edges, graph.enabled, fairness)
        for s in component
    }
    entry = next((s for s in waiting.states if s in component_of), None)
    if entry is not None:
        cycle = fair_cycle(entry, component_of[entry], graph.edges, graph.enabled, fairness)
        endless = lasso(graph, waiting.play_to(entry), cycle)
        if play is None or len(endless) < len(play):
            play, reason = endless, "the play can go on for ever"
    if play is not None:
        return LivenessResult(Answer.VIOLATED, play, reason)
    return _unless_hanging(graph, region)


class _Waiting:
    """The states in which the goal is still waited for, in the order of the shortest plays to them.

    A breadth-first search over pairs of a state and whether the goal is due in it.
    """

    def __init__(self, graph: StateGraph, premise: bytearray, goal: bytearray, at_start: bool) -> None:
        self.graph = graph
        self.states: list[int] = []
        size = 2 * len(graph)
        self.parent = array("q", [-2]) * size
        self.update = array("l", [-1]) * size
        queue: list[int] = []

        def reach(state: int, was_due: bool, parent: int, update: int) -> None:
            due = not goal[state] and (was_due or bool(premise[state]))
            node = 2 * state + due
            if self.parent[node] == -2:
                self.parent[node], self.update[node] = parent, update
                queue.append(node)
                if due:
                    self.states.append(state)

        for state in range(graph.initial):
            reach(state, at_start, -1, -1)
        for node in queue:  # the list grows meanwhile
            for update, target in graph.edges(node >> 1):
                reach(target, bool(node & 1), node, update)

    def play_to(self, state: int) -> Play:
        """Return the shortest play after which the goal is due in ``state``."""
        states, updates = [], []
        node = 2 * state + 1
        while node >= 0:
            states.append(self.graph.states[node >> 1])
            if self.parent[node] >= 0:
                updates.append(self.update[node])
            node = self.parent[node]
        return Play(self.graph.system, tuple(reversed(states)), tuple(reversed(updates)))


def always_possible(graph: StateGraph, goal: Term) -> LivenessResult:
    """Decide whether from every state some play still reaches one in which ``goal`` is true.

    A violation is the shortest play to a state from which the goal is out of reach.
    """
    holds = graph.where(goal)
    possible = graph.reaching(s for s in range(len(graph)) if holds[s])
    lost = [s for s in range(len(graph)) if not possible[s]]
    if lost:
        unknown = graph.reaching(s for s in lost if hanging(graph, s))
        certain = next((s for s in lost if not unknown[s]), None)
        if certain is not None:
            return LivenessResult(
                Answer.VIOLATED, graph.play_to(certain), "from here it is out of reach for good"
            )
    return _unless_hanging(graph, lost)


def hanging(graph: StateGraph, number: int, updates: Callable[[int], bool] = lambda _: True) -> str:
    """Say why it is not known all that follows a state by these ``updates``, or nothing if it is known."""
    if number >= graph.expanded:
        return "a state that was not expanded"
    blocked = [u for u in graph.blocked.get(number, ()) if updates(u)]
    if not blocked:
        return ""
    name = graph.system.updates[blocked[0]].name
    env = graph.states[number]
    wrong = graph.system.holds(graph.system.updates[blocked[0]].wrong, env)
    return f"the step {name}, which is {'wrong' if wrong else 'cut off by a bound'}"


def lasso(graph: StateGraph, stem: Play, cycle: Sequence[Edge]) -> Play:
    """Return the play that goes ``stem`` and then round ``cycle``, which ends where the stem does."""
    return Play(
        graph.system,
        stem.states + tuple(graph.states[target] for _, target in cycle),
        stem.updates + tuple(update for update, _ in cycle),
        loop=len(stem),
    )


def _unless_hanging(graph: StateGraph, numbers: Iterable[int]) -> LivenessResult:
    """Return that the claim holds, unless it is not known what follows one of these states."""
    if graph.stopped:
        return LivenessResult(Answer.UNDETERMINED, reason=f"the graph is not whole: {graph.stopped}")
    why = next((text for s in sorted(numbers) if (text := hanging(graph, s))), "")
    if why:
        return LivenessResult(Answer.UNDETERMINED, reason=f"it hangs on {why}")
    return LivenessResult(Answer.HOLDS)
