"""JUnit, SARIF, annotations, lines and the summary of a step: what each says of a run."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker.judge.verdict import Run, Verdict
from checker.report.diagnostics import lines_text
from checker.report.github import annotations_text
from checker.report.junit import junit_text
from checker.report.sarif import sarif_text
from checker.report.step_summary import MOST_BYTES, step_summary_text
from checker.report.telling import Telling, telling_of
from tests.report.readers import read_annotations, read_junit, read_mermaid, read_sarif
from tests.report.real import real_telling, write_game
from tests.report.samples import known_contradiction, stuck, surprise, verdict, whole_run
from tests.report.snapshot import assert_snapshot


@pytest.fixture(autouse=True)
def no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.report.sarif_parts.installed_version", lambda: "1.2.3")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Telling]:
    folder = tmp_path_factory.mktemp("post")
    write_game(folder)
    return folder, real_telling(folder)


# -- JUnit -----------------------------------------------------------------------------------------


def test_junit_reads_as_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert_snapshot("junit.xml", junit_text(telling_of(whole_run())))


def test_every_claim_and_reading_is_a_test_case() -> None:
    read = read_junit(junit_text(telling_of(whole_run())))
    told = {
        (case.classname, case.name): [type(result).__name__ for result in case.result]
        for suite in read
        for case in suite
    }
    assert told == {
        ("force_of_will", "one_priority_holder"): [],
        ("force_of_will", "resolves_last_in_first"): [],
        ("force_of_will", "somebody_has_priority [after_last=nobody]"): [],
        ("magic", "what_is_cast_resolves"): ["Failure"],
        ("magic", "life_stays_in_range"): ["Error"],
    }
    assert (read.tests, read.failures, read.errors, read.time) == (5, 1, 1, 137.034)


def test_a_known_contradiction_passes_and_says_so() -> None:
    (suite,) = read_junit(junit_text(telling_of(Run((known_contradiction(),)))))
    (case,) = suite
    assert case.is_passed
    assert case.system_out.startswith("As the spec expects: ")


def test_a_contradiction_that_is_gone_fails() -> None:
    gone = verdict(expected=False, expectation="violated", surprise="expected violated")
    (suite,) = read_junit(junit_text(telling_of(Run((gone,)))))
    assert suite.failures == 1


# -- SARIF -----------------------------------------------------------------------------------------


def test_sarif_reads_as_stored() -> None:
    assert_snapshot("run.sarif", sarif_text(telling_of(Run((surprise(),)))))


def results(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_sarif(sarif_text(telling_of(run)))["results"]
    return found


def test_the_level_says_whether_a_verdict_is_expected() -> None:
    levels = {r["ruleId"]: (r["level"], "suppressions" in r) for r in results(whole_run())}
    assert levels == {
        "force_of_will/somebody_has_priority": ("note", True),
        "magic/what_is_cast_resolves": ("error", False),
        "magic/life_stays_in_range": ("warning", False),
    }


def fingerprint(found: Verdict) -> str:
    (result,) = results(Run((found,)))
    prints: dict[str, str] = result["partialFingerprints"]
    return prints["ruleproofFinding/v1"]


def test_a_finding_is_known_again_by_what_was_asked() -> None:
    base = known_contradiction()
    assert base.play is not None
    other_play = replace(base.play, steps=base.play.steps[1:])
    moved = replace(base.source, line=99)
    assert fingerprint(base) == fingerprint(
        replace(base, play=other_play, source=moved, explanation="else", figures={}, says="otherwise")
    )
    others = [
        replace(base, varied={"after_last": "turn_player"}),
        replace(base, varied_scopes={"players": 3}),
        replace(base, claim="other"),
        replace(base, game="other"),
    ]
    assert len({fingerprint(v) for v in (base, *others)}) == 5


def test_a_log_leads_to_the_lines_of_rule_claim_and_clause(real: tuple[Path, Telling]) -> None:
    folder, telling = real
    run = read_sarif(sarif_text(telling))
    result = next(r for r in run["results"] if r["ruleId"] == "post/bells_are_shared")

    def line(place: dict[str, Any]) -> str:
        physical = place["physicalLocation"]
        text = (folder / physical["artifactLocation"]["uri"]).read_text(encoding="utf-8")
        return text.splitlines()[physical["region"]["startLine"] - 1]

    assert "bells_are_shared" in line(result["locations"][0]) or "@invariant" in line(result["locations"][0])
    first, second, rule = result["relatedLocations"]
    assert line(first) == '[clause."P1:1"]'
    assert line(second) == '[clause."P1:2"]'
    assert "[P1:1](1), [P1:2](2)" in result["message"]["text"]
    ((flow,),) = ([f["threadFlows"][0]] for f in result["codeFlows"])
    assert flow["initialState"]["open"] == {"text": "yes"}
    told = [step["location"]["message"]["text"] for step in flow["locations"]]
    assert told == ["1. P1 puts L1 on the pile", "2. P2 puts L2 on the pile"]
    assert {line(step["location"]) for step in flow["locations"]} == {line(rule)}
    assert "def put(" in line(rule) or "@action" in line(rule)
    assert flow["locations"][0]["state"]["paid[P1]"] == {"text": "-1"}


# -- annotations, lines, summary ---------------------------------------------------------------------


def test_annotations_tell_what_is_new() -> None:
    text = annotations_text(telling_of(whole_run()))
    error, warning = read_annotations(text)
    assert (error["level"], warning["level"]) == ("error", "warning")
    assert (error["file"], error["line"]) == ("specs/force_of_will/claims.py", "12")
    assert error["title"] == "what_is_cast_resolves of magic"
    assert error["message"].splitlines()[1:] == [
        "CR24:608.1",
        "1. P1 casts C1",
        "2. P1 passes",
        "3. reset(player=P1)",
        "ruleproof check magic --property what_is_cast_resolves",
    ]
    assert text.splitlines()[-1].startswith("5 verdicts (2 hold, ")


def test_annotations_escape_as_the_documentation_says() -> None:
    odd = surprise(claim="a:b,c%", says="100%\r\nsure: x, y", explanation="")
    line = annotations_text(telling_of(Run((odd,)))).splitlines()[0]
    assert ",title=a%3Ab%2Cc%25 of magic::" in line
    assert '::"100%25 sure: x, y" is violated' in re.sub(r" +", " ", line)


LINE = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): (?P<severity>error|warning|note): (?P<message>.+)")


def test_lines_are_what_problem_matchers_take(real: tuple[Path, Telling]) -> None:
    _, telling = real
    matched = [LINE.fullmatch(line) for line in lines_text(telling).splitlines()]
    told = [(m["file"], m["severity"], m["message"]) for m in matched if m is not None]
    assert len(told) == len(matched)
    assert [(file, severity) for file, severity, _ in told] == [
        ("post.py", "note"),
        ("post.py", "error"),
        ("rulebook.toml", "note"),
        ("rulebook.toml", "note"),
        ("post.py", "note"),
        ("post.py", "note"),
    ]
    assert told[2][2] == "P1:1: Two letters ring for one player."
    assert told[4][2] == "1. P1 puts L1 on the pile"


def test_the_summary_of_a_step_reads_as_stored() -> None:
    assert_snapshot("step-summary.md", step_summary_text(telling_of(whole_run())))


def test_the_summary_draws_the_play() -> None:
    text = step_summary_text(telling_of(Run((surprise(),))))
    (diagram,) = re.findall(r"```mermaid\n(.*?)```", text, flags=re.DOTALL)
    _, edges = read_mermaid(diagram)
    assert [(source, target) for source, target, _ in edges] == [("s0", "s1"), ("s1", "s2"), ("s2", "s1")]


def test_the_summary_is_no_longer_than_it_may_be() -> None:
    many = tuple(surprise(claim=f"claim_{n}", explanation="x" * 20_000) for n in range(100))
    text = step_summary_text(telling_of(Run((*many, stuck()))))
    assert len(text.encode()) < MOST_BYTES + 100_000 < 2**20
    left = re.search(r"(\d+) more findings are left out here for want of room\.", text)
    assert left is not None
    assert int(left[1]) + text.count("\n### To repeat it\n") == 101


def test_the_log_is_json_of_ascii() -> None:
    text = sarif_text(telling_of(Run((surprise(says="na\u00efve \U0001f600"),))))
    assert text.isascii()
    assert "na\u00efve" in json.loads(text)["runs"][0]["results"][0]["message"]["text"]
