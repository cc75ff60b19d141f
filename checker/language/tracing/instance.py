"""One rule instance: its author's function traced with fixed arguments, all ways folded into one."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.errors import InputError
from checker.language.game import Game
from checker.language.machine import activate
from checker.language.resolved import Parameter, label_of
from checker.language.rules import RuleInfo
from checker.language.step import Step
from checker.language.tracing.active import recorder, recording
from checker.language.tracing.coding import lifted
from checker.language.tracing.complaints import calls_itself, complaint, error_line
from checker.language.tracing.endless import limited_run
from checker.language.tracing.facts import Facts
from checker.language.tracing.layout import Layout
from checker.language.tracing.machine import Permissions, TracingMachine, View, machine_on
from checker.language.tracing.nested import Choices, NestedChoice
from checker.language.tracing.sequences import SymbolicSequence
from checker.language.tracing.store import Store, Write
from checker.language.tracing.ways import (
    Recorder,
    Tree,
    Undone,
    Way,
    Wrong,
    explore,
    fold_cuts,
    fold_guard,
    fold_terms,
    fold_wrongs,
    not_repeatable,
)
from checker.system import terms as tm
from checker.system.terms import FALSE, Cell, Term, var

__all__ = [
    "Argument",
    "Instance",
    "Traced",
    "argument_value",
    "author_errors",
    "bound_game",
    "combinations",
    "instances",
    "participant_in_game",
    "trace",
    "trace_observer",
    "trace_triggered",
]


@dataclass(frozen=True)
class Argument:
    """A fixed argument: the parameter's name, its plain value, its label, and whether it was chosen."""

    name: str
    value: Any
    label: str
    container: str = ""
    chosen: bool = False
    by: Any = None


@dataclass(frozen=True)
class Traced:
    """What a rule instance says: when it may happen, what it writes, what goes wrong, what is cut.

    ``added`` has, by the length cell of a container, the items that are put in, each with its condition;
    ``taken`` the condition that anything is taken out. ``within`` is the condition of what it writes, where
    that is another one than when it may happen: of many instances told as one, when the one at a place does.
    """

    guard: Term
    writes: Mapping[Cell, Write]
    wrongs: tuple[Wrong, ...]
    cuts: tuple[tuple[str, Term], ...]
    added: Mapping[Cell, tuple[tuple[Term, tuple[Term, ...]], ...]] = field(default_factory=dict)
    taken: Mapping[Cell, Term] = field(default_factory=dict)
    within: Term | None = None

    @property
    def writing(self) -> Term:
        """When it writes what it writes."""
        return self.guard if self.within is None else self.within


@dataclass(frozen=True)
class Instance:
    """A rule with its arguments fixed, nested choices included, and what it says."""

    rule: RuleInfo
    arguments: tuple[Argument, ...]
    traced: Traced

    @property
    def labels(self) -> tuple[tuple[str, str], ...]:
        """The arguments as they stand in a play."""
        return tuple((a.name, a.label) for a in self.arguments)

    @property
    def title(self) -> str:
        """The rule with its arguments, for a message."""
        given = ", ".join(f"{name}={label}" for name, label in self.labels)
        return f"{self.rule.name}({given})" if given else self.rule.name


def bound_game(game: type[Game], view: View) -> Any:
    """Return an instance of the game whose fields are those of ``view``."""
    made = game.__new__(game)
    made._bound = view
    return made


def author_errors(rule: Callable[..., Any], run: Callable[[], Any]) -> Any:
    """Run an author's function and tell what Python says against it as an error of the model."""
    try:
        with limited_run():
            return run()
    except InputError as error:
        if error.source is None:
            error.source = error_line(error)
        raise
    except (Undone, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, RecursionError) and not calls_itself(error):
            raise
        raise complaint(rule.__name__, error) from error


def combinations(layout: Layout, parameters: tuple[Parameter, ...]) -> Iterator[tuple[Argument, ...]]:
    """Yield all fixed arguments of a rule, the last parameter varying fastest."""
    columns = [
        [Argument(p.name, v, label_of(v), p.container, p.chosen, p.by) for v in layout.arguments(p)]
        for p in parameters
    ]
    yield from itertools.product(*columns)


