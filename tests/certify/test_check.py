from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.certify.check import open_folder
from checker.certify.expressions import RejectedError
from tests.certify.folder import ENDS, HANDED, PROOF, SYSTEM, case, measure, outcome, write, written

pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing checks beside z3")


@pytest.mark.parametrize("proof", [PROOF, ENDS, HANDED], ids=["claim", "measure", "claim on steps"])
def test_both_solvers_accept_a_right_proof(tmp_path: Path, proof: dict[str, Any]) -> None:
    found = outcome(written(tmp_path, proof=proof))
    assert (found.failure, found.solvers, found.notes) == ("", ("z3", "cvc5"), ())


def step(name: str, formula: str) -> dict[str, Any]:
    return {**SYSTEM, "steps": [*SYSTEM["steps"], case(name, formula)]}


HANDS_OVER = "hand over, condition 1, part 1"


def needing(**needs: str) -> dict[str, Any]:
    """Return the proof with what questions need."""
    return {**PROOF, "needs": needs}


@pytest.mark.parametrize(
    "proof",
    [
        needing(**{HANDS_OVER: "4 5", "the claim is broken": "1 2 3"}),
        {**ENDS, "measures": [measure("(ite s.a 7 7)"), measure("s.left")]},
    ],
    ids=["premises that suffice", "a measure that stays the same"],
)
def test_both_solvers_accept_what_says_what_it_needs_or_has_several_measures(
    tmp_path: Path, proof: dict[str, Any]
) -> None:
    found = outcome(written(tmp_path, proof=proof))
    assert (found.failure, found.solvers, found.notes) == ("", ("z3", "cvc5"), ())


@pytest.mark.parametrize(
    ("needs", "message"),
    [
        ({HANDS_OVER: "6"}, "has not 6 premises"),
        ({HANDS_OVER: "2 1"}, "the premises 2 1 are not in their order"),
        ({HANDS_OVER: "1  2"}, "are no numbers of premises"),
        ({HANDS_OVER: "0"}, "are no numbers of premises"),
        ({"hand over": "1"}, "there is no question 'hand over'"),
    ],
)
def test_what_is_needed_is_of_the_premises_that_there_are(
    tmp_path: Path, needs: dict[str, str], message: str
) -> None:
    with pytest.raises(RejectedError, match=message):
        outcome(written(tmp_path, proof=needing(**needs)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "proof", "failure"),
    [
        (
            step("cheat", "(and t.0 (= n.b true))"),
            PROOF,
            "z3: step, cheat, condition 1, part 1: the answer is sat",
        ),
        (
            step("lose track", "(or n.a (not n.a))"),
            PROOF,
            "z3: step, lose track, condition 1, part 1: the answer is sat",
        ),
        (
            {**SYSTEM, "starts": [*SYSTEM["starts"], case("start 2", "(and s.a s.b)")]},
            PROOF,
            "z3: start, start 2: the answer is sat",
        ),
        (
            SYSTEM,
            {**PROOF, "invariant": [], "shown_by": []},
            "z3: claim, the claim is broken: the answer is sat",
        ),
        (SYSTEM, {**PROOF, "claim": "s.a"}, "z3: claim, the claim is broken: the answer is sat"),
        (SYSTEM, {**PROOF, "shown_by": []}, "z3: claim, the claim is broken: the answer is sat"),
        (
            SYSTEM,
            {**PROOF, "invariant": [{**PROOF["invariant"][0], "kept_by": []}]},
            "z3: step, hand over, condition 1, part 1: the answer is sat",
        ),
        (
            SYSTEM,
            {**HANDED, "on_steps": [["hand over", "s.a"], ["wait", "true"]]},
            "z3: claim, hand over: the answer is sat",
        ),
        (
            SYSTEM,
            needing(**{HANDS_OVER: "1 2"}),
            "z3: step, hand over, condition 1, part 1: the answer is sat",
        ),
        (
            SYSTEM,
            needing(**{"the claim is broken": "2 3"}),
            "z3: claim, the claim is broken: the answer is sat",
        ),
        (SYSTEM, {**ENDS, "among": ["hand over", "wait"]}, "z3: claim, wait: the answer is sat"),
        (
            SYSTEM,
            {**ENDS, "measures": [measure("5"), measure("(- 5 s.left)")]},
            "z3: claim, hand over: the answer is sat",
        ),
        (
            SYSTEM,
            {**ENDS, "measures": [measure("(- s.left 3)")]},
            "z3: claim, measure 1 is below zero: the answer is sat",
        ),
        ({**SYSTEM, "starts": [case("none", "false")]}, PROOF, "no start is possible"),
        (
            {**SYSTEM, "steps": [case("none", "(and t.0 (not t.0))")]},
            PROOF,
            "no step is possible",
        ),
        (SYSTEM, {**PROOF, "claim": "(+ s.left 1)"}, "z3: claim, the claim is broken: the answer is (error"),
    ],
)
def test_a_wrong_proof_is_rejected(
    tmp_path: Path, system: dict[str, Any], proof: dict[str, Any], failure: str
) -> None:
    assert failure in outcome(written(tmp_path, system, proof)).failure


