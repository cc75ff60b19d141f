"""Holding an open system against the cells of the same game: what each says of one concrete state."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from checker.language.lower import Lowered
from checker.language.open.layout import OpenMapShape, OpenSequenceShape, OpenSetShape
from checker.language.open.lower import OpenLowered
from checker.language.resolved import (
    BagType,
    MapType,
    MaybeType,
    MomentType,
    RecordType,
    SequenceType,
    SetType,
    Type,
)
from checker.system.model import State, System
from checker.system.open.evaluation import Evaluator, value_of
from checker.system.open.functions import Function, place
from checker.system.open.known import reads_of
from checker.system.open.model import OpenUpdate
from checker.system.shapes import (
    MapShape,
    MaybeShape,
    RecordShape,
    ScalarShape,
    SequenceShape,
    SetShape,
    Shape,
)
from checker.system.terms import Cell, Sort, evaluate_all, var

Values = Mapping[Cell, Any]


def matched(
    open_shape: Shape, shape: Shape, at: tuple[int, ...] = ()
) -> Iterator[tuple[Cell, tuple[int, ...], Cell]]:
    """Yield for each cell of a fixed shape the variable that it is in the open one, and at what arguments."""
    match open_shape, shape:
        case ScalarShape(cell), ScalarShape(other):
            yield cell, at, other
        case MaybeShape(here, item), MaybeShape(there, other):
            yield here, at, there
            yield from matched(item, other, at)
        case RecordShape(_, fields), RecordShape(_, others):
            for (_, a), (_, b) in zip(fields, others, strict=True):
                yield from matched(a, b, at)
        case MapShape(_, items), MapShape(_, others):
            for a, b in zip(items, others, strict=True):
                yield from matched(a, b, at)
        case SetShape(_, members), SetShape(_, others):
            for a, b in zip(members, others, strict=True):
                yield a, at, b
        case OpenMapShape(item), MapShape(_, others):
            for i, b in enumerate(others):
                yield from matched(item, b, (*at, i))
        case OpenSetShape(member), SetShape(_, others):
            for i, b in enumerate(others):
                yield member, (*at, i), b
        case OpenSequenceShape(length, item), SequenceShape(other, slots):
            yield length, at, other
            for i, b in enumerate(slots):
                yield from matched(item, b, (*at, i))
        case _:
            raise AssertionError((open_shape, shape))


class Pair:
    """One game lowered both ways."""

    def __init__(self, cells: Lowered, opened: OpenLowered) -> None:
        self.cells = cells
        self.opened = opened
        # What goes wrong in an observer is not looked at with sizes open: what it writes is left out then.
        self.left_out = cells.ghosts_at_risk()
        ghosts = {v.name for v in cells.layout.variables if v.ghost}
        self.system = cells.sliced(ghosts - self.left_out)
        self.unknown = opened.system.unknown
        self.untold = {
            u.rule
            for u in opened.system.updates
            if any(not self.unknown.isdisjoint(reads_of(t)) for t in u.writes.values())
        }
        self.seen_more: set[str] = set()
        everything = list(cells.layout.cells)
        self._constants = {
            c: t.value
            for c, t in zip(everything, cells.finish([var(c) for c in everything]), strict=True)
            if c.domain.sort is not Sort.MOMENT and t.is_const
        }
        self._matched = [
            m
            for name, shape in cells.layout.shapes.items()
            for m in matched(opened.layout.shapes[name], shape)
        ]

    def values(self, state: State) -> dict[Cell, Any]:
        """Return a state of the cells as values of the open system's variables."""
        env = defaultdict(int, {**self._constants, **self.system.environment(state)})
        ages = self._ages(env)
        tables: dict[Cell, dict[tuple[int, ...], int]] = {}
        for variable, at, cell in self._matched:
            tables.setdefault(variable, {})[at] = (
                ages.get(cell, 0) if cell in self.cells.layout.moments else env[cell]
            )
        for cell in self.opened.layout.cells:
            tables.setdefault(cell, {})
        found: dict[Cell, Any] = {
            c: _function(table) if isinstance(c, Function) else table[()] for c, table in tables.items()
        }
        for cls, number in self.opened.layout.numbers.items():
            found[number] = self._count(cls)
        return found

    def _ages(self, env: Mapping[Cell, int]) -> dict[Cell, int]:
        moments = self.cells._moments
        alive_terms = self.cells.finish(list(self.cells.layout.moments.values()))
        alive = dict(zip(moments.cells, evaluate_all(alive_terms, env), strict=True))
        ages = {c: 0 for c, lives in alive.items() if lives}
        pairs = list(moments.pairs.values())
        terms = self.cells.finish([var(p) for p in pairs])
        known = dict(zip(moments.pairs, evaluate_all(terms, env), strict=True))
        for (a, b), order in known.items():
            if a in ages and b in ages and order:
                ages[b if order == 1 else a] += 1
        return ages

    def described(self, values: Values) -> Any:
        """Return a state as nested plain values, moments by their order alone, bags sorted."""
        layout = self.opened.layout
        raw = tuple(
            self._part(layout.schema.fields[name].type, shape, values, ())
            for name, shape in layout.shapes.items()
            if name not in self.left_out
        )
        moments = sorted({m.age for m in _moments(raw)})
        return _ordered(raw, {age: i for i, age in enumerate(moments)})

    def _part(self, t: Type, shape: Shape, values: Values, at: tuple[int, ...]) -> Any:
        def get(cell: Cell) -> int:
            return values[cell](*at) if isinstance(cell, Function) else values[cell]

        match t, shape:
            case MaybeType(item), MaybeShape(here, inner):
                return self._part(item, inner, values, at) if get(here) else None
            case RecordType(_, fields), RecordShape(_, shapes):
                return tuple(
                    self._part(f, s, values, at) for (_, f), (_, s) in zip(fields, shapes, strict=True)
                )
            case MapType(_, item), MapShape(_, items):
                return tuple(self._part(item, s, values, at) for s in items)
            case _, SetShape(_, members):
                return tuple(get(c) for c in members)
            case MapType(_, item), OpenMapShape(inner):
                return tuple(self._part(item, inner, values, (*at, i)) for i in range(self._count(t.key.cls)))
            case SetType(key), OpenSetShape(member):
                return tuple(values[member](*at, i) for i in range(self._count(key.cls)))
            case SequenceType(item, _), OpenSequenceShape(length, inner):
                items = [self._part(item, inner, values, (*at, i)) for i in range(get(length))]
                return Several(items, isinstance(t, BagType))
            case MomentType(), ScalarShape(cell):
                return Moment(get(cell))
            case _, ScalarShape(cell):
                return get(cell)
        raise AssertionError((t, shape))

    def _count(self, cls: type) -> int:
        member = self.cells.schema.member_type(cls)
        assert member is not None
        return member.count

    def steps_of_cells(self, state: State) -> tuple[set[Any], set[str], set[str]]:
        """Return (rule, state after it) by the cells, the rules that go wrong, and those that are cut."""
        system = self.system
        env = system.environment(state)
        after: set[Any] = set()
        wrong: set[str] = set()
        cut: set[str] = set()
        for update in system.updates:
            enabled, goes_wrong, is_cut = evaluate_all((update.enabled, update.wrong, update.cut), env)
            if enabled and goes_wrong:
                wrong.add(update.rule)
            elif enabled and is_cut:
                cut.add(update.rule)
            elif enabled:
                after.add((update.rule, self.described(self.values(system.after(state, update)))))
        return after, wrong, cut

    def steps_of_open(self, values: Values) -> tuple[set[Any], set[str]]:
        """Return (rule, state after it) by the open system, and the rules that go wrong."""
        after: set[Any] = set()
        wrong: set[str] = set()
        for update in self.opened.system.updates:
            for given in self._arguments(update, values):
                evaluator = Evaluator(given)
                if not evaluator.value(update.enabled):
                    continue
                if evaluator.value(update.wrong):
                    wrong.add(update.rule)
                else:
                    for told in self._not_told(update, given):
                        after.add((update.rule, self.described(self._next(update, told))))
        return after, wrong

    @staticmethod
    def _arguments(update: OpenUpdate, values: Values) -> Iterator[Values]:
        ranges = [range(value_of(p.end, values)) for p in update.parameters]
        for numbers in itertools.product(*ranges):
            yield {**values, **{p.cell: n for p, n in zip(update.parameters, numbers, strict=True)}}

    def _not_told(self, update: OpenUpdate, given: Values) -> Iterator[Values]:
        """Yield the state with what the update leaves untold, in all ways: some members, in order."""
        read = frozenset().union(*(reads_of(t) for t in update.writes.values()))
        unknown = [
            v for v in self.opened.system.variables if v.cell in read and v.cell in self.unknown and v.ends
        ]
        members = [range(value_of(v.end, given)) for v in unknown]
        some = [[c for n in range(len(m) + 1) for c in itertools.combinations(m, n)] for m in members]
        for chosen in itertools.product(*some):
            told = dict(given)
            for variable, which in zip(unknown, chosen, strict=True):
                (end,) = variable.ends
                told[end.cell] = len(which)
                told[variable.cell] = _function({(i,): x for i, x in enumerate(which)})
            yield told

    @staticmethod
    def _next(update: OpenUpdate, given: Values) -> Values:
        now = 1_000_000  # newer than whatever is stored
        following = dict(given)
        for cell, term in update.writes.items():
            if isinstance(cell, Function):
                following[cell] = lambda *at, t=term: value_of(
                    t, {**given, **{place(i): x for i, x in enumerate(at)}}, now=now
                )
            else:
                following[cell] = value_of(term, given, now=now)
        return following

    def agree_in(self, state: State) -> int:
        """Check that both say the same of a state, up to what a bound cuts; return how many steps it has.

        Where the open system leaves untold which of many instances happen, it may have others as well.
        """
        values = self.values(state)
        after, wrong, cut = self.steps_of_cells(state)
        open_after, open_wrong = self.steps_of_open(values)
        assert after <= open_after, sorted(map(str, after - open_after))[:2]
        more = {rule for rule, _ in open_after - after}
        assert more <= cut | self.untold, sorted(map(str, open_after - after))[:2]
        self.seen_more |= more & self.untold - cut
        assert wrong == open_wrong
        return len(after)


