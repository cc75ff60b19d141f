"""Checks a certificate by plain queries, knowing nothing of how it was found.

First *range*: cells start in their domains, and no step from a state in which all layers hold leaves them.
Then for each layer: *start* (no play of fewer than k steps violates it) and *step* (k states without
repetition in which it holds are followed by one in which it holds). Last *claim*: all layers together imply
the claim. Of a shortest play to where any of these fails, all earlier states are fine, so that each query may
take the others for granted there.

All integers have one generous width here, steps are one plain disjunction and every query is asked on its
own: this shares nothing with the prover but the definition of a system.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any  # z3 has no type information

from checker.prove.results import Certificate, Layer
from checker.system.model import System
from checker.system.terms import Op, Sort, Term, walk

__all__ = ["Check", "Checked", "Rechecker", "recheck"]


class Check(Enum):
    """What became of a certificate."""

    CONFIRMED = "confirmed"
    BROKEN = "broken"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Checked:
    """The outcome; ``query`` names the query that failed or was not answered, such as ``step of layer 1``."""

    outcome: Check
    query: str = ""


def recheck(certificate: Certificate, *, seconds: float | None = None) -> Checked:
    """Check ``certificate`` from the ground up; ``UNKNOWN`` when ``seconds`` do not suffice."""
    return Rechecker(certificate.system).check(certificate, seconds=seconds)


class Rechecker:
    """Checks what is claimed of one system, which is written out once for all claims."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._runs: dict[int, _Run] = {}

    def check(self, certificate: Certificate, *, seconds: float | None = None) -> Checked:
        """See :func:`recheck`. The certificate must be about this system."""
        if certificate.system is not self._system:
            raise ValueError("the certificate is about another system")
        deadline = None if seconds is None else time.monotonic() + seconds
        terms = [certificate.claim, *(t for layer in certificate.layers for t in layer.terms)]
        for query, constraints in _queries(certificate, self._run(terms)):
            answer = _ask(constraints, deadline)
            if answer is not Check.CONFIRMED:
                return Checked(answer, query)
        return Checked(Check.CONFIRMED)

    def check_measure(
        self, measure: Term, updates: Sequence[int], invariant: Term, *, seconds: float | None = None
    ) -> Check:
        """Check that each of ``updates`` makes ``measure`` smaller where the ``invariant`` holds."""
        import z3

        deadline = None if seconds is None else time.monotonic() + seconds
        run = self._run((measure, invariant))
        before, after = run.state(0), run.state(1)
        fine = [before.in_range(), before.of(invariant)]
        grows = [after.in_range(), z3.Not(after.of(measure) < before.of(measure))]
        step = _step(self._system, before, after, updates)
        answers = [
            _ask([*fine, _leaves_range(self._system, before)], deadline),
            _ask([*fine, step, *grows], deadline),
        ]
        return max(answers, key=[Check.CONFIRMED, Check.UNKNOWN, Check.BROKEN].index)

    def _run(self, conditions: Sequence[Term]) -> _Run:
        width = _width(self._system, conditions)
        return self._runs.setdefault(width, _Run(self._system, width))


class _Run:
    """States and the steps between them, at one width of integers, as many as are asked for."""

    def __init__(self, system: System, width: int) -> None:
        self._system, self._width = system, width
        self._states: list[_State] = []
        self._steps: list[Any] = []

    def state(self, index: int) -> _State:
        while len(self._states) <= index:
            self._states.append(_State(self._system, len(self._states), self._width))
        return self._states[index]

    def steps(self, number: int) -> list[Any]:
        while len(self._steps) < number:
            at = len(self._steps)
            self._steps.append(_step(self._system, self.state(at), self.state(at + 1)))
        return self._steps[:number]


def _ask(constraints: list[Any], deadline: float | None) -> Check:
    """Return CONFIRMED where ``constraints`` cannot be met."""
    import z3

    solver = z3.SolverFor("QF_FD")
    if deadline is not None:
        left = int(1000 * (deadline - time.monotonic()))
        if left <= 0:
            return Check.UNKNOWN
        solver.set("timeout", left)
    solver.add(*constraints)
    found = solver.check()
    if found == z3.unknown and solver.reason_unknown() == "interrupted from keyboard":
        raise KeyboardInterrupt  # z3 has caught it, and nobody else would hear of it
    if found == z3.unsat:
        return Check.CONFIRMED
    return Check.BROKEN if found == z3.sat else Check.UNKNOWN


def _queries(certificate: Certificate, run: _Run) -> Iterator[tuple[str, list[Any]]]:
    """Yield every query by name, as constraints that must not be satisfiable."""
    import z3

    system, first = certificate.system, run.state(0)
    starts = _starts(system, first)
    every = [first.of(term) for layer in certificate.layers for term in layer.terms]
    yield "range at the start", [starts, z3.Not(first.in_range())]
    yield "range after a step", [first.in_range(), *every, _leaves_range(system, first)]
    known: list[Term] = []
    for position, layer in enumerate(certificate.layers, start=1):
        states = [run.state(i) for i in range(layer.k + 1)]
        steps = run.steps(layer.k)
        ranges = [state.in_range() for state in states]
        for length in range(layer.k):
            violated = z3.Not(z3.And([states[length].of(term) for term in layer.terms]))
            play = [starts, *steps[:length], *ranges[: length + 1]]
            yield f"start of layer {position}", [*play, violated]
        goes_on = [starts] if layer.exhausted else _step_query(layer, known, states)
        yield f"step of layer {position}", [*steps, *ranges, *goes_on]
        known.extend(layer.terms)
    yield "claim", [first.in_range(), *every, z3.Not(first.of(certificate.claim))]


