from __future__ import annotations

import pytest
import z3

from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Target
from checker.export.model import Exported, Property, PropertyKind
from checker.export.smtlib import write_bounded, write_horn
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.system.terms import negate
from tests.games.benchmark import Benchmark


def answer(text: str, logic: str) -> str:
    solver = z3.SolverFor(logic)
    solver.from_string(text)
    return str(solver.check())


@pytest.fixture(scope="module")
def goal() -> tuple[Exported, int]:
    """A game in which somebody can win, exported with the claim that nobody does, and the shortest play."""
    system = lower(Schema(Benchmark)).sliced()
    play = ExplicitEngine().search(system, (Target("won", system.over),)).found["won"]
    claim = Property("nobody_wins", PropertyKind.INVARIANT, negate(system.over))
    return Exported(system, (claim,)), len(play)


def test_a_bounded_search_finds_plays_from_the_length_of_the_shortest_on(goal):
    exported, length = goal
    assert length > 1
    assert answer(write_bounded(exported, length - 1), "QF_LIA") == "unsat"
    assert answer(write_bounded(exported, length), "QF_LIA") == "sat"
    assert answer(write_bounded(exported, length + 1), "QF_LIA") == "sat"


def test_horn_clauses_say_that_a_claim_is_broken(goal):
    assert answer(write_horn(goal[0]), "HORN") == "unsat"
