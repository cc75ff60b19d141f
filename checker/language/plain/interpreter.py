"""The interpreter: which rules may be taken in a plain state, and what happens when one is."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from checker.errors import ModelError, nearest
from checker.language.machine import activate
from checker.language.plain.choices import Choice, NamedScript, NeedsChoice, Script, completions
from checker.language.plain.events import chooser_label
from checker.language.plain.given import Given
from checker.language.plain.instances import (
    STATE_BASED_EVENT,
    Instance,
    Ranks,
    combinations,
)
from checker.language.plain.machine import PlainMachine
from checker.language.plain.running import Happening, Runner
from checker.language.plain.state import PlainState, canonical, show_state, start_values
from checker.language.plain.world import CLAIM, CONDITION, RULE, Notes, Undone, World, Wrong
from checker.language.rules import RuleInfo, RuleKind
from checker.language.schema import Schema
from checker.language.step import Step

__all__ = ["Interpreter", "Judgement", "Result", "Taken"]


@dataclass(frozen=True)
class Result:
    """What a rule instance does in a state.

    Exactly one of these is set: ``undone`` (the rule may not be taken: a requirement is not met), ``needs``
    (a choice inside it arises to which the arguments give no possible answer, and its options), ``wrong``,
    ``cut`` (the bound that is exceeded), or ``after``. ``choices`` are those that were made inside the rule,
    ``happened`` the other rules that took part in the event.
    """

    after: PlainState | None = None
    wrong: Wrong | None = None
    cut: str | None = None
    undone: Undone | None = None
    needs: tuple[str, tuple[Any, ...]] | None = None
    choices: tuple[Choice, ...] = ()
    happened: tuple[Happening, ...] = ()

    @property
    def enabled(self) -> bool:
        """Whether the rule's own requirements are met: it happens, goes wrong, or is cut."""
        return self.undone is None and self.needs is None


@dataclass(frozen=True)
class Judgement:
    """What a claim says: its truth, or the truths of its parts.

    ``undefined`` names something that it reads and that is not there; it says nothing then.
    """

    truths: tuple[bool, ...]
    undefined: Wrong | None = None

    @property
    def holds(self) -> bool:
        """Whether the claim says something, and all of it is true."""
        return self.undefined is None and all(self.truths)


@dataclass(frozen=True)
class Taken:
    """A rule instance that may be taken in a state, and what it does."""

    instance: Instance
    result: Result


