"""Which rules a proof by induction rests on.

Each update stands behind two things in the inductive step: what itself says (its guard and its effects),
and that it goes first, so that updates of later layers are not taken while it is due. Unsatisfiable cores
over one assumption for each of these tell which are used.
"""

from __future__ import annotations

from checker.prove import solver as z
from checker.prove.encoding import Encoding
from checker.prove.results import Certificate
from checker.prove.solver import Clock, Formula, Result, Solver
from checker.system.model import Kind
from checker.system.terms import FALSE, Term, any_of, negate, variables_of

__all__ = ["needed_at", "needed_updates"]


def needed_updates(encoding: Encoding, certificate: Certificate, clock: Clock) -> tuple[int, ...] | None:
    """Return the indices of the updates on which the inductive step of ``certificate`` rests.

    The set is one that suffices, made small by the solver; it need not be the only one. ``None`` where the
    proof looks back more than one step, or the clock ran out.
    """
    if any(layer.k != 1 or layer.exhausted for layer in certificate.layers):
        return None
    system, invariant = encoding.system, certificate.invariant
    before, after = encoding.before, encoding.after
    solver = Solver(small_cores=True)
    solver.add(
        encoding.typed(before),
        encoding.typed(after),
        encoding.condition(invariant, before),
        z.invert(encoding.condition(invariant, after)),
        encoding.condition(negate(system.over), before),
    )
    read = {v.cell for v in variables_of((invariant,))}
    waits = {
        i: solver.literal(encoding.condition(negate(u.guard), before)) for i, u in enumerate(system.updates)
    }
    needed: set[int] = set()
    for index, update in enumerate(system.updates):
        if update.enabled is FALSE or not read & set(update.next):
            continue
        keeps = solver.literal(encoding.keeps(update))
        says = solver.literal(z.conjoin((encoding.condition(update.guard, before), *encoding.says(update))))
        sources: list[int] = [index]
        assumptions: list[Formula] = [says]
        for other, earlier in enumerate(system.updates):
            if earlier.rank < update.rank:
                sources.append(other)
                assumptions.append(waits[other])
        if solver.check([*assumptions, keeps], clock) is not Result.UNSAT:
            return None
        needed.update(sources[i] for i in solver.core if i < len(sources))
    return tuple(sorted(needed))


def needed_at(
    encoding: Encoding, invariant: Term, kind: Kind, condition: Term, clock: Clock
) -> tuple[int, ...] | None:
    """Return the updates that must not be due for ``condition`` to hold where rules of ``kind`` are taken.

    So a state-based action that buries a battle is what a claim rests on that no such battle is there when
    players act. ``None`` where that is not why it holds, or the clock ran out.
    """
    system, before = encoding.system, encoding.before
    taken = [u for u in system.updates if u.kind is kind and u.enabled is not FALSE]
    if not taken:
        return ()
    rank = min(u.rank for u in taken)
    solver = Solver(small_cores=True)
    solver.add(
        encoding.typed(before),
        encoding.condition(invariant, before),
        encoding.condition(negate(system.over), before),
        encoding.condition(any_of(u.guard for u in taken), before),
        encoding.condition(negate(condition), before),
    )
    earlier = [i for i, u in enumerate(system.updates) if u.rank < rank]
    waits = [solver.literal(encoding.condition(negate(system.updates[i].guard), before)) for i in earlier]
    if solver.check(waits, clock) is not Result.UNSAT:
        return None
    return tuple(sorted(earlier[i] for i in solver.core))
