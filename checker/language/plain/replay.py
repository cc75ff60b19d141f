"""Replay: a saved play run again on plain values, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from checker.errors import nearest
from checker.language.plain.changes import changes
from checker.language.plain.instances import STATE_BASED_EVENT, Instance
from checker.language.plain.interpreter import Interpreter, Result
from checker.language.plain.labels import UnknownArgumentError, values_of_labels
from checker.language.plain.lines import required
from checker.language.plain.sentences import sentence
from checker.language.plain.state import PlainState
from checker.language.plain.told import PlayStep
from checker.language.plain.world import Undone, Wrong
from checker.language.resolved import label_of
from checker.language.schema import Schema
from checker.system.model import Source

__all__ = ["Misfit", "Replay", "Replayer", "replay", "take", "take_labelled", "tell"]


@dataclass(frozen=True)
class Misfit:
    """Where a play no longer fits the game: the step's number from 1 (0 is its start), and why.

    ``source`` is the author's line that stands against it, where there is one.
    """

    step: int
    reason: str
    source: Source | None = None

    def __str__(self) -> str:
        where = f" ({self.source})" if self.source is not None else ""
        return f"step {self.step}: {self.reason}{where}" if self.step else self.reason


@dataclass(frozen=True)
class Replay:
    """What came of a play: the steps that could be taken, and the states, the start first.

    ``misfit`` says where it no longer fits, if it does not. ``wrong`` is what is wrong with the last step,
    where that one goes wrong; there is no state after it then.
    """

    interpreter: Interpreter
    initial: int
    steps: tuple[PlayStep, ...] = ()
    instances: tuple[Instance, ...] = ()
    states: tuple[PlainState, ...] = ()
    misfit: Misfit | None = None
    wrong: Wrong | None = None

    @property
    def fits(self) -> bool:
        """Whether every step could be taken."""
        return self.misfit is None


@dataclass
class _Taken:
    """A step that was taken, as told; ``following`` are the steps that were taken after it."""

    told: PlayStep
    instance: Instance
    result: Result
    following: dict[_Labelled, _Taken] = field(default_factory=dict)


_Labelled = tuple[str, tuple[tuple[str, str], ...]]
"""A step as it is saved: its rule, and the labels of its arguments."""


class Replayer:
    """Runs plays of one game again; of steps with which several of them begin, each is run only once."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._first: dict[int, dict[_Labelled, _Taken]] = {}

    @cached_property
    def _starts(self) -> list[PlainState]:
        return self._interpreter.initial_states()

    def replay(self, initial: int, steps: Sequence[tuple[str, Mapping[str, str]]]) -> Replay:
        """Run a play again, see :func:`replay`."""
        interpreter, starts = self._interpreter, self._starts
        if not 0 <= initial < len(starts):
            return Replay(interpreter, initial, misfit=Misfit(0, f"there is no initial state {initial}"))
        taken: list[_Taken] = []
        states = [starts[initial]]
        following = self._first.setdefault(initial, {})
        misfit: Misfit | None = None
        for number, (rule, labels) in enumerate(steps, start=1):
            if taken and taken[-1].result.wrong is not None:
                misfit = Misfit(number, "the step before goes wrong, and nothing follows it")
                break
            key = (rule, tuple(labels.items()))
            if key not in following:
                step = take_labelled(interpreter, states[-1], rule, labels)
                if isinstance(step, Misfit):
                    misfit = Misfit(number, step.reason, step.source)
                    break
                following[key] = _Taken(tell(interpreter, states[-1], *step), *step)
            taken.append(following[key])
            following = taken[-1].following
            if taken[-1].result.after is not None:
                states.append(taken[-1].result.after)
        return Replay(
            interpreter,
            initial,
            tuple(t.told for t in taken),
            tuple(t.instance for t in taken),
            tuple(states),
            misfit,
            taken[-1].result.wrong if taken else None,
        )


