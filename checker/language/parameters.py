"""Parameters of rules: their types, what is chosen inside the rule, and the items of containers."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from checker.errors import nearest
from checker.language import declare
from checker.language.resolved import Field, MaybeType, Parameter, ScalarType, SequenceType
from checker.language.resolver import Resolver
from checker.language.rules import RuleInfo, RuleKind

__all__ = ["parameters_of"]

_GIVEN = {RuleKind.TRIGGERED: "before", RuleKind.OBSERVER: "before, step"}
"""What a rule of a kind is given besides the game, by position."""


def parameters_of(resolver: Resolver, fields: Mapping[str, Field], rule: RuleInfo) -> tuple[Parameter, ...]:
    """Return the parameters of a rule that are taken at every value in turn, or chosen inside the rule.

    Raises:
        ModelError: a parameter has no type, or one whose values cannot be listed.
    """
    function = inspect.unwrap(rule.function)
    module = getattr(function, "__globals__", {})
    parameters = list(inspect.signature(function).parameters.values())
    resolver.look_at(rule.name, rule.source)
    given = ["self", *_GIVEN.get(rule.kind, "").replace(",", " ").split()]
    if len(parameters) < len(given):
        raise resolver.error(
            f"the rule takes {_listed([p.name for p in parameters])}",
            f"write `def {rule.name}({', '.join(given)}):`",
        )
    found: list[Parameter] = []
    for p in parameters[len(given) :]:
        if rule.kind in (RuleKind.EVENT, RuleKind.REPLACES) or (
            rule.kind is RuleKind.AS_ENTERS and not isinstance(p.default, declare.Chosen)
        ):
            continue
        resolver.look_at(f"{rule.name}({p.name})", rule.source)
        if rule.kind is RuleKind.OBSERVER:
            raise resolver.error(
                "an observer takes the state before and the step, and nothing else",
                f"write `def {rule.name}(self, before, step):`; arguments of the step are `step.{p.name}`",
            )
        if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
            raise resolver.error(
                "a rule has a fixed list of parameters", "name each parameter, with its type"
            )
        if p.annotation is p.empty:
            raise resolver.error(
                "a parameter needs a type, so that the rule can be taken for each of its values",
                f"write `{p.name}: Player`, or whatever it is",
            )
        hint = resolver.evaluate(p.annotation, module)
        found.append(_parameter(resolver, fields, p.name, hint, p.default, empty=p.default is p.empty))
        if rule.kind is RuleKind.TRIGGERED and found[-1].chosen:
            raise resolver.error(
                "nothing is chosen as a rule triggers",
                "let the rule that takes the item out of the bag choose",
            )
    return tuple(found)


def _parameter(
    resolver: Resolver, fields: Mapping[str, Field], name: str, hint: Any, default: Any, *, empty: bool
) -> Parameter:
    if isinstance(default, declare.OneOf):
        held = fields.get(default.field)
        if held is None or not isinstance(held.type, SequenceType):
            containers = [n for n, f in fields.items() if isinstance(f.type, SequenceType)]
            raise resolver.error(
                f"one_of({default.field!r}) names no stack, queue or bag of the game",
                nearest(default.field, containers),
            )
        return Parameter(name, held.type, default.by is not None, default.by, default.field)
    if isinstance(default, declare.Chosen):
        resolved = resolver.resolve(hint, default.domain)
        _check(resolver, resolved)
        return Parameter(name, resolved, True, default.by)
    if not empty and not isinstance(default, declare.Integer):
        raise resolver.error(
            f"a parameter takes every value of its type in turn, so it has no default such as {default!r}",
            "leave the default out, or declare a choice with chosen(by=...) or one_of(...)",
        )
    resolved = resolver.resolve(hint, None if empty else default)
    _check(resolver, resolved)
    return Parameter(name, resolved)


def _check(resolver: Resolver, resolved: object) -> None:
    item = resolved.item if isinstance(resolved, MaybeType) else resolved
    if not isinstance(item, ScalarType):
        raise resolver.error(
            "a parameter is a bool, an Enum, a member, a bounded int, or an item of a container",
            'for an item of a container write `entry: Entry = one_of("stack")`',
        )


def _listed(names: list[str]) -> str:
    return f"only {' and '.join(names)}" if names else "nothing, not even `self`"
