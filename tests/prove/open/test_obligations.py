"""Conditions are told in parts that are together the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.prove.open import obligations
from checker.prove.open.obligations import Goal
from checker.system.cells import Cell, Domain
from checker.system.open.evaluation import value_of
from checker.system.terms import Term, all_of, any_of, negate, var

CELLS = [Cell(name, Domain.boolean()) for name in "abcde"]
A, B, C, D, E = map(var, CELLS)


@pytest.fixture(autouse=True, scope="module")
def _everything_is_long() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(obligations, "LONG", 0)
        yield


def conditions() -> st.SearchStrategy[Term]:
    def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        several = st.lists(inner, min_size=2, max_size=3)
        return st.one_of(several.map(all_of), several.map(any_of), inner.map(negate))

    return st.recursive(st.sampled_from([A, B, C, D, E]), larger, max_leaves=12)


@given(conditions())
def test_parts_are_together_the_whole(condition: Term) -> None:
    parts = Goal("it", condition).parts()
    for values in product((0, 1), repeat=len(CELLS)):
        state = dict(zip(CELLS, values, strict=True))
        assert value_of(condition, state) == all(value_of(p.term, state) for p in parts)


def test_what_one_alternative_requires_is_told_apart() -> None:
    parts = Goal("it", any_of((negate(A), all_of((B, any_of((C, all_of((D, E))))))))).parts()
    assert {p.term for p in parts} == {
        any_of((negate(A), B)),
        any_of((negate(A), C, D)),
        any_of((negate(A), C, E)),
    }
    assert sorted(p.name for p in parts) == ["it, part 1", "it, part 2", "it, part 3"]


def test_several_alternatives_stay_together_so_that_parts_are_few() -> None:
    condition = any_of((all_of((A, B)), all_of((C, D))))
    assert Goal("it", condition).parts() == (Goal("it", condition),)
