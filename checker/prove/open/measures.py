"""Quantities of open systems that cannot get smaller for ever, found in their variables alone.

A scalar is compared as a number that its type bounds below, a truth value as 0 or 1. A function is compared
at all its places: it is smaller where its range has got shorter or some value has become smaller, while no
other has become greater. Its values are bounded below and its places finitely many, so that this cannot go
on for ever either: how far the values are above their least ones, and the number of places, gets smaller in
sum.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.system.cells import Cell, Sort
from checker.system.open.binders import applied, every_number, some_number
from checker.system.open.functions import UNBOUNDED, Function
from checker.system.open.known import reads_of
from checker.system.open.model import OpenSystem, OpenUpdate, Variable, after
from checker.system.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    equal,
    integer,
    less_equal,
    negate,
    subtract,
    var,
)

__all__ = ["Measure", "measures_of", "some_smaller"]

MOST_VALUES = 16
"""A variable with no more values than that is also asked for each of them."""

FEW_VALUES = 3
"""A function with no more values than that likely tells how far something has come."""


@dataclass(frozen=True)
class Measure:
    """A quantity: ``value``, a number or a truth value, at all numbers below ``end`` where there is one.

    ``value`` is over a place then; a number is never below ``least``. ``says`` is for a person.
    """

    says: str
    value: Term
    end: Term | None = None
    least: int = 0

    @cached_property
    def reads(self) -> frozenset[Cell]:
        """The variables that it depends on."""
        return reads_of(self.value) | (frozenset() if self.end is None else reads_of(self.end))

    def never_raised(self, writes: Mapping[Cell, Term]) -> Term:
        """Return that it is no greater after these writes than before them."""
        return self._compared(writes, _no_greater)

    def kept(self, writes: Mapping[Cell, Term]) -> Term:
        """Return that it is the same after these writes as before them."""
        return self._compared(writes, equal)

    def _compared(self, writes: Mapping[Cell, Term], compare: Callable[[Term, Term], Term]) -> Term:
        (value,) = after((self.value,), writes)
        if self.end is None:
            return compare(value, self.value)
        (end,) = after((self.end,), writes)
        everywhere = every_number(end, lambda x: compare(applied(value, (x,)), applied(self.value, (x,))))
        return all_of((compare(end, self.end), everywhere))


def _no_greater(a: Term, b: Term) -> Term:
    return any_of((negate(a), b)) if a.sort is Sort.BOOL else less_equal(a, b)


def some_smaller(measures: Sequence[Measure], writes: Mapping[Cell, Term]) -> Term:
    """Return that of some measures, the most important first, the first that changes gets smaller."""
    found = FALSE
    for measure in reversed(measures):
        if not measure.reads.isdisjoint(writes):
            kept = measure.kept(writes)
            smaller = all_of((measure.never_raised(writes), negate(kept)))
            found = any_of((smaller, all_of((kept, found))))
    return found


def measures_of(system: OpenSystem, steps: Sequence[OpenUpdate]) -> tuple[tuple[Measure, ...], ...]:
    """Return what may get smaller in steps, the likely first: tiers of quantities of what they write.

    First come scalars, then functions of few values, then other functions. Last come the rules themselves:
    that one may happen, with some arguments or with certain ones, is what it may put an end to.
    """
    written = {cell for step in steps for cell in step.writes}
    tiers: tuple[list[Measure], ...] = ([], [], [])
    for variable in system.variables:
        if variable.cell in written and variable.cell.domain.sort is not Sort.MOMENT:
            small = variable.cell.domain.size <= FEW_VALUES
            tier = 0 if not isinstance(variable.cell, Function) else 1 if small else 2
            tiers[tier].extend(_of_variable(variable))
    rules: dict[str, dict[str, Term]] = {}
    for step in steps:
        rules.setdefault(step.rule, {})[step.name] = step.some(step.guard)
    last = [Measure(f"{rule} may happen", any_of(found.values())) for rule, found in rules.items()]
    several = [found for found in rules.values() if len(found) > 1]
    last += [Measure(f"{name} may happen", guard) for found in several for name, guard in found.items()]
    return (*map(tuple, tiers), tuple(last))


def _of_variable(variable: Variable) -> Iterator[Measure]:
    cell = variable.cell
    if not isinstance(cell, Function):
        for says, value, least in _values(variable, cell.name):
            yield Measure(says, value, least=least)
        return
    (end,) = cell.ends
    for says, value, least in _values(variable, cell.name):
        if value.sort is Sort.BOOL:
            there = some_number(end, functools.partial(_here, value))
            yield Measure(f"somewhere, {says}", there)
            yield Measure(f"nowhere, {says}", negate(there))
        yield Measure(f"at each place, {says}", value, end, least)


def _here(value: Term, x: Term) -> Term:
    return applied(value, (x,))


def _values(variable: Variable, name: str) -> Iterator[tuple[str, Term, int]]:
    """Yield numbers and truth values that are known with a variable, each with the least that it can be."""
    cell, value = variable.cell, var(variable.cell)
    domain = cell.domain
    if domain.sort is Sort.BOOL:
        yield name, value, 0
        yield f"not {name}", negate(value), 0
        return
    if domain.labels or domain.size <= MOST_VALUES:
        for number in domain.values():
            here = equal(value, integer(number))
            if here is not TRUE:
                yield f"{name} is {domain.show(number)}", here, 0
                yield f"{name} is not {domain.show(number)}", negate(here), 0
    if not domain.labels:
        yield name, value, domain.low
        if domain.high < UNBOUNDED:
            yield f"how far {name} is below {domain.high}", subtract(integer(domain.high), value), 0
        elif variable.end is not None:
            yield f"how far {name} is from its end", subtract(variable.end, value), 0
