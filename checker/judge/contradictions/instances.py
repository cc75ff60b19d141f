"""The instances of rules that norms speak of, and for each the free truth value "it may be taken"."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.errors import ModelError, nearest
from checker.judge.norms.forms import ACTIONS
from checker.language.lower import Lowered
from checker.language.norm_terms import participant_present
from checker.language.rules import RuleKind
from checker.language.tracing.instance import Argument, combinations
from checker.system.model import Kind, Source, Update
from checker.system.terms import TRUE, Cell, Domain, Term, any_of, var

__all__ = ["Enabling", "Instance", "Instances"]

_KINDS = {
    RuleKind.ACTION: Kind.ACTION,
    RuleKind.CHOICE: Kind.CHOICE,
    RuleKind.AUTOMATIC: Kind.AUTOMATIC,
}
_STATE_BASED = "state_based"


@dataclass(frozen=True)
class Instance:
    """A rule with its arguments, nested choices left out.

    ``cell`` is the truth value "it may be taken". ``present`` is the condition that whoever acts is in the
    game. ``actor`` is the label of who acts, None where nobody in particular does. ``says`` is the sentence
    of the rule, with its parameters in braces.
    """

    rule: str
    kind: Kind
    arguments: tuple[Argument, ...]
    cell: Cell
    actor: str | None
    present: Term
    says: str = ""

    @property
    def told(self) -> str:
        """The sentence in quotes, such as ``"P1 casts C2"``.

        Where it says nothing, not all that tells this instance from others, or something of the state, that
        is the rule with its arguments: ``cast(player=P1, card=C2)``.
        """
        labels = {a.name: a.label for a in self.arguments}
        mentioned = {name for _, name, _, _ in string.Formatter().parse(self.says) if name is not None}
        if not self.says or mentioned != labels.keys():
            return _named(self.rule, labels.items())
        return f'"{self.says.format_map(labels)}"'


class Instances:
    """All instances of a game's rules, by rule, in order."""

    def __init__(self, lowered: Lowered) -> None:
        self._lowered = lowered
        self._by_rule: dict[str, tuple[Instance, ...]] = {}

    def of(self, rule: str, source: Source) -> tuple[Instance, ...]:
        """Return the instances of a rule, or of all actions.

        Raises:
            ModelError: there is no such rule, or norms cannot speak of it; ``source`` is the norm's place.
        """
        if rule == ACTIONS and ACTIONS not in self._lowered.schema.rules:
            rules = self._lowered.schema.rules.values()
            return tuple(i for r in rules if r.kind is RuleKind.ACTION for i in self.of(r.name, source))
        if rule not in self._by_rule:
            self._by_rule[rule] = self._made(rule, source)
        return self._by_rule[rule]

    def _made(self, rule: str, source: Source) -> tuple[Instance, ...]:
        schema = self._lowered.schema
        if rule == _STATE_BASED:
            free = Cell(f"may {rule}", Domain.boolean())
            return (Instance(rule, Kind.STATE_BASED, (), free, None, TRUE),)
        if rule not in schema.rules:
            raise ModelError(f"there is no rule {rule!r}", hint=nearest(rule, schema.rules), source=source)
        info = schema.rules[rule]
        if info.kind not in _KINDS:
            hint = "name a rule that is taken by itself"
            if info.kind is RuleKind.STATE_BASED:
                hint = 'all state-based rules are one event: name it "state_based", or say what it ensures'
            raise ModelError(
                f"a norm cannot speak of {rule!r}, which is {info.kind.value}", hint=hint, source=source
            )
        acting = schema.actor_parameter(info) if info.kind is not RuleKind.AUTOMATIC else None
        found = []
        for arguments in combinations(self._lowered.layout, schema.parameters[rule]):
            labels = {a.name: a.label for a in arguments}
            cell = Cell(f"may {_named(rule, labels.items())}", Domain.boolean())
            present = participant_present(self._lowered, labels, acting)
            actor = labels[acting] if acting is not None else None
            found.append(
                Instance(
                    rule,
                    _KINDS[info.kind],
                    arguments,
                    cell,
                    actor,
                    TRUE if present is None else present,
                    info.says,
                )
            )
        return tuple(found)

    def cell_of(self, update: Update) -> Cell:
        """Return the truth value of the instance that an update belongs to."""
        if update.rule == _STATE_BASED:
            return Cell(f"may {update.rule}", Domain.boolean())
        own = {p.name for p in self._lowered.schema.parameters[update.rule]}
        return Cell(
            f"may {_named(update.rule, [a for a in update.arguments if a[0] in own])}", Domain.boolean()
        )

    @cached_property
    def by_update(self) -> tuple[Cell, ...]:
        """The truth value for each update of the system."""
        return tuple(self.cell_of(u) for u in self._lowered.system.updates)

    @cached_property
    def by_cell(self) -> Mapping[Cell, Instance]:
        """All instances that norms can speak of, by their truth values."""
        schema = self._lowered.schema
        rules = [_STATE_BASED, *(r.name for r in schema.rules.values() if r.kind in _KINDS)]
        return {i.cell: i for rule in rules for i in self.of(rule, schema.source)}


class Enabling:
    """What a condition is told when it asks who may act: the free truth values."""

    def __init__(self, instances: Instances, source: Source) -> None:
        self._instances = instances
        self._source = source

    def rule(self, name: str, actor: str | None) -> Term:
        """Return that some instance of a rule may be taken (by that participant)."""
        return any_of(var(i.cell) for i in self._instances.of(name, self._source) if actor in (None, i.actor))

    def action(self, actor: str | None) -> Term:
        """Return that some action may be taken (by that participant)."""
        found = self._instances.of(ACTIONS, self._source)
        return any_of(var(i.cell) for i in found if actor in (None, i.actor))


def _named(rule: str, labels: Iterable[tuple[str, str]]) -> str:
    given = ", ".join(f"{name}={label}" for name, label in labels)
    return f"{rule}({given})" if given else rule
