"""Plays as traces in the Informal Trace Format of Apalache and Quint, one JSON object a play.

The form is that of Apalache's ADR-015, "Informal Trace Format in JSON". What a card game has and the format
has not is said in what it has: a value that may be absent is a set of at most one, a stack or queue a
sequence (bottom or front first), and a bag a map from what is in it to how often, as in the module Bags of
TLA+. Moments say nothing by themselves and are left out of records.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from checker.judge.verdict import PlayStep, ToldPlay, Verdict
from checker.report.folding import step_sentence
from checker.report.play_marks import MARK
from checker.report.summary import headline, shown_source
from checker.report.telling import Telling
from checker.system.shapes import RecordValue
from checker.system.value_types import Form, ValueType

__all__ = ["itf_text", "itf_trace"]

_FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"
_SCALARS = {Form.TRUTH: "Bool", Form.NUMBER: "Int", Form.LABEL: "Str", Form.MOMENT: "Str"}


def itf_text(telling: Telling) -> str:
    """Return the trace of each play that is told, one a line."""
    return "".join(f"{json.dumps(itf_trace(v, play))}\n" for v, play in telling.plays())


def itf_trace(verdict: Verdict, play: ToldPlay) -> dict[str, Any]:
    """Return a play as a trace.

    The state before a wrong step is the last one: there is none after it, and ``#meta`` tells the step.
    ``loop`` is the number of the state that begins what is repeated; the last state is that one again. Fields
    of which no type is known are told as they are shown.
    """
    names = list(play.start)
    types = {name: play.types.get(name) for name in names}
    meta: dict[str, Any] = {
        "format": "ITF",
        "format-description": _FORMAT,
        "written-by": MARK,
        "source": shown_source(verdict.source).rpartition(":")[0] or verdict.game,
        "description": headline(verdict),
        "game": verdict.game,
        "property": verdict.name,
        "status": verdict.status.value,
        "varTypes": {name: _type_text(t) for name, t in types.items() if t is not None},
    }
    states = [_state(0, None, play.start, types)]
    for number, step in enumerate(play.steps, start=1):
        if step.state:
            states.append(_state(number, step, step.state, types))
        else:
            meta["wrong-step"] = _step_meta(step)
    trace: dict[str, Any] = {"#meta": meta, "params": [], "vars": names, "states": states}
    if play.loop is not None:
        trace["loop"] = play.loop
    return trace


def _state(
    number: int, step: PlayStep | None, state: Mapping[str, Any], types: Mapping[str, ValueType | None]
) -> dict[str, Any]:
    meta = {"index": number, **(_step_meta(step) if step is not None else {})}
    return {"#meta": meta, **{name: _value(types.get(name), value) for name, value in state.items()}}


def _step_meta(step: PlayStep) -> dict[str, Any]:
    return {
        "action": step.rule,
        "arguments": dict(step.arguments),
        "sentence": step_sentence(step),
        "clauses": list(step.clauses),
    }


def _value(t: ValueType | None, value: Any) -> Any:
    """Return a shown value as an expression of the format."""
    match t:
        case None:
            return _untyped(value)
        case ValueType(Form.TRUTH):
            return value == "yes"
        case ValueType(Form.NUMBER):
            return {"#bigint": str(value)}
        case ValueType(Form.MAYBE):
            return {"#set": [] if value is None else [_value(t.part("item"), value)]}
        case ValueType(Form.RECORD, parts):
            fields = dict(value.fields)
            return {name: _value(part, fields[name]) for name, part in parts if part.form is not Form.MOMENT}
        case ValueType(Form.MAP):
            key, item = t.part("key"), t.part("item")
            return {"#map": [[_value(key, k), _value(item, v)] for k, v in value.items()]}
        case ValueType(Form.SET):
            return {"#set": [_value(t.part("key"), v) for v in value]}
        case ValueType(Form.SEQUENCE | Form.QUEUE):
            return [_value(t.part("item"), v) for v in value]
        case ValueType(Form.BAG):
            return {"#map": _counts([_value(t.part("item"), v) for v in value])}
    return str(value)


def _counts(items: list[Any]) -> list[list[Any]]:
    """Return each item once, in order, with how often it is there."""
    once: list[Any] = []
    for item in items:
        if item not in once:
            once.append(item)
    return [[item, {"#bigint": str(items.count(item))}] for item in once]


def _untyped(value: Any) -> Any:
    if value is None:
        return {"#set": []}
    if isinstance(value, RecordValue):
        return {name: _untyped(item) for name, item in value.fields}
    if isinstance(value, Mapping):
        return {"#map": [[str(key), _untyped(item)] for key, item in value.items()]}
    if isinstance(value, list | tuple):
        return [_untyped(item) for item in value]
    return str(value)


def _type_text(t: ValueType) -> str:
    """Return a type in the language of Apalache's ADR-002, "Types for TLA+"."""
    match t.form:
        case Form.MAYBE:
            return f"Set({_type_text(t.part('item'))})"
        case Form.RECORD:
            fields = (f"{name}: {_type_text(part)}" for name, part in t.parts if part.form is not Form.MOMENT)
            return f"{{ {', '.join(fields)} }}"
        case Form.MAP:
            return f"({_type_text(t.part('key'))} -> {_type_text(t.part('item'))})"
        case Form.SET:
            return f"Set({_type_text(t.part('key'))})"
        case Form.SEQUENCE | Form.QUEUE:
            return f"Seq({_type_text(t.part('item'))})"
        case Form.BAG:
            return f"({_type_text(t.part('item'))} -> Int)"
    return _SCALARS[t.form]
