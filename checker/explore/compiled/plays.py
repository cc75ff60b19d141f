"""From the places where targets were found to the plays that lead there.

No state remembers where it came from. The parent of a state is the first state of the level before that
has a step to it, which is the one that found it; so a play is rebuilt backwards, level by level, for all
targets at once. Which update made a step is asked of the terms themselves, so that no play is told that
the plain meaning of the system does not bear out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from checker.explore.compiled.search import Search
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import evaluate_all

__all__ = ["Finds"]


@dataclass(frozen=True)
class _Find:
    """A state at which a target was found; ``update`` is the index of the step from it that was, if any."""

    state: int
    update: int | None = None


class Finds:
    """The targets that a search has found so far. Each keeps the first find it gets."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._found: dict[int, _Find] = {}

    @property
    def all_found(self) -> bool:
        """Whether every target was found."""
        return len(self._found) == len(self._search.targets)

    def noted(self) -> list[tuple[int, int, int]]:
        """Return the finds as numbers: target, state, and update or -1."""
        return [
            (target, find.state, -1 if find.update is None else find.update)
            for target, find in self._found.items()
        ]

    def recall(self, noted: Iterable[Sequence[int]]) -> None:
        """Take over finds that :meth:`noted` has returned."""
        for target, state, update in noted:
            self._found[target] = _Find(state, None if update < 0 else update)

    def collect(self) -> None:
        """Take note of what the search has found. To be called at each of its pauses for a find."""
        for target in range(len(self._search.targets)):
            if target in self._found:
                continue
            state, step = self._search.find(target)
            if state is not None and (step is None or self._comes_first(state, step)):
                self._found[target] = _Find(state)
            elif step is not None:
                self._found[target] = _Find(*step)

    def plays(self) -> dict[str, Play]:
        """Return the play to every find, by the name of the target."""
        search = self._search
        parents = _parents(search, {find.state for find in self._found.values()})
        plays = {}
        for target, find in sorted(self._found.items()):
            trail = [find.state]
            while trail[-1] in parents:
                trail.append(parents[trail[-1]])
            states = [search.state(index) for index in reversed(trail)]
            updates = [_first_step(search.system, before, after) for before, after in pairwise(states)]
            if find.update is not None:
                updates.append(find.update)
                states.extend(_after(search.system, states[-1], find.update))
            plays[search.targets[target].name] = Play(search.system, tuple(states), tuple(updates))
        return plays

    def _comes_first(self, state: int, step: tuple[int, int]) -> bool:
        """Whether the play to ``state`` comes before the one that ends with ``step``.

        Both were found in one batch, so that the state, unless it is initial, lies just behind the level
        of the step.
        """
        search = self._search
        level = search.level_of(state)
        if level == 0:
            return True
        parent = _parents(search, {state}, back_to=level - 1)[state]
        if parent != step[0]:
            return parent < step[0]
        return _first_step(search.system, search.state(parent), search.state(state)) <= step[1]


def _parents(search: Search, states: Iterable[int], back_to: int = 0) -> Mapping[int, int]:
    """Return the parents of ``states``, and theirs, down to level ``back_to``."""
    starts = [*search.levels, search.count]
    by_level: dict[int, set[int]] = {}
    for index in states:
        by_level.setdefault(search.level_of(index), set()).add(index)
    parents: dict[int, int] = {}
    for level in range(max(by_level, default=0), back_to, -1):
        wanted = sorted(by_level.get(level, ()))
        if not wanted:
            continue
        found = search.locate(wanted, starts[level - 1], starts[level])
        for index, parent in zip(wanted, found, strict=True):
            if parent is None:
                raise RuntimeError(f"no step leads to {search.state(index)}, which was found by one")
            parents[index] = parent
            by_level.setdefault(level - 1, set()).add(parent)
    return parents


def _enabled(system: System, state: State) -> list[int]:
    values = evaluate_all((u.enabled for u in system.updates), system.environment(state))
    return [index for index, enabled in enumerate(values) if enabled]


def _after(system: System, state: State, index: int) -> tuple[State, ...]:
    """Return the state after the update, or nothing where the step is wrong or cut."""
    update = system.updates[index]
    wrong, cut = evaluate_all((update.wrong, update.cut), system.environment(state))
    return () if wrong or cut else (system.after(state, update),)


def _first_step(system: System, before: State, after: State) -> int:
    for index in _enabled(system, before):
        if _after(system, before, index) == (after,):
            return index
    raise RuntimeError(f"compiled code and terms disagree about the steps from {before}")
