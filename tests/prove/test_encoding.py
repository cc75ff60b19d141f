"""Both translations of terms against plain computation."""

import pytest
from hypothesis import HealthCheck, given

from checker.prove.bounded import find_play
from checker.prove.recheck import recheck
from checker.prove.results import Certificate, Goal, Layer
from checker.system.model import System
from checker.system.terms import (
    Cell,
    Domain,
    Term,
    all_of,
    any_of,
    equal,
    floor_divide,
    integer,
    modulo,
    negate,
    var,
)
from tests.examples import examples
from tests.strategies import (
    CELLS,
    Expression,
    boolean_expressions,
    build,
    compute,
    environments,
    integer_expressions,
)

profile = examples(
    80, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


def at(values: dict[Cell, int]) -> System:
    return System.build("still", CELLS, (tuple(values[c] for c in CELLS),), ())


@profile
@given(integer_expressions, environments())
def test_integers_are_computed_alike(expression: Expression, values: dict[Cell, int]) -> None:
    right = equal(build(expression), integer(compute(expression, values)))
    check(at(values), right)


@profile
@given(boolean_expressions, environments())
def test_truth_values_are_computed_alike(expression: Expression, values: dict[Cell, int]) -> None:
    truth = build(expression)
    check(at(values), truth if compute(expression, values) else negate(truth))


def check(system: System, right: Term) -> None:
    searched = find_play(system, Goal(negate(right)), max_depth=0)
    assert searched.play is None
    assert find_play(system, Goal(right), max_depth=0).play is not None
    # A layer that starts false is caught, one that starts true is not.
    assert recheck(Certificate(system, right, (Layer((right,), 1),))).query != "start of layer 1"
    denied = negate(right)
    assert recheck(Certificate(system, denied, (Layer((denied,), 1),))).query == "start of layer 1"


def test_what_is_left_of_moments_or_of_the_time_after_is_refused() -> None:
    one, other = (var(Cell(name, Domain.moment())) for name in "mo")
    n = Cell("n", Domain.integer(0, 3))
    system = System.build("small", (n,), ((0,),), ())
    with pytest.raises(ValueError, match="a condition is about one state"):
        find_play(system, Goal(equal(var(n, primed=True), integer(1))))
    with pytest.raises(ValueError, match="a moment is left"):
        find_play(system, Goal(equal(one, other)))


@pytest.mark.parametrize("divisor", [2, 3, 5])
def test_quotients_and_remainders_are_rounded_down_on_both_sides_of_zero(divisor: int) -> None:
    n = Cell("n", Domain.integer(-7, 7))
    right = all_of(
        any_of(
            (
                negate(equal(var(n), integer(v))),
                all_of(
                    (
                        equal(floor_divide(var(n), divisor), integer(v // divisor)),
                        equal(modulo(var(n), divisor), integer(v % divisor)),
                    )
                ),
            )
        )
        for v in n.domain.values()
    )
    check(System.build("numbers", (n,), tuple((v,) for v in n.domain.values()), ()), right)
