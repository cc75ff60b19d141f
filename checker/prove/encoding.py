"""A transition system as formulas over bit-vectors: its states, how it starts, and what a step is.

Every cell is one truth value, or one bit-vector that is just wide enough for its domain; every integer
term is as wide as its interval needs, so that no arithmetic can overflow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.prove import solver as z
from checker.prove.solver import Formula, Number
from checker.system.model import State, System, Update
from checker.system.terms import FALSE, Cell, Domain, Op, Sort, Term, walk

__all__ = ["Encoding", "Frame"]


@dataclass(frozen=True)
class Frame:
    """The solver's names for one state, one for each cell of the system, in order.

    ``chosen`` is the index of the update that was taken to come here (of the initial state, in the first
    frame of a play), as a bit-vector.
    """

    cells: tuple[Formula | Number, ...]
    chosen: Number


@dataclass(frozen=True)
class _Interval:
    """An integer formula with the interval that holds its value; unsigned if that has no negatives."""

    bits: Number
    low: int
    high: int

    @property
    def signed(self) -> bool:
        return self.low < 0

    def at(self, width: int) -> Number:
        return z.fit(self.bits, width, self.signed)


def _width(low: int, high: int) -> int:
    """Return how many bits hold every integer from ``low`` to ``high`` (signed if ``low`` is negative)."""
    if low >= 0:
        return max(1, high.bit_length())
    return 1 + max((-low - 1).bit_length(), high.bit_length() if high > 0 else 0)


def _align(a: _Interval, b: _Interval) -> tuple[Number, Number, bool]:
    """Return both at a width at which they compare as integers, and whether as signed ones."""
    low = min(a.low, b.low)
    width = _width(low, max(a.high, b.high))
    return a.at(width), b.at(width), low < 0


_Value = Formula | _Interval


class Encoding:
    """The formulas of one system, made once and used by every claim about it.

    Conditions, start and step are built over two template frames, ``before`` and ``after``; a formula about
    other frames is a renamed copy.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self._choices = _width(0, max(len(system.updates), len(system.initial)))
        self.before = self._frame("before")
        self.after = self._frame("after")
        self._values: dict[int, _Value] = {}
        self._kept: list[Term] = []

    def frame(self, index: int) -> Frame:
        """Return the names of the state number ``index`` of a run."""
        return self._frame(str(index))

    def _frame(self, name: str) -> Frame:
        cells: list[Formula | Number] = []
        for i, cell in enumerate(self.system.cells):
            label = f"c{i}@{name}"
            if cell.domain.sort is Sort.BOOL:
                cells.append(z.flag(label))
            else:
                cells.append(z.number(label, _width(cell.domain.low, cell.domain.high)))
        return Frame(tuple(cells), z.number(f"chosen@{name}", self._choices))

    # -- conditions ------------------------------------------------------------------------------

    def condition(self, term: Term, frame: Frame) -> Formula:
        """Return the truth value of ``term`` in the state ``frame``."""
        return self.rename(self._truth(term), frame, None)

    def rename(self, formula: Formula, before: Frame, after: Frame | None) -> Formula:
        """Return a formula about the templates as one about these frames."""
        if before is self.before and (after is None or after is self.after):
            return formula
        pairs: list[tuple[object, object]] = list(zip(self.before.cells, before.cells, strict=True))
        pairs.append((self.before.chosen, before.chosen))
        if after is not None:
            pairs.extend(zip(self.after.cells, after.cells, strict=True))
            pairs.append((self.after.chosen, after.chosen))
        return z.rename(formula, pairs)

    def _truth(self, term: Term) -> Formula:
        value = self._value(term)
        assert not isinstance(value, _Interval)
        return value

    def _value(self, term: Term) -> _Value:
        values = self._values
        if term.id not in values:
            self._kept.append(term)  # keeps the terms, and so their numbers, alive
            for t in walk((term,)):
                if t.id not in values:
                    values[t.id] = self._translate(t)
        return values[term.id]

    def _translate(self, t: Term) -> _Value:
        if t.sort is Sort.BOOL:
            return self._translate_truth(t)
        if t.sort is Sort.INT:
            return self._translate_integer(t)
        raise ValueError("a moment is left in a term; comparisons of moments are replaced before a proof")

    def _translate_truth(self, t: Term) -> Formula:
        match t.op:
            case Op.CONST:
                return z.constant(bool(t.value))
            case Op.VAR:
                return Formula(self._variable(t))
            case Op.NOT:
                return z.invert(self._flag(t.args[0]))
            case Op.AND:
                return z.conjoin(self._flag(a) for a in t.args)
            case Op.OR:
                return z.disjoin(self._flag(a) for a in t.args)
            case Op.ITE:
                condition, then, otherwise = (self._flag(a) for a in t.args)
                return Formula(z.choose(condition, then, otherwise))
            case Op.EQUAL:
                left, right, _ = _align(self._interval(t.args[0]), self._interval(t.args[1]))
                return z.same(left, right)
            case _:
                return z.less_than(*_align(self._interval(t.args[0]), self._interval(t.args[1])))

    def _translate_integer(self, t: Term) -> _Interval:
        width = _width(t.low, t.high)
        match t.op:
            case Op.CONST:
                number = z.bits(t.value, width)
            case Op.VAR:
                number = Number(self._variable(t))
            case Op.ITE:
                then, otherwise = (self._interval(a).at(width) for a in t.args[1:])
                number = Number(z.choose(self._flag(t.args[0]), then, otherwise))
            case Op.ADD:
                # Modulo 2^width the sum is right whatever overflows on the way, since the result fits.
                number = z.plus([self._interval(a).at(width) for a in t.args])
            case Op.MULTIPLY:
                number = z.times(*(self._interval(a).at(width) for a in t.args))
            case _:
                number = self._translate_division(t)
        return _Interval(number, t.low, t.high)

    def _translate_division(self, t: Term) -> Number:
        """Return the quotient or remainder, rounded down also where the dividend is negative."""
        dividend, divisor = self._interval(t.args[0]), t.args[1].value
        turns = max(0, -(dividend.low // divisor))
        width = _width(min(dividend.low, t.low), max(dividend.high + turns * divisor, divisor, t.high)) + 1
        lifted = z.plus([dividend.at(width), z.bits(turns * divisor, width)])
        by = z.bits(divisor, width)
        if t.op is Op.MODULO:
            number = z.remainder(lifted, by)
        else:
            number = z.plus([z.divide(lifted, by), z.bits(-turns, width)])
        return z.fit(number, _width(t.low, t.high), t.low < 0)

    def _variable(self, t: Term) -> object:
        if t.primed:
            raise ValueError(f"{t.cell} is asked for after a step, and a condition is about one state")
        return self.before.cells[self.system.position[t.cell]]

    def _flag(self, t: Term) -> Formula:
        value = self._values[t.id]
        assert not isinstance(value, _Interval)
        return value

    def _interval(self, t: Term) -> _Interval:
        value = self._values[t.id]
        assert isinstance(value, _Interval)
        return value

    # -- states, start and step ------------------------------------------------------------------

    def typed(self, frame: Frame) -> Formula:
        """Return "every cell has a value of its domain"."""
        return self.rename(self._typed, frame, None)

    @cached_property
    def _typed(self) -> Formula:
        parts: list[Formula] = []
        for cell, name in zip(self.system.cells, self.before.cells, strict=True):
            parts.extend(_in_domain(cell.domain, name))
        return z.conjoin(parts)

    def start(self, frame: Frame) -> Formula:
        """Return "this is an initial state, and ``chosen`` is a number under which it is listed"."""
        return self.rename(self._start, frame, None)

    @cached_property
    def _start(self) -> Formula:
        initial = self.system.initial
        frame = self.before
        fixed = [i for i, column in enumerate(zip(*initial, strict=True)) if len(set(column)) == 1]
        varied = [i for i in range(len(self.system.cells)) if i not in set(fixed)]
        parts = [self._is(i, initial[0][i]) for i in fixed] if initial else []
        options: list[Formula] = []
        atoms: dict[tuple[int, int], Formula] = {}
        for number, state in enumerate(initial):
            for i in varied:
                if (i, state[i]) not in atoms:
                    atoms[i, state[i]] = self._is(i, state[i])
            this = z.same(frame.chosen, z.bits(number, self._choices))
            parts.append(z.implies(this, z.conjoin(atoms[i, state[i]] for i in varied)))
            options.append(this)
        parts.append(z.disjoin(options))
        return z.conjoin(parts)

    def _is(self, index: int, value: int) -> Formula:
        cell, name = self.system.cells[index], self.before.cells[index]
        if cell.domain.sort is Sort.BOOL:
            return Formula(name) if value else z.invert(Formula(name))
        return z.same(name, z.bits(value, _width(cell.domain.low, cell.domain.high)))

    def step(self, before: Frame, after: Frame) -> Formula:
        """Return "the proper step ``after.chosen`` leads from ``before`` to ``after``".

        Proper: the update is enabled, and neither wrong nor cut.
        """
        return self.rename(self._step, before, after)

    @cached_property
    def _step(self) -> Formula:
        changers: dict[Cell, list[Formula]] = {}
        parts = [self.rename(self._typed, self.after, None)]
        options: list[Formula] = []
        for index, update in enumerate(self.system.updates):
            if update.enabled is FALSE:
                continue
            taken = self.choice_is(self.after, index)
            options.append(taken)
            parts.append(z.implies(taken, z.conjoin([self._truth(update.enabled), *self.says(update)])))
            for cell in update.next:
                changers.setdefault(cell, []).append(taken)
        parts.append(z.disjoin(options))
        # The choice is one number, so exactly one update is taken, and a cell stays unless that changes it.
        for i, cell in enumerate(self.system.cells):
            parts.append(z.disjoin([self._stays(i), *changers.get(cell, ())]))
        return z.conjoin(parts)

    def says(self, update: Update) -> list[Formula]:
        """Return, from ``self.before`` to ``self.after``: ``update`` is proper, and has its effects."""
        proper = [z.invert(self._truth(t)) for t in (update.wrong, update.cut)]
        return proper + [self._becomes(cell, term) for cell, term in update.next.items()]

    def keeps(self, update: Update) -> Formula:
        """Return, from ``self.before`` to ``self.after``: what ``update`` does not write stays."""
        cells = self.system.cells
        return z.conjoin(self._stays(i) for i, cell in enumerate(cells) if cell not in update.next)

    def _stays(self, index: int) -> Formula:
        return z.same(self.after.cells[index], self.before.cells[index])

    def _becomes(self, cell: Cell, term: Term) -> Formula:
        name = self.after.cells[self.system.position[cell]]
        value = self._value(term)
        if not isinstance(value, _Interval):
            return z.same(name, value)
        left, right, _ = _align(_Interval(Number(name), cell.domain.low, cell.domain.high), value)
        return z.same(left, right)

    def differ(self, one: Frame, other: Frame) -> Formula:
        """Return "these are two different states"."""
        return z.disjoin(z.invert(z.same(a, b)) for a, b in zip(one.cells, other.cells, strict=True))

    # -- reading models --------------------------------------------------------------------------

    def state(self, solver: z.Solver, frame: Frame) -> State:
        """Return the state ``frame`` in the model of ``solver``."""
        return tuple(self.value(solver, frame, position) for position in range(len(frame.cells)))

    def value(self, solver: z.Solver, frame: Frame, position: int) -> int:
        """Return the value of the cell at ``position`` in the model of ``solver``."""
        domain, name = self.system.cells[position].domain, frame.cells[position]
        if domain.sort is Sort.BOOL:
            return int(solver.holds(Formula(name)))
        value = solver.value(Number(name))
        if domain.low < 0:
            width = _width(domain.low, domain.high)
            value -= (value >> (width - 1)) << width
        return value

    def least_choice(
        self, solver: z.Solver, frame: Frame, assumptions: Sequence[Formula], clock: z.Clock
    ) -> int | None:
        """Return the least ``chosen`` under ``assumptions``, of which the solver has a model just now.

        The solver has a model with that choice afterwards. ``None`` when the clock ran out.
        """
        best = solver.value(frame.chosen)
        for bit in reversed(range(self._choices)):
            if not best >> bit & 1:
                continue
            # All choices that agree on the higher bits and have this one zero lie in one interval.
            floor = best >> (bit + 1) << (bit + 1)
            smaller = z.less_than(frame.chosen, z.bits(floor + (1 << bit), self._choices), signed=False)
            larger = z.invert(z.less_than(frame.chosen, z.bits(floor, self._choices), signed=False))
            found = solver.check([*assumptions, solver.literal(z.conjoin((smaller, larger)))], clock)
            if found is z.Result.UNKNOWN:
                return None
            if found is z.Result.SAT:
                best = solver.value(frame.chosen)
        return best

    def choice_is(self, frame: Frame, value: int) -> Formula:
        """Return "``frame.chosen`` is ``value``"."""
        return z.same(frame.chosen, z.bits(value, self._choices))


def _in_domain(domain: Domain, name: Formula | Number) -> list[Formula]:
    """Return what is to be said besides the width of a cell."""
    if domain.sort is Sort.BOOL:
        return []
    width = _width(domain.low, domain.high)
    signed = domain.low < 0
    number = Number(name)
    least, most = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    parts = []
    if domain.low > least:
        parts.append(z.invert(z.less_than(number, z.bits(domain.low, width), signed)))
    if domain.high < most:
        parts.append(z.invert(z.less_than(z.bits(domain.high, width), number, signed)))
    return parts