def instances(
    layout: Layout, rule: RuleInfo, *, adding: bool = False, readings: set[str] | None = None
) -> Iterator[Instance]:
    """Yield the instances of a rule that may happen in some state, in order, nested choices last.

    ``adding`` is as in :func:`trace`; ``readings`` receives the readings that the rule asks for.
    """
    for arguments in combinations(layout, layout.schema.parameters[rule.name]):
        pending: list[tuple[Argument, ...]] = [()]
        while pending:
            script = pending.pop(0)
            asked: list[tuple[str, NestedChoice]] = []
            traced = trace(
                layout, rule, arguments, script=script, asked=asked, adding=adding, readings=readings
            )
            if traced.guard is not FALSE:
                yield Instance(rule, (*arguments, *script), traced)
            longer: dict[tuple[str, str], Argument] = {}
            for name, choice in asked:
                for label, value in choice.options.items():
                    longer.setdefault((name, label), Argument(name, value, label, "", True, choice.by))
            pending[:0] = [(*script, extra) for extra in longer.values()]


def trace(
    layout: Layout,
    rule: RuleInfo,
    arguments: tuple[Argument, ...],
    *,
    script: tuple[Argument, ...] = (),
    asked: list[tuple[str, NestedChoice]] | None = None,
    adding: bool = False,
    readings: set[str] | None = None,
) -> Traced:
    """Trace one rule instance on the state before it.

    Args:
        layout: the cells of the game.
        rule: the rule.
        arguments: its fixed arguments.
        script: the nested choices that this instance stands for.
        asked: receives the choices that some way asks for beyond the script.
        adding: whether increments are added up with those of other rules (state-based events).
        readings: receives the readings that the rule asks for.
    """
    schema = layout.schema
    labels = tuple((a.name, a.label) for a in script)
    beyond = [] if asked is None else asked

    def run(now: Recorder) -> Store:
        store = Store(adding=adding)
        choices = Choices(labels, beyond, {a.name for a in arguments})
        machine = machine_on(layout, store, Permissions(), choices)
        game = schema.game.__new__(schema.game)
        with recording(now), activate(machine):
            values = {a.name: argument_value(machine, rule, a) for a in arguments}
            try:
                author_errors(rule.function, lambda: rule.function(game, **values))
                choices.finish()
            finally:
                if readings is not None:
                    readings.update(machine.readings_read)
        return _settled(store, now)

    return _folded(layout, rule, run)


def argument_value(machine: TracingMachine, rule: RuleInfo, argument: Argument) -> Any:
    """Return an argument as the function takes it; an item must be there."""
    if not argument.container:
        parameters = machine.layout.schema.parameters[rule.name]
        return lifted(next(p.type for p in parameters if p.name == argument.name), argument.value)
    container = machine.read(argument.container)
    assert isinstance(container, SymbolicSequence)
    filled, item = container.item_at(argument.value)
    recorder().require(filled)
    return item


def trace_triggered(layout: Layout, rule: RuleInfo, arguments: tuple[Argument, ...]) -> Traced:
    """Trace an instance of a triggered rule: what it writes over the state after an event.

    The state before the event stands in plain variables, the state after it in primed ones.
    """
    schema = layout.schema

    def run(now: Recorder) -> Store:
        store = Store(primed=True)
        machine = machine_on(layout, store, Permissions(writes="bags"))
        before = bound_game(schema.game, View(layout, Store(), Permissions(writes="nothing")))
        game = schema.game.__new__(schema.game)
        with recording(now), activate(machine):
            values = {a.name: argument_value(machine, rule, a) for a in arguments}
            author_errors(rule.function, lambda: rule.function(game, before, **values))
        return _settled(store, now)

    return _folded(layout, rule, run)


