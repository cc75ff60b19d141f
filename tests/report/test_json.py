from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # its stubs are not among the dependencies
import pytest

from checker.errors import UsageError
from checker.judge.verdict import SavedStep, Status, Verdict
from checker.report.json_format import finding_json, run_json, to_text
from checker.report.load import load_report
from tests.report.samples import (
    CLAUSES,
    chase_play,
    hostile_verdict,
    known_contradiction,
    proved,
    stuck,
    surprise,
    whole_run,
)
from tests.report.samples import verdict as sample_verdict
from tests.report.snapshot import assert_snapshot

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/reference/report.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def finding(verdict: Verdict | None = None) -> Any:
    return json.loads(to_text(finding_json(verdict or known_contradiction(), CLAUSES["force_of_will"])))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "verdict", [known_contradiction(), surprise(), stuck(), proved(), sample_verdict(), hostile_verdict()]
)
def test_every_finding_follows_the_schema(verdict: Verdict) -> None:
    VALIDATOR.validate(finding(verdict))


@pytest.mark.parametrize("timings", [False, True])
def test_a_run_follows_the_schema(timings: bool) -> None:
    VALIDATOR.validate(json.loads(to_text(run_json(whole_run(), timings=timings))))


def test_the_schema_refuses_what_is_no_report() -> None:
    for broken in (
        {},
        {**finding(), "status": "maybe"},
        {**finding(), "more": 1},
        {**finding(), "schema": 2},
    ):
        assert not VALIDATOR.is_valid(broken)


def test_a_finding_is_written_as_stored() -> None:
    assert_snapshot("finding.json", to_text(finding_json(known_contradiction(), CLAUSES["force_of_will"])))


def test_times_are_written_only_where_they_are_asked_for() -> None:
    assert "seconds" not in to_text(run_json(whole_run()))
    assert run_json(whole_run(), timings=True)["verdicts"][0]["figures"]["seconds"] == 0.314


def test_an_undetermined_verdict_carries_no_play() -> None:
    assert finding(replace(stuck(), play=chase_play()))["play"] is None


def test_a_saved_play_is_read_back_whole(tmp_path: Path) -> None:
    verdict = known_contradiction(varied_scopes={"chase": 3})
    path = tmp_path / "report.json"
    path.write_text(to_text(finding_json(verdict, {})))
    saved = load_report(path)
    assert verdict.play is not None
    assert saved.steps == tuple(SavedStep(s.rule, s.arguments, s.sentence) for s in verdict.play.steps)
    assert (saved.game, saved.claim, saved.kind) == (verdict.game, verdict.claim, verdict.kind)
    assert (saved.readings, saved.scopes) == (verdict.readings, verdict.scopes)
    assert (saved.status, saved.length, saved.initial, saved.loop) == (Status.VIOLATED, 4, 0, None)
    assert (saved.explanation, saved.expected_part) == (verdict.explanation, verdict.expected_part)
    assert not saved.ends_wrong
    assert saved.report == str(path)


def test_a_play_that_goes_on_or_ends_wrong_is_read_back_as_such(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(to_text(finding_json(surprise(), {})))
    assert (load_report(path).loop, load_report(path).initial) == (1, 1)
    play = chase_play()
    wrong = replace(play, steps=(*play.steps[:3], replace(play.steps[3], state={})))
    path.write_text(to_text(finding_json(known_contradiction(play=wrong), {})))
    assert load_report(path).ends_wrong


def test_hostile_texts_are_read_back_unharmed(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(to_text(finding_json(hostile_verdict(), {})))
    assert load_report(path).game == hostile_verdict().game


def refusal(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        load_report(path)
    assert caught.value.hint
    return str(caught.value)


def test_a_file_that_is_missing_or_no_file(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "nowhere.json")
    assert "is a directory" in refusal(tmp_path)
    assert "cannot be replayed" in refusal(tmp_path / "nul\0byte.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"<!-- ruleproof report -->\n# title", "not JSON"),
        (b"\xff\xfe\x00", "not a report"),
        (b"[" * 100_000, "not a report"),
        (b"9" * 10_000, "not a report"),
        (b"[]", "not a report"),
        (b"{}", "not a report"),
        (b'{"format": ["ruleproof finding"]}', "not a report"),
        (b'{"format": "sarif"}', "not a report"),
        (b'{"format": "ruleproof run", "schema": 1}', "a whole run"),
        (b'{"format": "ruleproof finding"}', "'schema' is missing"),
        (b'{"format": "ruleproof finding", "schema": true}', "'schema' is missing"),
        (b'{"format": "ruleproof finding", "schema": 7}', "version 7, and this ruleproof reads version 1"),
    ],
)
def test_a_file_that_is_no_report(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "report.json"
    path.write_bytes(content)
    assert message in refusal(path)


def test_what_is_not_json_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text('{\n  "format": oops\n}')
    assert refusal(path).startswith(f"{path}:2: error: this is not JSON")


@pytest.mark.parametrize(
    ("where", "value", "message"),
    [
        (("play",), None, "no play was saved"),
        (("status",), "maybe", "'status'"),
        (("play", "initial"), -1, "'play.initial'"),
        (("play", "length"), 5, "'play.length'"),
        (("play", "loop"), 99, "'play.loop'"),
        (("play", "loop"), True, "'play.loop'"),
        (("play", "ends_wrong"), 0, "'play.ends_wrong'"),
        (("play", "steps"), [1], "'play.steps'"),
        (("play", "steps", 1, "rule"), None, "'play.steps[1].rule'"),
        (("play", "steps", 0, "arguments"), {"player": 1}, "'play.steps[0].arguments.player'"),
        (("scopes",), {"chase": "3"}, "'scopes.chase'"),
        (("readings",), [], "'readings'"),
    ],
)
def test_a_damaged_report_says_which_part(
    tmp_path: Path, where: tuple[Any, ...], value: Any, message: str
) -> None:
    document = finding()
    inner = document
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    path = tmp_path / "report.json"
    path.write_text(json.dumps(document))
    assert message in refusal(path)


def test_a_report_that_lost_a_part_says_which(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    for part in ("game", "claim", "kind", "scopes", "readings", "status", "explanation", "expectation"):
        path.write_text(json.dumps({k: v for k, v in finding().items() if k != part}))
        assert f"'{part}'" in refusal(path)
    document = finding()
    del document["play"]["loop"]
    path.write_text(json.dumps(document))
    assert "'play.loop'" in refusal(path)
