"""A naive breadth-first search by ``System.steps`` and ``evaluate``, which shares no code with engines."""

from __future__ import annotations

from collections.abc import Iterator

from checker.explore.interface import Statistics, Target
from checker.system.model import State, System
from checker.system.play import Play

Node = tuple[State, tuple[State, ...], tuple[int, ...]]


def search(system: System, targets: tuple[Target, ...] = ()) -> tuple[dict[str, Play], Statistics]:
    """Return the least shortest play to each target, and what was seen on the way."""
    found: dict[str, Play] = {}
    levels: list[list[Node]] = [[(s, (s,), ()) for s in dict.fromkeys(system.initial)]]
    seen = set(system.initial)
    fired = [0] * len(system.updates)
    dead_ends = over = cut = wrong = 0

    def keep(name: str, states: tuple[State, ...], updates: tuple[int, ...]) -> None:
        found.setdefault(name, Play(system, states, updates))

    def look(state: State, states: tuple[State, ...], updates: tuple[int, ...]) -> None:
        for target in targets:
            if system.holds(target.states, state):
                keep(target.name, states, updates)

    for node in levels[0]:
        look(*node)
    while levels[-1]:
        following: list[Node] = []
        for state, states, updates in levels[-1]:
            if system.holds(system.over, state):
                over += 1
            elif not system.holds(system.alive, state):
                dead_ends += 1
            proper = dict(system.steps(state))
            for index, update in enumerate(system.updates):
                if not system.holds(update.enabled, state):
                    continue
                after = proper.get(index)
                for target in targets:
                    if target.steps and system.holds(target.steps[index], state):
                        ends = states if after is None else (*states, after)
                        keep(target.name, ends, (*updates, index))
                if after is None:
                    is_wrong = system.holds(update.wrong, state)
                    wrong += is_wrong
                    cut += not is_wrong
                    continue
                fired[index] += 1
                if after not in seen:
                    seen.add(after)
                    following.append((after, (*states, after), (*updates, index)))
                    look(*following[-1])
        levels.append(following)
    statistics = Statistics(
        states=len(seen),
        transitions=sum(fired),
        levels=len(levels) - 1,
        dead_ends=dead_ends,
        over=over,
        cut=cut,
        wrong=wrong,
        fired=tuple(fired),
    )
    return found, statistics


def plays(system: System, length: int) -> Iterator[Play]:
    """Yield all plays of at most ``length`` proper steps, shortest first, then least."""
    level = [Play(system, (s,), ()) for s in system.initial]
    for _ in range(length + 1):
        yield from level
        level = [
            Play(system, (*p.states, after), (*p.updates, index))
            for p in level
            for index, after in system.steps(p.states[-1])
        ]
