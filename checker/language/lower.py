"""Lowering: from a game class, with scopes and readings fixed, to its transition system over cells.

Every rule instance is traced (:mod:`checker.language.tracing`), what belongs to its event is put together
(triggers that see it, observers that record it), comparisons of moments become cells, and cells that never
change are folded away.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from checker.language.events import KINDS, EventReader, RawEvent, set_up_events
from checker.language.initial import initial_states
from checker.language.machine import activate
from checker.language.moments import Moments
from checker.language.rules import RuleKind
from checker.language.schema import Schema
from checker.language.tracing.active import recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.instance import author_errors
from checker.language.tracing.layout import Layout
from checker.language.tracing.machine import Permissions, TracingMachine
from checker.language.tracing.predicates import folded
from checker.language.tracing.returned import returned_truth
from checker.language.tracing.store import Store
from checker.language.tracing.tracings import Tracings
from checker.language.tracing.ways import Recorder
from checker.system import terms as tm
from checker.system.collection import no_collection
from checker.system.model import Source, State, System, Update
from checker.system.terms import FALSE, TRUE, Cell, Sort, Term, substitute, var

__all__ = ["Lowered", "lower"]


class Lowered:
    """A game's transition system, and what is needed to state claims in its terms.

    ``system`` holds the ghosts too; :meth:`sliced` gives the system with only some of them.
    ``kept_events`` are the events behind ``system.updates``, one for one. ``tracings`` is what was traced.
    """

    def __init__(self, schema: Schema, tracings: Tracings) -> None:
        self.schema = schema
        self.tracings = tracings
        self.layout = Layout(schema)
        self._moments = Moments(self.layout.moments)
        reader = EventReader(self.layout, tracings)
        self.events = tuple(reader.events())
        self._ghosts_of = reader.ghosts_of
        self._constants: dict[Term, Term] = {}
        self._memo: dict[int, Term] = {}
        self.kept_events: tuple[RawEvent, ...] = ()
        self._slices: dict[frozenset[str], System] = {}
        self.system = self._system()

    # -- terms of claims -------------------------------------------------------------------------

    def finish(self, roots: Sequence[Term], *, free: frozenset[Cell] = frozenset()) -> list[Term]:
        """Return terms over the fields' cells as terms over the cells of the system.

        Cells that never change are replaced by their values, but for those that are ``free``.
        """
        lowered = self._moments.lower(roots)
        if not free:
            return substitute(lowered, self._constants.get, self._memo)
        return substitute(lowered, lambda t: None if t.cell in free else self._constants.get(t))

    def sliced(self, ghosts: Iterable[str] = ()) -> System:
        """Return the system with these ghosts only, and what they are computed from.

        Observers that write none of these do not run in it: what goes wrong in them is no part of it.
        """
        names = frozenset(ghosts)
        if names not in self._slices:
            self._slices[names] = self._slice(names)
        return self._slices[names]

    def _slice(self, names: frozenset[str]) -> System:
        kept = {c for name in names for c in self.layout.shapes[name].cells()}
        while True:
            hidden = self._hidden(kept)
            running = {name for name, written in self._ghosts_of.items() if written & kept}
            updates = [
                self._observed_by(e, u, running)
                for e, u in zip(self.kept_events, self.system.updates, strict=True)
            ]
            read = {t.cell for u in updates for t in tm.variables_of(_terms_beside(u, hidden))}
            needed = {ghost for cell in read & hidden.keys() for ghost in hidden[cell]}
            if needed <= kept:
                break
            kept |= needed
        dropped = {v.name for v in self.layout.variables if v.ghost} - names
        return _without(dataclasses.replace(self.system, updates=tuple(updates)), set(hidden), dropped)

    def _hidden(self, kept: set[Cell]) -> dict[Cell, tuple[Cell, ...]]:
        """Return the cells that only ghosts need that are not kept, each with these ghosts."""
        ghosts = self.layout.ghosts - kept
        hidden: dict[Cell, tuple[Cell, ...]] = {c: (c,) for c in ghosts}
        for ends, pair in self._moments.pairs.items():
            if found := tuple(c for c in ends if c in ghosts):
                hidden[pair] = found
        return hidden

    def _observed_by(self, event: RawEvent, update: Update, observers: set[str]) -> Update:
        """Return the update with what goes wrong in these observers alone."""
        if all(o.observer in observers for o in event.observed):
            return update
        running = tuple(o for o in event.observed if o.observer in observers)
        other = self._folded(self._update(dataclasses.replace(event, observed=running)))
        return dataclasses.replace(
            update, wrong=other.wrong, cut=other.cut, wrong_parts=other.wrong_parts, cut_parts=other.cut_parts
        )

    def ghosts_at_risk(self) -> frozenset[str]:
        """Return the ghosts that are written by observers in which something may go wrong."""
        risky = {o.observer for e in self.kept_events for o in e.observed if o.wrongs}
        written = {cell for name in risky for cell in self._ghosts_of[name]}
        return frozenset(
            v.name for v in self.layout.variables if v.ghost and not written.isdisjoint(v.shape.cells())
        )

    def rules_that_happen(self) -> dict[str, tuple[Term, ...]]:
        """Return for each rule of the game, and for each update, when the rule happens in it.

        Events, their replacements and what happens as they do are not told apart, nor are set-up rules and
        observers: they are part of other rules.
        """
        kinds = (*KINDS, RuleKind.TRIGGERED)
        names = [n for n, r in self.schema.rules.items() if r.kind in kinds]
        result: dict[str, tuple[Term, ...]] = {}
        for name in names:
            conditions = [
                TRUE if e.rule == name else tm.any_of(t for n, t in e.parts if n == name)
                for e in self.kept_events
            ]
            result[name] = tuple(self.finish(conditions))
        return result

    # -- the system ------------------------------------------------------------------------------

    def _system(self) -> System:
        scalars = tuple(c for c in self.layout.cells if c.domain.sort is not Sort.MOMENT)
        cells = scalars + tuple(self._moments.pairs.values())
        updates = tuple(self._update(e) for e in self.events)
        (over,) = self._moments.lower((self._over(),))
        initial = initial_states(self.layout, cells, self._set_up())
        self._constants = _constants(cells, initial, updates)
        folded_updates = [self._folded(u) for u in updates]
        self.kept_events = tuple(
            e for e, u in zip(self.events, folded_updates, strict=True) if u.guard is not FALSE
        )
        (over,) = self.finish((over,))
        schema = self.schema
        return System.build(
            schema.name,
            cells,
            initial,
            tuple(u for u in folded_updates if u.guard is not FALSE),
            variables=self.layout.variables,
            over=over,
            layers=tuple(" / ".join(layer) for layer in schema.layers),
            sizes=schema.sizes,
            bounds=schema.bounds,
            readings=schema.readings,
            source=schema.source,
        )

    def _set_up(self) -> Iterator[list[Update]]:
        """Yield for each set-up rule its updates."""
        for rule in self.schema.rules.values():
            if rule.kind is RuleKind.START:
                yield [self._update(e) for e in set_up_events(self.layout, self.tracings, rule)]

    def _update(self, event: RawEvent) -> Update:
        scalars = {c: t for c, t in event.next.items() if c.domain.sort is not Sort.MOMENT}
        parts: dict[tuple[str, Source], Term] = {}
        for w in (*event.wrongs, *(w for o in event.observed for w in o.wrongs)):
            parts[w.message, w.source] = tm.any_of((parts.get((w.message, w.source), FALSE), w.condition))
        cuts: dict[str, Term] = {}
        for name, condition in (*event.cuts, *(c for o in event.observed for c in o.cuts)):
            cuts[name] = tm.any_of((cuts.get(name, FALSE), condition))
        lowered = self._moments.lower
        guard, *conditions = lowered((event.guard, *parts.values(), *cuts.values()))
        updated = dict(zip(scalars, lowered(list(scalars.values())), strict=True))
        updated.update(self._moments.next_pairs(event.next))
        wrong_parts = tuple((m, s, t) for (m, s), t in zip(parts, conditions, strict=False))
        cut_parts = tuple(zip(cuts, conditions[len(parts) :], strict=True))
        chosen = tuple((a.name, _by(a.by)) for a in event.arguments if a.chosen)
        return Update(
            rule=event.rule,
            arguments=tuple((a.name, a.label) for a in event.arguments),
            kind=KINDS[event.info.kind],
            rank=event.rank,
            guard=guard,
            next=updated,
            wrong=tm.any_of(t for _, _, t in wrong_parts),
            cut=tm.any_of(t for _, t in cut_parts),
            wrong_parts=wrong_parts,
            cut_parts=cut_parts,
            actor=event.actor,
            choosers=chosen,
            clauses=event.clauses,
            assumed=event.assumed,
            says=event.info.says,
            source=event.info.source,
        )

    def _folded(self, u: Update) -> Update:
        """Return the update with cells that never change replaced by their values."""
        wrong = [t for _, _, t in u.wrong_parts]
        cut = [t for _, t in u.cut_parts]
        guard, *rest = self.finish((u.guard, *wrong, *cut, *u.next.values()))
        wrong, cut, values = (
            rest[: len(wrong)],
            rest[len(wrong) : len(wrong) + len(cut)],
            rest[len(wrong) + len(cut) :],
        )
        return dataclasses.replace(
            u,
            guard=guard,
            next={c: t for c, t in zip(u.next, values, strict=True) if t is not var(c)},
            wrong=tm.any_of(wrong),
            cut=tm.any_of(cut),
            wrong_parts=tuple(
                (m, s, t) for (m, s, _), t in zip(u.wrong_parts, wrong, strict=True) if t is not FALSE
            ),
            cut_parts=tuple((n, t) for (n, _), t in zip(u.cut_parts, cut, strict=True) if t is not FALSE),
        )

    def _over(self) -> Term:
        recorder = Recorder(Facts())
        game = self.schema.game.__new__(self.schema.game)
        machine = TracingMachine(self.layout, Store(), Permissions(writes="nothing"))
        with recording(recorder), activate(machine):
            over = self.schema.game.over
            return folded(lambda: returned_truth(over, author_errors(over, game.over)))


def lower(schema: Schema, tracings: Tracings | None = None) -> Lowered:
    """Return the transition system of a game, and the means to state claims about it.

    ``tracings`` holds what was traced of the same game under other readings, where there is any.

    Raises:
        ModelError: a rule cannot be traced; the error names the author's line.
    """
    with no_collection():
        return Lowered(schema, tracings or Tracings())


def _by(by: Any) -> str:
    return by if isinstance(by, str) else "" if callable(by) or by is None else str(by)


def _constants(
    cells: tuple[Cell, ...], initial: tuple[State, ...], updates: tuple[Update, ...]
) -> dict[Term, Term]:
    """Return the values of the cells that no update writes and that start at one value only."""
    written = {c for u in updates for c in u.next}
    found: dict[Term, Term] = {}
    for i, cell in enumerate(cells):
        values = {state[i] for state in initial}
        if cell not in written and len(values) == 1:
            value = tm.of_domain(cell.domain, values.pop())
            found[var(cell)] = value
            found[var(cell, primed=True)] = value
    return found


def _terms_beside(update: Update, hidden: Mapping[Cell, object]) -> list[Term]:
    """Return the terms of an update but for the next values of hidden cells."""
    following = [t for c, t in update.next.items() if c not in hidden]
    return [update.guard, update.wrong, update.cut, *following]


def _without(system: System, hidden: set[Cell], names: set[str]) -> System:
    """Return the system without these cells, which nothing else reads, and without these variables."""
    kept = [i for i, c in enumerate(system.cells) if c not in hidden]
    updates = tuple(
        dataclasses.replace(u, next={c: t for c, t in u.next.items() if c not in hidden})
        for u in system.updates
    )
    return dataclasses.replace(
        system,
        cells=tuple(system.cells[i] for i in kept),
        initial=tuple(dict.fromkeys(tuple(state[i] for i in kept) for state in system.initial)),
        updates=updates,
        variables=tuple(v for v in system.variables if v.name not in names),
    )
