"""Instances of rules: every combination of arguments, in order, and their labels."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from checker.language.resolved import Parameter, label_of
from checker.language.rules import RuleInfo, RuleKind
from checker.language.schema import Schema

__all__ = ["STATE_BASED_EVENT", "Arguments", "Instance", "Ranks", "combinations", "instance_label"]

STATE_BASED_EVENT = "state_based"
"""The name of the one event that all state-based rules make up."""

Arguments = tuple[tuple[str, Any], ...]
"""Argument names and plain values; of a ``one_of`` argument the place, of ``replacement`` the rule's name."""


@dataclass(frozen=True)
class Instance:
    """A rule with its arguments: those of its parameters, then those of the choices inside it."""

    rule: str
    arguments: Arguments = ()

    @property
    def name(self) -> str:
        """The rule with the labels of its arguments, such as ``cast(player=P1, card=C2)``."""
        return instance_label(self.rule, self.arguments)


def instance_label(rule: str, arguments: Iterable[tuple[str, Any]]) -> str:
    """Return a rule with the labels of its arguments; the bare name where there are none."""
    shown = ", ".join(f"{name}={label_of(value)}" for name, value in arguments)
    return f"{rule}({shown})" if shown else rule


def combinations(schema: Schema, parameters: Iterable[Parameter]) -> Iterator[Arguments]:
    """Yield every combination of values of ``parameters``; the last varies fastest."""
    named = tuple(parameters)
    for values in itertools.product(*(tuple(schema.arguments(p)) for p in named)):
        yield tuple(zip((p.name for p in named), values, strict=True))


class Ranks:
    """Who goes first: choices, then the layers of the procedure, then actions.

    ``names`` lists the rules of each rank in the order of definition; the state-based event stands where
    the first of its rules does.
    """

    def __init__(self, schema: Schema) -> None:
        self.order = tuple(_rule_order(schema.rules))
        kinds = {name: rule.kind for name, rule in schema.rules.items()}
        place = {name: i for i, name in enumerate(self.order)}
        self.names: tuple[tuple[str, ...], ...] = (
            tuple(n for n in self.order if kinds.get(n) is RuleKind.CHOICE),
            *(tuple(sorted(layer, key=place.__getitem__)) for layer in schema.layers),
            tuple(n for n in self.order if kinds.get(n) is RuleKind.ACTION),
        )


def _rule_order(rules: Mapping[str, RuleInfo]) -> Iterator[str]:
    seen = False
    for name, rule in rules.items():
        if rule.kind in (RuleKind.ACTION, RuleKind.CHOICE, RuleKind.AUTOMATIC):
            yield name
        elif rule.kind is RuleKind.STATE_BASED and not seen:
            seen = True
            yield STATE_BASED_EVENT
