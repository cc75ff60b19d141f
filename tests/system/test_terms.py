from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.system.terms import (
    DEAD,
    FALSE,
    NOW,
    TRUE,
    Cell,
    Domain,
    Op,
    Term,
    add,
    all_of,
    any_of,
    at_least,
    equal,
    evaluate,
    floor_divide,
    integer,
    ite,
    less,
    modulo,
    multiply,
    negate,
    substitute,
    subtract,
    total,
    var,
    variables_of,
    walk,
)
from tests.strategies import (
    CELLS,
    Expression,
    boolean_expressions,
    build,
    compute,
    environments,
    integer_expressions,
)

A, B, C, P, Q = (var(c) for c in CELLS)


def all_environments() -> list[dict[Cell, int]]:
    ranges = [c.domain.values() for c in CELLS]
    return [dict(zip(CELLS, values, strict=True)) for values in itertools.product(*ranges)]


@given(integer_expressions)
def test_a_folded_integer_has_the_value_of_what_was_written_and_lies_within_its_interval(
    e: Expression,
) -> None:
    term = build(e)
    for env in all_environments():
        value = evaluate(term, env)
        assert value == compute(e, env)
        assert term.low <= value <= term.high


@given(boolean_expressions)
def test_a_folded_truth_value_has_the_value_of_what_was_written(e: Expression) -> None:
    term = build(e)
    for env in all_environments():
        assert evaluate(term, env) == compute(e, env)


@given(integer_expressions, st.dictionaries(st.sampled_from(CELLS[:2]), integer_expressions), environments())
def test_substituting_is_evaluating_in_the_substituted_state(
    e: Expression, replaced: dict[Cell, Expression], env: dict[Cell, int]
) -> None:
    [after] = substitute([build(e)], lambda t: build(replaced[t.cell]) if t.cell in replaced else None)
    moved = {**env, **{cell: compute(x, env) for cell, x in replaced.items()}}
    in_range = all(c.domain.low <= moved[c] <= c.domain.high for c in CELLS)
    if in_range:  # folding may use the interval of a cell
        assert evaluate(after, env) == compute(e, moved)


@given(boolean_expressions)
def test_building_twice_gives_the_same_object(e: Expression) -> None:
    assert build(e) is build(e)


@pytest.mark.parametrize(
    ("folded", "plain"),
    [
        (all_of((P, Q, P)), all_of((Q, P))),
        (all_of((P, negate(P))), FALSE),
        (any_of((Q, negate(Q))), TRUE),
        (all_of((P, any_of((negate(P), Q)))), all_of((P, Q))),
        (any_of((P, all_of((P, Q)))), P),
        (ite(P, A, A), A),
        (ite(negate(P), A, B), ite(P, B, A)),
        (ite(P, TRUE, Q), any_of((P, Q))),
        (ite(P, ite(P, A, B), C), ite(P, A, C)),
        (equal(ite(P, integer(1), integer(2)), integer(2)), negate(P)),
        (equal(add(A, integer(2)), integer(3)), equal(A, integer(1))),
        (equal(A, integer(7)), FALSE),
        (less(A, integer(4)), TRUE),
        (less(A, integer(1)), equal(A, integer(0))),
        (less(integer(2), A), equal(A, integer(3))),
        (at_least(A, 0), TRUE),
        (equal(A, add(A, integer(1))), FALSE),
        (less(add(A, B), add(total((B, A)), integer(1))), TRUE),
        (less(add(A, integer(1)), A), FALSE),
        (less(ite(P, integer(0), integer(3)), integer(2)), P),
        (subtract(add(A, B), A), B),
        (total((A, A, integer(2), integer(-2))), multiply(integer(2), A)),
        (add(ite(P, integer(1), integer(2)), integer(1)), ite(P, integer(2), integer(3))),
        (modulo(A, 4), A),
        (floor_divide(integer(-3), 2), integer(-2)),
        (var(Cell("only", Domain.integer(5, 5))), integer(5)),
    ],
)
def test_two_ways_of_writing_a_fact_are_one_term(folded: Term, plain: Term) -> None:
    assert folded is plain


