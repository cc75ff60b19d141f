from __future__ import annotations

import json

import pytest

from checker.certify.parts import Parts
from checker.certify.questions import Question
from checker.certify.reading import proof_of, system_of
from checker.judge.proofs import needs
from checker.judge.proofs.needs import Needs
from tests.certify.folder import ENDS, HANDED, PROOF, SYSTEM

SYSTEM_READ = system_of(json.dumps(SYSTEM), "")


def parts(proof: dict[str, object]) -> Parts:
    return Parts(SYSTEM_READ, proof_of(json.dumps(proof), "", SYSTEM_READ))


def test_each_question_needs_what_its_goal_follows_from() -> None:
    # The premises of the step: steps are left, some token is there, a step less is left; and the invariant,
    # and that what is asked about is not so.
    kept = "hand over, condition 1, part 1"
    for proof, claim, shown in (
        (PROOF, "the claim is broken", {"1", "2", "3"}),
        (HANDED, "hand over", {"4", "5"}),
    ):
        found = {name: set(numbers.split()) for name, numbers in Needs().of(parts(proof)).items()}
        assert found.keys() == {kept, claim}
        assert {"4", "5"} <= found[kept] <= {"2", "4", "5"}
        assert shown <= found[claim] <= shown | {"2"}


def test_what_is_known_of_one_proof_is_told_of_the_next_by_its_own_numbers() -> None:
    more = {**PROOF["invariant"][0], "says": "more", "formula": "(< s.left 9)", "kept_by": [1, 2]}
    first = {**more, "kept_by": [1]}
    last = {**PROOF["invariant"][0], "kept_by": [1, 2]}
    longer = {**PROOF, "invariant": [first, last], "shown_by": [1, 2]}
    known = Needs()
    known.of(parts(PROOF))
    found = known.of(parts(longer))
    assert found == Needs().of(parts(longer))
    assert "5" in found["hand over, condition 2, part 1"].split()
    assert found["the claim is broken"] == "2 3 4"


def test_where_all_is_too_much_the_shortest_premises_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    long = {**PROOF["invariant"][0], "says": "long", "formula": "(< s.left 100000000000)", "kept_by": [1]}
    first = {**PROOF["invariant"][0], "kept_by": [2]}
    found_core = needs._Asked._core

    def too_much(self: needs._Asked, question: Question, among: needs.Numbers) -> needs.Numbers | None:
        if any("100000000000" in question.premises[number - 1].formula for number in among):
            return None
        return found_core(self, question, among)

    monkeypatch.setattr(needs._Asked, "_core", too_much)
    proof = {**PROOF, "invariant": [long, first], "shown_by": [1, 2]}
    assert Needs().of(parts(proof))["the claim is broken"] == "2 3 4"


def test_what_is_less_work_apart_is_asked_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: nothing tells what is much work")
    both = {**PROOF["invariant"][0], "formula": "(and (= s.a (not s.b)) (<= 0 s.left) (xor s.a s.b))"}
    proof = {**PROOF, "invariant": [both]}
    names = [f"hand over, condition 1, part {number}" for number in (1, 2, 3)]
    assert f"{names[0]} and so on" in Needs().of(parts(proof))
    monkeypatch.setattr(needs, "TOGETHER", 0)
    assert f"{names[0]} and so on" in Needs().of(parts(proof))
    monkeypatch.setattr(needs, "EACH", -100_000)  # as if a question more saved work
    assert set(names) < set(Needs().of(parts(proof)))
    assert Needs().of(parts(ENDS))
