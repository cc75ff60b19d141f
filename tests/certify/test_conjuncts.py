from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from checker.certify.conjuncts import Witnesses, conjuncts
from checker.certify.expressions import Expression, parsed, text_of

MEANINGS: dict[str, Expression] = {
    "t.0": parsed("(and a (not (or b x.1)))", ""),
    "t.1": parsed("(or t.0 c)", ""),
}
"""What names stand for: the name ``x.1`` in it is none that is bound where it is used."""


NUMBERS = (0, 1)
"""The numbers that there are, for what is said of some of them or of all."""

Value = bool | int


def truth(one: Expression, values: Mapping[str, Value]) -> Value:
    """Evaluate an expression, by what SMT-LIB says of the few words that are used here."""
    match one:
        case str():
            return one == "true" or (one != "false" and values[one])
        case ("not", denied):
            return not truth(denied, values)
        case ("=>", given_, wanted):
            return not truth(given_, values) or truth(wanted, values)
        case ("ite", condition, yes, no):
            return truth(yes if truth(condition, values) else no, values)
        case ("=", first, second):
            return truth(first, values) == truth(second, values)
        case ("let", tuple() as bound, body):
            return truth(body, {**values, **{str(pair[0]): truth(pair[1], values) for pair in bound}})
        case (("exists" | "forall") as word, tuple() as bound, body):
            names = [str(pair[0]) for pair in bound]
            each = (dict(zip(names, chosen, strict=True)) for chosen in product(NUMBERS, repeat=len(names)))
            found = (bool(truth(body, {**values, **chosen})) for chosen in each)
            return any(found) if word == "exists" else all(found)
        case ("and", *parts):
            return all(truth(part, values) for part in parts)
        case ("or", *parts):
            return any(truth(part, values) for part in parts)
    raise AssertionError(one)


def expressions() -> st.SearchStrategy[Expression]:
    """Draw formulas in which ``n.1``, ``n.2`` and what quantifiers bind are numbers, and no other names."""
    numbers = st.sampled_from(["n.1", "n.2", "x.8", "x.9"])
    names: st.SearchStrategy[Expression] = st.one_of(
        st.sampled_from(["a", "b", "c", "t.0", "t.1", "x.1", "x.2", "true", "false"]),
        st.tuples(st.just("="), numbers, numbers),
    )

    def larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
        bindings = st.tuples(st.tuples(st.sampled_from(["x.1", "x.2", "a", "t.0"]), inner))
        bound = st.sampled_from([(("x.9", "Int"),), (("x.8", "Int"),), (("x.8", "Int"), ("x.9", "Int"))])
        return st.one_of(
            st.tuples(st.just("not"), inner),
            st.tuples(st.sampled_from(["and", "or", "=>"]), inner, inner),
            st.tuples(st.just("ite"), inner, inner, inner),
            st.tuples(st.just("let"), bindings, inner),
            st.tuples(st.sampled_from(["exists", "forall"]), bound, inner),
        )

    return st.recursive(names, larger, max_leaves=12)


def states() -> Iterator[dict[str, Value]]:
    """Yield values of all that formulas may speak of."""
    free = ("a", "b", "c", "x.1", "x.2")
    for chosen in product([True, False], repeat=len(free)):
        values: dict[str, Value] = {
            **dict(zip(free, chosen, strict=True)),
            "n.1": 0,
            "n.2": 1,
            "x.8": 1,
            "x.9": 0,
        }
        values["t.0"] = truth(MEANINGS["t.0"], values)
        values["t.1"] = truth(MEANINGS["t.1"], values)
        yield values


@given(expressions())
@settings(max_examples=150, deadline=None)
def test_conjuncts_are_together_the_whole(one: Expression) -> None:
    parts = conjuncts(one, MEANINGS)
    for values in states():
        assert truth(one, values) == all(truth(part, values) for part in parts)


@given(expressions())
@settings(max_examples=150, deadline=None)
def test_with_witnesses_there_are_some_for_which_all_are_true_where_the_whole_is(one: Expression) -> None:
    witnesses = Witnesses(before=3)
    parts = conjuncts(one, MEANINGS, witnesses)
    assume(len(witnesses.names) <= 4)
    assert witnesses.names == [f"k.{number}" for number in range(4, 4 + len(witnesses.names))]
    for values in states():
        each = product(NUMBERS, repeat=len(witnesses.names))
        named = ({**values, **dict(zip(witnesses.names, chosen, strict=True))} for chosen in each)
        assert truth(one, values) == any(all(truth(part, all_) for part in parts) for all_ in named)


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("(exists ((x.9 Int)) (and (= x.9 0) b))", ["(= k.1 0)", "b"]),
        ("(not (forall ((x.9 Int)) (=> (= x.9 0) b)))", ["(= k.1 0)", "(not b)"]),
        (
            "(exists ((x.9 Int)) (forall ((x.8 Int)) (= x.8 x.9)))",
            ["(forall ((x.8 Int)) (= x.8 k.1))"],
        ),
        (
            "(exists ((x.9 Int)) (forall ((x.9 Int)) (= x.9 0)))",
            ["(forall ((x.9 Int)) (= x.9 0))"],
        ),
        (
            "(exists ((x.9 Int)) (let ((x.9 (= x.9 0))) (not (exists ((x.8 Int)) x.9))))",
            ["(let ((x.9 (= k.1 0))) (not (exists ((x.8 Int)) x.9)))"],
        ),
        ("(exists ((x.9 Bool)) (and x.9 b))", ["(exists ((x.9 Bool)) (and x.9 b))"]),
        ("(forall ((x.9 Int)) (= x.9 0))", ["(forall ((x.9 Int)) (= x.9 0))"]),
    ],
    ids=["some", "not all", "some for all", "bound again", "let again", "no number", "all"],
)
def test_what_is_so_of_some_number_is_said_of_one_with_a_name(whole: str, parts: list[str]) -> None:
    assert [text_of(part) for part in conjuncts(parsed(whole, ""), MEANINGS, Witnesses())] == parts


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
        ("(or (and a b) a)", ["a"]),
        ("(ite c (and a b) (and x.1 a))", ["a", "(or (and true c b) (and true (not c) x.1))"]),
        ("(not (and (or a b) (or a c)))", ["(not a)", "(or (and true (not b)) (and true (not c)))"]),
        ("(ite a b a)", ["a", "b"]),
        ("(and a (or b (not a)) (or (not c) a) (or a b))", ["a", "b", "(or (not c) a)", "(or a b)"]),
        ("(and (not a) (or a b))", ["(not a)", "b"]),
        ("(and a (not a))", ["a", "(not a)"]),
        (
            "(let ((x.1 (exists ((x.9 Int)) b))) (ite x.1 (let ((a c)) (or a x.2)) x.1))",
            ["(let ((x.1 (exists ((x.9 Int)) b))) x.1)", "(let ((a c)) (or a x.2))"],
        ),
        (
            "(and a (let ((a (exists ((x.9 Int)) b))) (or c (not a))))",
            ["a", "(let ((a (exists ((x.9 Int)) b))) (or c (not a)))"],
        ),
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
        "whether or not",
        "in all cases, denied",
        "a case that excludes itself",
        "a case that is excluded",
        "a case that is excluded, denied",
        "all is excluded",
        "a binding, in all cases",
        "a name that means another thing in a case",
        "no quantifier",
        "no binding",
    ],
)
def test_conjuncts_keep_the_bindings_that_they_speak_of(whole: str, parts: list[str]) -> None:
    assert [text_of(part) for part in conjuncts(parsed(whole, ""), MEANINGS)] == parts
