"""What is seen to be false in every state by telling cases apart: never what may be true."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from checker.language.open.cases import never
from checker.system.terms import (
    Cell,
    Domain,
    Term,
    all_of,
    any_of,
    equal,
    evaluate_all,
    integer,
    ite,
    less,
    negate,
    var,
)

CELLS = (
    *(Cell(name, Domain.boolean()) for name in "ab"),
    *(Cell(name, Domain.integer(0, 2)) for name in "xy"),
)
A, B, X, Y = map(var, CELLS)

numbers = st.recursive(
    st.sampled_from([X, Y, integer(0), integer(1), integer(2)]),
    lambda inner: st.builds(ite, st.sampled_from([A, B, negate(A)]), inner, inner),
    max_leaves=3,
)
conditions = st.recursive(
    st.sampled_from([A, B]) | st.builds(equal, numbers, numbers) | st.builds(less, numbers, numbers),
    lambda inner: (
        st.builds(negate, inner)
        | st.lists(inner, min_size=2, max_size=3).map(all_of)
        | st.lists(inner, min_size=2, max_size=3).map(any_of)
        | st.builds(ite, inner, inner, inner)
    ),
    max_leaves=8,
)


def is_possible(condition: Term) -> bool:
    domains = (range(c.domain.low, c.domain.high + 1) for c in CELLS)
    states = (dict(zip(CELLS, values, strict=True)) for values in itertools.product(*domains))
    return any(evaluate_all((condition,), state)[0] for state in states)


@given(conditions)
def test_nothing_possible_is_excluded(condition: Term) -> None:
    assert not (never(condition) and is_possible(condition))


def test_cases_are_told_apart_inside_conditionals() -> None:
    stays = ite(any_of((A, equal(X, integer(1)))), equal(Y, integer(2)), all_of((B, equal(Y, integer(2)))))
    assert never(all_of((stays, negate(equal(Y, integer(2))))))
    assert not never(stays)
    moved = ite(equal(X, integer(1)), integer(2), Y)
    assert never(
        all_of((equal(moved, integer(2)), negate(equal(Y, integer(2))), negate(equal(X, integer(1)))))
    )
