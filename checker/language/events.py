"""Events: rule instances with all that belongs to them, before they become updates of the system."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from checker.errors import ModelError
from checker.language.rules import RuleInfo, RuleKind
from checker.language.step import Step
from checker.language.tracing.coding import lifted
from checker.language.tracing.facts import excluded
from checker.language.tracing.instance import (
    Argument,
    Instance,
    Traced,
    combinations,
    participant_in_game,
    trace_observer,
    trace_triggered,
)
from checker.language.tracing.layout import Layout
from checker.language.tracing.machine import View
from checker.language.tracing.sequences import SymbolicSequence
from checker.language.tracing.state_based import state_based_events
from checker.language.tracing.store import NOW_AFTER
from checker.language.tracing.tracings import Tracings
from checker.language.tracing.ways import Wrong
from checker.system import terms as tm
from checker.system.model import Kind
from checker.system.terms import FALSE, NOW, TRUE, Cell, Term, ite, substitute, var

__all__ = [
    "KINDS",
    "EventReader",
    "Following",
    "Happening",
    "RawEvent",
    "labels_of",
    "set_up_events",
    "step_of",
]

KINDS = {
    RuleKind.ACTION: Kind.ACTION,
    RuleKind.CHOICE: Kind.CHOICE,
    RuleKind.AUTOMATIC: Kind.AUTOMATIC,
    RuleKind.STATE_BASED: Kind.STATE_BASED,
}
"""The kinds of rule that are updates of the system by themselves."""

STATE_BASED = "state_based"
"""The name of the state-based event where rules are named."""


@dataclass(frozen=True)
class RawEvent:
    """One rule instance with all that belongs to its event, moments still being moments.

    ``parts`` are the state-based and triggered rules that happen in it, each under its condition.
    ``observed`` is what goes wrong or is cut as observers record it, which counts where their ghosts do.
    """

    rule: str
    info: RuleInfo
    arguments: tuple[Argument, ...]
    rank: int
    actor: str | None
    guard: Term
    next: Mapping[Cell, Term]
    wrongs: tuple[Wrong, ...]
    cuts: tuple[tuple[str, Term], ...]
    clauses: tuple[str, ...]
    assumed: str | None
    parts: tuple[tuple[str, Term], ...] = ()
    observed: tuple[Observed, ...] = ()


@dataclass(frozen=True)
class Observed:
    """What goes wrong or is cut in an observer."""

    observer: str
    wrongs: tuple[Wrong, ...]
    cuts: tuple[tuple[str, Term], ...]


Happening = tuple[Term, tuple[Wrong, ...], tuple[tuple[str, Term], ...]]
"""When something happens as part of an event, what goes wrong in it then, and what it cuts."""


class Following:
    """An event in the making: what was traced over the state after it happens as part of it, in turn.

    What follows a step that a bound cuts is not looked at.
    """

    def __init__(self, event: RawEvent) -> None:
        self._given = event.guard
        self.updated = {c: t for c, t in event.next.items() if t is not var(c)}
        self.wrongs = list(event.wrongs)
        self.cuts = list(event.cuts)

    def after(self, terms: Iterable[Term], memo: dict[int, Term] | None = None) -> list[Term]:
        """Return terms over the states before the event and after it as terms over the one before."""

        def written(t: Term) -> Term | None:
            if t.op not in (tm.Op.VAR, tm.Op.AT) or not t.primed:
                return None
            return NOW if t.cell is NOW_AFTER else self.updated.get(t.cell, var(t.cell))

        return substitute(terms, written, memo)

    def is_excluded(self, condition: Term) -> bool:
        """Whether a condition on the state before the event is seen to be false where that happens."""
        return condition is FALSE or excluded(tm.all_of((self._given, condition)))

    def happens(self, traced: Traced) -> Happening:
        """Let it happen; return when it does, what goes wrong in it, and what it cuts."""
        memo: dict[int, Term] = {}
        (guard,) = self.after((traced.guard,), memo)
        if self.is_excluded(guard):
            return FALSE, (), ()
        values = self.after([w.value for w in traced.writes.values()], memo)
        uncut = tm.negate(tm.any_of(t for _, t in self.cuts))
        conditions = self.after([w.condition for w in traced.wrongs], memo)
        wrongs = tuple(
            Wrong(w.message, w.source, tm.all_of((guard, uncut, t)))
            for w, t in zip(traced.wrongs, conditions, strict=True)
        )
        conditions = self.after([t for _, t in traced.cuts], memo)
        cuts = tuple(
            (name, tm.all_of((guard, t))) for (name, _), t in zip(traced.cuts, conditions, strict=True)
        )
        for cell, value in zip(traced.writes, values, strict=True):
            self.updated[cell] = ite(guard, value, self.updated.get(cell, var(cell)))
        return guard, wrongs, cuts


class EventReader:
    """Reads the events of a game.

    ``ghosts_of`` has, once :meth:`events` has been gone through, the cells that each observer writes.
    """

    def __init__(self, layout: Layout, tracings: Tracings) -> None:
        self.layout = layout
        self.schema = layout.schema
        self.ghosts_of: dict[str, set[Cell]] = {}
        self._tracings = tracings

    def events(self) -> Iterator[RawEvent]:
        """Yield all events, by rank of nothing but the order of rules and arguments."""
        schema = self.schema
        state_based = tuple(n for n, r in schema.rules.items() if r.kind is RuleKind.STATE_BASED)
        layer_of = {name: i for i, layer in enumerate(schema.layers) for name in layer}
        last = len(schema.layers) + 1
        triggers = [
            (rule, arguments, traced)
            for rule in schema.rules.values()
            if rule.kind is RuleKind.TRIGGERED
            for arguments in combinations(self.layout, schema.parameters[rule.name])
            if (traced := trace_triggered(self.layout, rule, arguments)).guard is not FALSE
        ]
        for name, rule in schema.rules.items():
            if rule.kind is RuleKind.STATE_BASED:
                if name == state_based[0]:
                    for event in self._state_based(state_based, 1 + layer_of[STATE_BASED]):
                        yield self._completed(event, triggers)
            elif rule.kind in KINDS:
                rank = {RuleKind.CHOICE: 0, RuleKind.ACTION: last}.get(rule.kind)
                for event in self._instances(rule, 1 + layer_of[name] if rank is None else rank):
                    yield self._completed(event, triggers)

    def _instances(self, rule: RuleInfo, rank: int) -> Iterator[RawEvent]:
        acting = (
            self.schema.actor_parameter(rule) if rule.kind in (RuleKind.ACTION, RuleKind.CHOICE) else None
        )
        if rule.kind is RuleKind.ACTION and acting is None and self.schema.participant is not None:
            raise ModelError(
                f"the action {rule.name!r} does not say who acts",
                hint=f"give it a parameter such as `player: {self.schema.participant.cls.__name__}`",
                source=rule.source,
            )
        for instance in self._tracings.instances(self.layout, rule):
            actor = dict(instance.labels)[acting] if acting else None
            inside = TRUE if actor is None else participant_in_game(self.layout, actor)
            traced = instance.traced
            guard = tm.all_of((inside, traced.guard))
            if guard is FALSE:
                continue
            yield RawEvent(
                rule.name, rule, instance.arguments, rank, actor, guard,
                {c: w.value for c, w in traced.writes.items()},
                traced.wrongs, traced.cuts, rule.clauses, rule.assumed,
            )  # fmt: skip

    def _state_based(self, rules: tuple[str, ...], rank: int) -> Iterator[RawEvent]:
        infos = [self.schema.rules[name] for name in rules]
        clauses = tuple(dict.fromkeys(c for info in infos for c in info.clauses))
        for event in state_based_events(self.layout, rules, self._tracings):
            yield RawEvent(
                STATE_BASED, infos[0], event.arguments, rank, None, event.guard, event.next,
                event.wrongs, event.cuts, clauses, None,
                tuple((i.rule.name, i.traced.guard) for i in event.parts),
            )  # fmt: skip

    def triggered(
        self, follow: Following, rule: RuleInfo, arguments: tuple[Argument, ...], traced: Traced
    ) -> Happening:
        """Let a triggered rule follow an event, in all instances that it stands for."""
        return follow.happens(traced)

    def _completed(self, event: RawEvent, triggers: Sequence[tuple[RuleInfo, Any, Traced]]) -> RawEvent:
        """Return the event with the triggers that see it and the observers that record it."""
        follow = Following(event)
        parts = list(event.parts)
        for rule, arguments, traced in triggers:
            happens, wrongs, cuts = self.triggered(follow, rule, arguments, traced)
            follow.wrongs.extend(wrongs)
            follow.cuts.extend(cuts)
            if happens is not FALSE:
                parts.append((rule.name, happens))
        wrong, cut = tuple(follow.wrongs), tuple(follow.cuts)
        observed: list[Observed] = []
        for rule in self.schema.rules.values():
            if rule.kind is RuleKind.OBSERVER:
                traced = self._tracings.kept(
                    self.layout,
                    (rule.function, event.rule, labels_of(event.arguments)),
                    lambda names, r=rule: trace_observer(  # type: ignore[misc] # bound now
                        self.layout, r, lambda view: step_of(view, event), names
                    ),
                )
                self.ghosts_of.setdefault(rule.name, set()).update(traced.writes)
                _, wrongs, cuts = follow.happens(traced)
                if wrongs or cuts:
                    observed.append(Observed(rule.name, wrongs, cuts))
        updated = {c: t for c, t in follow.updated.items() if t is not var(c)}
        return dataclasses.replace(
            event, next=updated, wrongs=wrong, cuts=cut, parts=tuple(parts), observed=tuple(observed)
        )


def set_up_events(layout: Layout, tracings: Tracings, rule: RuleInfo) -> Iterator[RawEvent]:
    """Yield the events of a rule that sets up the game."""
    for instance in tracings.instances(layout, rule):
        yield _set_up_event(rule, instance)


def _set_up_event(rule: RuleInfo, instance: Instance) -> RawEvent:
    traced, kind = instance.traced, RuleKind.AUTOMATIC
    return RawEvent(
        rule.name, dataclasses.replace(rule, kind=kind), instance.arguments, 0, None, traced.guard,
        {c: w.value for c, w in traced.writes.items()}, traced.wrongs, traced.cuts, rule.clauses, None,
    )  # fmt: skip


def labels_of(arguments: Iterable[Argument]) -> tuple[tuple[str, str, str], ...]:
    """Return what tells arguments from others: the name of each, its container, and its label."""
    return tuple((a.name, a.container, a.label) for a in arguments)


def step_of(view: View, event: RawEvent) -> Step:
    """Return the step of an event as observers and claims see it, items read from the state before."""
    values: dict[str, Any] = {}
    types = {p.name: p.type for p in view.layout.schema.parameters.get(event.rule, ())}
    for a in event.arguments:
        if a.container and "(" not in a.name:
            container = view.read(a.container)
            assert isinstance(container, SymbolicSequence)
            _, values[a.name] = container.item_at(a.value)
        else:
            values[a.name] = lifted(types[a.name], a.value) if a.name in types else a.value
    return Step(event.rule, values)
