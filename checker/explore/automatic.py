"""Built-in questions about what the game does by itself: whether it ends, and whether order matters."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from checker.explore.components import Edge, strong_components
from checker.explore.fairness import Fairness, Part, fair_cycle
from checker.explore.graph_interface import Graph
from checker.explore.liveness import Answer, LivenessResult, hanging, lasso
from checker.system.model import Kind, Update

__all__ = ["endless_automatic", "instance_of", "order_dependence"]


class _Automatic:
    """The part of a graph that consists of automatic and state-based steps."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.flags = [u.kind in (Kind.AUTOMATIC, Kind.STATE_BASED) for u in graph.system.updates]

    def is_automatic(self, update: int) -> bool:
        """Whether the game takes this update by itself."""
        return self.flags[update]

    def edges(self, number: int) -> list[Edge]:
        """Return the automatic steps from a state."""
        return [edge for edge in self.graph.edges(number) if self.flags[edge[0]]]

    def hanging(self, number: int) -> str:
        """Say why not all automatic steps from a state are known, or nothing if they are."""
        return hanging(self.graph, number, self.is_automatic)

    def first_hanging(self, states: Iterable[int]) -> str:
        """Say of the first of these states from which not all automatic steps are known why that is so."""
        return next((why for s in states if (why := self.hanging(s))), "")


def endless_automatic(graph: Graph) -> LivenessResult:
    """Decide whether the automatic steps always come to an end before anybody acts or chooses.

    A violation is the shortest play into a cycle of automatic and state-based steps, and that cycle.
    """
    part = _Automatic(graph)
    free = Fairness()
    parts = graph.fair_parts(range(graph.expanded), free, part.flags)
    entry = next((s for s, label in enumerate(parts) if label >= 0), None)
    if entry is not None:
        cycle = fair_cycle(entry, Part(parts, parts[entry]), part.edges, graph.enabled, free)
        play = lasso(graph, graph.play_to(entry), cycle)
        return LivenessResult(Answer.VIOLATED, play, "the game goes on by itself for ever")
    if graph.stopped:
        return LivenessResult(Answer.UNDETERMINED, reason=f"the graph is not whole: {graph.stopped}")
    why = part.first_hanging(graph.blocked)
    if why:
        return LivenessResult(Answer.UNDETERMINED, reason=f"it hangs on {why}")
    return LivenessResult(Answer.HOLDS)


def order_dependence(graph: Graph) -> LivenessResult:
    """Decide whether it never matters which of two automatic rules of one layer goes first.

    In every state in which two different instances of automatic rules are enabled, their two successors
    must be able to reach a common state by automatic steps alone (local confluence; M. H. A. Newman, "On
    theories with a combinatorial definition of equivalence", Ann. of Math. 43(2), 1942). Two chosen
    options of one instance are one instance. A violation is the shortest play to such a state, and the
    least pair of updates whose orders never meet again.
    """
    part = _Automatic(graph)
    keys = _instances(graph.system.updates, part.flags)
    forks = graph.forks(keys)
    open_forks = graph.unsettled(forks, part.flags)
    ends, unknown = _ends(part, open_forks)
    why = part.first_hanging(forks)
    for number in open_forks:
        for (first, one), (second, other) in itertools.combinations(part.edges(number), 2):
            if keys[first] == keys[second] or not ends[one].isdisjoint(ends[other]):
                continue
            if one in unknown or other in unknown:
                why = why or unknown.get(one) or unknown[other]
                continue
            play = graph.play_to(number)
            return LivenessResult(Answer.VIOLATED, play, "the two orders never meet again", (first, second))
    if graph.stopped:
        return LivenessResult(Answer.UNDETERMINED, reason=f"the graph is not whole: {graph.stopped}")
    if why:
        return LivenessResult(Answer.UNDETERMINED, reason=f"it hangs on {why}")
    return LivenessResult(Answer.HOLDS)


def _instances(updates: Sequence[Update], automatic: Sequence[bool]) -> list[int]:
    """Return for each automatic update the number of its instance of a rule, for all others -1."""
    numbers: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
    return [
        numbers.setdefault(instance_of(u), len(numbers)) if wanted else -1
        for u, wanted in zip(updates, automatic, strict=True)
    ]


def instance_of(update: Update) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return what tells instances of rules apart: the rule, and the arguments that nobody chose."""
    chosen = {name for name, _ in update.choosers}
    return update.rule, tuple(a for a in update.arguments if a[0] not in chosen)


def _ends(part: _Automatic, forks: Iterable[int]) -> tuple[dict[int, frozenset[int]], dict[int, str]]:
    """Return for each state reachable from ``forks`` where its automatic steps can end.

    An end is a component that no automatic step leaves, by its number; two states can reach a common one
    exactly if they share an end. The second result says for which states this is not all known, and why.
    """
    ends: dict[int, frozenset[int]] = {}
    unknown: dict[int, str] = {}
    for label, component in enumerate(strong_components(forks, part.edges)):
        members = set(component)
        after = {target for s in component for _, target in part.edges(s)} - members
        reached = frozenset().union(*(ends[t] for t in after)) if after else frozenset((label,))
        why = part.first_hanging(component)
        why = why or next((unknown[t] for t in sorted(after) if t in unknown), "")
        for s in component:
            ends[s] = reached
            if why:
                unknown[s] = why
    return ends, unknown
