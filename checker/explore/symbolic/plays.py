"""The least of the shortest plays into a set of states, or to a step, rebuilt from the levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from checker.explore.symbolic.diagrams import Diagram
from checker.explore.symbolic.model import SymbolicModel
from checker.system.model import State
from checker.system.play import Play

__all__ = ["Levels", "play_to", "step_into"]

LastStep = Callable[[State, int], bool]


class Levels:
    """The breadth-first levels of a search, kept as the states reached within so many steps."""

    def __init__(self, nothing: Diagram) -> None:
        self._nothing = nothing
        self._reached: list[Diagram] = []

    def add(self, reached: Diagram) -> None:
        """Add a level, given what is reached with it."""
        self._reached.append(reached)

    def __len__(self) -> int:
        return len(self._reached)

    def __getitem__(self, level: int) -> Diagram:
        """Return the states that are reached in so many steps and not in fewer."""
        earlier = self._reached[level - 1] if level else self._nothing
        return self._reached[level] & ~earlier


def play_to(
    model: SymbolicModel,
    levels: Levels,
    goal: Diagram,
    length: int,
    last: LastStep | None = None,
    *,
    starts: Iterable[State] | None = None,
) -> Play:
    """Return the least of the shortest plays into ``goal``, whose states lie on the level ``length``.

    It begins in one of ``starts``, which are the first level (the system's initial states by default).
    Where ``last`` is given the play has one step more: the least update of which ``last`` says, for the
    state before it, that it may be the last.
    """
    # Backwards: from which states of each level the goal is reached in time.
    ways = [goal]
    for level in range(length - 1, -1, -1):
        ways.append(model.steps.before(ways[-1], levels[level]))
    ways.reverse()
    # Forwards: always by the least update that stays on such a way.
    first = model.system.initial if starts is None else starts
    state = next(s for s in first if model.is_in(ways[0], s))
    states, updates = [state], []
    for way in ways[1:]:
        index, state = step_into(model, state, way)
        states.append(state)
        updates.append(index)
    if last is not None:
        index = next(i for i in range(len(model.system.updates)) if last(state, i))
        updates.append(index)
        if model.holds(model.proper[index], state):
            states.append(model.system.after(state, model.system.updates[index]))
    return Play(model.system, tuple(states), tuple(updates))


def step_into(model: SymbolicModel, state: State, goal: Diagram) -> tuple[int, State]:
    """Return the least update by which a state has a successor in ``goal``, and that successor."""
    return next(
        (index, after)
        for index, update in enumerate(model.system.updates)
        if model.holds(model.proper[index], state)
        and model.is_in(goal, after := model.system.after(state, update))
    )
