"""Bounded model checking: the shortest play to a goal, length by length.

After Biere, Cimatti, Clarke and Zhu, "Symbolic model checking without BDDs" (1999). Among the shortest
plays the least is taken, in the order of initial states and updates, so that the play is the one that a
breadth-first search finds first.
"""

from __future__ import annotations

from dataclasses import dataclass

from checker.prove.encoding import Encoding
from checker.prove.results import Goal, Searched
from checker.prove.solver import Clock, Result
from checker.prove.unrolling import Unrolling, play_of
from checker.system.model import System
from checker.system.play import Play
from checker.system.terms import FALSE, Term, all_of, any_of

__all__ = ["PlaySearch", "find_play", "step_condition"]


def step_condition(system: System, steps: tuple[Term, ...]) -> Term:
    """Return "some enabled update meets its condition", about the state before the step."""
    if not steps:
        return FALSE
    return any_of(all_of((u.enabled, s)) for u, s in zip(system.updates, steps, strict=True))


@dataclass
class PlaySearch:
    """A search from the start whose depth grows; :attr:`ended` when there are no plays of that depth."""

    encoding: Encoding

    def __post_init__(self) -> None:
        self.run = Unrolling(self.encoding, started=True)
        self.ended = False

    def reaches(self, condition: Term, depth: int, clock: Clock) -> Result:
        """Say whether some play of ``depth`` steps ends in a state that meets ``condition``.

        Depths are to be asked for in order, each for all that is wanted of it.
        """
        while self.run.length < depth:
            self.run.extend()
        found = self.run.solver.check([self.run.literal(condition, depth)], clock)
        self.ended = found is Result.UNSAT and self.run.solver.check([], clock) is Result.UNSAT
        return found

    def least(self, condition: Term, depth: int, clock: Clock, steps: tuple[Term, ...] = ()) -> Play | None:
        """Return the least play of ``depth`` steps to ``condition`` (and one of ``steps`` after it).

        ``None`` when the clock ran out. There must be such a play.
        """
        choices = self.run.least_choices(depth, self.run.literal(condition, depth), clock)
        return None if choices is None else play_of(self.encoding, choices, steps)


def find_play(
    system: System,
    goal: Goal,
    *,
    max_depth: int = 50,
    seconds: float | None = None,
    encoding: Encoding | None = None,
) -> Searched:
    """Look for the shortest play to ``goal``, of at most ``max_depth`` steps.

    ``encoding`` may be given to share the translation among several calls about ``system``.
    """
    clock = Clock(seconds)
    search = PlaySearch(encoding or Encoding(system))
    stepping = step_condition(system, goal.steps)

    def stop(depth: int, complete: bool = False) -> Searched:
        reason = "" if complete else search.run.solver.reason if depth < max_depth else "depth limit"
        return Searched(None, depth, complete, reason, clock.elapsed)

    for depth in range(max_depth + 1):
        # A step that follows a play of one step less makes a play of this length, too.
        kinds: list[tuple[Term, int, tuple[Term, ...]]] = []
        if depth and goal.steps:
            kinds.append((stepping, depth - 1, goal.steps))
        if goal.states is not FALSE or not goal.steps:
            kinds.append((goal.states, depth, ()))
        plays: list[Play] = []
        for condition, at, steps in kinds:
            found = search.reaches(condition, at, clock)
            if found is Result.UNKNOWN:
                return stop(depth - 1)
            if found is Result.UNSAT and search.ended:
                if not plays:
                    return stop(depth, complete=True)
                continue
            if found is Result.SAT:
                play = search.least(condition, at, clock, steps)
                if play is None:
                    return stop(depth - 1)
                plays.append(play)
        if plays:
            least = min(plays, key=lambda p: (system.initial.index(p.states[0]), p.updates))
            return Searched(least, depth, False, "", clock.elapsed)
    return stop(max_depth)