def replay(
    game: Schema | Interpreter, initial: int, steps: Sequence[tuple[str, Mapping[str, str]]]
) -> Replay:
    """Run a play again from the initial state of that number.

    Args:
        game: the game, or an interpreter that runs it.
        initial: the number of the initial state, from 0.
        steps: rule names and the labels of their arguments.

    """
    return Replayer(Interpreter(game) if isinstance(game, Schema) else game).replay(initial, steps)


def take_labelled(
    interpreter: Interpreter, state: PlainState, rule: str, labels: Mapping[str, str]
) -> tuple[Instance, Result] | Misfit:
    """Return the instance that labels of arguments mean and what it does, or why it cannot be taken.

    The number of the misfit is 0.
    """
    order = interpreter.ranks.order
    if rule not in order:
        return Misfit(0, f"the game has no rule {rule!r}; {nearest(rule, order)}")
    try:
        values = values_of_labels(interpreter.schema, rule, labels)
    except UnknownArgumentError as unknown:
        return Misfit(0, str(unknown))
    return take(interpreter, state, rule, values)


def take(
    interpreter: Interpreter, state: PlainState, rule: str, values: Mapping[str, Any]
) -> tuple[Instance, Result] | Misfit:
    """Return the instance of ``rule`` with these arguments and what it does, or why it cannot be taken.

    ``values`` are plain values by name: of every parameter, and of the choices that arise inside the rule.
    The number of the misfit is 0.
    """
    if interpreter.over(state):
        return Misfit(0, "the game is over")
    own = () if rule == STATE_BASED_EVENT else tuple(p.name for p in interpreter.schema.parameters[rule])
    result = interpreter.run(state, rule, values)
    asked = Instance(rule, tuple((name, values[name]) for name in own))
    if result.undone is not None:
        return Misfit(0, f"{asked.name} cannot be taken, {_why(result.undone)}", result.undone.source)
    for names in interpreter.ranks.names:
        if rule in names:
            break
        due = next((t for t in interpreter.taken(state) if t.instance.rule in names), None)
        if due is not None:
            return Misfit(0, f"{asked.name} must wait, {due.instance.name} comes first")
    if result.needs is not None:
        name, options = result.needs
        return Misfit(0, f"{asked.name} needs a choice of {name}: {', '.join(label_of(o) for o in options)}")
    if result.cut is not None:
        return Misfit(0, f"{asked.name} goes past the bound of {result.cut}")
    chosen = tuple((c.name, c.value) for c in result.choices)
    return Instance(rule, (*asked.arguments, *chosen)), result


def _why(undone: Undone) -> str:
    """Return why a rule does not happen, down to the condition that is not true."""
    if undone.source is None or undone.condition is None:
        return undone.reason
    text = required(undone.source, undone.condition)
    return f"{undone.reason}: {text}" if text else undone.reason


def tell(interpreter: Interpreter, before: PlainState, instance: Instance, result: Result) -> PlayStep:
    """Return a step that was taken as a person reads it."""
    schema = interpreter.schema
    info = schema.rules.get(instance.rule)
    rules = [*([info] if info is not None else []), *(h.rule for h in result.happened)]
    actor = interpreter.actor(instance)
    choosers = interpreter.choosers(before, instance.rule, dict(instance.arguments))
    choosers.update((c.name, c.chooser) for c in result.choices)
    return PlayStep(
        rule=instance.rule,
        arguments={name: label_of(value) for name, value in instance.arguments},
        sentence=sentence(interpreter, before, instance, result.happened),
        kind="state-based" if info is None else info.kind.value,
        actor=None if actor is None else label_of(actor),
        choosers={name: chooser for name, chooser in choosers.items() if chooser},
        clauses=tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses)),
        assumed=next((rule.assumed for rule in rules if rule.assumed), None),
        source=rules[0].source if rules else schema.source,
        changes=() if result.after is None else changes(schema, before, result.after),
        state={} if result.after is None else interpreter.show(result.after),
    )
