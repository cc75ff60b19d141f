"""Lowering: from a game class, with scopes and readings fixed, to its transition system over cells.

Every rule instance is traced (:mod:`checker.language.tracing`), what belongs to its event is put together
(triggers that see it, observers that record it), comparisons of moments become cells, and cells that never
change are folded away.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from checker.errors import ModelError
from checker.language.machine import activate
from checker.language.moments import Moments
from checker.language.resolved import (
    FREE,
    BoolType,
    IntType,
    MapType,
    MaybeType,
    MomentType,
    RecordType,
    ScalarType,
    SequenceType,
    SetType,
    Type,
)
from checker.language.rules import RuleInfo, RuleKind
from checker.language.schema import Schema
from checker.language.step import Step
from checker.language.tracing.active import recording
from checker.language.tracing.coding import dead_terms, lifted
from checker.language.tracing.facts import Facts, excluded
from checker.language.tracing.instance import (
    Argument,
    Instance,
    Traced,
    author_errors,
    combinations,
    participant_in_game,
    trace_observer,
    trace_triggered,
)
from checker.language.tracing.layout import Layout
from checker.language.tracing.machine import Permissions, TracingMachine, View
from checker.language.tracing.predicates import folded
from checker.language.tracing.returned import returned_truth
from checker.language.tracing.sequences import SymbolicSequence
from checker.language.tracing.state_based import state_based_events
from checker.language.tracing.store import NOW_AFTER, Store
from checker.language.tracing.tracings import Tracings
from checker.language.tracing.ways import Recorder, Wrong
from checker.system import terms as tm
from checker.system.model import Kind, Source, State, System, Update
from checker.system.terms import FALSE, NOW, TRUE, Cell, Sort, Term, evaluate_all, ite, substitute, var

__all__ = ["Lowered", "RawEvent", "lower", "step_of"]

_KINDS = {
    RuleKind.ACTION: Kind.ACTION,
    RuleKind.CHOICE: Kind.CHOICE,
    RuleKind.AUTOMATIC: Kind.AUTOMATIC,
    RuleKind.STATE_BASED: Kind.STATE_BASED,
}
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


class _Following:
    """An event in the making: what was traced over the state after it happens as part of it, in turn.

    What follows a step that a bound cuts is not looked at.
    """

    def __init__(self, event: RawEvent) -> None:
        self._given = event.guard
        self.updated = {c: t for c, t in event.next.items() if t is not var(c)}
        self.wrongs = list(event.wrongs)
        self.cuts = list(event.cuts)

    def happens(self, traced: Traced) -> tuple[Term, tuple[Wrong, ...], tuple[tuple[str, Term], ...]]:
        """Let it happen; return when it does, what goes wrong in it, and what it cuts."""

        def after(t: Term) -> Term | None:
            if t.op is not tm.Op.VAR or not t.primed:
                return None
            return NOW if t.cell is NOW_AFTER else self.updated.get(t.cell, var(t.cell))

        memo: dict[int, Term] = {}
        (guard,) = substitute((traced.guard,), after, memo)
        if guard is FALSE or excluded(tm.all_of((self._given, guard))):
            return FALSE, (), ()
        values = substitute([w.value for w in traced.writes.values()], after, memo)
        uncut = tm.negate(tm.any_of(t for _, t in self.cuts))
        conditions = substitute([w.condition for w in traced.wrongs], after, memo)
        wrongs = tuple(
            Wrong(w.message, w.source, tm.all_of((guard, uncut, t)))
            for w, t in zip(traced.wrongs, conditions, strict=True)
        )
        conditions = substitute([t for _, t in traced.cuts], after, memo)
        cuts = tuple(
            (name, tm.all_of((guard, t))) for (name, _), t in zip(traced.cuts, conditions, strict=True)
        )
        for cell, value in zip(traced.writes, values, strict=True):
            self.updated[cell] = ite(guard, value, self.updated.get(cell, var(cell)))
        return guard, wrongs, cuts


class Lowered:
    """A game's transition system, and what is needed to state claims in its terms.

    ``system`` holds the ghosts too; :meth:`sliced` gives the system with only some of them.
    ``kept_events`` are the events behind ``system.updates``, one for one.
    """

    def __init__(self, schema: Schema, tracings: Tracings) -> None:
        self.schema = schema
        self._tracings = tracings
        self.layout = Layout(schema)
        self._moments = Moments(self.layout.moments)
        self._ghosts_of: dict[str, set[Cell]] = {}
        self.events = tuple(self._events())
        self._constants: dict[Term, Term] = {}
        self._memo: dict[int, Term] = {}
        self.kept_events: tuple[RawEvent, ...] = ()
        self._slices: dict[frozenset[str], System] = {}
        self.system = self._system()

    # -- terms of claims -------------------------------------------------------------------------

    def finish(self, roots: Sequence[Term]) -> list[Term]:
        """Return terms over the fields' cells as terms over the cells of the system."""
        return substitute(self._moments.lower(roots), self._constants.get, self._memo)

    def sliced(self, ghosts: Iterable[str] = ()) -> System:
        """Return the system with these ghosts only, and what they are computed from.

        Observers that write none of these do not run in it: what goes wrong in them is no part of it.
        """
        names = set(ghosts)
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

    def rules_that_happen(self) -> dict[str, tuple[Term, ...]]:
        """Return for each rule of the game, and for each update, when the rule happens in it.

        Events, their replacements and what happens as they do are not told apart, nor are set-up rules and
        observers: they are part of other rules.
        """
        kinds = (*_KINDS, RuleKind.TRIGGERED)
        names = [n for n, r in self.schema.rules.items() if r.kind in kinds]
        result: dict[str, tuple[Term, ...]] = {}
        for name in names:
            conditions = [
                TRUE if e.rule == name else tm.any_of(t for n, t in e.parts if n == name)
                for e in self.kept_events
            ]
            result[name] = tuple(self.finish(conditions))
        return result

    # -- events ----------------------------------------------------------------------------------

    def _events(self) -> Iterator[RawEvent]:
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
            elif rule.kind in _KINDS:
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

    def _completed(self, event: RawEvent, triggers: Sequence[tuple[RuleInfo, Any, Traced]]) -> RawEvent:
        """Return the event with the triggers that see it and the observers that record it."""
        follow = _Following(event)
        parts = list(event.parts)
        for rule, _, traced in triggers:
            happens, wrongs, cuts = follow.happens(traced)
            follow.wrongs.extend(wrongs)
            follow.cuts.extend(cuts)
            if happens is not FALSE:
                parts.append((rule.name, happens))
        wrong, cut = tuple(follow.wrongs), tuple(follow.cuts)
        observed: list[Observed] = []
        for rule in self.schema.rules.values():
            if rule.kind is RuleKind.OBSERVER:
                traced = trace_observer(
                    self.layout,
                    rule,
                    lambda view, e=event: step_of(view, e),  # type: ignore[misc] # bound now
                )
                self._ghosts_of.setdefault(rule.name, set()).update(traced.writes)
                _, wrongs, cuts = follow.happens(traced)
                if wrongs or cuts:
                    observed.append(Observed(rule.name, wrongs, cuts))
        updated = {c: t for c, t in follow.updated.items() if t is not var(c)}
        return dataclasses.replace(
            event, next=updated, wrongs=wrong, cuts=cut, parts=tuple(parts), observed=tuple(observed)
        )

    # -- the system ------------------------------------------------------------------------------

    def _system(self) -> System:
        scalars = tuple(c for c in self.layout.cells if c.domain.sort is not Sort.MOMENT)
        cells = scalars + tuple(self._moments.pairs.values())
        updates = tuple(self._update(e) for e in self.events)
        (over,) = self._moments.lower((self._over(),))
        initial = self._initial(cells)
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
            kind=_KINDS[event.info.kind],
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

    # -- initial states --------------------------------------------------------------------------

    def _initial(self, cells: tuple[Cell, ...]) -> tuple[State, ...]:
        """Return the initial states: every combination of free start values, then the set-up rules."""
        columns = [self._starts(name) for name in self.schema.fields]
        number = 1
        for column in columns:
            number *= len(column)
            if number > MOST_STARTS:
                raise ModelError(
                    f"there are more than {MOST_STARTS:,} initial states",
                    hint="give fields a start value, as in `zone: Zone = Zone.HAND`; "
                    "a field without one starts at every value of its type",
                    source=self.schema.source,
                )
        states = []
        for combination in itertools.product(*columns):
            values: dict[Cell, int] = {}
            for part in combination:
                values.update(part)
            states.append(tuple(values.get(c, 0) for c in cells))
        for rule in self.schema.rules.values():
            if rule.kind is RuleKind.START:
                states = self._set_up(rule, cells, states)
        unique = tuple(dict.fromkeys(states))
        if not unique:
            raise ModelError(
                f"{self.schema.game.__name__} has no initial state: its set-up is undone for every start",
                hint="look at the `require`s of the rules marked @start",
                source=next(r.source for r in self.schema.rules.values() if r.kind is RuleKind.START),
            )
        return unique

    def _starts(self, name: str) -> list[dict[Cell, int]]:
        """Return the possible start values of a field, as cell values."""
        field = self.schema.fields[name]
        shape = self.layout.shapes[name]
        return [
            dict(zip((c for c in shape.cells() if c.domain.sort is not Sort.MOMENT), row, strict=True))
            for row in _start_rows(field.type, field.start)
        ]

    def _set_up(self, rule: RuleInfo, cells: tuple[Cell, ...], states: list[State]) -> list[State]:
        results: list[State] = []
        traced = [
            self._update(self._raw(rule, instance))
            for instance in self._tracings.instances(self.layout, rule)
        ]
        for state in states:
            env = dict(zip(cells, state, strict=True))
            for update in traced:
                changed = tuple(update.next)
                guard, wrong, cut, *values = evaluate_all(
                    (update.guard, update.wrong, update.cut, *(update.next[c] for c in changed)), env
                )
                if not guard:
                    continue
                if wrong or cut:
                    raise _set_up_error(update, env)
                after = {**env, **dict(zip(changed, values, strict=True))}
                results.append(tuple(after[c] for c in cells))
        return results

    def _raw(self, rule: RuleInfo, instance: Instance) -> RawEvent:
        traced, kind = instance.traced, RuleKind.AUTOMATIC
        return RawEvent(
            rule.name, dataclasses.replace(rule, kind=kind), instance.arguments, 0, None, traced.guard,
            {c: w.value for c, w in traced.writes.items()}, traced.wrongs, traced.cuts, rule.clauses, None,
        )  # fmt: skip


