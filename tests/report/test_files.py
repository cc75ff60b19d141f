from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.judge.verdict import Run, Status
from checker.report.files import report_name, write_file, write_reports
from checker.report.load import load_report
from tests.report.samples import hostile_verdict, known_contradiction, surprise, verdict, whole_run

BASE = "force_of_will/somebody_has_priority-after_last=nobody"


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_run_is_written_as_one_page_and_one_saved_play_a_finding(tmp_path: Path) -> None:
    written = write_reports(whole_run(), tmp_path / "out", complete=("force_of_will", "magic"))
    assert sorted(tree(tmp_path / "out")) == sorted(
        [
            "README.md",
            "force_of_will/README.md",
            f"{BASE}.json",
            f"{BASE}.md",
            "magic/README.md",
            "magic/life_stays_in_range.json",
            "magic/life_stays_in_range.md",
            "magic/what_is_cast_resolves.json",
            "magic/what_is_cast_resolves.md",
        ]
    )
    assert len(written.changed) == 9
    assert written.reports["force_of_will/somebody_has_priority [after_last=nobody]"] == f"out/{BASE}.json"
    assert load_report(tmp_path / "out" / f"{BASE}.json").length == 4
    assert f"]({BASE}.md) | " in (tmp_path / "out/README.md").read_text()


def test_what_is_the_same_is_left_alone(tmp_path: Path) -> None:
    write_reports(whole_run(), tmp_path, complete=("magic",), shown_as="reports")
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.*")}
    slower = tuple(replace(v, figures={**v.figures, "seconds": 99.0}) for v in whole_run().verdicts)
    again = write_reports(
        replace(whole_run(), verdicts=slower), tmp_path, complete=("magic",), shown_as="reports"
    )
    assert (again.changed, again.removed) == ([], [])
    assert before == {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.*")}


def test_reports_are_the_same_wherever_they_are_written(tmp_path: Path) -> None:
    for place in ("one", "two"):
        write_reports(whole_run(), tmp_path / place, shown_as="reports")
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    assert str(tmp_path) not in "".join(text.decode() for text in tree(tmp_path / "one").values())


def test_a_finding_that_is_gone_takes_its_report_along(tmp_path: Path) -> None:
    write_reports(whole_run(), tmp_path)
    mended = known_contradiction(status=Status.HOLDS, play=None, expectation="holds")
    written = write_reports(Run((mended,)), tmp_path)
    assert [p.name for p in written.removed] == [f"{Path(BASE).name}.json", f"{Path(BASE).name}.md"]
    assert "somebody_has_priority" not in (tmp_path / "README.md").read_text()
    assert "what_is_cast_resolves" in (tmp_path / "README.md").read_text()


def test_only_a_complete_check_removes_reports_on_claims_it_did_not_judge(tmp_path: Path) -> None:
    write_reports(whole_run(), tmp_path)
    hand_written = tmp_path / "magic/notes.md"
    hand_written.write_text("# mine\n")
    one = Run((replace(surprise(), claim="another"),))
    assert write_reports(one, tmp_path).removed == []
    removed = write_reports(one, tmp_path, complete=("magic",)).removed
    assert {p.stem for p in removed} == {"life_stays_in_range", "what_is_cast_resolves"}
    assert hand_written.exists()
    assert (tmp_path / f"{BASE}.md").exists()


@pytest.mark.parametrize("place", ["README.md", f"{BASE}.md", f"{BASE}.json"])
def test_a_file_of_somebody_else_is_never_replaced(tmp_path: Path, place: str) -> None:
    path = tmp_path / place
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}\n")
    with pytest.raises(UsageError, match="was not written by ruleproof"):
        write_reports(whole_run(), tmp_path)
    assert tree(tmp_path) == {place: b"{}\n"}


def test_a_folder_that_cannot_be_made_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot be written: .*file") as caught:
        write_reports(whole_run(), tmp_path / "file")
    assert "--out" in caught.value.hint


def test_nothing_is_left_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_reports(whole_run(), tmp_path)
    before = tree(tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    changed = known_contradiction(says="something else")
    with pytest.raises(UsageError, match="no space left"):
        write_reports(Run((changed,)), tmp_path)
    assert tree(tmp_path) == before


def test_an_interruption_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "report.md", "text")
    assert list(tmp_path.iterdir()) == []


def test_a_new_file_can_be_read_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    write_file(tmp_path / "report.md", "text")
    assert (tmp_path / "report.md").stat().st_mode == (tmp_path / "other").stat().st_mode
    (tmp_path / "report.md").chmod(0o640)
    write_file(tmp_path / "report.md", "more")
    assert (tmp_path / "report.md").stat().st_mode & 0o777 == 0o640


def test_hostile_names_stay_in_the_folder(tmp_path: Path) -> None:
    hostile = replace(hostile_verdict(), game="../../up", claim="../..")
    write_reports(Run((hostile,)), tmp_path / "a/b/c", complete=("../../up",))
    assert {p.relative_to(tmp_path).parts[:3] for p in tmp_path.rglob("*") if p.is_file()} == {
        ("a", "b", "c")
    }
    assert report_name(hostile).count("/") == 1


def test_the_readings_and_scopes_that_vary_make_another_report() -> None:
    assert report_name(verdict()) == "force_of_will/one_priority_holder"
    varied = verdict(varied={"edition": "CR26"}, varied_scopes={"chase": 2})
    assert report_name(varied) == "force_of_will/one_priority_holder-edition=CR26-chase=2"


def test_a_damaged_report_in_the_folder_is_no_finding(tmp_path: Path) -> None:
    (tmp_path / "magic").mkdir()
    (tmp_path / "magic/broken.json").write_text("{")
    (tmp_path / "magic/list.json").write_text(json.dumps([1]))
    write_reports(Run((known_contradiction(),)), tmp_path)
    assert "magic" not in (tmp_path / "README.md").read_text()
