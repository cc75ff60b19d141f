"""Runs of a system, unrolled in a solver state by state."""

from __future__ import annotations

from collections.abc import Sequence

from checker.prove import solver as z
from checker.prove.encoding import Encoding, Frame
from checker.prove.solver import Clock, Formula, Result, Solver
from checker.system.model import State
from checker.system.play import Play
from checker.system.terms import Term, evaluate_all

__all__ = ["Unrolling", "play_of"]


class Unrolling:
    """A run of a growing number of steps: from the start (``started``), or from any typed state.

    With ``simple`` no state of the run is repeated.
    """

    def __init__(self, encoding: Encoding, *, started: bool, simple: bool = False) -> None:
        self.encoding = encoding
        self.solver = Solver()
        self.frames: list[Frame] = [encoding.frame(0)]
        self._simple = simple
        self._literals: dict[tuple[int, int, bool], Formula] = {}
        first = self.frames[0]
        self.solver.add(encoding.start(first) if started else encoding.typed(first))

    @property
    def length(self) -> int:
        """How many steps the run has."""
        return len(self.frames) - 1

    def extend(self) -> None:
        """Add one step."""
        before, after = self.frames[-1], self.encoding.frame(len(self.frames))
        self.solver.add(self.encoding.step(before, after))
        if self._simple:
            self.solver.add(*(self.encoding.differ(frame, after) for frame in self.frames))
        self.frames.append(after)

    def literal(self, term: Term, at: int, value: bool = True) -> Formula:
        """Return a name to assume that ``term`` has this truth value in state number ``at``."""
        key = (term.id, at, value)
        if key not in self._literals:
            formula = self.encoding.condition(term, self.frames[at])
            self._literals[key] = self.solver.literal(formula if value else z.invert(formula))
        return self._literals[key]

    def state(self, at: int) -> State:
        """Return state number ``at`` of the model."""
        return self.encoding.state(self.solver, self.frames[at])

    def choices(self, until: int) -> tuple[int, ...]:
        """Return the initial state and the updates of the model, up to state number ``until``."""
        return tuple(self.solver.value(frame.chosen) for frame in self.frames[: until + 1])

    def least_choices(self, until: int, goal: Formula, clock: Clock) -> tuple[int, ...] | None:
        """Return the least choices, in order, that reach ``goal`` in state number ``until``.

        There must be a run that does. ``None`` when the clock ran out.
        """
        assumptions: list[Formula] = [goal]
        choices: list[int] = []
        if self.solver.check(assumptions, clock) is not Result.SAT:
            return None
        for frame in self.frames[: until + 1]:
            choice = self.encoding.least_choice(self.solver, frame, assumptions, clock)
            if choice is None:
                return None
            choices.append(choice)
            assumptions.append(self.solver.literal(self.encoding.choice_is(frame, choice)))
        return tuple(choices)


def play_of(encoding: Encoding, choices: Sequence[int], steps: Sequence[Term] = ()) -> Play:
    """Run ``choices`` (an initial state, then updates) on plain numbers, and return the play.

    With ``steps``, the least update whose step meets its condition is taken last; where it is wrong or cut,
    the play ends in it. Raises ``RuntimeError`` where the run does not exist, which is a fault of the solver
    or of its translation.
    """
    system = encoding.system
    state = system.initial[choices[0]]
    states, taken = [state], list(choices[1:])
    for index in taken:
        update = system.updates[index]
        proper = evaluate_all((update.enabled, update.wrong, update.cut), system.environment(state))
        if proper != [1, 0, 0]:
            raise RuntimeError(f"the solver's play takes {update}, which is no step in that state")
        state = system.after(state, update)
        states.append(state)
    if steps:
        env = system.environment(state)
        for index, (update, condition) in enumerate(zip(system.updates, steps, strict=True)):
            enabled, met, wrong, cut = evaluate_all(
                (update.enabled, condition, update.wrong, update.cut), env
            )
            if enabled and met:
                taken.append(index)
                if not wrong and not cut:
                    states.append(system.after(state, update))
                return Play(system, tuple(states), tuple(taken))
        raise RuntimeError("the solver's play does not end before a step that is looked for")
    return Play(system, tuple(states), tuple(taken))
