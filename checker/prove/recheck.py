"""Checks a certificate by plain queries, knowing nothing of how it was found.

For each layer: *start* (no play of fewer than k steps violates it) and *step* (k states without repetition
in which it holds are followed by one in which it holds); then *claim* (all layers together imply the claim).
That cells stay in their domains is part of every layer. All integers have one generous width here, steps
are one plain disjunction and every query is asked on its own: this shares nothing with the prover but the
definition of a system.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any  # z3 has no type information

from checker.prove.results import Certificate, Layer
from checker.system.model import System
from checker.system.terms import Op, Sort, Term, walk

__all__ = ["Check", "Checked", "recheck"]


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
    deadline = None if seconds is None else time.monotonic() + seconds
    for query, constraints in _queries(certificate):
        answer = _ask(constraints, deadline)
        if answer is not Check.CONFIRMED:
            return Checked(answer, query)
    return Checked(Check.CONFIRMED)


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
    if found == z3.unsat:
        return Check.CONFIRMED
    return Check.BROKEN if found == z3.sat else Check.UNKNOWN


def _queries(certificate: Certificate) -> Iterable[tuple[str, list[Any]]]:
    """Yield every query by name, as constraints that must not be satisfiable."""
    import z3

    system = certificate.system
    width = _width(certificate)
    known: list[Term] = []
    for position, layer in enumerate(certificate.layers, start=1):
        states = [_State(system, i, width) for i in range(layer.k + 1)]
        for length in range(layer.k):
            run = [_starts(system, states[0])]
            run += [_step(system, states[i], states[i + 1]) for i in range(length)]
            bad = z3.Not(_good(layer.terms, states[length]))
            yield f"start of layer {position}", [*run, bad]
        yield f"step of layer {position}", _step_query(system, layer, known, states)
        known.extend(layer.terms)
    state = _State(system, 0, width)
    yield "claim", [state.in_range(), *(state.of(t) for t in known), z3.Not(state.of(certificate.claim))]


def _step_query(system: System, layer: Layer, known: list[Term], states: list[_State]) -> list[Any]:
    import z3

    run = [_step(system, states[i], states[i + 1]) for i in range(layer.k)]
    if layer.exhausted:
        return [_starts(system, states[0]), *run]
    run += [_good([*known, *layer.terms], state) for state in states[:-1]]
    run += [states[-1].of(term) for term in known]
    run += [
        z3.Or([x != y for x, y in zip(a.values, b.values, strict=True)])
        for i, a in enumerate(states)
        for b in states[i + 1 :]
    ]
    return [*run, z3.Not(_good(layer.terms, states[-1]))]


def _width(certificate: Certificate) -> int:
    """Return a number of bits, sign included, at which no term can overflow."""
    system = certificate.system
    terms = [certificate.claim, *(t for layer in certificate.layers for t in layer.terms)]
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


def _good(terms: Iterable[Term], state: _State) -> Any:
    import z3

    return z3.And(state.in_range(), *(state.of(term) for term in terms))


def _starts(system: System, state: _State) -> Any:
    import z3

    return z3.Or(
        [z3.And([v == x for v, x in zip(state.values, initial, strict=True)]) for initial in _plain(system)]
    )


def _plain(system: System) -> Iterable[list[Any]]:
    for initial in system.initial:
        yield [
            bool(value) if cell.domain.sort is Sort.BOOL else value
            for cell, value in zip(system.cells, initial, strict=True)
        ]


def _step(system: System, before: _State, after: _State) -> Any:
    """Return "some update leads from ``before`` to ``after``"."""
    import z3

    ways = []
    for update in system.updates:
        happens = [before.of(update.enabled), z3.Not(before.of(update.wrong)), z3.Not(before.of(update.cut))]
        for cell, old, new in zip(system.cells, before.values, after.values, strict=True):
            happens.append(new == (before.of(update.next[cell]) if cell in update.next else old))
        ways.append(z3.And(happens))
    return z3.Or(ways)
