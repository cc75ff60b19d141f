"""A second look at what a play shows: the premises of its norms, asked on plain values.

The conditions run here as their author wrote them, on the states of the replayed play, and share no code with
the terms that the search has used.
"""

from __future__ import annotations

from typing import Any

from checker.judge.answers import FaultError
from checker.judge.contradictions.demands import Demand
from checker.judge.norms.forms import FormKind
from checker.language.machine import activate
from checker.language.plain.instances import Instance
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.replay import Replay

__all__ = ["check_premise"]


def check_premise(interpreter: Interpreter, demand: Demand, replayed: Replay, event_step: int | None) -> None:
    """Check on plain values that a demand is in force at the end of a play.

    ``event_step`` is the number of the step, from 1, whose event is looked at.

    Raises:
        FaultError: it is not.
    """
    machine = interpreter.judge(replayed.states[-1])
    norm = demand.norm
    with activate(machine):
        if demand.update is not None:
            assert event_step is not None
            before, instance = replayed.states[event_step - 1], replayed.instances[event_step - 1]
            value = norm.function(*interpreter.step_arguments(before, instance, machine))
        else:
            value = norm.function(interpreter.world.game, **_given(interpreter, demand, machine))
        premise = value[0] if norm.form.concludes else value
        speaks = bool(premise) != (norm.form.kind in (FormKind.ONLY, FormKind.NEEDS))
    if not speaks:
        raise FaultError(f"the norm {norm.name} is in force for the search, and not on plain values")


def _given(interpreter: Interpreter, demand: Demand, machine: Any) -> dict[str, Any]:
    """Return the arguments of a condition as the interpreter's own values."""
    if not demand.arguments:
        return {}
    rule = demand.norm.form.rules[0]
    step = interpreter.step_of(Instance(rule, tuple((a.name, a.value) for a in demand.arguments)), machine)
    return {a.name: getattr(step, a.name) for a in demand.arguments}
