from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.certify.expressions import Expression, parsed, text_of
from checker.certify.parts import Write
from checker.certify.removals import moving, put_in, said_before
from tests.certify.folder import PROOF, SYSTEM, case, outcome, write, written

REMOVED = Write("f", ("x.i",), "(ite (< x.i d.e) (s.f x.i) (s.f (+ x.i 1)))")
"""What is left of a function of places when what is at ``d.e`` is removed."""


def said(formula: str, *writes: Write) -> str:
    return text_of(said_before(put_in(parsed(formula, ""), moving(writes))))


def test_what_some_place_has_after_a_removal_is_said_of_where_it_was() -> None:
    assert said("(exists ((x.b Int)) (and (<= 0 x.b) (< x.b d.n) (= 2 (n.f x.b))))", REMOVED) == (
        "(exists ((x.b Int)) (and (= 2 (s.f x.b)) (or"
        " (and (< x.b d.e) (<= 0 x.b) (< x.b d.n))"
        " (and (< d.e x.b) (<= 0 (- x.b 1)) (< (- x.b 1) d.n)))))"
    )


def test_what_all_places_have_is_said_of_none_that_has_not() -> None:
    assert said("(forall ((x.b Int)) (=> (< x.b d.n) (= x.b (n.f x.b))))", REMOVED) == (
        "(not (exists ((x.b Int)) (and (or"
        " (and (< x.b d.e) (< x.b d.n) (not (= x.b (s.f x.b))))"
        " (and (< d.e x.b) (< (- x.b 1) d.n) (not (= (- x.b 1) (s.f x.b))))))))"
    )


@pytest.mark.parametrize(
    "formula",
    [
        "(exists ((x.b Int)) (ite (< x.b (s.f x.b)) true (< x.b (+ x.b 1))))",
        "(exists ((x.b Int)) (exists ((x.c Int)) (ite (< x.b x.c) true (< x.c (+ x.b 1)))))",
        "(exists ((x.b Int)) (and (ite (< x.b d.e) true (< d.n (+ x.b 1))) (exists ((x.b Int)) (< x.b 2))))",
        "(exists ((x.b Int) (x.c Int)) (ite (< x.b d.e) true (< x.c (+ x.b 1))))",
        "(exists ((x.b Int)) (ite (< x.b d.e) (< d.n (+ x.b 1)) (< d.n x.b)))",
        "(exists ((x.b Int)) (ite d.t (= 2 (s.f x.b)) (ite (< x.b d.e) true (= 2 (s.f (+ x.b 1))))))",
        "(exists ((x.b Bool)) (ite (< x.b d.e) true (< d.n (+ x.b 1))))",
    ],
    ids=[
        "the end is its",
        "the end is bound in it",
        "bound twice",
        "two at once",
        "no next",
        "perhaps",
        "no number",
    ],
)
def test_what_says_something_else_stays_as_it_is(formula: str) -> None:
    assert said(formula) == formula


@pytest.mark.parametrize(
    "value",
    [
        "(exists ((x.k Int)) (ite (< x.i d.e) (s.f x.i) (s.f (+ x.i 1))))",
        "(ite (< x.i d.e) (s.f x.b) (s.f (+ x.i 1)))",
        "(s.f (+ x.i 1))",
    ],
    ids=["binds a name", "speaks of one that is bound elsewhere", "has no end"],
)
def test_only_plain_values_of_what_moves_up_are_put_in(value: str) -> None:
    assert moving([Write("f", ("x.i",), value)]) == {}


def test_a_function_with_too_few_places_is_left_to_the_solvers() -> None:
    assert said("(and (n.f) (n.f 1 2) () n.f)", REMOVED) == "(and (n.f) (n.f 1 2) () n.f)"


# -- by its meaning ------------------------------------------------------------------------------

LOW, HIGH = -3, 9
"""Numbers beyond all that a formula here says something of."""


