"""Exact counts of states, with Python's integers over the nodes of a diagram."""

from __future__ import annotations

from collections.abc import Iterable

from checker.explore.symbolic.diagrams import Diagram, Diagrams

__all__ = ["Counter"]

_END = -1
"""The key of the constant."""


class Counter:
    """Counts states over all bits, for the present order of the variables.

    What diagrams share is counted once. The counter keeps all diagrams that it was asked about, since
    nodes are known by their place in memory; drop it when the order of the variables changes.
    """

    def __init__(self, diagrams: Diagrams) -> None:
        order = diagrams.positions()
        self._bits = len(order)
        levels = [int(diagrams.bit(bit).level) for bit in order]
        self._rank = {level: rank for rank, level in enumerate(levels)}
        self._kept: list[Diagram] = []
        # Of each regular node: at which of the bits it stands, and how many assignments of the bits from
        # there on are in it.
        self._counts: dict[int, tuple[int, int]] = {_END: (self._bits, 1)}

    def count(self, states: Diagram) -> int:
        """Return the number of states in the set."""
        self._kept.append(states)
        top, _ = _key(states)
        for key, rank, low, high in sorted(self._new_nodes(states), key=lambda node: -node[1]):
            below = rank + 1
            self._counts[key] = rank, self._branch(low, below) + self._branch(high, below)
        rank, count = self._counts[top]
        count <<= rank
        return (1 << self._bits) - count if states.negated else count

    def total(self, sets: Iterable[Diagram]) -> int:
        """Return the sum of the numbers of states in the sets."""
        return sum(map(self.count, sets))

    def _branch(self, branch: tuple[int, bool], start: int) -> int:
        """Return how many assignments of the bits from ``start`` on are in a branch."""
        key, negated = branch
        rank, count = self._counts[key]
        count <<= rank - start
        return (1 << (self._bits - start)) - count if negated else count

    def _new_nodes(self, states: Diagram) -> list[tuple[int, int, tuple[int, bool], tuple[int, bool]]]:
        """Return (node, rank, low branch, high branch) of every node not counted so far."""
        found = []
        seen: set[int] = set()
        stack = [states]
        while stack:
            node = stack.pop()
            key, _ = _key(node)
            if key in seen or key in self._counts:
                continue
            seen.add(key)
            low, high = node.low, node.high
            found.append((key, self._rank[node.level], _key(low), _key(high)))
            stack.append(low)
            stack.append(high)
        return found


def _key(diagram: Diagram) -> tuple[int, bool]:
    """Return what the node of a diagram is known by, and whether the diagram is its complement."""
    negated = diagram.negated
    if diagram.var is None:
        return _END, negated
    return int(~diagram) if negated else int(diagram), negated
