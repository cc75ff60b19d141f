"""Measures at places: a row of counters, one of which is lowered or the last of which is taken away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.certify.folder import ENDS, case, measure, outcome, write, written

pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")

LOWERED = "(ite (= x.1 d.where) (- (s.row x.1) 1) (s.row x.1))"
LOWER = {
    **case("lower", "(and (<= 0 d.where) (< d.where s.size) (< 0 (s.row d.where)))"),
    "writes": [write("row", LOWERED, "x.1")],
}
TAKE = {**case("take", "(< 0 s.size)"), "writes": [write("size", "(- s.size 1)")]}
ROW: dict[str, Any] = {
    "game": "toy",
    "name": "system",
    "sizes": ["any length"],
    "readings": {},
    "logic": "ALL",
    "variables": [
        {"name": "size", "sort": "Int", "arguments": [], "says": "how many there are"},
        {"name": "row", "sort": "Int", "arguments": ["Int"], "says": "each of them"},
    ],
    "choices": [{"name": "where", "sort": "Int", "arguments": [], "says": "which one"}],
    "definitions": [],
    "starts": [case("start 1", "(and (= s.size 3) (forall ((x.1 Int)) (= (s.row x.1) 2)))")],
    "steps": [LOWER, TAKE],
}
THERE = "(forall ((x.1 Int)) (=> (and (<= 0 x.1) (< x.1 s.size)) (<= 0 (s.row x.1))))"
TYPES = {"origin": "types", "says": "no counter is below zero", "formula": f"(and (<= 0 s.size) {THERE})"}
PLACES: dict[str, Any] = {
    **ENDS,
    "invariant": [{**TYPES, "kept_by": [1]}],
    "measures": [measure("(s.row x.m)", "x.m", "s.size")],
    "among": ["lower", "take"],
    "rests_on": [],
    "spare": [],
}


def step(formula: str, *writes: dict[str, Any]) -> dict[str, Any]:
    """Return the system with another second step."""
    return {**ROW, "steps": [LOWER, {**case("take", formula), "writes": list(writes)}]}


def test_both_solvers_accept_a_measure_at_places_that_gets_smaller(tmp_path: Path) -> None:
    found = outcome(written(tmp_path, ROW, PLACES))
    assert (found.failure, found.solvers, found.notes) == ("", ("z3", "cvc5"), ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "proof", "failure"),
    [
        (
            step("(< 0 s.size)", write("size", "(+ s.size 1)"), write("row", "0", "x.1")),
            PLACES,
            "claim, take",
        ),
        (step("(< 0 s.size)"), PLACES, "claim, take"),
        (step("(< 0 s.size)", write("row", "(s.row (+ x.1 1))", "x.1")), PLACES, "step, take"),
        (
            step("(< 0 s.size)", write("row", "(ite (= x.1 0) (+ (s.row 0) 1) 0)", "x.1")),
            PLACES,
            "claim, take",
        ),
        (step("true", write("size", "(- s.size 1)")), PLACES, "step, take"),
        (
            ROW,
            {**PLACES, "measures": [measure("(- (s.row x.m) 1)", "x.m", "s.size")]},
            "claim, measure 1 is below zero",
        ),
        (
            ROW,
            {**PLACES, "measures": [measure("(s.row x.m)", "x.m", "(- s.size 1)")]},
            "claim, measure 1 is below zero",
        ),
        (
            ROW,
            {**PLACES, "measures": [measure("(s.row x.m)", "x.m", "(- x.m 1)")]},
            "claim: ",
        ),
    ],
    ids=[
        "a step that makes it longer",
        "a step that changes nothing",
        "a step that brings in what is not known",
        "more at one place and less at the others",
        "fewer than no places",
        "below zero at a place",
        "fewer than no places to be looked at",
        "an end that is told by the place",
    ],
)
def test_a_measure_at_places_that_shows_nothing_is_rejected(
    tmp_path: Path, system: dict[str, Any], proof: dict[str, Any], failure: str
) -> None:
    assert f"z3: {failure}" in outcome(written(tmp_path, system, proof)).failure
