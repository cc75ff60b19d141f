"""Runs of author's functions: one rule, the state-based event, and what belongs to every event."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from checker.errors import ModelError
from checker.language.machine import activate
from checker.language.plain.absent import ABSENT_IS_USED, Absent
from checker.language.plain.choices import Choice, Script, completions
from checker.language.plain.events import chooser_label
from checker.language.plain.instances import STATE_BASED_EVENT, Arguments, combinations, instance_label
from checker.language.plain.lines import line_of_error
from checker.language.plain.machine import PlainMachine
from checker.language.plain.merge import Part, merged
from checker.language.plain.state import PlainState
from checker.language.plain.world import (
    OBSERVER,
    RULE,
    STATE_BASED,
    TRIGGER,
    Access,
    Notes,
    Undone,
    World,
    Wrong,
)
from checker.language.resolved import Parameter
from checker.language.rules import RuleInfo, RuleKind
from checker.language.step import Step
from checker.language.types import Participant

__all__ = ["Attempt", "Happening", "Outcome", "Runner"]

R = TypeVar("R")


@dataclass(frozen=True)
class Happening:
    """A rule that took part in an event, with its arguments as its function saw them."""

    rule: RuleInfo
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What a run came to. ``state`` counts only where nothing is noted as wrong or cut."""

    state: PlainState
    notes: Notes
    happened: tuple[Happening, ...]


Attempt = Callable[[Script], Outcome]
"""Runs an event with the answers of a script.

Raises:
    Undone: it does not happen.
    NeedsChoice: the script has no answer to a choice that arises.
"""

_Way = tuple[tuple[Choice, ...], PlainMachine]