class Interpreter:
    """Runs a game on plain values.

    Args:
        schema: the game with its scopes and readings.
        ghosts: whether observers run. Without them ghosts keep their start values.

    """

    def __init__(self, schema: Schema, *, ghosts: bool = True) -> None:
        self.schema = schema
        self.ghosts = ghosts
        self.world = World.of(schema)
        self.ranks = Ranks(schema)
        self._runner = Runner(self.world, ghosts=ghosts)
        self._latest: tuple[PlainState, tuple[Taken, ...]] | None = None

    # -- states ----------------------------------------------------------------------------------

    def initial_states(self) -> list[PlainState]:
        """Return the initial states: start values in order, then the outcomes of the start rules on them.

        Duplicates are dropped, and so are combinations that a ``require`` of a start rule excludes.

        Raises:
            ModelError: a start rule goes wrong or past a bound, or there is no initial state.
        """
        distinct: dict[tuple[int, ...], PlainState] = {}
        for state in self._set_up(start_values(self.schema)):
            distinct.setdefault(self.canonical(state), state)
        if not distinct:
            raise ModelError(
                f"{self.schema.name} has no initial state",
                hint="the requirements of its start rules exclude every combination",
                source=self.schema.source,
            )
        return list(distinct.values())

    def described_states(self, given: Given) -> Iterator[PlainState]:
        """Yield the states in which the given fields are as they are described, and the others as at a start.

        The fields are given before the start rules set up the game, and hold the given values again after
        that. Where fields have no start value, or start rules parameters, the least come first.

        Raises:
            ModelError: a start rule goes wrong or past a bound.
        """
        return (given.put_into(state) for state in self._set_up(start_values(self.schema, given)))

    def _set_up(self, states: Iterator[PlainState]) -> Iterator[PlainState]:
        """Yield the outcomes of all start rules on each state."""
        for rule in self.schema.rules.values():
            if rule.kind is RuleKind.START:
                states = self._after(rule, states)
        return states

    def _after(self, rule: RuleInfo, states: Iterator[PlainState]) -> Iterator[PlainState]:
        for state in states:
            yield from self._runner.set_up(rule, state)

    def canonical(
        self, state: PlainState, *, ghosts: bool | None = None, names: Container[str] | None = None
    ) -> tuple[int, ...]:
        """Return a key that is equal for equal states.

        ``ghosts`` says whether they count (as they run), ``names`` which fields alone do, if not all.
        """
        return canonical(self.schema, state, ghosts=self.ghosts if ghosts is None else ghosts, names=names)

    def show(self, state: PlainState) -> dict[str, Any]:
        """Return the state as structured values for a person, in the form of ``System.show_state``."""
        return show_state(self.schema, state)

    # -- rules -----------------------------------------------------------------------------------

    def instances(self) -> tuple[Instance, ...]:
        """Return all rule instances in order, without the choices that arise inside them."""
        found = []
        for name in self.ranks.order:
            if name == STATE_BASED_EVENT:
                found.append(Instance(name))
            else:
                found.extend(
                    Instance(name, a) for a in combinations(self.schema, self.schema.parameters[name])
                )
        return tuple(found)

    def over(self, state: PlainState) -> bool:
        """Return whether the game is over."""
        machine = PlainMachine(self.world, state, CONDITION)
        with activate(machine):
            return bool(self._runner.guarded(self.world.game.over))

    def taken(self, state: PlainState) -> tuple[Taken, ...]:
        """Return every rule instance that may be taken, in order, and what it does.

        These are the ones of the most urgent rank that has any, and none once the game is over.
        """
        if self._latest is not None and self._latest[0] is state:
            return self._latest[1]
        found: tuple[Taken, ...] = ()
        if not self.over(state):
            for rank in range(len(self.ranks.names)):
                found = tuple(self.of_rank(state, rank))
                if found:
                    break
        self._latest = (state, found)
        return found

    def of_rank(self, state: PlainState, rank: int) -> Iterator[Taken]:
        """Yield the instances of one rank whose own requirements are met, and what they do."""
        for name in self.ranks.names[rank]:
            if name == STATE_BASED_EVENT:
                yield from self._completed(Instance(name), self._runner.state_based(state))
                continue
            parameters = self.schema.parameters[name]
            for arguments in combinations(self.schema, parameters):
                yield from self._completed(
                    Instance(name, arguments), self._runner.single(state, name, arguments)
                )

    def _completed(self, base: Instance, attempt: Callable[[Script], Any]) -> Iterator[Taken]:
        def happening(script: Script) -> Result:
            result = self._result(attempt, script)
            if result.undone is not None:
                # Nobody asks why; with its traceback it would hold the frames of the run, and they it.
                result.undone.with_traceback(None)
            return result

        for choices, result in completions(happening, tuple(name for name, _ in base.arguments)):
            if result.enabled:
                chosen = tuple((c.name, c.value) for c in choices)
                yield Taken(Instance(base.rule, (*base.arguments, *chosen)), result)

    @staticmethod
    def _result(attempt: Callable[[Script], Any], script: Script) -> Result:
        try:
            outcome = attempt(script)
        except Undone as undone:
            return Result(undone=undone)
        notes: Notes = outcome.notes
        after = None if notes.wrong or notes.cut else outcome.state
        cut = None if notes.wrong else notes.cut
        return Result(after, notes.wrong, cut, choices=tuple(script.made), happened=outcome.happened)

    def enabled(self, state: PlainState) -> list[Instance]:
        """Return the rule instances that may be taken, in order."""
        return [t.instance for t in self.taken(state)]

    def run(self, state: PlainState, rule: str, arguments: Mapping[str, Any]) -> Result:
        """Return what a rule does with these arguments, whether or not something is more urgent.

        ``arguments`` are plain values by name, those of choices inside the rule included; answers to choices
        that do not arise are not looked at.

        Raises:
            ModelError: there is no such rule, or an argument is missing.
        """
        attempt, taken = self._attempt(state, rule, arguments)
        try:
            return self._result(attempt, NamedScript(arguments, taken))
        except NeedsChoice as need:
            return Result(needs=(need.name, need.options))

    def _attempt(
        self, state: PlainState, rule: str, arguments: Mapping[str, Any]
    ) -> tuple[Callable[[Script], Any], tuple[str, ...]]:
        if rule not in self.ranks.order:
            raise ModelError(f"there is no rule {rule!r}", hint=nearest(rule, self.ranks.order))
        if rule == STATE_BASED_EVENT:
            return self._runner.state_based(state), ()
        names = tuple(p.name for p in self.schema.parameters[rule])
        missing = [n for n in names if n not in arguments]
        if missing:
            raise ModelError(f"{rule} has an argument {missing[0]!r}, which is not given")
        return self._runner.single(state, rule, tuple((n, arguments[n]) for n in names)), names

    def choosers(self, state: PlainState, rule: str, arguments: Mapping[str, Any]) -> dict[str, str]:
        """Return who chooses each chosen parameter of a rule (not the choices that arise inside it)."""
        if rule == STATE_BASED_EVENT:
            return {}
        parameters = self.schema.parameters[rule]
        machine = PlainMachine(self.world, state, RULE)
        with activate(machine):
            lifted = {p.name: self._runner.lifted(machine, p, arguments[p.name]) for p in parameters}
            return {
                p.name: chooser_label(machine, self.world.game, p.by, lifted) for p in parameters if p.chosen
            }

    # -- claims ----------------------------------------------------------------------------------

    def may(self, state: PlainState, rule: str, actor: Any | None) -> bool:
        """Return whether some instance of ``rule`` (by ``actor``, if given) may be taken now."""
        if rule not in self.ranks.order:
            raise ModelError(f"there is no rule {rule!r}", hint=nearest(rule, self.ranks.order))
        return any(t.instance.rule == rule and self._is_by(t.instance, actor) for t in self.taken(state))

    def may_act(self, state: PlainState, actor: Any | None) -> bool:
        """Return whether some action (by ``actor``, if given) may be taken now."""
        return any(
            t.instance.rule in self.ranks.names[-1] and self._is_by(t.instance, actor)
            for t in self.taken(state)
        )

    def _is_by(self, instance: Instance, actor: Any | None) -> bool:
        by = self.actor(instance)
        return actor is None or (by is not None and bool(by == actor))

    def actor(self, instance: Instance) -> Any | None:
        """Return who takes an action or choice, or None where nobody in particular does."""
        info = self.schema.rules.get(instance.rule)
        if info is None or info.kind not in (RuleKind.ACTION, RuleKind.CHOICE):
            return None
        name = self.schema.actor_parameter(info)
        return None if name is None else dict(instance.arguments).get(name)

    def evaluate_claim(self, state: PlainState, function: Callable[..., Any]) -> Any:
        """Return whether a claim is true of a state, or a tuple where it has parts.

        Where the claim reads what is not there it sees the least value; :meth:`judge_claim` tells that apart.
        """
        truths = self.judge_claim(state, function).truths
        return truths[0] if len(truths) == 1 else truths

    def judge_claim(self, state: PlainState, function: Callable[..., Any]) -> Judgement:
        """Return what a claim says of a state."""
        return self._judged(self.judge(state), lambda machine: (self.world.game,), function)

    def judge_step(
        self, before: PlainState, instance: Instance, after: PlainState, function: Callable[..., Any]
    ) -> Judgement:
        """Return what a claim says of a step. What the game is asked in general is asked of ``after``."""
        machine = self.judge(after, may=False)
        return self._judged(machine, lambda m: self.step_arguments(before, instance, m), function)

    def _judged(
        self,
        machine: PlainMachine,
        arguments: Callable[[PlainMachine], tuple[Any, ...]],
        function: Callable[..., Any],
    ) -> Judgement:
        with activate(machine):
            given = arguments(machine)
            value = self._runner.guarded(lambda: function(*given))
            parts = value if isinstance(value, tuple) else (value,)
            return Judgement(tuple(bool(part) for part in parts), machine.notes.wrong)

    def step_arguments(
        self, before: PlainState, instance: Instance, machine: PlainMachine
    ) -> tuple[Any, ...]:
        """Return the game before, the step, and the game after, for a claim that is judged on ``machine``."""
        earlier = self.judge(before, machine.notes, may=False)
        return self.world.bound(earlier), self.step_of(instance, earlier), self.world.game

    def step_of(self, instance: Instance, machine: PlainMachine) -> Step:
        """Return a step as claims see it; ``machine`` is on the state before it."""
        return self._runner.step(instance.rule, instance.arguments, machine)

    def judge(self, state: PlainState, notes: Notes | None = None, *, may: bool = True) -> PlainMachine:
        """Return a machine on which claims about ``state`` can be evaluated.

        ``may`` says whether they may ask who may act; a claim on a step may not.
        """
        permissions = _Permissions(self, state) if may else None
        return PlainMachine(self.world, state, CLAIM, notes=notes, permissions=permissions)


@dataclass(frozen=True)
class _Permissions:
    """Who may do what in one state."""

    interpreter: Interpreter
    state: PlainState

    def may(self, rule: str, actor: Any | None) -> bool:
        return self.interpreter.may(self.state, rule, actor)

    def may_act(self, actor: Any | None) -> bool:
        return self.interpreter.may_act(self.state, actor)
