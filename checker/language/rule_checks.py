"""Checks on how the rules of a game refer to each other and to their own parameters."""

from __future__ import annotations

import inspect
import re
import string
from collections.abc import Mapping

from checker.errors import ModelError, nearest
from checker.language.resolved import MemberType, Parameter
from checker.language.rules import RuleInfo, RuleKind

__all__ = ["check_rules"]


def check_rules(
    rules: Mapping[str, RuleInfo],
    parameters: Mapping[str, tuple[Parameter, ...]],
    participant: MemberType | None,
) -> None:
    """Check that events and actors which rules name are there.

    Raises:
        ModelError: a rule names an event or a parameter that does not exist, or an action has nobody to act.
    """
    events = [n for n, r in rules.items() if r.kind is RuleKind.EVENT]
    for rule in rules.values():
        _check_sentence(rule)
        names = [p.name for p in parameters[rule.name]]
        if rule.kind in (RuleKind.REPLACES, RuleKind.AS_ENTERS) and rule.event not in events:
            raise ModelError(
                f"{rule.name!r} is about the event {rule.event!r}, and no method is marked as that event",
                hint=nearest(rule.event, events) if events else f"write `@event()` above `def {rule.event}`",
                source=rule.source,
            )
        if rule.kind is not RuleKind.ACTION:
            continue
        if isinstance(rule.by, str) and rule.by not in names:
            raise ModelError(
                f"the action {rule.name!r} is taken by {rule.by!r}, which is none of its parameters",
                hint=nearest(rule.by, names),
                source=rule.source,
            )
        acting = any(isinstance(p.type, MemberType) and p.type == participant for p in parameters[rule.name])
        if participant is not None and rule.by is None and not acting:
            raise ModelError(
                f"the action {rule.name!r} does not say who acts",
                hint=f"give it a parameter such as `player: {participant.cls.__name__}`, "
                "or mark it @automatic if nobody does it",
                source=rule.source,
            )


def _check_sentence(rule: RuleInfo) -> None:
    """Check that the sentence of a rule mentions its own parameters and ``self`` only."""
    known = list(inspect.signature(inspect.unwrap(rule.function)).parameters)
    try:
        mentioned = [name for _, name, _, _ in string.Formatter().parse(rule.says) if name is not None]
    except ValueError as error:
        raise ModelError(
            f"the sentence of {rule.name!r} has a brace that does not belong: {error}",
            hint="braces hold a parameter, as in `{player}`; a brace itself is written twice",
            source=rule.source,
        ) from error
    for name in mentioned:
        first = re.split(r"[.\[]", name, maxsplit=1)[0]
        if first not in known:
            raise ModelError(
                f"the sentence of {rule.name!r} mentions {{{name}}}, which is no parameter",
                hint=nearest(first, known),
                source=rule.source,
            )
