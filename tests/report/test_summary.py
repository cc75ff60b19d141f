from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from checker.judge.verdict import Change, Evidence, PlayStep, Run, Status, Verdict, describe_limits
from checker.report.folding import fold, listed, merge_changes
from checker.report.summary import (
    brief_evidence,
    check_command,
    counted,
    duration,
    evidence,
    findings,
    headline,
    outcome,
    repeat_commands,
    status_words,
    totals,
)
from tests.report.samples import (
    board,
    chase_play,
    known_contradiction,
    passing,
    proved,
    step,
    stuck,
    surprise,
    verdict,
)


@pytest.mark.parametrize(
    ("sizes", "bounds", "cut", "unbounded", "words"),
    [
        ({}, {}, (), (), "nothing to vary"),
        ({"players": 1}, {}, (), (), "1 player"),
        (
            {"players": 3},
            {"stack": 2, "waiting": 4},
            ("stack",),
            (),
            "3 players, stack at most 2 (bound reached), waiting at most 4",
        ),
        ({"players": 2}, {"chase_depth": 3}, (), ("chase_depth",), "2 players, any chase depth"),
        ({"players": 2}, {"stack": 3}, (), ("players", "stack"), "any players, any stack"),
    ],
)
def test_limits_name_every_size_and_bound(
    sizes: dict[str, int],
    bounds: dict[str, int],
    cut: tuple[str, ...],
    unbounded: tuple[str, ...],
    words: str,
) -> None:
    assert describe_limits(sizes, bounds, cut=cut, unbounded=unbounded) == words


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (verdict(), "holds up to the bound"),
        (verdict(cut=()), "holds"),
        (verdict(evidence=Evidence.WITNESS), "holds"),
        (proved(), "holds"),
        (known_contradiction(), "violated, as expected"),
        (surprise(), "violated, not expected"),
        (
            known_contradiction(expected=False, surprise="5 steps were"),
            "violated, not expected (5 steps were)",
        ),
        (verdict(cut=(), expected=False, expectation="violated"), "holds, not expected (expected violated)"),
        (stuck(), "undetermined, not expected"),
        (surprise(surprise="expected holds"), "violated, not expected"),
    ],
)
def test_the_verdict_in_few_words(told: Verdict, words: str) -> None:
    assert status_words(told) == words


def test_every_outcome_names_its_limits_and_one_verdict() -> None:
    for status in Status:
        for kind in Evidence:
            for play in (None, chase_play()):
                if status is Status.VIOLATED and kind is Evidence.NONE:
                    continue
                sentence = outcome(verdict(status=status, evidence=kind, play=play))
                assert "2 players, chase at most 3 (bound reached)" in sentence
                assert [s for s in ("holds", "violated", "undetermined") if s in sentence] == [status.value]


def test_a_verdict_without_limits_or_evidence_is_none() -> None:
    with pytest.raises(ValueError, match="for which sizes"):
        verdict(limits="")
    with pytest.raises(ValueError, match="rests on nothing"):
        verdict(status=Status.VIOLATED, evidence=Evidence.NONE)


def test_numbers_for_a_person() -> None:
    assert [counted(n, "state") for n in (0, 1, 12345)] == ["0 states", "1 state", "12,345 states"]
    assert [duration(s) for s in (0.004, 9.99, 12.4, 59.7, 125)] == [
        "0.00 s",
        "9.99 s",
        "12 s",
        "1 min 0 s",
        "2 min 5 s",
    ]
    assert evidence(verdict(figures={"levels": 1, "zeta": 0.5, "k": 2, "seconds": 1})).endswith(
        ": 1 level, k = 2, zeta = 0.50"
    )


def test_a_headline_is_one_sentence() -> None:
    assert (
        headline(surprise())
        == '"what is cast resolves" is violated, not expected: C1 stays on the stack for ever'
    )
    assert headline(verdict(says="", cut=(), limits="2 players")) == (
        "one_priority_holder holds for every play with 2 players"
    )


def test_a_headline_names_what_fails_and_no_line() -> None:
    told = known_contradiction(says="x", explanation="line 7: every(Card): fails for C1\nmore")
    assert headline(told) == '"x" is violated, as expected: every(Card): fails for C1'


def test_the_command_asks_the_same_question_again() -> None:
    varied = known_contradiction(varied={"after_last": "no body"}, varied_scopes={"chase": 2})
    assert check_command(varied) == (
        "ruleproof check force_of_will --property somebody_has_priority "
        "--reading 'after_last=no body' --scope chase=2"
    )