def _step_query(layer: Layer, known: list[Term], states: list[_State]) -> list[Any]:
    """Return what is said of a run of k steps besides its being one."""
    import z3

    run = [state.of(term) for state in states for term in known]
    run += [state.of(term) for state in states[:-1] for term in layer.terms]
    run += [
        z3.Or([x != y for x, y in zip(a.values, b.values, strict=True)]) for a, b in combinations(states, 2)
    ]
    return [*run, z3.Not(z3.And([states[-1].of(term) for term in layer.terms]))]


def _leaves_range(system: System, state: _State) -> Any:
    """Return "in ``state`` some step would take a cell out of its domain"."""
    import z3

    ways = []
    for update in system.updates:
        outside = [
            z3.Or(state.of(term) < cell.domain.low, state.of(term) > cell.domain.high)
            for cell, term in update.next.items()
            if cell.domain.sort is not Sort.BOOL
        ]
        proper = [state.of(update.enabled), z3.Not(state.of(update.wrong)), z3.Not(state.of(update.cut))]
        ways.append(z3.And([*proper, z3.Or(outside)]))
    return z3.Or(ways)


def _width(system: System, conditions: Sequence[Term]) -> int:
    """Return a number of bits, sign included, at which no term can overflow."""
    terms = list(conditions)
    for update in system.updates:
        terms += [update.enabled, update.wrong, update.cut, *update.next.values()]
    greatest = max([abs(n) for c in system.cells for n in (c.domain.low, c.domain.high)], default=1)
    for term in walk(terms):
        greatest = max(greatest, abs(term.low), abs(term.high))
        if term.op in (Op.DIVIDE, Op.MODULO):
            # Rounding down may pass the dividend by as much as the divisor.
            greatest = max(greatest, abs(term.args[0].low) + term.args[1].value)
    return int(greatest).bit_length() + 2


class _State:
    """Bit-vectors and truth values for the cells of one state."""

    def __init__(self, system: System, index: int, width: int) -> None:
        import z3

        self.cells = system.cells
        self.width = width
        self.values = [
            z3.Bool(f"s{index}.{number}")
            if cell.domain.sort is Sort.BOOL
            else z3.BitVec(f"s{index}.{number}", width)
            for number, cell in enumerate(system.cells)
        ]
        self._cell = dict(zip(system.cells, self.values, strict=True))
        self._known: dict[Term, Any] = {}

    def in_range(self) -> Any:
        import z3

        return z3.And(
            [
                z3.And(value >= cell.domain.low, value <= cell.domain.high)
                for cell, value in zip(self.cells, self.values, strict=True)
                if cell.domain.sort is not Sort.BOOL
            ]
        )

    def of(self, term: Term) -> Any:
        """Return ``term`` in this state; a term that others share is made once."""
        todo = [term]
        while todo:
            top = todo[-1]
            missing = [a for a in top.args if a not in self._known]
            if top not in self._known and not missing:
                self._known[top] = self._make(top, [self._known[a] for a in top.args])
            if missing:
                todo += missing
            else:
                todo.pop()
        return self._known[term]

    def _make(self, term: Term, args: list[Any]) -> Any:
        import z3

        match term.op:
            case Op.CONST:
                if term.sort is Sort.BOOL:
                    return z3.BoolVal(bool(term.value))
                return z3.BitVecVal(term.value, self.width)
            case Op.VAR:
                if term.primed:
                    raise ValueError(f"{term.cell} is asked for after a step")
                return self._cell[term.cell]
            case Op.NOT:
                return z3.Not(args[0])
            case Op.AND:
                return z3.And(args)
            case Op.OR:
                return z3.Or(args)
            case Op.ITE:
                return z3.If(*args)
            case Op.EQUAL:
                return args[0] == args[1]
            case Op.LESS:
                return args[0] < args[1]
            case Op.ADD:
                return z3.Sum(args)
            case Op.MULTIPLY:
                return args[0] * args[1]
            case Op.DIVIDE:
                return (args[0] - args[0] % args[1]) / args[1]
            case Op.MODULO:
                return args[0] % args[1]  # has the sign of the divisor, which is positive


def _starts(system: System, state: _State) -> Any:
    import z3

    return z3.Or(
        [z3.And([v == x for v, x in zip(state.values, initial, strict=True)]) for initial in _plain(system)]
    )


def _plain(system: System) -> Iterator[list[Any]]:
    for initial in system.initial:
        yield [
            bool(value) if cell.domain.sort is Sort.BOOL else value
            for cell, value in zip(system.cells, initial, strict=True)
        ]


def _step(system: System, before: _State, after: _State, among: Sequence[int] | None = None) -> Any:
    """Return "some update (``among`` these) leads from ``before`` to ``after``"."""
    import z3

    keeps = [new == old for old, new in zip(before.values, after.values, strict=True)]
    becomes: dict[tuple[int, Term], Any] = {}
    ways = []
    for update in system.updates if among is None else [system.updates[i] for i in among]:
        happens = [before.of(update.enabled), z3.Not(before.of(update.wrong)), z3.Not(before.of(update.cut))]
        for i, cell in enumerate(system.cells):
            term = update.next.get(cell)
            if term is None:
                happens.append(keeps[i])
                continue
            if (i, term) not in becomes:
                becomes[i, term] = after.values[i] == before.of(term)
            happens.append(becomes[i, term])
        ways.append(z3.And(happens))
    return z3.Or(ways)
