from __future__ import annotations

import itertools
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.judge.contradictions.consistency import Consistency, minimal_cores
from checker.system.terms import Cell, Domain, Term, all_of, any_of, equal, evaluate, integer, negate, var

CELLS = [Cell(name, Domain.integer(0, 2)) for name in "abc"]


@st.composite
def terms(draw: st.DrawFn) -> Term:
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        term = equal(var(draw(st.sampled_from(CELLS))), integer(draw(st.integers(0, 2))))
        parts.append(negate(term) if draw(st.booleans()) else term)
    return (any_of if draw(st.booleans()) else all_of)(parts)


def consistent(some: Sequence[Term]) -> bool:
    values = itertools.product(range(3), repeat=len(CELLS))
    return any(all(evaluate(t, dict(zip(CELLS, v, strict=True))) for t in some) for v in values)


@settings(max_examples=60, deadline=None)
@given(st.lists(terms(), min_size=1, max_size=5))
def test_all_minimal_cores_are_found_and_nothing_else(some: list[Term]) -> None:
    numbers = range(len(some))
    subsets = [frozenset(c) for n in range(1, len(some) + 1) for c in itertools.combinations(numbers, n)]
    bad = [s for s in subsets if not consistent([some[i] for i in s])]
    minimal = {s for s in bad if not any(other < s for other in bad)}
    solver = Consistency(CELLS)
    found = minimal_cores(numbers, lambda kept: solver.core({i: some[i] for i in kept}))
    assert set(found) == minimal
    assert len(found) == len(minimal)