def _set_up_error(update: Update, env: Mapping[Cell, int]) -> ModelError:
    """Return the error for a set-up rule that goes wrong or past a bound in a start state."""
    for message, source, condition in update.wrong_parts:
        if evaluate_all((condition,), env)[0]:
            return ModelError(
                f"the game cannot be set up by {update.name}: {message}",
                hint="what is set up must be there, and in its range",
                source=source,
            )
    bound = next(name for name, condition in update.cut_parts if evaluate_all((condition,), env)[0])
    return ModelError(
        f"the game cannot be set up by {update.name}: the bound {bound!r} is too small",
        hint=f"try a greater one, with --scope {bound}=N, or set up less",
        source=update.source,
    )


MOST_STARTS = 10_000
"""Initial states before lowering gives up."""


def step_of(view: View, event: RawEvent) -> Step:
    """Return the step of an event as observers and claims see it, items read from the state before."""
    values: dict[str, Any] = {}
    types = {p.name: p.type for p in view.layout.schema.parameters.get(event.rule, ())}
    for a in event.arguments:
        value = lifted(types[a.name], a.value) if a.name in types else a.value
        if a.container and "(" not in a.name:
            container = view.read(a.container)
            assert isinstance(container, SymbolicSequence)
            _, value = container.item_at(a.value)
        values[a.name] = value
    return Step(event.rule, values)


