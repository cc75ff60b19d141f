from __future__ import annotations

from checker.prove.encoding import Encoding
from checker.prove.houdini import InductiveSets
from checker.prove.mining import Mine
from checker.prove.recheck import Check, recheck
from checker.prove.results import Certificate, Layer
from checker.prove.solver import Clock
from checker.system.model import State, System
from checker.system.terms import negate
from tests.prove.toys import PriorityStack


def reachable(system: System) -> list[State]:
    found = dict.fromkeys(system.initial)
    waiting = list(found)
    while waiting:
        for _, after in system.steps(waiting.pop()):
            if after not in found:
                found[after] = None
                waiting.append(after)
    return list(found)


def test_a_claim_that_is_not_inductive_gets_the_lemmas_that_it_lacks() -> None:
    toy = PriorityStack(cards=2, depth=2)
    claim = toy.entries_differ
    sets = InductiveSets(Encoding(toy.system))
    assert sets.greatest([claim], Clock(20)) == []
    found = sets.strengthened([claim], [], Mine(toy.system, reachable(toy.system)).excluding, Clock(20))
    assert found is not None
    small = sets.smallest([claim], found, Clock(20))
    assert small is not None
    assert 1 < len(small) <= len(found)
    certificate = Certificate(toy.system, claim, (Layer(tuple(small)),))
    assert recheck(certificate, seconds=20).outcome is Check.CONFIRMED


def test_what_is_false_gets_no_lemmas() -> None:
    toy = PriorityStack(cards=2, depth=2)
    sets = InductiveSets(Encoding(toy.system))
    mine = Mine(toy.system, reachable(toy.system))
    assert sets.strengthened([negate(toy.one_holder)], [], mine.excluding, Clock(20)) is None