def with_formula(formula: str) -> dict[str, Any]:
    return {**PROOF, "invariant": [{**PROOF["invariant"][0], "formula": formula}]}


def handing(**changed: Any) -> dict[str, Any]:
    """Return the system with another step in place of that which hands over."""
    return {**SYSTEM, "steps": [{**SYSTEM["steps"][0], **changed}, SYSTEM["steps"][1]]}


@pytest.mark.parametrize(
    ("system", "proof", "message"),
    [
        (SYSTEM, with_formula("true) (assert false"), "a parenthesis closes nothing"),
        (SYSTEM, with_formula("true true"), "2 formulas stand where one must"),
        (SYSTEM, with_formula("n.a"), "'n.a' has no meaning here"),
        (SYSTEM, with_formula("t.0"), "'t.0' has no meaning here"),
        (SYSTEM, with_formula("|s.a|"), "there is '|', which no formula has"),
        (SYSTEM, with_formula("true ; (check-sat)"), "a formula has no comments"),
        (SYSTEM, with_formula("(exists ((s.left Int)) s.a)"), "'s.left' is no name that a formula may bind"),
        (SYSTEM, with_formula("(let ((and s.a)) s.b)"), "'and' is no name that a formula may bind"),
        (SYSTEM, with_formula("(exists (x.1 Int) s.a)"), "x.1 binds no name"),
        (SYSTEM, with_formula("(forall x.1 s.a)"), "does not bind names in a formula"),
        (SYSTEM, with_formula("(and s.a let)"), "let binds no names"),
        (SYSTEM, with_formula("(! s.a :named x)"), "there is '!'"),
        ({**SYSTEM, "definitions": [["and", "Bool", "true"]]}, PROOF, "'and' is no name of a definition"),
        ({**SYSTEM, "definitions": [["t.0", "Bool", "t.0"]]}, PROOF, "'t.0' has no meaning here"),
        ({**SYSTEM, "starts": [case("x", "n.a")]}, PROOF, "'n.a' has no meaning here"),
        ({**SYSTEM, "logic": "ALL)(assert false"}, PROOF, "is no logic"),
        (handing(writes=[write("a", "n.b")]), PROOF, "'n.b' has no meaning here"),
        (handing(writes=[write("left", "0")]), PROOF, "'n.left' has no meaning here"),
        (handing(writes=[write("c", "true")]), PROOF, "'c' is no variable"),
        (handing(writes=[write("a", "true"), write("a", "false")]), PROOF, "or is written twice"),
        (handing(writes=[write("a", "true", "x.1")]), PROOF, "a has not 1 different places"),
        (handing(definitions=[["t.0", "Bool", "true"]]), PROOF, "'t.0' is no name of a definition"),
        (
            {**SYSTEM, "starts": [{**SYSTEM["starts"][0], "writes": [write("a", "true")]}]},
            PROOF,
            "a start writes",
        ),
        (SYSTEM, {**PROOF, "shown_by": [2]}, "it leans on what is no condition"),
        (SYSTEM, {**HANDED, "on_steps": HANDED["on_steps"][:1]}, "not about each step of the system once"),
        (SYSTEM, {**PROOF, "trust": "me"}, "trust has no meaning here"),
        (SYSTEM, {**PROOF, "measures": [measure("s.left")]}, "either a claim, or one on each step"),
        (SYSTEM, {**PROOF, "system": "other.json"}, "which is not there"),
        (SYSTEM, {**ENDS, "among": ["nothing"]}, "there is no step 'nothing'"),
        (SYSTEM, {**ENDS, "measures": ["s.left"]}, "it is no object"),
        (SYSTEM, {**ENDS, "measures": [measure("s.left", "x.m")]}, "0 formulas stand where one must"),
        (SYSTEM, {**ENDS, "measures": [measure("s.left", "", "5")]}, "'' is no name of a place"),
        (SYSTEM, {**ENDS, "measures": [measure("s.left", "s.left", "5")]}, "'s.left' is no name of a place"),
        (SYSTEM, {**ENDS, "measures": [measure("n.left")]}, "'n.left' has no meaning here"),
    ],
)
def test_what_is_no_certificate_is_not_read(
    tmp_path: Path, system: dict[str, Any], proof: dict[str, Any], message: str
) -> None:
    with pytest.raises(RejectedError) as error:
        open_folder(written(tmp_path, system, proof))
    assert message in str(error.value)