def lower(schema: Schema, tracings: Tracings | None = None) -> Lowered:
    """Return the transition system of a game, and the means to state claims about it.

    ``tracings`` holds what was traced of the same game under other readings, where there is any.

    Raises:
        ModelError: a rule cannot be traced; the error names the author's line.
    """
    return Lowered(schema, tracings or Tracings())


def _by(by: Any) -> str:
    return by if isinstance(by, str) else "" if callable(by) or by is None else str(by)


def _start_rows(t: Type, start: Any) -> list[tuple[int, ...]]:
    """Return the cell values (moments left out) of every start value of a field of type ``t``."""
    match t:
        case MapType(key, item):
            columns = [_start_rows(item, start[k]) for k in key.values()]
            return [tuple(itertools.chain(*row)) for row in itertools.product(*columns)]
        case SetType(key):
            return [tuple(int(k in start) for k in key.values())]
        case SequenceType(item, bound):
            return [(0, *_dead_row(item) * bound)]
        case ScalarType() if start is FREE:
            return [_row(t, value) for value in t.values()]
    return [_row(t, start)]


def _row(t: Type, value: Any) -> tuple[int, ...]:
    """Return the cell values of one plain scalar, maybe or record."""
    match t:
        case MomentType():
            return ()
        case MaybeType(item):
            return (0, *_dead_row(item)) if value is None else (1, *_row(item, value))
        case RecordType(_, fields):
            return tuple(x for name, f in fields for x in _row(f, getattr(value, name)))
        case BoolType() | IntType():
            return (int(value),)
        case ScalarType():
            return (t.values().index(value),)
    raise TypeError(f"{t} is no scalar, maybe or record")


def _dead_row(t: Type) -> tuple[int, ...]:
    return tuple(x.value for x in dead_terms(t) if x.sort is not Sort.MOMENT)


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
