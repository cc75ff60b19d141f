from __future__ import annotations

from types import MappingProxyType

from hypothesis import given

from checker.system.portable import packed, unpacked
from checker.system.terms import DEAD, NOW, Term, integer, var
from tests.strategies import CELLS, Expression, boolean_expressions, build, integer_expressions


@given(boolean_expressions, integer_expressions)
def test_terms_come_back_as_the_ones_that_they_are(condition: Expression, value: Expression) -> None:
    terms = (build(condition), build(value), var(CELLS[0], primed=True), NOW, DEAD)
    back = unpacked(packed({"terms": terms, "again": terms[0]}))
    assert all(mine is theirs for mine, theirs in zip(terms, back["terms"], strict=True))
    assert back["again"] is terms[0]


def test_mappings_that_cannot_be_written_stay_so() -> None:
    following: MappingProxyType[str, Term] = MappingProxyType({"a": integer(3)})
    back = unpacked(packed(following))
    assert back == following
    assert isinstance(back, MappingProxyType)