def replaced(name: str, old: str, new: str) -> Callable[[dict[str, str]], None]:
    def change(texts: dict[str, str]) -> None:
        assert old in texts[name]
        texts[name] = texts[name].replace(old, new)

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (replaced("toy/one_token/step.smt2", "(check-sat)", ""), "step.smt2 is not what the parts"),
        (
            replaced("toy/one_token/claim.smt2", "(push 1)", "(push 1)(assert false)"),
            "claim.smt2 is not what",
        ),
        (replaced("toy/one_token/invariant.txt", "at most one", "no"), "tells another invariant"),
        (lambda texts: texts.pop("toy/one_token/start.smt2"), "without the other scripts"),
        (lambda texts: texts.update({"toy/one_token/more.smt2": ""}), "belongs to no proof"),
        (lambda texts: texts.pop("toy/one_token/proof.json"), "belongs to no proof"),
    ],
)
def test_digests_that_fit_hide_nothing(
    tmp_path: Path, change: Callable[[dict[str, str]], None], message: str
) -> None:
    with pytest.raises(RejectedError, match=message):
        open_folder(written(tmp_path, change=change))


@cache
def original() -> Path:
    return written(Path(mkdtemp()))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_one_edited_byte_is_caught(data: st.DataObject) -> None:
    folder = original()
    path = data.draw(st.sampled_from(sorted(p for p in folder.rglob("*") if p.is_file())))
    content = path.read_bytes()
    position = data.draw(st.integers(0, len(content) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != content[position]))
    try:
        path.write_bytes(content[:position] + bytes([byte]) + content[position + 1 :])
        with pytest.raises(RejectedError):
            open_folder(folder)
    finally:
        path.write_bytes(content)
    assert len(open_folder(folder).proofs) == 1


def test_a_missing_or_an_extra_file_is_caught(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "toy/more.txt").write_text("", encoding="utf-8")
    with pytest.raises(RejectedError, match="is not in the manifest"):
        open_folder(tmp_path)
    (tmp_path / "toy/more.txt").unlink()
    shutil.rmtree(tmp_path / "toy/one_token")
    with pytest.raises(RejectedError, match="cannot be read"):
        open_folder(tmp_path)
    with pytest.raises(RejectedError, match=r"^it has no manifest\.json, as a folder of certificates has$"):
        open_folder(tmp_path / "toy")
