from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.certify.expressions import Expression, conjuncts, parsed, text_of

MEANINGS: dict[str, Expression] = {
    "t.0": parsed("(and a (not (or b x.1)))", ""),
    "t.1": parsed("(or t.0 c)", ""),
}
"""What names stand for: the name ``x.1`` in it is none that is bound where it is used."""


def truth(one: Expression, values: Mapping[str, bool]) -> bool:
    """Evaluate an expression, by what SMT-LIB says of the few words that are used here."""
    if isinstance(one, str):
        if one in ("true", "false"):
            return one == "true"
        return values[one]
    if one[0] == "not":
        return not truth(one[1], values)
    if one[0] == "exists":
        return truth(one[2], values)
    if one[0] == "let":
        assert isinstance(one[1], tuple)
        bound = {str(binding[0]): truth(binding[1], values) for binding in one[1]}
        return truth(one[2], {**values, **bound})
    return (all if one[0] == "and" else any)(truth(part, values) for part in one[1:])


def expressions() -> st.SearchStrategy[Expression]:
    names = st.sampled_from(["a", "b", "c", "t.0", "t.1", "x.1", "x.2", "true", "false"])

    def larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        bindings = st.tuples(st.tuples(st.sampled_from(["x.1", "x.2", "a", "t.0"]), inner))
        return st.one_of(
            st.tuples(st.just("not"), inner),
            st.tuples(st.sampled_from(["and", "or"]), inner, inner),
            st.tuples(st.just("let"), bindings, inner),
            st.tuples(st.just("exists"), st.just((("x.9", "Int"),)), inner),
        )

    return st.recursive(names, larger, max_leaves=12)


@given(expressions())
@settings(max_examples=150, deadline=None)
def test_conjuncts_are_together_the_whole(one: Expression) -> None:
    parts = conjuncts(one, MEANINGS)
    for chosen in product([True, False], repeat=5):
        values = dict(zip(("a", "b", "c", "x.1", "x.2"), chosen, strict=True))
        values["t.0"] = truth(MEANINGS["t.0"], values)
        values["t.1"] = truth(MEANINGS["t.1"], values)
        assert truth(one, values) == all(truth(part, values) for part in parts)


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        (
            "(let ((x.1 a)) (and x.1 b (exists ((x.9 Int)) x.1)))",
            ["(let ((x.1 a)) x.1)", "b", "(let ((x.1 a)) (exists ((x.9 Int)) x.1))"],
        ),
        (
            "(not (let ((x.1 a)) (let ((x.2 x.1)) (or (exists ((x.9 Int)) x.2) b))))",
            ["(let ((x.1 a)) (let ((x.2 x.1)) (not (exists ((x.9 Int)) x.2))))", "(not b)"],
        ),
        (
            "(let ((t.0 c)) (and t.0 (exists ((x.9 Int)) a)))",
            ["(let ((t.0 c)) t.0)", "(exists ((x.9 Int)) a)"],
        ),
        ("(or (and a b c) (and c x.1 a))", ["a", "c", "(or (and true b) (and true x.1))"]),
        ("(or (and true a) (and true b))", ["(or (and true a) (and true b))"]),
        ("(or (and a b) a)", ["(or (and a b) a)"]),
        ("(let ((x.1 a)) (and x.1 b))", ["(let ((x.1 a)) (and x.1 b))"]),
        ("(let (()) (and a (exists ((x.9 Int)) b)))", ["(let (()) (and a (exists ((x.9 Int)) b)))"]),
    ],
    ids=[
        "a binding",
        "several, denied",
        "a name that means another thing",
        "in all cases",
        "nothing in all",
        "a case alone",
        "no quantifier",
        "no binding",
    ],
)
def test_conjuncts_keep_the_bindings_that_they_speak_of(whole: str, parts: list[str]) -> None:
    assert [text_of(part) for part in conjuncts(parsed(whole, ""), MEANINGS)] == parts
