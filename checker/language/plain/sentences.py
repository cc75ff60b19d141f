"""Sentences: what a step is called when it is told to a person."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from typing import Any

from checker.errors import ModelError, nearest
from checker.language.machine import activate
from checker.language.plain.absent import Absent
from checker.language.plain.instances import Instance, instance_label
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.machine import PlainMachine
from checker.language.plain.running import Happening
from checker.language.plain.state import PlainState
from checker.language.resolved import label_of
from checker.language.rules import RuleInfo, RuleKind

__all__ = ["sentence"]

_PART = re.compile(r"\.(\w+)|\[([^\]]*)\]")


def sentence(
    interpreter: Interpreter, before: PlainState, instance: Instance, happened: tuple[Happening, ...]
) -> str:
    """Return what happens in a step, as the rules' ``says`` tell it; parts are joined by semicolons.

    A rule that says nothing is told by its name and arguments. ``happened`` are the other rules that took
    part: the ones of a state-based event are always told, the rest if they say something.
    """
    machine = interpreter.judge(before)
    parts = []
    with activate(machine):
        info = interpreter.schema.rules.get(instance.rule)
        if info is not None:
            step = interpreter.step_of(instance, machine)
            arguments = {name: getattr(step, name) for name, _ in instance.arguments}
            parts.append(_told(machine, info, arguments) if info.says else instance.name)
        for other in happened:
            if other.rule.says:
                parts.append(_told(machine, other.rule, other.arguments))
            elif other.rule.kind is RuleKind.STATE_BASED:
                parts.append(instance_label(other.rule.name, other.arguments.items()))
    return "; ".join(parts) or instance.name


def _told(machine: PlainMachine, rule: RuleInfo, arguments: Mapping[str, Any]) -> str:
    known = {**arguments, "self": machine.world.game}
    out = []
    for literal, name, _, _ in string.Formatter().parse(rule.says):
        out.append(literal)
        if name is not None:
            out.append(_mention(machine, rule, name, known))
    return "".join(out)


def _mention(machine: PlainMachine, rule: RuleInfo, name: str, known: Mapping[str, Any]) -> str:
    """Return what stands for ``{name}``: an argument or something of the state before, by its label."""
    first = re.split(r"[.\[]", name, maxsplit=1)[0]
    if first not in known:
        raise ModelError(
            f"the sentence of {rule.name!r} mentions {{{first}}}, which is no argument",
            hint=nearest(first, known),
            source=rule.source,
        )
    machine.notes.wrong = None
    value = known[first]
    for attribute, key in _PART.findall(name[len(first) :]):
        try:
            value = getattr(value, attribute) if attribute else value[known.get(key, key)]
        except AttributeError as error:
            raise ModelError(
                f"the sentence of {rule.name!r} mentions {{{name}}}, and there is no {attribute!r}",
                source=rule.source,
            ) from error
    if machine.notes.wrong is not None or isinstance(value, Absent):
        return "none"
    return label_of(value)
