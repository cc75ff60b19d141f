"""Certificates of proofs for every size: z3 accepts what they are made of, put together here by hand."""

from __future__ import annotations

import re

import pytest

from checker.judge.claims import Claim, ClaimKind
from checker.judge.every_size import prove_every_size
from checker.language.schema import Schema
from checker.prove.certificate import Case, Certified
from checker.prove.solver import Result, answer_script
from checker.system.model import Source
from specs.common import one_priority_holder
from specs.core_lemmas import CORE_LEMMAS
from tests.games.open_core import OpenCore


def certificate() -> Certified:
    claim = Claim("one_priority_holder", ClaimKind.INVARIANT, OpenCore, one_priority_holder, Source("", 0))
    [answer] = prove_every_size(Schema(OpenCore), [claim], CORE_LEMMAS, seconds=60).answers
    assert answer.certified is not None
    return answer.certified


def answer(certified: Certified, assumed: list[str], wanted: list[str]) -> Result:
    subject = certified.subject
    lines = ["(set-logic ALL)"]
    for prefix, symbols in (("s", subject.variables), ("n", subject.variables), ("d", subject.choices)):
        lines += [f"(declare-fun {prefix}.{v.name} ({' '.join(v.arguments)}) {v.sort})" for v in symbols]
    lines += [f"(assert {text})" for text in assumed]
    lines.append(f"(assert (not (and true {' '.join(wanted)})))")
    return answer_script("\n".join(lines), 20)[0]


def after(certified: Certified, case: Case) -> list[str]:
    """Return the invariant over the state after a step, in which what it does not mention stays."""
    changed = [
        v.name for v in certified.subject.variables if re.search(rf"n\.{v.name}(?![\w.])", case.formula)
    ]
    texts = [c.formula for c in certified.invariant]
    for name in changed:
        texts = [re.sub(rf"(?<![\w.])s\.{re.escape(name)}(?![\w.])", f"n.{name}", t) for t in texts]
    return texts


@pytest.mark.slow
def test_start_steps_and_claim_are_accepted_and_a_weaker_invariant_is_not() -> None:
    certified = certificate()
    invariant = [c.formula for c in certified.invariant]
    [start] = certified.subject.starts
    assert answer(certified, [start.formula], invariant) is Result.UNSAT
    for case in certified.subject.steps:
        found = answer(certified, [*invariant, case.formula], after(certified, case))
        assert found is Result.UNSAT, case.name
    assert answer(certified, invariant, [certified.claim]) is Result.UNSAT
    types = certified.invariant[0].formula
    assert answer(certified, [types], [certified.claim]) is not Result.UNSAT


def test_a_certificate_tells_its_sizes_and_each_part_in_words() -> None:
    certified = certificate()
    assert certified.subject.sizes == ("any size of stack", "any number of players")
    assert [v.name for v in certified.subject.variables][:3] == ["players", "turn_player", "holders"]
    assert [c.origin for c in certified.invariant[:2]] == ["types", "lemma"]
    assert "at most one holder" in [c.says for c in certified.invariant]
    assert "now" in {v.name for v in certified.subject.choices}
