"""The forms of norm: what a clause can demand, and of which rules and fields.

Each word makes one form; :func:`checker.judge.norms.declare.norm` ties it to a clause and to a condition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from checker.errors import ModelError, nearest

__all__ = [
    "ACTIONS",
    "Form",
    "FormKind",
    "at_most_one",
    "closed",
    "ensures",
    "forbids",
    "gives",
    "needs",
    "obliges",
    "only",
    "permits",
    "requires",
]

ACTIONS = "actions"
"""What stands for every action where rules are named."""

Rule = str | Callable[..., Any]
Rules = Rule | tuple[Rule, ...]


class FormKind(Enum):
    """What a norm does; the value is the word that it is written with."""

    PERMITS = "permits"
    FORBIDS = "forbids"
    ONLY = "only"
    NEEDS = "needs"
    CLOSED = "closed"
    OBLIGES = "obliges"
    AT_MOST_ONE = "at_most_one"
    GIVES = "gives"
    ENSURES = "ensures"
    REQUIRES = "requires"


@dataclass(frozen=True)
class Form:
    """What is demanded, of what.

    ``rules`` are the rules spoken of, ``every`` says that each of their instances is meant and not some.
    ``before`` are the rules that wait for what is obliged. ``after`` are the rules whose event is looked at;
    without any, the norm is about states. ``fields`` are the fields that it gives, or of which it says that
    they have one member at most.
    """

    kind: FormKind
    rules: tuple[str, ...] = ()
    every: bool = True
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()

    @property
    def concludes(self) -> bool:
        """Whether the condition comes as a pair: when the norm speaks, and what must be true then."""
        return self.kind in (FormKind.GIVES, FormKind.ENSURES, FormKind.REQUIRES)


def permits(rule: Rule, *, instances: str = "some") -> Form:
    """Say that a rule may be taken: by ``some`` instance that fits, or by ``every`` one.

    A permission that fails for lack of means alone (see :func:`needs`) contradicts nothing.
    """
    return Form(FormKind.PERMITS, (_name(rule),), every=_every(instances))


def forbids(rule: Rule, *, instances: str = "every") -> Form:
    """Say that a rule may not be taken: by ``every`` instance that fits, or not by ``some`` one of them."""
    return Form(FormKind.FORBIDS, (_name(rule),), every=_every(instances))


def only(rule: Rule) -> Form:
    """Say that a rule may be taken only where the condition is true; it permits nothing by itself."""
    return Form(FormKind.ONLY, (_name(rule),))


def needs(rule: Rule) -> Form:
    """Say what a rule takes (a card in hand, a price): without it, it cannot be taken, permitted or not."""
    return Form(FormKind.NEEDS, (_name(rule),))


def closed(rule: Rule) -> Form:
    """Say that a rule may be taken only where some clause permits it."""
    return Form(FormKind.CLOSED, (_name(rule),))


def obliges(rule: Rule, *, before: Rules = ()) -> Form:
    """Say that a rule is due: it, or something else that is due, comes before the rules ``before``.

    ``before="actions"`` stands for every action.
    """
    return Form(FormKind.OBLIGES, (_name(rule),), before=_names(before))


def at_most_one(*rules: Rule, field: str = "") -> Form:
    """Say that one player at most may take any of ``rules``, or that a set has one member at most.

    Raises:
        ModelError: neither is named, or both are.
    """
    if bool(rules) == bool(field):
        raise ModelError(
            "at_most_one(...) is about rules or about a field",
            hint='write at_most_one("cast", "pass_priority") or at_most_one(field="holders")',
        )
    return Form(FormKind.AT_MOST_ONE, tuple(_name(r) for r in rules), fields=(field,) if field else ())


def gives(*fields: str, after: Rules = ()) -> Form:
    """Say what value fields have: in every state where the norm speaks, or ``after`` these rules."""
    return Form(FormKind.GIVES, after=_names(after), fields=fields)


def ensures(*, after: Rules) -> Form:
    """Say what is true after these rules, once players could act again."""
    return Form(FormKind.ENSURES, after=_names(after))


def requires() -> Form:
    """Say what is true in every state where the norm speaks."""
    return Form(FormKind.REQUIRES)


def _name(rule: Rule) -> str:
    return rule if isinstance(rule, str) else rule.__name__


def _names(rules: Rules) -> tuple[str, ...]:
    return tuple(_name(r) for r in (rules if isinstance(rules, tuple) else (rules,)))


def _every(instances: str) -> bool:
    if instances not in ("some", "every"):
        raise ModelError(
            f"some or every instance of a rule is meant, not {instances!r}",
            hint=nearest(instances, ("some", "every")),
        )
    return instances == "every"