def trace_observer(
    layout: Layout, rule: RuleInfo, step_of: Callable[[View], Step], readings: set[str] | None = None
) -> Traced:
    """Trace an observer after one kind of event: what it writes to ghosts, as :func:`trace_triggered`.

    ``readings`` is as in :func:`trace`.
    """
    schema = layout.schema

    def run(now: Recorder) -> Store:
        store = Store(primed=True)
        machine = machine_on(layout, store, Permissions(reads_ghosts=True, writes="ghosts"))
        view = View(layout, Store(), Permissions(reads_ghosts=True, writes="nothing"))
        game = schema.game.__new__(schema.game)
        with recording(now), activate(machine):
            step = step_of(view)
            try:
                author_errors(rule.function, lambda: rule.function(game, bound_game(schema.game, view), step))
            finally:
                if readings is not None:
                    readings.update(machine.readings_read, view.readings_read)
        return _settled(store, now)

    return _folded(layout, rule, run)


def _settled(store: Store, now: Recorder) -> Store:
    store.settle([*(w.condition for w in now.wrongs), *(t for _, t in now.cuts)])
    return store


def _folded(layout: Layout, rule: RuleInfo, run: Callable[[Recorder], Store]) -> Traced:
    ways = explore(run, Facts())
    if rule.name not in layout.repeatable:  # once a rule: to run all twice takes a fifth of the time
        _check_repeatable(rule, run, ways[0])
        layout.repeatable.add(rule.name)
    guard = fold_guard(ways)
    if guard is FALSE:
        return Traced(FALSE, {}, (), ())
    stores = [w.result for w in ways if w.result is not None and not w.undone]
    cells = dict.fromkeys(c for s in stores for c in s.writes if c not in s.beyond)
    writes = {cell: _written(ways, cell) for cell in cells}
    added = {
        c: tuple(_addition(ways, c, i) for i in range(max(len(s.added.get(c, ())) for s in stores)))
        for c in dict.fromkeys(c for s in stores for c in s.added)
    }
    taken = {c: _taken(ways, c) for c in dict.fromkeys(c for s in stores for c in s.taken)}
    return Traced(guard, writes, fold_wrongs(ways), fold_cuts(ways), added, taken)


def _written(ways: Tree[Store], cell: Cell) -> Write:
    """Return what all ways together write to a cell."""
    return Write(
        fold_terms(ways, lambda s: s.get(cell), var(cell)),
        fold_terms(ways, lambda s: s.writes[cell].absolute if cell in s.writes else FALSE, FALSE),
        fold_terms(
            ways, lambda s: s.writes[cell].change if cell in s.writes else tm.integer(0), tm.integer(0)
        ),
    )


def _taken(ways: Tree[Store], length: Cell) -> Term:
    """Return when something is taken out of the container with this length."""
    return fold_terms(ways, lambda s: s.taken.get(length, FALSE), FALSE)


def _check_repeatable(rule: RuleInfo, run: Callable[[Recorder], Store], first: Way[Store]) -> None:
    """Run the first way again, and check that it is the same.

    Raises:
        ModelError: the rule depends on something that is not part of the game.
    """
    again = Recorder(Facts(), again=run)
    store: Store | None = None
    with contextlib.suppress(Undone):
        store = run(again)
    before = {} if first.result is None else first.result.writes
    after = {} if store is None else store.writes
    same = [(c, w.value) for c, w in before.items()] == [(c, w.value) for c, w in after.items()]
    if tuple(again.taken) != first.decisions or not same:
        raise not_repeatable(rule.source)


def _addition(ways: Tree[Store], length: Cell, index: int) -> tuple[Term, tuple[Term, ...]]:
    """Return when there is an item with that number among those put into a container, and the item."""

    def part(pick: Callable[[tuple[Term, tuple[Term, ...]]], Term], missing: Term) -> Term:
        def of_store(store: Store) -> Term:
            items = store.added.get(length, [])
            return pick(items[index]) if index < len(items) else missing

        return fold_terms(ways, of_store, missing)

    def field(number: int, missing: Term) -> Term:
        return part(lambda item: item[1][number], missing)

    when = part(lambda item: item[0], FALSE)
    known = next(
        w.result.added[length][index][1]
        for w in ways
        if w.result is not None and not w.undone and len(w.result.added.get(length, ())) > index
    )
    return when, tuple(field(i, term) for i, term in enumerate(known))


def participant_in_game(layout: Layout, label: str) -> Term:
    """Return the condition that the participant with this label is in the game."""
    return layout.inside(label)
