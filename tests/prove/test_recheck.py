from dataclasses import replace

import pytest

from checker.prove.induction import prove_invariant
from checker.prove.recheck import Check, Checked, recheck
from checker.prove.results import Certificate, Layer, Proved
from checker.system.model import System
from checker.system.terms import TRUE, Cell, Domain, add, all_of, equal, integer, less, modulo, negate, var
from tests.prove.toys import PriorityStack, counter, update

N = Cell("n", Domain.integer(0, 9))
EVENS = counter(10, 2)
NEVER_SEVEN = negate(equal(var(N), integer(7)))
EVEN = equal(modulo(var(N), 2), integer(0))


def certified(*layers: Layer) -> Checked:
    return recheck(Certificate(EVENS, NEVER_SEVEN, layers))


def test_good_certificates_are_confirmed() -> None:
    assert certified(Layer((EVEN, NEVER_SEVEN))).outcome is Check.CONFIRMED
    assert certified(Layer((EVEN,)), Layer((NEVER_SEVEN,))).outcome is Check.CONFIRMED
    assert certified(Layer((EVEN,))).outcome is Check.CONFIRMED
    assert certified(Layer((NEVER_SEVEN,), 5)).outcome is Check.CONFIRMED


@pytest.mark.parametrize(
    ("layers", "query"),
    [
        ((Layer((NEVER_SEVEN,), 1),), "step of layer 1"),
        ((Layer((NEVER_SEVEN,), 4),), "step of layer 1"),
        ((Layer((NEVER_SEVEN, negate(equal(var(N), integer(0))))),), "start of layer 1"),
        ((Layer((NEVER_SEVEN, negate(equal(var(N), integer(4)))), 5),), "start of layer 1"),
        ((Layer((NEVER_SEVEN, negate(equal(var(N), integer(4)))), 2),), "step of layer 1"),
        ((Layer((EVEN,)), Layer((NEVER_SEVEN, less(var(N), integer(8))))), "step of layer 2"),
        ((Layer((NEVER_SEVEN,)), Layer((EVEN,))), "step of layer 1"),
        ((Layer((negate(equal(var(N), integer(11))),)),), "claim"),
        ((), "claim"),
        ((Layer((NEVER_SEVEN,), 3, exhausted=True),), "step of layer 1"),
    ],
)
def test_broken_certificates_are_caught(layers: tuple[Layer, ...], query: str) -> None:
    assert certified(*layers) == Checked(Check.BROKEN, query)


def test_each_condition_of_a_proof_is_missed_when_it_is_struck() -> None:
    game = PriorityStack()
    lemmas = (game.entries_are_on_the_stack, game.entries_differ)
    answer = prove_invariant(game.system, game.stack_is_counted, lemmas=lemmas)
    assert isinstance(answer, Proved)
    (layer,) = answer.certificate.layers
    for struck in layer.terms:
        rest = replace(layer, terms=tuple(t for t in layer.terms if t is not struck))
        assert recheck(replace(answer.certificate, layers=(rest,))).outcome is Check.BROKEN


def test_a_proof_does_not_survive_a_change_of_the_rules() -> None:
    game = PriorityStack()
    answer = prove_invariant(game.system, game.one_holder)
    assert isinstance(answer, Proved)
    first = next(i for i, u in enumerate(game.system.updates) if u.rule == "pass")
    keeps = {cell: t for cell, t in game.system.updates[first].next.items() if cell is not game.holds[0]}
    updates = list(game.system.updates)
    updates[first] = replace(updates[first], next=keeps)
    mutant = replace(game.system, updates=tuple(updates))
    assert recheck(replace(answer.certificate, system=mutant)) == Checked(Check.BROKEN, "step of layer 1")


def test_a_value_that_leaves_its_type_unnoticed_breaks_the_proof() -> None:
    careless = System.build("careless", (N,), ((0,),), (update("up", TRUE, {N: add(var(N), integer(1))}),))
    claim = negate(equal(var(N), integer(12)))
    assert recheck(Certificate(careless, claim, (Layer((TRUE,)),))).outcome is Check.BROKEN
    with pytest.raises(RuntimeError, match="fails its re-check"):
        prove_invariant(careless, less(var(N), integer(10)))


def test_no_time_is_no_confirmation() -> None:
    certificate = Certificate(EVENS, NEVER_SEVEN, (Layer((EVEN,)),))
    assert recheck(certificate, seconds=0).outcome is Check.UNKNOWN


def test_the_invariant_is_all_layers_in_one() -> None:
    certificate = Certificate(EVENS, NEVER_SEVEN, (Layer((EVEN,)), Layer((NEVER_SEVEN,), 3)))
    assert certificate.invariant is all_of((EVEN, NEVER_SEVEN))
    assert certificate.k == 3
