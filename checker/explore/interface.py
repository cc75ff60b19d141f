"""What every search engine takes and gives: one interface, one shared test suite.

The order of the search is part of the interface. Initial states come in the order of
``System.initial``; a state's updates are tried in the order of ``System.updates``; levels are finished
one after the other. The first play found to a target is then the shortest, and the least in the order
of updates among the equally short ones, on every machine and in every engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from checker.system.model import System
from checker.system.play import Play
from checker.system.terms import FALSE, Term

__all__ = ["Engine", "Limits", "Outcome", "Progress", "Statistics", "Target"]


@dataclass(frozen=True)
class Target:
    """Something to search for: a state for which ``states`` is true, or a step.

    ``steps`` holds for each update a condition on the state *before* it; the step is a find where the
    update is enabled and the condition is true. The condition itself says whether wrong or cut steps
    count. A find of a wrong or cut step is a play that ends in that step, with no state after it.
    """

    name: str
    states: Term = FALSE
    steps: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Limits:
    """Where a search gives up: seconds of wall time, number of states, number of levels.

    A search never counts more than ``states`` states: it ends when it finds one more. It never counts more
    than ``levels`` levels either: it ends when the last of them would be expanded, so that the steps from
    the states on that level are not looked at.
    """

    seconds: float | None = None
    states: int | None = None
    levels: int | None = None


@dataclass(frozen=True)
class Statistics:
    """What a search saw.

    ``states`` distinct states; ``transitions`` proper steps (state, update); ``levels`` the number of
    breadth-first levels, the initial one included; ``dead_ends`` states that are not over and in which
    no update is enabled; ``over`` states in which the game is over; ``cut`` enabled updates that a bound
    cut off; ``wrong`` enabled updates that are wrong; ``fired`` proper steps by update index.
    """

    states: int = 0
    transitions: int = 0
    levels: int = 0
    dead_ends: int = 0
    over: int = 0
    cut: int = 0
    wrong: int = 0
    fired: tuple[int, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """What a search found. ``found`` has the play of every target that was reached.

    ``complete`` says that every state within the bounds was searched, so that a target which is not in
    ``found`` is unreachable within them. Otherwise ``stopped`` says why the search ended early: a limit,
    or ``"every target is found"`` where the caller asked to stop then.
    """

    engine: str
    found: Mapping[str, Play]
    complete: bool
    stopped: str = ""
    statistics: Statistics = field(default_factory=Statistics)


Progress = Callable[[Statistics], None]
"""Called now and then during a long search, with what was seen so far."""


class Engine(Protocol):
    """A way to search all plays of a system."""

    name: str

    def search(
        self,
        system: System,
        targets: tuple[Target, ...] = (),
        *,
        limits: Limits = Limits(),
        stop_when_found: bool = False,
        progress: Progress | None = None,
    ) -> Outcome:
        """Search ``system`` breadth first for all ``targets`` at once.

        ``stop_when_found`` ends the search as soon as every target has a play.
        """
