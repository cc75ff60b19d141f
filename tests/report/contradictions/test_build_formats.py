"""What builds read of findings about clauses: SARIF, JUnit and annotations, each by its own reader."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.judge.contradictions.finding import Baseline, ContradictionRun
from checker.report.contradictions.formats import FORMS, told_as
from checker.report.places import Places
from checker.system.model import Source
from tests.judge.contradictions.planted import Market, found, means, two_clauses
from tests.judge.contradictions.test_exactly import market
from tests.report.readers import read_annotations, read_junit, read_sarif


@pytest.fixture
def run(only_own_norms: None) -> ContradictionRun:
    """One clash whose clauses stand in a rulebook, and besides what no play reaches."""
    for statement in (*two_clauses(), means):
        statement()
    findings = [
        replace(
            f, sides=tuple(replace(s, stands=Source("rulebook.toml", 10 + i)) for i, s in enumerate(f.sides))
        )
        for f in found(Market)
    ]
    return ContradictionRun(tuple(findings), {"market": market().figures()}, {"market": 2})


def accepted(run: ContradictionRun) -> ContradictionRun:
    reasons = {f.id: "the house was asked" for f in run.new}
    return replace(run, baseline=Baseline("known.toml", reasons))


def test_a_clash_stands_at_its_first_clause_and_names_the_second(run: ContradictionRun) -> None:
    log = read_sarif(told_as("sarif", run, Places()))
    (result,) = (r for r in log["results"] if r["level"] == "error")
    (place,) = result["locations"]
    (other,) = result["relatedLocations"]
    lines = [p["physicalLocation"]["region"]["startLine"] for p in (place, other)]
    assert lines == [10, 11]
    assert other["message"]["text"].startswith("A:2: ")
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [s["location"]["message"]["text"] for s in steps] == [
        "1. P1 ends the day",
        "2. P2 ends the day",
        "3. P1 ends the day",
    ]


def test_what_is_accepted_is_suppressed_and_keeps_its_fingerprint(run: ContradictionRun) -> None:
    before, after = (read_sarif(told_as("sarif", r, Places()))["results"] for r in (run, accepted(run)))
    assert [r["partialFingerprints"] for r in before] == [r["partialFingerprints"] for r in after]
    assert not any("suppressions" in r for r in before)
    (suppressed,) = (r for r in after if "suppressions" in r)
    assert suppressed["level"] == "note"
    assert suppressed["suppressions"][0]["justification"] == "the house was asked"


def test_a_new_finding_is_a_failure_and_an_accepted_one_passes(run: ContradictionRun) -> None:
    new, known = (read_junit(told_as("junit", r, Places())) for r in (run, accepted(run)))
    assert (new.tests, new.failures, known.failures) == (len(run.findings), 1, 0)
    (failed,) = (case for suite in new for case in suite if case.result)
    assert "rulebook.toml:10: error: A:1 and A:2 cannot be followed together" in failed.result[0].text


def test_only_new_findings_are_annotated(run: ContradictionRun) -> None:
    (annotation,) = read_annotations(told_as("github", run, Places()))
    assert (annotation["file"], annotation["line"]) == ("rulebook.toml", "10")
    assert list(read_annotations(told_as("github", accepted(run), Places()))) == []


@pytest.mark.parametrize("form", FORMS)
def test_every_form_names_the_clauses(form: str, run: ContradictionRun) -> None:
    told = told_as(form, run, Places())
    assert all(clause in told for clause in ("A:1", "A:2"))
