"""What the questions about how plays go on need of a graph of states, however it is kept.

Two kinds of graph answer it. :class:`~checker.explore.graph.StateGraph` is built in plain Python and has
its states as tuples: it is there at once for a small game. :class:`~checker.explore.sparse.SparseGraph`
is built in machine code and sweeps whole arrays: it holds millions of states. The questions themselves
(``liveness``, ``automatic``) are written once; what differs is how all states are gone through. Both
number states, order steps and break ties alike, so that they give the same plays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from checker.explore.export import SMALL, to_networkx, to_sparse
from checker.explore.fairness import Fairness
from checker.explore.waiting import Waiting
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import Term

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Graph"]


class Graph(ABC):
    """All states that a search reached, and the proper steps between them.

    A state's number is its place in the order of a breadth-first search; the first ``initial`` ones are
    the initial states, and ``depth`` has the distance of each from them. The edges of state ``s`` are
    those from ``first_edge[s]`` up to ``first_edge[s + 1]``: update ``edge_update[e]`` leads to state
    ``edge_target[e]``. Only the first ``expanded`` states have been expanded; for the others nothing is
    known of what follows. ``blocked`` has, for a state where some enabled update is cut or wrong, those
    updates, states and updates in order; ``cut`` and ``wrong`` are the states where there is one of the
    kind. ``over`` are the states in which the game is over and ``dead_ends`` those in which nothing is
    enabled although it is not. ``stopped`` says why the search ended early, if it did.
    """

    system: System
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
    blocked: Mapping[int, tuple[int, ...]]
    stopped: str

    @property
    def complete(self) -> bool:
        """Whether every state within the bounds is there."""
        return not self.stopped

    def edges(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield (update, number of the next state) for the proper steps from a state, in order."""
        for e in range(self.first_edge[number], self.first_edge[number + 1]):
            yield self.edge_update[e], self.edge_target[e]

    def targets(self, number: int) -> array[int]:
        """Return the numbers of the next states, one for each edge."""
        return self.edge_target[self.first_edge[number] : self.first_edge[number + 1]]

    def enabled(self, number: int) -> set[int]:
        """Return the updates that are enabled in an expanded state, also where they are cut or wrong."""
        updates = set(self.edge_update[self.first_edge[number] : self.first_edge[number + 1]])
        return updates.union(self.blocked.get(number, ()))

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of states."""

    @abstractmethod
    def state(self, number: int) -> State:
        """Return a state by its number."""

    @abstractmethod
    def where(self, condition: Term) -> bytearray:
        """Return for each state whether ``condition`` (on one state) is true in it."""

    @abstractmethod
    def somewhere(self, condition: Term, among: Set[int]) -> bool:
        """Return whether ``condition`` is true in some of the states ``among``."""

    @abstractmethod
    def reaching(self, goals: Iterable[int]) -> bytearray:
        """Return for each state whether some play goes on from it to one of ``goals``."""

    @abstractmethod
    def play_to(self, number: int) -> Play:
        """Return the shortest play to a state, the least of them."""

    @abstractmethod
    def waiting(self, premise: bytearray, goal: bytearray, *, at_start: bool) -> Waiting:
        """Return the states in which the goal is due; see :class:`~checker.explore.waiting.Waiting`.

        ``premise`` and ``goal`` have a byte for each state; ``at_start`` says that the goal is due from
        the initial states on.
        """

    @abstractmethod
    def fair_parts(
        self, states: Sequence[int], fairness: Fairness, wanted: Sequence[bool] | None = None
    ) -> Sequence[int]:
        """Return for each state the number of the part that a fair play can go round for ever, or -1.

        Only plays within ``states`` count, by the updates that are ``wanted`` (all, if not given). The
        parts are the components of :func:`checker.explore.fairness.fair_components`.
        """

    @abstractmethod
    def forks(self, keys: Sequence[int]) -> Sequence[int]:
        """Return the states, in order, in which updates with different keys are enabled.

        ``keys`` has a number for each update; updates with a negative one do not count.
        """

    @abstractmethod
    def unsettled(self, forks: Sequence[int], wanted: Sequence[bool]) -> Sequence[int]:
        """Return those of ``forks``, in order, of which the next states may have no common end.

        Only updates that are ``wanted`` count. May return forks that turn out to be settled: this says
        which ones are worth a closer look.
        """

    def to_networkx(self, *, at_most: int = SMALL) -> nx.MultiDiGraph[int]:
        """Return the graph for networkx; see :func:`checker.explore.export.to_networkx`."""
        return to_networkx(self, at_most=at_most)

    def to_sparse(self) -> Any:
        """Return the graph as a sparse matrix; see :func:`checker.explore.export.to_sparse`."""
        return to_sparse(self)
