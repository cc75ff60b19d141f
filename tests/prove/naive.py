"""Breadth-first search on plain numbers, against which the prover is held."""

from __future__ import annotations

from collections import deque

from checker.prove.results import Goal
from checker.system.model import State, System
from checker.system.play import Play


def _trace(system: System, parents: dict[State, tuple[State, int] | None], state: State) -> Play:
    states, taken = [state], []
    while (link := parents[states[-1]]) is not None:
        states.append(link[0])
        taken.append(link[1])
    return Play(system, tuple(reversed(states)), tuple(reversed(taken)))


def _meets(system: System, goal: Goal, state: State, index: int) -> bool:
    update = system.updates[index]
    return system.holds(update.enabled, state) and system.holds(goal.steps[index], state)


def shortest(system: System, goal: Goal) -> Play | None:
    """The first find of a search in the order of initial states and updates; steps before what follows."""
    parents: dict[State, tuple[State, int] | None] = dict.fromkeys(system.initial)
    for state in parents:
        if system.holds(goal.states, state):
            return _trace(system, parents, state)
    queue = deque(parents)
    while queue:
        state = queue.popleft()
        proper = dict(system.steps(state))
        for index in range(len(system.updates)):
            if goal.steps and _meets(system, goal, state, index):
                before = _trace(system, parents, state)
                after = (proper[index],) if index in proper else ()
                return Play(system, (*before.states, *after), (*before.updates, index))
            following = proper.get(index)
            if following is None or following in parents:
                continue
            parents[following] = (state, index)
            if system.holds(goal.states, following):
                return _trace(system, parents, following)
            queue.append(following)
    return None


def reachable(system: System) -> set[State]:
    seen, queue = set(system.initial), deque(system.initial)
    while queue:
        for _, following in system.steps(queue.popleft()):
            if following not in seen:
                seen.add(following)
                queue.append(following)
    return seen
