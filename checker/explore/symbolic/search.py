"""The search: level by level over sets of states, until nothing new is reached."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace

from checker.explore.interface import Limits, Progress, Statistics, Target
from checker.explore.stopping import ALL_FOUND, Stop, limit_reached
from checker.explore.symbolic.cases import empty_slots, is_least
from checker.explore.symbolic.clock import Clock
from checker.explore.symbolic.counting import Counter
from checker.explore.symbolic.diagrams import Diagram, OutOfMemory
from checker.explore.symbolic.model import SymbolicModel
from checker.explore.symbolic.plays import Levels, play_to
from checker.system.model import State, System
from checker.system.play import Play
from checker.system.terms import FALSE, Cell, Term, all_of, any_of, integer, less, negate, var

__all__ = ["Search"]

_SIFT_FROM = 200_000
"""Nodes of the states reached and of the newest level from which a better order of bits is sought."""

_WHOLE_UP_TO = 2
"""Steps are taken from all states reached where these have up to so many times the nodes of the newest."""


@dataclass(frozen=True)
class _Wanted:
    """A target, and where one of its steps is taken."""

    target: Target
    step: Term


class Search:
    """One search.

    ``found`` has the plays found so far. ``model`` is there once :meth:`run` has turned the system into
    diagrams; then ``levels`` and ``reached`` have the states reached so far, and
    ``newest`` those of them from which no step was taken yet. Without ``tuned`` it is the plain search by
    levels that the engine's untuned form is.
    """

    def __init__(
        self,
        system: System,
        targets: tuple[Target, ...],
        limits: Limits,
        stop_when_found: bool,
        progress: Progress | None,
        *,
        tuned: bool = True,
    ) -> None:
        self._tuned = tuned
        self.found: dict[str, Play] = {}
        self._system, self._targets, self._limits = system, targets, limits
        self._stop_when_found = stop_when_found and bool(targets)
        # A cycle of references would let the garbage collector take the manager of the diagrams before the
        # diagrams, of which it complains.
        weak = weakref.WeakMethod(self._so_far)

        def so_far() -> Statistics:
            method = weak()
            return Statistics() if method is None else method()

        self._clock = Clock(limits, progress, so_far)
        self.model: SymbolicModel | None = None
        self.levels: Levels
        self.reached: Diagram
        self.newest: Diagram

    def run(self, memory: int) -> None:
        """Search until everything is seen; raise Stop or OutOfMemory where something ends it early."""
        self._clock.look()
        model = SymbolicModel(self._system, memory, self._clock.look, tuned=self._tuned)
        with model.diagrams.guarded():
            self._begin(model)
            while self.newest != model.diagrams.false:
                self._expand(model)

    def statistics(self) -> Statistics:
        """Return what was seen, to the last digit. The search is at its end then."""
        self._clock.stop()
        seen = self._so_far()
        if self.model is None:
            return seen
        try:
            with self.model.diagrams.guarded():
                seen = _with_steps(self.model, self.reached & ~self.newest, seen)
        except OutOfMemory:
            # Counting steps takes new diagrams: where none can be made, what is known is the states.
            return seen
        return replace(seen, seconds=self._clock.seconds())

    def _so_far(self) -> Statistics:
        """Return the numbers of states and levels, which take no new diagrams."""
        states = levels = 0
        if self.model is not None:
            levels = len(self.levels)
            states = Counter(self.model.diagrams).count(self.reached)
            if self._limits.states is not None:
                # A level is taken as a whole, and may hold more states than were asked for.
                states = min(states, self._limits.states)
        return Statistics(
            states, levels=levels, fired=(0,) * len(self._system.updates), seconds=self._clock.seconds()
        )

    def _begin(self, model: SymbolicModel) -> None:
        """Reach the initial states."""
        self.levels = Levels(model.diagrams.false)
        self._sift_at = _SIFT_FROM
        self._wanted = [_Wanted(t, _step_of(self._system, t)) for t in self._targets]
        self.reached = self.newest = model.initial
        self.model = model
        if self.newest != model.diagrams.false:
            self.levels.add(self.reached)
        self._filled = _beyond(model.system) if self._tuned else []
        self._check_states(model)
        self._collect(model, model.diagrams.false)

    def _expand(self, model: SymbolicModel) -> None:
        """Take all steps from the newest level."""
        if self._limits.levels is not None and len(self.levels) >= self._limits.levels:
            raise limit_reached(self._limits.levels, "level")
        source = _source(self.newest, self.reached) if self._tuned else self.newest
        after = model.steps.after(source, self.newest)
        expanded, self.newest = self.newest, after & ~self.reached
        # Before anything is said of the level, and its steps taken: what follows rests on it.
        _check_domains(model, expanded)
        self._check_empty_slots(model)
        if self.newest != model.diagrams.false:
            self.reached = self.reached | self.newest
            self.levels.add(self.reached)
        self._check_states(model)
        self._collect(model, expanded)
        if self._tuned and len(self.reached) + len(self.newest) > self._sift_at:
            model.diagrams.sift()
            self._sift_at = 2 * max(_SIFT_FROM, len(self.reached) + len(self.newest))
        self._clock.look()

    def _check_empty_slots(self, model: SymbolicModel) -> None:
        """Raise ValueError where a slot beyond the size of its container holds something after all."""
        for size, filled in self._filled:
            if model.among(self.newest, filled) != model.diagrams.false:
                raise ValueError(f"a step fills a slot beyond {size.name}")

    def _check_states(self, model: SymbolicModel) -> None:
        most = self._limits.states
        if most is not None and Counter(model.diagrams).count(self.reached) > most:
            raise limit_reached(most, "state")

    def _collect(self, model: SymbolicModel, expanded: Diagram) -> None:
        """Keep the plays of the targets that a step from ``expanded`` or a newly reached state finds."""
        false = model.diagrams.false
        rest = []
        for wanted in self._wanted:
            here = model.among(self.newest, wanted.target.states)
            steps = model.among(expanded, wanted.step)
            if here == false and steps == false:
                rest.append(wanted)
            elif wanted.target.name not in self.found:
                self.found[wanted.target.name] = self._play(model, wanted.target, expanded, here, steps)
        if len(rest) < len(self._wanted):
            self._wanted = rest
            if self._stop_when_found and not rest:
                raise Stop(ALL_FOUND)

    def _play(
        self, model: SymbolicModel, target: Target, expanded: Diagram, here: Diagram, steps: Diagram
    ) -> Play:
        """Return the play to a new state in ``here``, or to a step that is a find from one in ``steps``."""
        if expanded == model.diagrams.false:
            return play_to(model, self.levels, here, 0)
        if here != model.diagrams.false:
            steps = steps | model.steps.before(here, expanded)
        depth = len(self.levels) - (1 if self.newest == model.diagrams.false else 2)

        def ends(state: State, index: int) -> bool:
            update = self._system.updates[index]
            condition = target.steps[index] if target.steps else FALSE
            if model.holds(all_of((update.enabled, condition)), state):
                return True
            proper = model.holds(model.proper[index], state)
            return proper and model.is_in(here, self._system.after(state, update))

        return play_to(model, self.levels, steps, depth, ends)


def _source(newest: Diagram, reached: Diagram) -> Diagram:
    """Return a set whose steps lead to the same new states as those from the newest level.

    That is any set between the level and all that is reached. The whole grows only, so that much of its
    image is remembered from the level before: it is taken unless it is much larger.
    """
    return reached if len(reached) <= _WHOLE_UP_TO * len(newest) else newest


def _step_of(system: System, target: Target) -> Term:
    """Return where some update is enabled whose step is a find."""
    if not target.steps:
        return FALSE
    return any_of(all_of((u.enabled, t)) for u, t in zip(system.updates, target.steps, strict=True))


def _with_steps(model: SymbolicModel, expanded: Diagram, seen: Statistics) -> Statistics:
    """Return the statistics with the steps from the states in ``expanded``, and those where nothing moves."""
    counter = Counter(model.diagrams)
    fired = tuple(counter.count(model.among(expanded, term)) for term in model.proper)
    return replace(
        seen,
        transitions=sum(fired),
        dead_ends=counter.count(model.stuck(expanded)),
        over=counter.count(model.among(expanded, model.system.over)),
        cut=counter.total(model.among(expanded, term) for term in model.cut),
        wrong=counter.total(model.among(expanded, term) for term in model.wrong),
        fired=fired,
    )


def _check_domains(model: SymbolicModel, expanded: Diagram) -> None:
    """Raise ValueError where a step that is not wrong gives a cell a value outside its domain."""
    for index, states in model.steps.spilling:
        if expanded & states != model.diagrams.false:
            name = model.system.updates[index].name
            raise ValueError(f"{name} gives a cell a value outside its domain and is not wrong there")


def _beyond(system: System) -> list[tuple[Cell, Term]]:
    """Return for each container that cases rest on its size, and where a slot beyond it holds something."""
    return [
        (
            size,
            any_of(
                all_of((less(var(size), integer(place + 1)), negate(is_least(cell))))
                for place, cells in enumerate(slots)
                for cell in cells
            ),
        )
        for size, slots in empty_slots(system).items()
    ]
