"""That automatic runs end, whatever the sizes: found, checked again by itself, and told in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.prove.open.ends import prove_ending
from checker.prove.open.induction import OpenProver
from checker.prove.open.measures import Measure
from checker.prove.open.obligations import Goal
from checker.prove.open.recheck import recheck_ending
from checker.prove.solver import Result

__all__ = ["SECONDS", "RunsEnd", "runs_end"]

SECONDS = 400.0
"""How long measures are looked for, at most; what is left of it is for checking them again."""


@dataclass(frozen=True)
class RunsEnd:
    """Whether automatic runs are known to end, and how, or which steps stand in the way, for a person.

    Where they are, ``measures`` show it, the most important first.
    """

    proved: bool
    why: str
    seconds: float
    measures: tuple[Measure, ...] = ()


def runs_end(prover: OpenProver, invariant: Sequence[Goal]) -> RunsEnd:
    """Prove that the automatic runs of a game end in states where the invariant holds, if that can be shown.

    Raises:
        RuntimeError: measures were found that fail their check.
    """
    clock = prover.clock.at_most(SECONDS)
    if prover.untyped is not None:
        return RunsEnd(False, f"it is not shown that {prover.untyped.about} keeps types", clock.elapsed)
    found = prove_ending(prover.system, invariant, clock)
    if found.left:
        rules = ", ".join(dict.fromkeys(u.rule for u in found.left))
        in_time = "there was no time to find" if clock.over else "there is not known to be"
        why = f"{in_time} anything that gets smaller each time that these rules follow each other: {rules}"
        return RunsEnd(False, why, clock.elapsed)
    names = ", ".join(m.says for m in found.measures)
    why = f"the first of these that an automatic step changes gets smaller: {names}"
    failed = recheck_ending(prover.system, invariant, found.measures, clock, found.rests_on)
    if failed is None:
        return RunsEnd(True, why, clock.elapsed, found.measures)
    if failed[1] is Result.SAT:
        raise RuntimeError(f"the measures of {prover.system.name} fail their check at {failed[0]}")
    return RunsEnd(False, f"measures were found, but checking them did not end at {failed[0]}", clock.elapsed)