class Runner:
    """Runs rules of one game. ``ghosts`` says whether observers run."""

    def __init__(self, world: World, *, ghosts: bool) -> None:
        self._world = world
        self._schema = world.schema
        self._ghosts = ghosts
        by_kind: dict[RuleKind, list[RuleInfo]] = {kind: [] for kind in RuleKind}
        for rule in world.schema.rules.values():
            by_kind[rule.kind].append(rule)
        self._rules = by_kind

    # -- author's functions --------------------------------------------------------------------------

    @staticmethod
    def guarded(call: Callable[[], R]) -> R:
        """Return what an author's function returns.

        Raises:
            ModelError: it fails; with the author's line.
        """
        try:
            return call()
        except ModelError as error:
            if error.source is None:
                error.source = line_of_error(error)
            raise
        except Exception as error:
            raise ModelError(
                f"{type(error).__name__}: {error}",
                hint="this line cannot be carried out",
                source=line_of_error(error),
            ) from error

    def _carry_out(self, call: Callable[[], object], machine: PlainMachine) -> None:
        """Run a rule's function; where it fails on something absent, the step is wrong."""
        try:
            self.guarded(call)
        except ModelError as error:
            cause = error.__cause__
            if cause is None or not (_is_about_absence(cause) or machine.notes.wrong):
                raise
            if machine.notes.wrong is None:
                machine.notes.wrong = Wrong(ABSENT_IS_USED, line_of_error(cause))

    def lifted(self, machine: PlainMachine, parameter: Parameter, value: Any) -> Any:
        """Return an argument as the rule's function sees it.

        Raises:
            Undone: a ``one_of`` argument names a place that is not filled.
        """
        if not parameter.container:
            return machine.lift(parameter.type, value)
        container = machine.read(parameter.container)
        if value >= container.size:
            raise Undone(f"{parameter.container} holds no item {value}")
        return container.item(value)

    # -- one rule ------------------------------------------------------------------------------------

    def single(self, state: PlainState, name: str, arguments: Arguments) -> Attempt:
        """Return how to run an action, choice or automatic rule."""
        rule = self._schema.rules[name]

        def attempt(script: Script) -> Outcome:
            self._check_actor(state, rule, arguments)
            machine = PlainMachine(self._world, state, RULE, script=script)
            self._call(machine, rule, arguments)
            happened = _happened(machine)
            return self._finish(
                state, name, arguments, Outcome(machine.frozen(), machine.notes, happened), script
            )

        return attempt

    def _check_actor(self, state: PlainState, rule: RuleInfo, arguments: Arguments) -> None:
        if rule.kind not in (RuleKind.ACTION, RuleKind.CHOICE):
            return
        actor = dict(arguments).get(self._schema.actor_parameter(rule) or "")
        if isinstance(actor, Participant) and actor not in state.values["in_game"]:
            raise Undone(f"{actor} has left the game")

    def _call(self, machine: PlainMachine, rule: RuleInfo, arguments: Arguments, *more: Any) -> None:
        parameters = {p.name: p for p in self._schema.parameters[rule.name]}
        with activate(machine):
            values = {n: self.lifted(machine, parameters[n], v) for n, v in arguments}
            self._carry_out(lambda: rule.function(self._world.game, *more, **values), machine)

    def set_up(self, rule: RuleInfo, state: PlainState) -> Iterator[PlainState]:
        """Yield the outcomes of a start rule on a start state, in the order of its arguments.

        Raises:
            ModelError: it goes wrong, or past a bound.
        """
        for arguments in combinations(self._schema, self._schema.parameters[rule.name]):
            for machine in self._outcomes(rule, arguments, state):
                label = instance_label(rule.name, arguments)
                if machine.notes.wrong is not None:
                    raise ModelError(
                        f"the game cannot be set up by {label}: {machine.notes.wrong.message}",
                        source=machine.notes.wrong.source or rule.source,
                    )
                if machine.notes.cut is not None:
                    raise ModelError(
                        f"the game cannot be set up by {label}: {machine.notes.cut} is too small",
                        hint=f"try a greater --scope {machine.notes.cut}=N",
                        source=rule.source,
                    )
                yield dataclasses.replace(machine.frozen(), clock=state.clock + 1)

    def _outcomes(self, rule: RuleInfo, arguments: Arguments, state: PlainState) -> list[PlainMachine]:
        return [machine for _, machine in self._ways(rule, arguments, state, RULE)]

    # -- the state-based event -----------------------------------------------------------------------

    def state_based(self, state: PlainState) -> Attempt:
        """Return how to run the state-based event: every instance that applies, each on the state before."""
        applying: list[tuple[str, RuleInfo, list[_Way]]] = []
        for rule in self._rules[RuleKind.STATE_BASED]:
            for arguments in self._given(rule):
                ways = self._ways(rule, arguments, state, STATE_BASED)
                if ways:
                    applying.append((instance_label(rule.name, arguments), rule, ways))

        def attempt(script: Script) -> Outcome:
            if not applying:
                raise Undone("no state-based rule applies")
            parts: list[Part] = []
            notes = Notes()
            happened: list[Happening] = []
            for label, rule, ways in applying:
                machine = _settled(script, label, ways)
                _add_notes(notes, machine.notes)
                parts.append(Part(label, rule.source, machine))
                happened.extend(_happened(machine))
            together = merged(self._world, state, parts, notes)
            return self._finish(
                state, STATE_BASED_EVENT, (), Outcome(together, notes, tuple(happened)), script
            )

        return attempt

    def _given(self, rule: RuleInfo) -> Iterator[Arguments]:
        return combinations(self._schema, (p for p in self._schema.parameters[rule.name] if not p.chosen))

    def _ways(
        self,
        rule: RuleInfo,
        arguments: Arguments,
        state: PlainState,
        access: Access,
        before: PlainState | None = None,
    ) -> list[_Way]:
        """Return the choices and the machine of every way in which a rule happens as part of an event."""
        given = dict(arguments)
        parameters = self._schema.parameters[rule.name]

        def attempt(script: Script) -> PlainMachine | None:
            answers = script if before is None else None  # nothing is chosen as a rule triggers
            machine = PlainMachine(self._world, state, access, script=answers)
            more = () if before is None else (self._world.bound(self._earlier(before, machine, access)),)
            try:
                with activate(machine):
                    values: dict[str, Any] = {}
                    for p in parameters:
                        value = given[p.name] if p.name in given else self._choose(script, machine, p, values)
                        values[p.name] = self.lifted(machine, p, value)
                    self._carry_out(lambda: rule.function(self._world.game, *more, **values), machine)
            except Undone:
                return None
            machine.happened.insert(0, (rule, values))
            return machine

        found = completions(attempt, tuple(given))
        return [(choices, machine) for choices, machine in found if machine is not None]

    def _choose(
        self, script: Script, machine: PlainMachine, parameter: Parameter, values: dict[str, Any]
    ) -> Any:
        chooser = chooser_label(machine, self._world.game, parameter.by, values)
        return script.ask(parameter.name, tuple(self._schema.arguments(parameter)), chooser)

    def _earlier(self, before: PlainState, machine: PlainMachine, access: Access) -> PlainMachine:
        """Return a machine on the state before; what goes wrong in reading it counts for ``machine``."""
        reading = dataclasses.replace(access, writes="nothing")
        return PlainMachine(self._world, before, reading, notes=machine.notes)

    # -- what belongs to every event -----------------------------------------------------------------

    def _finish(
        self, before: PlainState, name: str, arguments: Arguments, outcome: Outcome, script: Script
    ) -> Outcome:
        """Return the outcome with what triggers and what is observed."""
        state, notes, happened = outcome.state, outcome.notes, list(outcome.happened)
        for rule in self._rules[RuleKind.TRIGGERED]:
            for given in self._given(rule):
                if notes.wrong or notes.cut:
                    return Outcome(state, notes, tuple(happened))
                ways = self._ways(rule, given, state, TRIGGER, before)
                for _, machine in ways:
                    _add_notes(notes, machine.notes)
                    state = machine.frozen()
                    happened.extend(_happened(machine))
        if self._ghosts and not (notes.wrong or notes.cut):
            full = (*arguments, *((c.name, c.value) for c in script.made))
            for rule in self._rules[RuleKind.OBSERVER]:
                state = self._observed(rule, before, (name, full), state, notes)
        return Outcome(dataclasses.replace(state, clock=before.clock + 1), notes, tuple(happened))

    def _observed(
        self,
        rule: RuleInfo,
        before: PlainState,
        taken: tuple[str, Arguments],
        state: PlainState,
        notes: Notes,
    ) -> PlainState:
        machine = PlainMachine(self._world, state, OBSERVER)
        earlier = self._earlier(before, machine, OBSERVER)
        try:
            with activate(machine):
                step = self.step(*taken, earlier)
            self._call(machine, rule, (), self._world.bound(earlier), step)
        except Undone:
            return state
        _add_notes(notes, machine.notes)
        return machine.frozen()

    def step(self, name: str, arguments: Arguments, earlier: PlainMachine) -> Step:
        """Return the step as claims and observers see it; ``earlier`` is on the state before."""
        parameters = {p.name: p for p in self._schema.parameters.get(name, ())}
        return Step(
            name, {n: self.lifted(earlier, parameters[n], v) if n in parameters else v for n, v in arguments}
        )