def test_totals() -> None:
    assert totals(Run(())) == "Nothing was judged."
    assert totals(Run((), interrupted=True)) == "Interrupted before anything was judged."
    assert (
        totals(Run((verdict(), known_contradiction()))) == "2 verdicts (1 hold, 1 violated): all as expected."
    )
    assert totals(Run((verdict(),), interrupted=True)) == (
        "1 verdict (1 hold): all as expected. Interrupted before the rest was judged."
    )


def test_findings_are_what_is_violated_or_not_expected() -> None:
    late = verdict(expected=False, expectation="violated")
    run = Run((late, verdict(), surprise(), known_contradiction(), proved()))
    assert findings(run) == (known_contradiction(), late, surprise())


def test_exit_codes() -> None:
    assert Run((verdict(), known_contradiction())).exit_code == 0
    assert Run((surprise(), stuck())).exit_code == 1
    assert Run((stuck(),)).exit_code == 3
    assert Run((verdict(),), interrupted=True).exit_code == 3


def test_only_passes_in_a_row_are_folded() -> None:
    one, other = passing("P1", board()), passing("P2", board())
    wait = step("passive", "P1 waits", board())
    lines = fold(
        (
            one,
            other,
            wait,
            wait,
            one,
            step("resolve", "it resolves", board(), kind="automatic", actor=None),
            other,
        )
    )
    assert [(line.number, line.sentence) for line in lines] == [
        ("1-2", "P1 and P2 pass"),
        ("3", "P1 waits"),
        ("4", "P1 waits"),
        ("5", "P1 passes"),
        ("6", "it resolves"),
        ("7", "P2 passes"),
    ]


def handing_over(player: str, *more: tuple[str, str, str], **parts: Any) -> PlayStep:
    changes = (("holders[P1]", "no", "yes"), *more)
    told = step("give", f"{player} has priority", board(), *changes, kind="automatic", actor=None)
    return replace(told, **parts)


def test_what_only_hands_over_between_two_passes_belongs_to_them() -> None:
    one = passing("P1", board(), ("holders[P1]", "yes", "no"))
    other = passing("P2", board(), ("holders[P2]", "yes", "no"))
    assert [line.sentence for line in fold((handing_over("P1"), one, handing_over("P2"), other))] == [
        "P1 has priority",
        "P1 and P2 pass",
    ]
    assert [line.number for line in fold((one, handing_over("P2"), other, handing_over("P1")))] == [
        "1-3",
        "4",
    ]


def test_what_does_more_than_hand_over_is_told() -> None:
    one = passing("P1", board(), ("holders[P1]", "yes", "no"))
    other = passing("P2", board())
    resolves = handing_over("P2", ("chase[0].stage", "WAITING", "RESOLVING"))
    wrong = handing_over("P2", state={})
    assert len(fold((one, resolves, other))) == 3
    assert len(fold((one, wrong))) == 2
    assert len(fold((one, handing_over("P2"), one))) == 3  # priority went to nobody else


def test_passes_that_are_told_in_other_words_keep_them() -> None:
    steps = (
        step("pass_priority", "P1 hands priority to P2", board()),
        step("pass_priority", "P2 hands priority to P1", board(), actor="P2"),
    )
    assert [line.sentence for line in fold(steps)] == ["P1 hands priority to P2; P2 hands priority to P1"]


def test_changes_of_folded_steps_are_those_from_first_to_last() -> None:
    changes = [Change("a", "1", "2"), Change("b", "x", "y"), Change("a", "2", "3"), Change("b", "y", "x")]
    assert merge_changes(changes) == (Change("a", "1", "3"),)


def test_items_that_leave_one_place_one_after_the_other_stay_apart() -> None:
    changes = [Change("stack[0]", "A", "nothing"), Change("stack[0]", "B", "nothing")]
    assert merge_changes(changes) == tuple(changes)


def test_lists_in_words() -> None:
    assert [listed(w) for w in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_only_what_has_a_play_is_replayed() -> None:
    found = known_contradiction()
    assert repeat_commands(found, "r.json")[1:] == ("ruleproof replay r.json",)
    assert repeat_commands(found)[1:] == ()
    assert repeat_commands(replace(found, play=None), "r.json")[1:] == ()


def test_where_no_engine_has_begun_none_is_named() -> None:
    late = replace(stuck(), engine="none", figures={})
    assert evidence(late) == "no evidence either way"
    assert brief_evidence(late) == "nothing decisive"


@pytest.mark.parametrize(
    ("steps", "words"), [(1, "by induction over 1 step"), (3, "by induction over 3 steps")]
)
def test_a_proof_tells_over_how_many_steps_it_goes(steps: int, words: str) -> None:
    proved = replace(verdict(), evidence=Evidence.PROOF, figures={"induction": steps, "seconds": 0.2})
    assert evidence(proved).endswith(f": {words}")
