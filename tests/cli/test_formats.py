"""`ruleproof check --format` and `--write`: which documents come of a check, and where they go."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import ModelError
from checker.judge.verdict import Evidence, Run
from checker.report.formats import FORMATS
from checker.system.model import Source
from tests.cli.running import Judge, Output
from tests.report.readers import read_annotations, read_itf, read_junit, read_sarif
from tests.report.samples import chase_play, surprise, verdict, whole_run


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "text"])
def test_each_format_on_standard_output(judge: Judge, run: Output, name: str) -> None:
    judge.run = whole_run()
    code, out, err = run("check", "--format", name)
    assert (code, err) == (1, "")
    assert "what_is_cast_resolves" in out


def test_files_that_changed_since_take_nothing_from_what_was_found(judge: Judge, run: Output) -> None:
    judge.run = whole_run()
    judge.changed = ModelError("it has changed")
    code, out, err = run("check", "--format", "html", "--write", "junit=junit.xml")
    assert (code, err) == (2, "error: it has changed\n")
    assert "what_is_cast_resolves" in out
    assert read_junit(Path("junit.xml").read_text()).tests == 5


def test_several_documents_at_once(judge: Judge, run: Output) -> None:
    judge.run = whole_run()
    code, out, err = run(
        *("check", "--write", "junit=out/junit.xml", "--write", "sarif=ruleproof.sarif"),
        *("--write", "itf=plays", "--write", "dot=plays", "--write", "text=run.txt", "--out", "run.json"),
    )
    assert (code, err) == (1, "")
    assert out.endswith("2 not as expected.\n")
    assert read_junit(Path("out/junit.xml").read_text()).tests == 5
    assert len(read_sarif(Path("ruleproof.sarif").read_text())["results"]) == 3
    assert read_itf(Path("plays/magic/what_is_cast_resolves.itf.json").read_text())[0].loop == 1
    assert Path("plays/magic/what_is_cast_resolves.dot").is_file()
    assert Path("run.txt").read_text().endswith("2 not as expected.\n")
    assert Path("run.json").is_file()


def test_a_part_of_a_check_leaves_other_plays_alone(judge: Judge, run: Output) -> None:
    judge.run = whole_run()
    run("check", "--write", "itf=plays")
    judge.run = Run((verdict(claim="one_priority_holder"),))
    run("check", "--property", "one_priority_holder", "--write", "itf=plays")
    kept = Path("plays/force_of_will/somebody_has_priority-after_last=nobody.itf.json")
    assert kept.is_file()
    run("check", "force_of_will", "--write", "itf=plays")
    assert not kept.exists()
    assert Path("plays/magic/what_is_cast_resolves.itf.json").is_file()


def test_a_witness_is_a_play_where_its_claim_is_asked_for(judge: Judge, run: Output) -> None:
    judge.run = Run((verdict(evidence=Evidence.WITNESS, play=chase_play()),))
    assert run("check", "--format", "itf")[1] == ""
    assert len(read_itf(run("check", "--format", "itf", "--property", "one_priority_holder")[1])) == 1


def test_a_document_that_cannot_be_written_keeps_no_other(judge: Judge, run: Output) -> None:
    judge.run = whole_run()
    Path("file").write_text("")
    code, out, err = run("check", "--write", "junit=file/junit.xml", "--write", "sarif=ok.sarif")
    assert code == 2
    assert "what_is_cast_resolves" in out
    assert err.startswith("error: the junit report cannot be written: ")
    assert Path("ok.sarif").is_file()


def test_an_error_of_the_user_is_in_every_document_that_can_tell_it(judge: Judge, run: Output) -> None:
    judge.run = Run((surprise(),))
    judge.error = ModelError("no field 'x'", hint="did you mean 'y'?", source=Source("models/a.py", 7))
    code, out, err = run(
        *("check", "--format", "github", "--out", "reports"),
        *("--write", "junit=junit.xml", "--write", "sarif=a.sarif", "--write", "json=run.json"),
    )
    assert (code, err) == (2, "models/a.py:7: error: no field 'x'\n  did you mean 'y'?\n")
    assert [(a["file"], a["line"]) for a in read_annotations(out)][-1] == ("models/a.py", "7")
    read = read_junit(Path("junit.xml").read_text())
    assert (read.tests, read.failures, read.errors) == (2, 1, 1)
    (invocation,) = read_sarif(Path("a.sarif").read_text())["invocations"]
    assert invocation["exitCode"] == 2
    assert sorted(p.name for p in Path().iterdir()) == ["a.sarif", "junit.xml"]


@pytest.mark.parametrize("name", ["json", "markdown", "dot", "itf"])
def test_other_formats_say_nothing_of_half_a_run(judge: Judge, run: Output, name: str) -> None:
    judge.run = Run((surprise(),))
    judge.error = ModelError("no field 'x'")
    assert run("check", "--format", name) == (2, "", "error: no field 'x'\n")


def test_annotations_come_with_the_summary_of_the_step(
    judge: Judge, run: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge.run = whole_run()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    run("check")
    assert not Path("summary.md").exists()
    code, out, _ = run("check", "--format", "github")
    assert (code, len(read_annotations(out))) == (1, 2)
    assert "```mermaid" in Path("summary.md").read_text()
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "nowhere/summary.md")
    code, out, err = run("check", "--format", "github")
    assert (code, len(read_annotations(out))) == (2, 2)
    assert "the summary of the step cannot be written" in err


def test_files_are_named_from_the_root_of_the_repository(
    judge: Judge, run: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge.run = whole_run()
    (tmp_path / ".git").mkdir()
    (tmp_path / "rules").mkdir()
    monkeypatch.chdir(tmp_path / "rules")
    assert "file=rules/specs/force_of_will/claims.py," in run("check", "--format", "github")[1]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (("junit",), "write FORMAT=PATH, such as junit=junit.xml, not 'junit'"),
        (("=x",), "write FORMAT=PATH"),
        (("junit=",), "write FORMAT=PATH"),
        (("junti=x.xml",), "did you mean 'junit'?"),
        (("junit=x", "sarif=x"), "x is given twice, for junit and sarif"),
        (("itf=x", "itf=x"), "x is given twice, for itf and itf"),
        (("itf=x", "json=x"), "x is given twice, for itf and json"),
    ],
)
def test_documents_that_are_asked_for_wrongly(
    judge: Judge, run: Output, values: tuple[str, ...], message: str
) -> None:
    code, out, err = run("check", *(word for value in values for word in ("--write", value)))
    assert (code, out) == (2, "")
    assert message in err
