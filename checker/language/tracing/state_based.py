"""The state-based event: all instances that apply, merged cell by cell into one update.

Every instance reads the state before. Increments of one cell add up; a cell that two instances give
different values, or that one gives a value and another an increment, makes the step wrong. Stacks, queues
and bags are merged whole (:mod:`checker.language.tracing.merging`). The cost is linear in the instances
that write a cell, but for the check of such conflicts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from checker.errors import ModelError
from checker.language.tracing.instance import Argument, Instance
from checker.language.tracing.layout import Layout
from checker.language.tracing.merging import gathered, merge_sequence
from checker.language.tracing.store import Write, out_of_range
from checker.language.tracing.tracings import Tracings
from checker.language.tracing.ways import Wrong
from checker.system import terms as tm
from checker.system.open.binders import somewhere
from checker.system.terms import FALSE, Cell, Sort, Term, ite, var

__all__ = ["StateBasedEvent", "state_based_events"]

MOST_EVENTS = 4096
"""Combinations of choices within one state-based event before lowering gives up."""


@dataclass(frozen=True)
class StateBasedEvent:
    """One state-based event with all its choices fixed."""

    arguments: tuple[Argument, ...]
    guard: Term
    next: dict[Cell, Term]
    wrongs: tuple[Wrong, ...]
    cuts: tuple[tuple[str, Term], ...]
    parts: tuple[Instance, ...]


@dataclass(frozen=True)
class _Group:
    """The instances that differ only in what is chosen: exactly one of them happens, where any applies."""

    title: str
    options: tuple[tuple[tuple[Argument, ...], Instance], ...]

    @property
    def applies(self) -> Term:
        return tm.any_of(i.traced.guard for _, i in self.options)


def state_based_events(
    layout: Layout, rules: tuple[str, ...], tracings: Tracings
) -> Iterator[StateBasedEvent]:
    """Yield the state-based events of a game, one for each combination of the choices inside them."""
    groups = [g for name in rules for g in _groups(layout, name, tracings)]
    number = 1
    for group in groups:
        number *= len(group.options)
        if number > MOST_EVENTS:
            raise ModelError(
                f"the state-based rules hold more than {MOST_EVENTS} combinations of choices",
                hint="split a choice off as a rule of its own with @choice",
                source=layout.schema.rules[rules[0]].source,
            )
    some_applies = tm.any_of(g.applies for g in groups)
    for combination in itertools.product(*(range(len(g.options)) for g in groups)):
        arguments: list[Argument] = []
        guards = [some_applies]
        parts: list[Instance] = []
        for group, place in zip(groups, combination, strict=True):
            chosen, instance = group.options[place]
            parts.append(instance)
            if len(group.options) > 1:
                arguments.extend(chosen)
                # Where the rule does not apply there is nothing to choose: the first option stands for that.
                idle = tm.negate(group.applies) if place == 0 else FALSE
                guards.append(tm.any_of((instance.traced.guard, idle)))
        guard = tm.all_of(guards)
        if guard is not FALSE:
            yield _merged(layout, tuple(arguments), guard, tuple(parts))


def _groups(layout: Layout, name: str, tracings: Tracings) -> Iterator[_Group]:
    rule = layout.schema.rules[name]
    fixed: dict[str, list[tuple[tuple[Argument, ...], Instance]]] = {}
    for one in tracings.instances(layout, rule, adding=True):
        instance = layout.together(one)
        given = ", ".join(f"{a.name}={a.label}" for a in instance.arguments if not a.chosen)
        title = f"{name}({given})" if given else name
        chosen = tuple(
            Argument(f"{title}.{a.name}", a.value, a.label, a.container, True, a.by)
            for a in instance.arguments
            if a.chosen
        )
        fixed.setdefault(title, []).append((chosen, instance))
    for title, options in fixed.items():
        yield _Group(title, tuple(options))


def _merged(
    layout: Layout, arguments: tuple[Argument, ...], guard: Term, parts: tuple[Instance, ...]
) -> StateBasedEvent:
    wrongs: list[Wrong] = []
    cuts: list[tuple[str, Term]] = []
    for part in parts:
        own = part.traced
        wrongs.extend(Wrong(w.message, w.source, tm.all_of((own.guard, w.condition))) for w in own.wrongs)
        cuts.extend((name, tm.all_of((own.guard, condition))) for name, condition in own.cuts)
    # Where one of them goes past a bound by itself, there is nothing to merge.
    uncut = tm.negate(tm.any_of(condition for _, condition in cuts))
    differences: list[Wrong] = []
    merged: dict[Cell, Term] = {}
    apart: set[Cell] = set()
    for container in layout.sequences:
        cells = container.shape.cells()
        apart.update(cells)
        writers = [p for p in parts if any(c in p.traced.writes for c in cells)]
        if writers:
            merged.update(merge_sequence(container, writers, differences, cuts))
    for bag in layout.gathering:
        writers = [p for p in parts if any(c in p.traced.writes for c in bag)]
        if len(writers) > 1:
            apart.update(bag)
            merged.update(gathered(bag, writers))
    by_cell: dict[Cell, list[tuple[Term, Instance, Write]]] = {}
    for part in parts:
        for cell, write in part.traced.writes.items():
            if cell not in apart:
                by_cell.setdefault(cell, []).append((part.traced.writing, part, write))
    for cell, found in by_cell.items():
        merged[cell] = _merge_cell(cell, found, differences)
    wrongs.extend(Wrong(w.message, w.source, tm.all_of((uncut, w.condition))) for w in differences)
    kept = tuple(w for w in wrongs if w.condition is not FALSE)
    return StateBasedEvent(arguments, guard, merged, kept, tuple(cuts), parts)


def _merge_cell(cell: Cell, writers: list[tuple[Term, Instance, Write]], wrongs: list[Wrong]) -> Term:
    """Return the next value of ``cell``; add to ``wrongs`` where two rules disagree about it."""
    value = var(cell)
    if cell.domain.sort is Sort.INT:
        changes = [
            ite(tm.all_of((guard, tm.negate(w.absolute))), w.change, tm.integer(0)) for guard, _, w in writers
        ]
        value = tm.total((value, *changes))
    for guard, _, write in writers:
        value = ite(tm.all_of((guard, write.absolute)), write.value, value)
    for (g1, first, a), (g2, second, b) in itertools.combinations(writers, 2):
        both = tm.all_of((g1, g2))
        changed = [
            tm.all_of((x.absolute, tm.negate(y.absolute), tm.negate(tm.equal(y.change, tm.integer(0)))))
            for x, y in ((a, b), (b, a))
        ]
        differ = tm.all_of((a.absolute, b.absolute, tm.negate(tm.equal(a.value, b.value))))
        conflict = somewhere(cell, tm.all_of((both, tm.any_of((differ, *changed)))))
        if conflict is not FALSE:
            names = f"{first.title} and {second.title}"
            message = f"{names} change {cell.name} differently in one state-based event"
            wrongs.append(Wrong(message, second.rule.source, conflict))
    if cell.domain.sort is Sort.INT and any(w.change is not tm.integer(0) for _, _, w in writers):
        outside = somewhere(cell, out_of_range(cell, value))
        message = f"{cell.name} leaves its range {cell.domain.low}..{cell.domain.high}"
        wrongs.append(Wrong(message, writers[0][1].rule.source, outside))
    return value