@pytest.mark.parametrize("divide", [floor_divide, modulo])
def test_division_is_by_positive_constants(divide: object) -> None:
    assert callable(divide)
    with pytest.raises(ValueError, match="positive"):
        divide(A, 0)


def test_a_term_is_no_truth_value() -> None:
    with pytest.raises(TypeError, match="by 'is'"):
        bool(P)


def test_a_count_over_many_members_is_folded_in_polynomial_time() -> None:
    members = [var(Cell(f"m{i}", Domain.boolean())) for i in range(40)]
    count = integer(0)
    for m in members:
        count = ite(m, add(count, integer(1)), count)
    begun = time.process_time()
    most = less(count, integer(2))
    assert time.process_time() - begun < 5  # a walk over all paths would take 2**40 steps
    values = {t.cell: 0 for t in members}
    for wanted in (0, 1, 2, 3):
        assert evaluate(most, values) == int(wanted < 2)
        assert evaluate(count, values) == wanted
        values[members[7 * wanted].cell] = 1


def test_conditionals_of_a_thousand_ways_are_folded() -> None:
    ways = [var(Cell(f"w{i}", Domain.boolean())) for i in range(1500)]
    chain = A
    for i, way in enumerate(ways):
        chain = ite(way, integer(i % 3), chain)
    values = {t.cell: 0 for t in ways} | {CELLS[0]: 2}
    for term, expected in ((equal(chain, integer(2)), 1), (less(chain, integer(2)), 0)):
        assert evaluate(term, values) == expected
    assert evaluate(add(chain, integer(5)), values) == 7
    assert len(list(walk([chain]))) == 2 * 1500 + 4
    values[ways[-1].cell] = 1
    assert evaluate(add(chain, integer(5)), values) == 5 + 1499 % 3


def test_a_chain_of_implications_is_resolved_to_its_end() -> None:
    links = [var(Cell(f"l{i}", Domain.boolean())) for i in range(200)]
    chain = [any_of((negate(a), b)) for a, b in itertools.pairwise(links)]
    assert all_of([*reversed(chain), links[0]]) is all_of(links)


def test_moments_compare_as_points_in_time() -> None:
    first, second = (var(Cell(n, Domain.moment())) for n in ("first", "second"))
    assert less(first, NOW) is TRUE
    assert less(NOW, first) is FALSE
    assert equal(NOW, NOW) is TRUE
    assert equal(first, NOW) is FALSE
    assert less(first, first) is FALSE
    assert equal(DEAD, first) is TRUE
    assert less(DEAD, NOW) is TRUE
    assert equal(first, second) is equal(second, first)
    assert less(ite(P, first, NOW), ite(Q, second, NOW)) is ite(P, ite(Q, less(first, second), TRUE), FALSE)
    both = ite(P, ite(Q, first, second), NOW)
    assert equal(both, both) is TRUE
    assert less(both, both) is FALSE


def test_variables_and_walk() -> None:
    primed = var(CELLS[0], primed=True)
    term = all_of((equal(A, primed), P, any_of((P, Q))))
    assert variables_of([term]) == {A, primed, P}
    seen: set[int] = set()
    for t in walk([term, less(A, B)]):
        assert t.id not in seen
        assert all(x.id in seen for x in t.args)
        seen.add(t.id)
    with pytest.raises(ValueError, match="no step"):
        evaluate(term, dict.fromkeys(CELLS, 0))
    assert evaluate(term, {**dict.fromkeys(CELLS, 0), CELLS[3]: 1}, dict.fromkeys(CELLS, 0)) == 1


def test_an_integer_is_no_truth_value_of_the_same_number() -> None:
    assert integer(1) is not TRUE
    assert integer(1).op is Op.CONST
