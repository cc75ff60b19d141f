"""Automatic runs end: a linear measure that every automatic step makes smaller.

The coefficients are guessed from sample steps and refuted by the solver with new samples until none is left
(counterexample-guided synthesis; linear ranking functions after Podelski and Rybalchenko, 2004). On finite
domains large coefficients also express lexicographic orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.prove.encoding import Encoding
from checker.prove.recheck import Check, Rechecker
from checker.prove.results import Certificate
from checker.prove.solver import Clock, Result, Solver, solve_linear
from checker.system.model import Kind, System
from checker.system.terms import (
    FALSE,
    Cell,
    Sort,
    Term,
    all_of,
    integer,
    ite,
    less,
    multiply,
    negate,
    total,
    var,
)

__all__ = ["Endless", "Measure", "automatic_updates", "prove_termination"]

_AUTOMATIC = (Kind.STATE_BASED, Kind.AUTOMATIC)
_SIZES = (1, 4, 16, 64, 256, 1024)


@dataclass(frozen=True)
class Measure:
    """An integer that every step of the given kinds makes smaller, in every state where ``invariant`` holds.

    Domains are finite, so such steps cannot follow each other for ever.
    """

    term: Term
    invariant: Term
    updates: tuple[int, ...]
    seconds: float


@dataclass(frozen=True)
class Endless:
    """No measure was found, for this ``reason``; runs may end all the same."""

    reason: str
    seconds: float


def automatic_updates(system: System) -> tuple[int, ...]:
    """Return the indices of the updates that runs consist of."""
    return tuple(i for i, u in enumerate(system.updates) if u.kind in _AUTOMATIC and u.enabled is not FALSE)


def prove_termination(
    system: System,
    *,
    known: Sequence[Certificate] = (),
    seconds: float | None = 5.0,
    encoding: Encoding | None = None,
) -> Measure | Endless:
    """Look for a measure that shows that runs of automatic steps alone come to an end.

    ``known`` are proofs whose invariants may be used. The measure has been checked independently.
    """
    clock = Clock(seconds)
    chosen = automatic_updates(system)
    invariant = all_of(certificate.invariant for certificate in known)
    search = _Search(encoding or Encoding(system), chosen, invariant, clock)
    for size in _SIZES:
        while (weights := search.guess(size)) is not None:
            found = search.refute(weights)
            if found is Result.UNKNOWN:
                return Endless("time limit", clock.elapsed)
            if found is Result.UNSAT:
                measure = total(multiply(integer(w), _number(c)) for c, w in weights.items() if w)
                checked = Rechecker(system).check_measure(measure, chosen, invariant, seconds=clock.left)
                if checked is Check.BROKEN:
                    raise RuntimeError(f"a measure of {system.name} fails its re-check")
                if checked is Check.UNKNOWN:
                    return Endless("a measure was found, but re-checking it did not end", clock.elapsed)
                return Measure(measure, invariant, chosen, clock.elapsed)
        if clock.over:
            return Endless("time limit", clock.elapsed)
    return Endless("no linear measure decreases with every step", clock.elapsed)


def _number(cell: Cell) -> Term:
    """Return the value of ``cell`` as an integer."""
    return ite(var(cell), integer(1), integer(0)) if cell.domain.sort is Sort.BOOL else var(cell)


def _as_number(term: Term) -> Term:
    return ite(term, integer(1), integer(0)) if term.sort is Sort.BOOL else term


class _Search:
    """Samples of steps, and the solver that finds more of them."""

    def __init__(self, encoding: Encoding, updates: tuple[int, ...], invariant: Term, clock: Clock) -> None:
        self.encoding, self.clock = encoding, clock
        self.updates = [encoding.system.updates[i] for i in updates]
        self.cells = tuple(dict.fromkeys(cell for u in self.updates for cell in u.next))
        self.samples: list[dict[Cell, int]] = []
        self.solver = Solver()
        self.solver.add(encoding.typed(encoding.before), encoding.condition(invariant, encoding.before))

    def guess(self, size: int) -> dict[Cell, int] | None:
        """Return weights of at most ``size`` under which all samples decrease, if there are any."""
        rows = [[sample.get(cell, 0) for cell in self.cells] for sample in self.samples]
        weights = solve_linear(rows, len(self.cells), size, self.clock)
        return None if weights is None else dict(zip(self.cells, weights, strict=True))

    def refute(self, weights: dict[Cell, int]) -> Result:
        """Look for a step that does not make the measure smaller, and add it to the samples."""
        result = Result.UNSAT
        for update in self.updates:
            change = total(
                multiply(integer(weights[c]), total((_as_number(t), multiply(integer(-1), _number(c)))))
                for c, t in update.next.items()
            )
            bad = all_of(
                (update.enabled, negate(update.wrong), negate(update.cut), negate(less(change, integer(0))))
            )
            if bad is FALSE:
                continue
            literal = self.solver.literal(self.encoding.condition(bad, self.encoding.before))
            found = self.solver.check([literal], self.clock)
            if found is Result.UNKNOWN:
                return found
            if found is Result.SAT:
                state = self.encoding.state(self.solver, self.encoding.before)
                after = self.encoding.system.after(state, update)
                moves = zip(self.encoding.system.cells, state, after, strict=True)
                self.samples.append({c: new - old for c, old, new in moves if new != old})
                result = found
        return result
