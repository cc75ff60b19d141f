"""Values of a state as a page draws them, each part held against what it was before.

What is drawn is plain data for JSON. ``kind`` says how a value is drawn: ``text``, ``none``, ``chips`` (a set
or bag), ``stack``, ``queue``, ``record`` or ``map``. A text that changed has ``was``; an item that came or
went has ``mark``, which is ``new`` or ``gone``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from checker.report.told_board import NOTHING, told_value
from checker.system.shapes import RecordValue
from checker.system.value_types import Form, ValueType

__all__ = ["UNKNOWN", "Drawn", "draw_value", "form_of", "timeless"]

Drawn = dict[str, Any]

UNKNOWN: Any = object()
"""What stands for the value before, where there is none to hold a value against."""

_MOMENT = "moment"
_MOMENTS_WITHIN = re.compile(r"(?<=\()\w+=moment(?:, )?|, \w+=moment(?=[,)])")


def timeless(text: str) -> str:
    """Return a value in words without its moments: they say nothing by themselves."""
    return _MOMENTS_WITHIN.sub("", text)


def form_of(value: Any, known: ValueType | None) -> Form:
    """Return the form of a value: that of its type if it is known, else the one that the value suggests."""
    if known is not None:
        return _form_within(known)
    if isinstance(value, RecordValue):
        return Form.RECORD
    if isinstance(value, Mapping):
        return Form.MAP
    if isinstance(value, list | tuple):
        return Form.SEQUENCE
    return Form.LABEL


def _form_within(known: ValueType) -> Form:
    """Return the form of what is there, if it is there."""
    return _form_within(known.part("item")) if known.form is Form.MAYBE else known.form


def draw_value(value: Any, before: Any = UNKNOWN, known: ValueType | None = None) -> Drawn:
    """Return how a decoded value (see :mod:`checker.system.shapes`) is drawn.

    Args:
        value: the value.
        before: what it was one step earlier, or ``UNKNOWN``.
        known: its type, if it is known.

    """
    if known is not None and known.form is Form.MAYBE:
        known = known.part("item")
    if value is None:
        return _text(value, before)
    if isinstance(value, RecordValue):
        return _record(value, before, known)
    if isinstance(value, Mapping):
        return _map(value, before, known)
    if isinstance(value, list | tuple):
        return _collection(value, before, known)
    return _text(value, before)


def _text(value: Any, before: Any) -> Drawn:
    drawn: Drawn = {"kind": "none" if value is None else "text", "text": told_value(value)}
    if before is not UNKNOWN and before != value:
        drawn["was"] = told_value(before)
    return drawn


def _record(value: RecordValue, before: Any, known: ValueType | None) -> Drawn:
    same = isinstance(before, RecordValue) and before.type_name == value.type_name
    old = dict(before.fields) if same else {}
    fields = [
        [name.replace("_", " "), draw_value(item, old.get(name, UNKNOWN), _part(known, name))]
        for name, item in value.fields
        if item != _MOMENT
    ]
    drawn: Drawn = {"kind": "record", "fields": fields}
    if before is not UNKNOWN and not same:
        drawn["mark"] = "new"
    return drawn


def _map(value: Mapping[str, Any], before: Any, known: ValueType | None) -> Drawn:
    old = before if isinstance(before, Mapping) else {}
    item = _part(known, "item")
    rows = [[str(key), draw_value(v, old.get(key, UNKNOWN), item)] for key, v in value.items()]
    return {"kind": "map", "rows": rows}


def _collection(value: Sequence[Any], before: Any, known: ValueType | None) -> Drawn:
    form = form_of(value, known)
    drawn_as = {Form.SEQUENCE: "stack", Form.QUEUE: "queue"}.get(form, "chips")
    item = _part(known, "key" if form is Form.SET else "item")
    old = list(before) if isinstance(before, list | tuple) else list(value)
    items: list[Drawn] = []
    matcher = difflib.SequenceMatcher(None, [_key(v) for v in old], [_key(v) for v in value], autojunk=False)
    for _, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        gone, came = old[old_from:old_to], list(value[new_from:new_to])
        paired = min(len(gone), len(came)) if drawn_as != "chips" else 0
        if [_key(v) for v in gone] == [_key(v) for v in came]:
            items += [{"value": draw_value(v, UNKNOWN, item)} for v in came]
            continue
        items += [
            {"value": draw_value(v, was, item)} for was, v in zip(gone[:paired], came[:paired], strict=True)
        ]
        items += [{"value": draw_value(v, UNKNOWN, item), "mark": "gone"} for v in gone[paired:]]
        items += [{"value": draw_value(v, UNKNOWN, item), "mark": "new"} for v in came[paired:]]
    return {"kind": drawn_as, "items": items, "empty": NOTHING[1]}


def _part(known: ValueType | None, name: str) -> ValueType | None:
    return None if known is None else dict(known.parts).get(name)


def _key(value: Any) -> str:
    """Return what tells two values apart; decoded values need have no hash."""
    return repr(value)
