"""Spacer's answers are those of plain search: what it proves is confirmed, and what it plays is a play."""

from __future__ import annotations

import pytest
from hypothesis import given

from checker.prove.encoding import Encoding
from checker.prove.induction import Prover
from checker.prove.recheck import Check, recheck
from checker.prove.results import Certificate, Goal, Layer, Undetermined
from checker.prove.solver import Clock
from checker.prove.spacer import Reached, Shown, Stopped, spacer
from checker.prove.unrolling import play_of
from checker.system.model import System
from checker.system.terms import (
    TRUE,
    Cell,
    Domain,
    Term,
    add,
    equal,
    integer,
    ite,
    less,
    negate,
    var,
)
from tests.prove.naive import shortest
from tests.prove.strategies import Walk, walks
from tests.prove.test_random import profile
from tests.prove.toys import PriorityStack, update


def agrees(system: System, claim: Term) -> None:
    answer = spacer(system, claim, (), Clock(60))
    play = shortest(system, Goal(negate(claim)))
    if play is None:
        assert isinstance(answer, Shown)
        certificate = Certificate(system, claim, (Layer((claim, *answer.invariant)),))
        assert recheck(certificate).outcome is Check.CONFIRMED
    else:
        assert isinstance(answer, Reached)
        found = play_of(Encoding(system), answer.choices)
        assert not system.holds(claim, found.states[-1])
        assert len(found) >= len(play)


@profile(25)
@given(walks())
def test_spacer_agrees_with_plain_search(walk: Walk) -> None:
    agrees(walk.system, walk.claim)


@pytest.mark.slow
@profile(300)
@given(walks())
def test_spacer_agrees_with_plain_search_on_many_walks(walk: Walk) -> None:
    agrees(walk.system, walk.claim)


def side_by_side(size: int) -> tuple[System, Term]:
    """Two numbers that grow together, and begin anew together; and a clock that runs round beside them.

    That the second is never one ahead cannot be seen by looking back: from a state that no play reaches the
    clock may run for long before the first number catches up with the second, which stops at its end.
    """
    one, other, clock = (Cell(n, Domain.integer(0, size)) for n in ("one", "other", "clock"))
    rises = [ite(less(var(c), integer(size)), add(var(c), integer(1)), var(c)) for c in (one, other)]
    runs = ite(less(var(clock), integer(size)), add(var(clock), integer(1)), integer(0))
    updates = (
        update("rise", less(var(one), integer(size)), dict(zip((one, other), rises, strict=True))),
        update("wait", TRUE, {clock: runs}),
        update("begin anew", equal(var(one), integer(size)), {one: integer(0), other: integer(0)}),
    )
    system = System.build("side by side", (one, other, clock), ((0, 0, 0),), updates)
    return system, negate(equal(var(other), add(var(one), integer(1))))


def test_spacer_proves_what_looking_back_does_not() -> None:
    system, claim = side_by_side(9)
    looked = Prover(system, max_k=6, max_depth=8).prove_invariant(claim, seconds=30)
    assert isinstance(looked, Undetermined)
    answer = spacer(system, claim, (), Clock(60))
    assert isinstance(answer, Shown)
    certificate = Certificate(system, claim, (Layer((claim, *answer.invariant)),))
    assert recheck(certificate).outcome is Check.CONFIRMED


def test_a_search_that_runs_out_of_time_says_so() -> None:
    toy = PriorityStack(cards=4, depth=4)
    answer = spacer(toy.system, toy.entries_differ, (), Clock(0.05))
    assert isinstance(answer, Stopped)
    assert answer.reason == "time limit"