def value(one: Expression, names: Mapping[str, int], f: Sequence[int]) -> Any:
    """Evaluate a formula over numbers by what SMT-LIB says of its words."""
    if isinstance(one, str):
        return names[one] if one in names else one == "true" if one in ("true", "false") else int(one)
    word, *rest = one
    if word == "exists":
        variable = text_of(rest[0]).removeprefix("((").removesuffix(" Int))")
        return any(value(rest[1], {**names, variable: n}, f) for n in range(LOW, HIGH))
    if word == "forall":
        return not value(("exists", rest[0], ("not", rest[1])), names, f)
    if word == "ite":
        return value(rest[1] if value(rest[0], names, f) else rest[2], names, f)
    got = [value(part, names, f) for part in rest]
    match word:
        case "s.f":
            return f[got[0]] if 0 <= got[0] < len(f) else 0
        case "not":
            return not got[0]
        case "and" | "or":
            return all(got) if word == "and" else any(got)
        case "=>":
            return not got[0] or got[1]
        case "=":
            return got[0] == got[1]
        case "<" | "<=":
            return got[0] < got[1] or (word == "<=" and got[0] == got[1])
    return got[0] + got[1] if word == "+" else got[0] - got[1]


def formulas() -> st.SearchStrategy[str]:
    numbers = st.sampled_from(["(n.f x.b)", "(s.f x.b)", "(n.f (+ x.b 1))", "x.b", "d.e", "d.n", "0", "1"])
    said = st.builds("({} {} {})".format, st.sampled_from(["<", "<=", "="]), numbers, numbers)
    inner = st.recursive(
        said,
        lambda more: st.one_of(
            st.builds("({} {} {})".format, st.sampled_from(["and", "or", "=>"]), more, more),
            st.builds("(not {})".format, more),
            st.builds("(ite {} {} {})".format, more, more, more),
            st.builds(
                "(exists ((x.c Int)) (and (<= 0 x.c) (< x.c x.b) (= (n.f x.c) (n.f x.b)) {}))".format, more
            ),
        ),
        max_leaves=5,
    )
    return st.one_of(
        st.builds("(exists ((x.b Int)) (and (<= 0 x.b) (< x.b d.n) {}))".format, inner),
        st.builds("(forall ((x.b Int)) (=> (and (<= 0 x.b) (< x.b d.n)) {}))".format, inner),
    )


@given(formulas(), st.lists(st.integers(0, 3), min_size=5, max_size=5), st.integers(0, 5), st.integers(-1, 5))
def test_it_says_the_same(formula: str, f: list[int], removed: int, size: int) -> None:
    names = {"d.e": removed, "d.n": size}
    plain = put_in(parsed(formula, ""), moving([REMOVED]))
    assert value(said_before(plain), names, f) == value(plain, names, f)
    assert "n.f" not in text_of(plain)


# -- in certificates -----------------------------------------------------------------------------

QUEUE: dict[str, Any] = {
    **SYSTEM,
    "logic": "UFLIA",
    "variables": [
        {"name": "size", "sort": "Int", "arguments": [], "says": "how many wait"},
        {"name": "f", "sort": "Int", "arguments": ["Int"], "says": "what waits"},
    ],
    "choices": [{"name": "e", "sort": "Int", "arguments": [], "says": "who leaves"}],
    "definitions": [],
    "starts": [case("start 1", "(and (= s.size 2) (= (s.f 0) 7) (= (s.f 1) 3))")],
    "steps": [
        {
            **case("leave", "(and (<= 0 d.e) (< d.e s.size) (not (= 7 (s.f d.e))))"),
            "writes": [
                write("size", "(+ (- 1) s.size)"),
                write("f", "(ite (< x.i d.e) (s.f x.i) (s.f (+ x.i 1)))", "x.i"),
            ],
        }
    ],
}
SOMEBODY = "(exists ((x.b Int)) (and (<= 0 x.b) (< x.b s.size) (= {} (s.f x.b))))"


def kept(number: int) -> dict[str, Any]:
    formula = SOMEBODY.format(number)
    condition = {"origin": "claim", "says": "somebody waits", "formula": formula, "kept_by": [1]}
    return {**PROOF, "invariant": [condition], "claim": formula}


def test_both_solvers_see_who_is_still_there_after_a_removal(tmp_path: Path) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")
    found = outcome(written(tmp_path, QUEUE, kept(7)))
    assert (found.failure, found.solvers, found.notes) == ("", ("z3", "cvc5"), ())


def test_who_may_leave_is_not_always_there(tmp_path: Path) -> None:
    leave = QUEUE["steps"][0]
    last = {**leave, "formula": "(and (= d.e 0) (= s.size 1))"}
    found = outcome(written(tmp_path, {**QUEUE, "steps": [last]}, kept(7)))
    assert (found.solvers, found.failure[:60]) == (
        (),
        "z3: step, leave, condition 1, part 1: the answer is sat, and",
    )