def _happened(machine: PlainMachine) -> tuple[Happening, ...]:
    return tuple(Happening(rule, arguments) for rule, arguments in machine.happened)


def _add_notes(notes: Notes, more: Notes) -> None:
    notes.wrong = notes.wrong or more.wrong
    notes.cut = notes.cut or more.cut


def _settled(script: Script, label: str, ways: list[_Way]) -> PlainMachine:
    """Return the way that the script's answers lead to. Options are only those that let the rule happen."""
    position = 0
    while len(ways) > 1 or len(ways[0][0]) > position:
        choices = [made[position].under(label) for made, _ in ways]
        options = tuple(dict.fromkeys(c.value for c in choices))
        answer = script.ask(choices[0].name, options, choices[0].chooser)
        ways = [way for way, choice in zip(ways, choices, strict=True) if choice.value == answer]
        position += 1
    return ways[0][1]


def _is_about_absence(error: BaseException) -> bool:
    """Whether an author's line failed because it used ``None`` as if it were something."""
    if not isinstance(error, AttributeError | TypeError):
        return False
    if isinstance(error, AttributeError) and (error.obj is None or isinstance(error.obj, Absent)):
        return True
    if "NoneType" in str(error) or "Absent" in str(error):
        return True
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return step is not None and any(isinstance(v, Absent) for v in step.tb_frame.f_locals.values())
