"""Explicit breadth-first search in plain Python: the engine for small games, and the yardstick of others."""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence

from checker.explore.codegen import CUT, HIT, OVER, WRONG, compile_conditions, compile_steps
from checker.explore.interface import Limits, Outcome, Progress, Statistics, Target
from checker.explore.stopping import ALL_FOUND, Stop, check_clock, limit_reached
from checker.system.collection import no_collection
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import FALSE, Term

__all__ = ["ExplicitEngine"]

_BATCH = 256
"""How many states are expanded between two looks at the clock."""

_PROGRESS_SECONDS = 0.2


class ExplicitEngine:
    """Breadth-first search over tuples of integers, with one generated successor function a system."""

    name = "explicit"

    def search(
        self,
        system: System,
        targets: tuple[Target, ...] = (),
        *,
        limits: Limits = Limits(),  # noqa: B008 - an immutable value
        stop_when_found: bool = False,
        progress: Progress | None = None,
    ) -> Outcome:
        """Search ``system`` for all ``targets``; see :class:`checker.explore.interface.Engine`."""
        search = _Search(system, targets, limits, stop_when_found, progress)
        stopped = ""
        with no_collection():
            try:
                search.run()
            except Stop as stop:
                stopped = str(stop)
        return Outcome(
            engine=self.name,
            found={t.name: search.found[t.name] for t in targets if t.name in search.found},
            complete=not stopped,
            stopped=stopped,
            statistics=search.statistics(),
        )


class _Search:
    """The state of one search. States are known by their number in the order of discovery."""

    def __init__(
        self,
        system: System,
        targets: tuple[Target, ...],
        limits: Limits,
        stop_when_found: bool,
        progress: Progress | None,
    ) -> None:
        self.system = system
        self.targets = targets
        self.limits = limits
        self.stop_when_found = stop_when_found and bool(targets)
        self.progress = progress
        self.begun = time.monotonic()
        self.told = self.begun
        self.found: dict[str, Play] = {}
        self.states: list[State] = []
        self.parents = array("q")
        self.via = array("l")
        self.fired = [0] * len(system.updates)
        self.expanded_levels = self.level_end = 0
        self.dead_ends = self.over = self.cut = self.wrong = 0

    def run(self) -> None:
        """Search level by level; raise :class:`Stop` where a limit or the last target ends it."""
        states, parents, via, fired = self.states, self.parents, self.via, self.fired
        seen: set[State] = set()
        wanted = self.wanted_states()
        check = compile_conditions(self.system.cells, wanted) if wanted else None
        expand = compile_steps(self.system, {k: t.steps for k, t in enumerate(self.targets) if t.steps})
        most = self.limits.states
        for state in dict.fromkeys(self.system.initial):
            if len(states) == most:
                raise limit_reached(most, "state")
            seen.add(state)
            states.append(state)
            parents.append(-1)
            via.append(-1)
            if check is not None:
                self.note_state(check(state))
        count = len(states)
        start = 0
        while start < count:
            end = count
            if self.limits.levels is not None and self.expanded_levels + 1 >= self.limits.levels:
                raise limit_reached(self.limits.levels, "level")
            self.expanded_levels += 1
            self.level_end = end
            for batch in range(start, end, _BATCH):
                self.look_at_clock()
                for number in range(batch, min(batch + _BATCH, end)):
                    moved = False
                    for index, result in expand(states[number]):
                        moved = True
                        if index >= 0:
                            fired[index] += 1
                            seen.add(result)
                            if len(seen) == count:
                                continue
                            if count == most:
                                raise limit_reached(most, "state")
                            count += 1
                            states.append(result)
                            parents.append(number)
                            via.append(index)
                            if check is not None and (hits := check(result)):
                                self.note_state(hits)
                        else:
                            self.note(index, result, number)
                    if not moved:
                        self.dead_ends += 1
            start = end
            still_wanted = self.wanted_states()
            if still_wanted.keys() != wanted.keys():
                wanted = still_wanted
                check = compile_conditions(self.system.cells, wanted) if wanted else None

    def wanted_states(self) -> dict[int, Term]:
        """Return the conditions on states for which there is no play yet, by number of target."""
        return {
            k: t.states
            for k, t in enumerate(self.targets)
            if t.states is not FALSE and t.name not in self.found
        }

    def note_state(self, hits: Sequence[int]) -> None:
        """Keep the play to the newest state for the targets that it reaches first."""
        for k in hits:
            self.keep(k, len(self.states) - 1, None)

    def note(self, code: int, result: object, number: int) -> None:
        """Count what is no proper step from the state with this number, or keep the play of a find."""
        if code == OVER:
            self.over += 1
        elif code == WRONG:
            self.wrong += 1
        elif code == CUT:
            self.cut += 1
        else:
            assert code == HIT
            assert isinstance(result, tuple)
            target, update, after = result
            self.keep(target, number, (update, after))

    def keep(self, target: int, number: int, step: tuple[int, State | None] | None) -> None:
        """Keep the play to a state, and perhaps one step further, unless the target has one already."""
        name = self.targets[target].name
        if name in self.found:
            return
        states, updates = [], []
        if step is not None:
            updates.append(step[0])
            if step[1] is not None:
                states.append(step[1])
        while number >= 0:
            states.append(self.states[number])
            if self.parents[number] >= 0:
                updates.append(self.via[number])
            number = self.parents[number]
        self.found[name] = Play(self.system, tuple(reversed(states)), tuple(reversed(updates)))
        if self.stop_when_found and len(self.found) == len({t.name for t in self.targets}):
            raise Stop(ALL_FOUND)

    def look_at_clock(self) -> None:
        """Tell the progress, and stop when the time is up."""
        now = check_clock(self.begun, self.limits)
        if self.progress is not None and now - self.told >= _PROGRESS_SECONDS:
            self.told = now
            self.progress(self.statistics())

    def statistics(self) -> Statistics:
        """Return what was seen so far."""
        return Statistics(
            states=len(self.states),
            transitions=sum(self.fired),
            levels=self.expanded_levels + (len(self.states) > self.level_end),
            dead_ends=self.dead_ends,
            over=self.over,
            cut=self.cut,
            wrong=self.wrong,
            fired=tuple(self.fired),
            seconds=time.monotonic() - self.begun,
        )
