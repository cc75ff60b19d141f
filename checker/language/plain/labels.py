"""From the labels of a saved play back to plain values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from checker.errors import nearest
from checker.language.plain.instances import STATE_BASED_EVENT
from checker.language.resolved import Parameter, label_of
from checker.language.rules import RuleKind
from checker.language.schema import Schema

__all__ = ["UnknownArgumentError", "options_of", "values_of_labels"]


class UnknownArgumentError(Exception):
    """An argument of a saved step does not exist, is missing, or has a value that does not exist."""


def values_of_labels(schema: Schema, rule: str, labels: Mapping[str, str]) -> dict[str, Any]:
    """Return the plain values of a step's arguments, those of the choices inside it included.

    Raises:
        UnknownArgumentError: with what is wrong as its message.
    """
    own = _parameters(schema, rule)
    missing = [name for name in own if name not in labels]
    if missing:
        raise UnknownArgumentError(f"{rule} takes {missing[0]!r}, which the play does not give")
    found = {}
    for name, label in labels.items():
        options = options_of(schema, rule, name)
        if label not in options:
            raise UnknownArgumentError(f"{name} is {label!r}, and may be {', '.join(options)}")
        found[name] = options[label]
    return found


def options_of(schema: Schema, rule: str, name: str) -> dict[str, Any]:
    """Return what an argument of a rule, or a choice that arises inside it, may be: values by label.

    Raises:
        UnknownArgumentError: the rule has no such argument, and no event in it such a choice.
    """
    own = _parameters(schema, rule)
    options = {label_of(v): v for v in schema.arguments(own[name])} if name in own else _nested(schema, name)
    if not options:
        raise UnknownArgumentError(f"{rule} has no argument {name!r}; {nearest(name, own)}")
    return options


def _parameters(schema: Schema, rule: str) -> dict[str, Parameter]:
    return {} if rule == STATE_BASED_EVENT else {p.name: p for p in schema.parameters[rule]}


def _nested(schema: Schema, name: str) -> dict[str, Any]:
    """Return the answers to a choice that arises inside an event, by label; none if there is none."""
    holder, _, last = name.rpartition(".")
    bases = {last, re.sub(r"\d+$", "", last)}
    rules = schema.rules
    if holder:
        owner = re.split(r"[.(]", holder, maxsplit=1)[0]
        if owner not in rules or rules[owner].kind not in (RuleKind.STATE_BASED, RuleKind.TRIGGERED):
            return {}
    options: dict[str, Any] = {}
    if "replacement" in bases:
        options.update((n, n) for n, r in rules.items() if r.kind is RuleKind.REPLACES)
    for owner in _owners(schema, holder):
        for parameter in schema.parameters[owner]:
            if parameter.chosen and parameter.name in bases:
                options.update((label_of(v), v) for v in schema.arguments(parameter))
    return options


def _owners(schema: Schema, holder: str) -> Iterator[str]:
    """Yield the rules whose chosen parameters can be meant by a choice below ``holder``."""
    if holder:
        yield re.split(r"[.(]", holder, maxsplit=1)[0]
    for name, rule in schema.rules.items():
        if rule.kind is RuleKind.AS_ENTERS:
            yield name
