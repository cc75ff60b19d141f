"""What is told of proofs, to the letter: why a claim holds, and what was tried where it is not known."""

from __future__ import annotations

import io
import json

import pytest

from checker.judge.proofs.proof import Proof
from checker.judge.proofs.race import Attempt
from checker.judge.verdict import Status
from checker.prove.certificate import Certified, Condition, Subject
from checker.report.layout import Page
from checker.report.proofs import exit_code, print_proofs, proofs_json, proofs_markdown
from tests.report.snapshot import assert_snapshot

LIMITS = "2 players, stack at most 4"

PROVED = Proof(
    game="duel",
    claim="one_priority_holder",
    says="at most one player has priority",
    status=Status.HOLDS,
    expected="holds",
    attempts=(),
    seconds=1.25,
    limits=LIMITS,
    certified=Certified(
        subject=Subject("duel", "system", (LIMITS,), {}, (), (), (), (), ()),
        name="one_priority_holder",
        says="at most one player has priority",
        invariant=(
            Condition("types", "every cell has a value of its type", "true"),
            Condition("claim", "one_priority_holder", "true"),
            Condition("lemma", "nobody_is_due_while_somebody_holds", "true"),
            Condition("found", "passed[P1] or not passed[P2]", "true"),
        ),
        rests_on=("pass_priority", "give_priority"),
        clauses=("R:117.3b", "R:117.4"),
        spare=("strike",),
        spare_clauses=("R:500.1",),
        within=("stack",),
        found_by="mined lemmas",
    ),
    besides="automatic_runs_end, by a search of 12 states",
    found_by="mined lemmas",
    spare_lemmas=("turn_player_is_in_the_game",),
)

LOOKS_BACK = Proof(
    game="duel",
    claim="turns_alternate",
    says="nobody has two turns in a row",
    status=Status.HOLDS,
    expected="holds",
    attempts=(
        Attempt("induction with what is stated", "gave up", "3 of 4 conditions hold together", 0.5),
        Attempt("induction that looks back", "proved", "proved by looking back 3 steps", 2.0, {"k": 3}),
        Attempt("mined lemmas", "not needed any more", "no lemma tried", 2.0, {"tried": 0, "kept": 0}),
    ),
    seconds=2.5,
    limits=LIMITS,
    found_by="induction that looks back",
    looks_back=3,
)

UNKNOWN = Proof(
    game="duel",
    claim="nobody_waits_for_ever",
    says="who waits gets priority",
    status=Status.UNDETERMINED,
    expected="holds",
    attempts=(
        Attempt("induction that looks back", "the time limit", "no proof by looking back 5 steps", 20.0),
        Attempt("mined lemmas", "gave up", "4 lemmas mined from all 12 states, 1 kept", 3.25, {"kept": 1}),
        Attempt("Spacer", "the memory limit", "", 7.0),
    ),
    seconds=20.0,
    limits=LIMITS,
    notes=("it is judged at priority",),
)

PROOFS = (PROVED, LOOKS_BACK, UNKNOWN)


def printed(loudness: str) -> str:
    file = io.StringIO()
    print_proofs(Page(file, width=80, plain=True), PROOFS, None, loudness=loudness)
    return file.getvalue()


@pytest.mark.parametrize("loudness", ["usual", "verbose"])
def test_why_a_claim_holds_and_what_was_tried(loudness: str) -> None:
    assert_snapshot(f"proofs_{loudness}.txt", printed(loudness))


def test_quiet_tells_only_what_is_not_known() -> None:
    assert "one_priority_holder" not in printed("quiet")
    assert "tried for 7.0 s: Spacer\n" in printed("quiet")


def test_the_same_as_markdown_and_as_json() -> None:
    assert_snapshot("proofs.md", proofs_markdown(PROOFS))
    assert_snapshot("proofs.json", json.dumps(proofs_json(PROOFS), indent=1) + "\n")


def test_what_is_not_known_is_the_exit_code() -> None:
    assert exit_code(PROOFS) == 3
    assert exit_code(PROOFS[:2]) == 0
