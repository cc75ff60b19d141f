"""Initial states: every combination of free start values, and then the rules that set up the game."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from checker.errors import ModelError
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
from checker.language.rules import RuleKind
from checker.language.tracing.coding import dead_terms
from checker.language.tracing.layout import Layout
from checker.system.model import State, Update
from checker.system.terms import Cell, Sort, evaluate_all

__all__ = ["initial_states"]

MOST_STARTS = 10_000
"""Initial states before lowering gives up."""


def initial_states(
    layout: Layout, cells: tuple[Cell, ...], set_up: Iterable[Sequence[Update]]
) -> tuple[State, ...]:
    """Return the initial states over ``cells``.

    Args:
        layout: the cells of the fields, moments among them.
        cells: the cells of the system, in its order.
        set_up: the updates of each rule that sets up the game, in order.

    Raises:
        ModelError: there are none, or too many, or the set-up goes wrong.
    """
    schema = layout.schema
    columns = [_starts(layout, name) for name in schema.fields]
    number = 1
    for column in columns:
        number *= len(column)
        if number > MOST_STARTS:
            raise ModelError(
                f"there are more than {MOST_STARTS:,} initial states",
                hint="give fields a start value, as in `zone: Zone = Zone.HAND`; "
                "a field without one starts at every value of its type",
                source=schema.source,
            )
    states = []
    for combination in itertools.product(*columns):
        values: dict[Cell, int] = {}
        for part in combination:
            values.update(part)
        states.append(tuple(values.get(c, 0) for c in cells))
    for updates in set_up:
        states = _after(updates, cells, states)
    unique = tuple(dict.fromkeys(states))
    if not unique:
        raise ModelError(
            f"{schema.game.__name__} has no initial state: its set-up is undone for every start",
            hint="look at the `require`s of the rules marked @start",
            source=next(r.source for r in schema.rules.values() if r.kind is RuleKind.START),
        )
    return unique


def _starts(layout: Layout, name: str) -> list[dict[Cell, int]]:
    """Return the possible start values of a field, as cell values."""
    field = layout.schema.fields[name]
    shape = layout.shapes[name]
    return [
        dict(zip((c for c in shape.cells() if c.domain.sort is not Sort.MOMENT), row, strict=True))
        for row in _start_rows(field.type, field.start)
    ]


def _after(updates: Sequence[Update], cells: tuple[Cell, ...], states: list[State]) -> list[State]:
    """Return the states after a set-up rule, by any of its instances."""
    results: list[State] = []
    for state in states:
        env = dict(zip(cells, state, strict=True))
        for update in updates:
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
