import itertools

from checker.prove.induction import prove_invariant
from checker.prove.recheck import Check, Rechecker
from checker.prove.results import Proved
from checker.prove.termination import Endless, Measure, prove_termination
from checker.system.model import Kind, State, System, Update
from checker.system.terms import (
    TRUE,
    Cell,
    Domain,
    Term,
    add,
    all_of,
    equal,
    evaluate,
    integer,
    less,
    multiply,
    negate,
    var,
)
from tests.prove.toys import PriorityStack, update

A = Cell("a", Domain.integer(0, 5))
B = Cell("b", Domain.integer(-2, 4))
P = Cell("p", Domain.boolean())
a, b, p = var(A), var(B), var(P)


def automatic(rule: str, guard: Term, following: dict[Cell, Term]) -> Update:
    return update(rule, guard, following, kind=Kind.AUTOMATIC, rank=1)


def all_states(system: System) -> list[State]:
    return list(itertools.product(*(c.domain.values() for c in system.cells)))


def decreases(system: System, measure: Measure) -> bool:
    def value(state: State) -> int:
        return evaluate(measure.term, system.environment(state))

    return all(
        value(after) < value(state)
        for state in all_states(system)
        if system.holds(measure.invariant, state)
        for index, after in system.steps(state)
        if index in measure.updates
    )


def test_a_nested_loop_ends_by_a_weighted_measure() -> None:
    inner = automatic("inner", less(integer(-2), b), {B: add(b, integer(-1))})
    outer = automatic(
        "outer", all_of((equal(b, integer(-2)), less(integer(0), a))), {A: add(a, integer(-1)), B: integer(4)}
    )
    system = System.build("nested", (A, B, P), ((5, 4, 0),), (inner, outer))
    measure = prove_termination(system)
    assert isinstance(measure, Measure)
    assert measure.updates == (0, 1)
    assert decreases(system, measure)


def test_a_flag_that_turns_back_and_forth_has_no_measure() -> None:
    system = System.build("blink", (P,), ((0,),), (automatic("blink", TRUE, {P: negate(p)}),))
    answer = prove_termination(system)
    assert isinstance(answer, Endless)
    assert answer.reason == "no linear measure decreases with every step"


def test_an_automatic_rule_that_does_nothing_never_ends() -> None:
    idle = automatic("idle", equal(a, integer(0)), {})
    assert isinstance(prove_termination(System.build("idle", (A,), ((0,),), (idle,))), Endless)


def test_actions_take_no_part() -> None:
    act = update("act", TRUE, {P: TRUE, A: integer(5)})
    mend = automatic("mend", all_of((p, less(integer(0), a))), {P: negate(p), A: integer(0)})
    system = System.build("mend", (A, P), ((0, 0),), (mend, act))
    measure = prove_termination(system)
    assert isinstance(measure, Measure)
    assert measure.updates == (0,)
    assert decreases(system, measure)


def test_a_known_invariant_may_be_used() -> None:
    down = automatic("down", less(integer(0), a), {A: add(a, integer(-1))})
    bounce = automatic("bounce", all_of((equal(a, integer(3)), p)), {A: integer(5)})
    system = System.build("bounce", (A, P), ((5, 0),), (down, bounce))
    assert isinstance(prove_termination(system), Endless)
    proof = prove_invariant(system, negate(p))
    assert isinstance(proof, Proved)
    measure = prove_termination(system, known=(proof.certificate,))
    assert isinstance(measure, Measure)
    assert decreases(system, measure)


def test_resolving_ends_and_a_wrong_measure_is_caught() -> None:
    game = PriorityStack()
    measure = prove_termination(game.system)
    assert isinstance(measure, Measure)
    assert measure.updates == (0,)
    check = Rechecker(game.system).check_measure
    assert check(measure.term, measure.updates, measure.invariant) is Check.CONFIRMED
    assert check(multiply(integer(-1), measure.term), measure.updates, measure.invariant) is Check.BROKEN


def test_no_time_gives_no_measure() -> None:
    down = automatic("down", less(integer(0), a), {A: add(a, integer(-1))})
    answer = prove_termination(System.build("down", (A,), ((5,),), (down,)), seconds=0)
    assert isinstance(answer, Endless)
    assert answer.reason == "time limit"