class Moment:
    """A moment in a described state, before moments are put in order."""

    def __init__(self, age: int) -> None:
        self.age = age


class Several(list[Any]):
    """The items of a container; those of a bag are in no order."""

    def __init__(self, items: list[Any], is_bag: bool) -> None:
        super().__init__(items)
        self.is_bag = is_bag


def _function(table: Mapping[tuple[int, ...], int]) -> Any:
    return lambda *at: table.get(at, 0)


def _moments(value: Any) -> Iterator[Moment]:
    if isinstance(value, Moment):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _moments(item)


def _ordered(value: Any, order: Mapping[int, int]) -> Any:
    if isinstance(value, Moment):
        return f"moment {order[value.age]}"
    if isinstance(value, Several):
        items = [_ordered(x, order) for x in value]
        return tuple(sorted(items, key=repr)) if value.is_bag else tuple(items)
    return tuple(_ordered(x, order) for x in value) if isinstance(value, tuple) else value


def reached(system: System, most: int, seed: int) -> list[State]:
    """Return states that random plays of a game come to, each once, the starts first."""
    rng = random.Random(seed)
    starts = list(system.initial)
    found = dict.fromkeys(rng.sample(starts, min(3, len(starts))))
    for _ in range(most * 20):
        if len(found) >= most:
            break
        state = rng.choice(list(found)[-8:] + list(found)[:1])
        following = [s for _, s in system.steps(state)]
        if following:
            found.setdefault(rng.choice(following))
    return list(found)
