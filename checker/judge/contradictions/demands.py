"""Demands: norms with their arguments fixed, as terms over the state in which they are judged.

In the terms of a demand a cell means its value in the judged state. For a norm about an event that state is
the one in which players could next act; the state before the event stands in cells of its own
(:func:`before_cell`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from checker.errors import ModelError, nearest
from checker.judge.contradictions.instances import Enabling, Instance, Instances
from checker.judge.norms.declare import Norm
from checker.judge.norms.forms import FormKind
from checker.language.lower import Lowered
from checker.language.norm_terms import TracedCondition, trace_condition, trace_event_condition
from checker.language.resolved import SetType
from checker.language.tracing.instance import Argument, combinations
from checker.system.cells import Sort
from checker.system.model import Kind
from checker.system.terms import Cell, Op, Term, all_of, negate, substitute, var, variables_of

__all__ = ["WEAK", "Demand", "DemandReader", "Judged", "before_cell", "is_known_before"]

WEAK = (FormKind.ONLY, FormKind.NEEDS)
"""Forms whose condition says when they do *not* refuse."""


def before_cell(cell: Cell) -> Cell:
    """Return the cell that stands for the value of ``cell`` before an event."""
    return Cell(f"before {cell.name}", cell.domain)


def is_known_before(premise: Term) -> bool:
    """Whether the premise of a demand about an event reads nothing but the state before it."""
    return all(t.cell.name.startswith("before ") for t in variables_of((premise,)))


@dataclass(frozen=True)
class Demand:
    """One norm with its arguments fixed (and, for one about events, for one update of the system).

    ``premise`` says where it is in force. ``conclusion`` is what must be true then, where its form does not
    say that of ``instances``. ``waits`` are the instances that wait for what is due.
    """

    norm: Norm
    arguments: tuple[Argument, ...]
    premise: Term
    conclusion: Term
    instances: tuple[Instance, ...] = ()
    waits: tuple[Instance, ...] = ()
    update: int | None = None
    ghosts: frozenset[str] = frozenset()

    @property
    def clause(self) -> str:
        """The clause that demands it."""
        return self.norm.clause

    @property
    def kind(self) -> FormKind:
        """The form of the norm."""
        return self.norm.form.kind


@dataclass(frozen=True)
class Judged:
    """A demand, and the moment at which it is judged (see :func:`checker.judge.norms.declare.norm`)."""

    demand: Demand
    moment: str


class DemandReader:
    """Reads the demands of norms about one game; ``fields`` has the cells of each field that is spoken of."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        self.instances = Instances(lowered)

    def cells_of(self, norm: Norm) -> frozenset[Cell]:
        """Return the cells of the fields that a norm governs.

        Raises:
            ModelError: there is no such field, or it holds moments, which no clause can give.
        """
        found: set[Cell] = set()
        fields = self.lowered.schema.fields
        for name in norm.fields:
            if name in fields and norm.form.kind is FormKind.AT_MOST_ONE:
                self._check_set(norm, name)
            if name not in fields:
                raise ModelError(
                    f"there is no field {name!r}", hint=nearest(name, fields), source=norm.source
                )
            found |= self.field_cells(name)
        return frozenset(found)

    def _check_set(self, norm: Norm, name: str) -> None:
        if name in norm.form.fields and not isinstance(self.lowered.schema.fields[name].type, SetType):
            raise ModelError(
                f"the field {name!r} is no set, so nothing can be said of its members",
                hint="name a field of type Set[...], or say what is true by `requires()`",
                source=norm.source,
            )

    def field_cells(self, name: str) -> frozenset[Cell]:
        """Return the cells of a field, but for its moments."""
        shape = self.lowered.layout.shapes[name]
        return frozenset(c for c in shape.cells() if c.domain.sort is not Sort.MOMENT)

    def rules_of(self, norm: Norm) -> tuple[Instance, ...]:
        """Return the instances that a norm's form speaks of."""
        form = norm.form
        found = [i for r in (*form.rules, *form.before) for i in self.instances.of(r, norm.source)]
        return tuple(dict.fromkeys(found))

    def moment_of(self, norm: Norm) -> str:
        """Return when a norm is judged: as it says, or where the rules that it speaks of are looked at.

        Choices come before automatic rules, which come before actions: where something more urgent is to be
        done, that is an order, and no refusal.
        """
        if norm.at:
            return norm.at
        kinds = {i.kind for r in norm.form.rules for i in self.instances.of(r, norm.source)}
        if kinds & {Kind.AUTOMATIC, Kind.STATE_BASED}:
            return "automatic"
        return "choice" if Kind.CHOICE in kinds else "priority"

    def read(self, norm: Norm) -> Iterator[Demand]:
        """Yield the demands of a norm.

        Raises:
            ModelError: the norm speaks of what there is not, or its condition cannot be traced.
        """
        free = self.cells_of(norm)
        if norm.form.after:
            yield from self._about_events(norm, free)
            return
        form = norm.form
        rule = form.rules[0] if norm.parameters else ""
        for arguments in self._arguments(norm, rule):
            traced = trace_condition(
                self.lowered,
                norm.function,
                rule,
                arguments,
                parts=2 if form.concludes else 1,
                enabled=Enabling(self.instances, norm.source),
                free=free,
            )
            premise = negate(traced.parts[0]) if form.kind in WEAK else traced.parts[0]
            labels = {(a.name, a.label) for a in arguments}
            spoken = [i for r in form.rules for i in self.instances.of(r, norm.source)]
            yield Demand(
                norm,
                arguments,
                premise,
                traced.parts[1] if form.concludes else self._one_member(norm),
                tuple(i for i in spoken if labels <= {(a.name, a.label) for a in i.arguments}),
                tuple(i for r in form.before for i in self.instances.of(r, norm.source)),
                ghosts=traced.ghosts,
            )

    def _one_member(self, norm: Norm) -> Term:
        """Return that the sets of which a form says so have one member at most."""
        cells = [c for f in norm.form.fields for c in self.lowered.layout.shapes[f].cells()]
        return all_of(negate(all_of((var(a), var(b)))) for a, b in itertools.combinations(cells, 2))

    def _arguments(self, norm: Norm, rule: str) -> list[tuple[Argument, ...]]:
        if not rule:
            return [()]
        self.instances.of(rule, norm.source)
        declared = {p.name: p for p in self.lowered.schema.parameters[rule]}
        for name in norm.parameters:
            if name not in declared:
                raise ModelError(
                    f"the rule {rule!r} has no parameter {name!r}",
                    hint=nearest(name, declared),
                    source=norm.source,
                )
        return list(combinations(self.lowered.layout, tuple(declared[n] for n in norm.parameters)))

    def _about_events(self, norm: Norm, free: frozenset[Cell]) -> Iterator[Demand]:
        names = {u.rule for u in self.lowered.system.updates}
        for rule in norm.form.after:
            if rule not in names:
                known = {*names, *self.lowered.schema.rules}
                if rule in known:
                    continue  # a rule that can never happen
                raise ModelError(f"there is no rule {rule!r}", hint=nearest(rule, known), source=norm.source)
        enabled = Enabling(self.instances, norm.source)
        for number, event in enumerate(self.lowered.kept_events):
            if event.rule in norm.form.after:
                traced = trace_event_condition(self.lowered, norm.function, event, enabled=enabled, free=free)
                premise, conclusion = _in_judged_state(traced)
                yield Demand(norm, (), premise, conclusion, update=number, ghosts=traced.ghosts)


def _in_judged_state(traced: TracedCondition) -> list[Term]:
    """Return terms in which the state before an event is plain as terms in which the state after it is."""
    ours = {t.cell for t in variables_of(traced.parts) if t.cell.name.startswith("may ")}

    def moved(term: Term) -> Term | None:
        if term.op is not Op.VAR or term.cell in ours:
            return None
        return var(term.cell) if term.primed else var(before_cell(term.cell))

    return substitute(traced.parts, moved)
