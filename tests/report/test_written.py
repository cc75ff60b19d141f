"""Documents as files: whole or not at all, and only the tool's own are replaced or removed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.judge.verdict import Run
from checker.report.formats import FORMATS
from checker.report.own_files import marked
from checker.report.places import Place, Places, repository_above
from checker.report.telling import telling_of
from checker.report.written import append_step_summary, write_format
from checker.system.model import Source
from tests.report.readers import read_dot, read_itf, read_junit
from tests.report.samples import known_contradiction, surprise, verdict, whole_run

PLAYS = [name for name, form in FORMATS.items() if form.of_plays]
KNOWN = "force_of_will/somebody_has_priority-after_last=nobody"
NEW = "magic/what_is_cast_resolves"


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_goes_into_a_file_with_a_suffix(tmp_path: Path, name: str) -> None:
    telling = telling_of(whole_run())
    path = tmp_path / "new" / f"told{FORMATS[name].suffix}"
    write_format(telling, name, path)
    text = FORMATS[name].text(telling)
    assert path.read_text(encoding="utf-8") == (marked(text) if FORMATS[name].suffix == ".md" else text)
    assert files(tmp_path) == [f"new/told{FORMATS[name].suffix}"]


def test_a_format_of_a_run_is_a_file_also_without_a_suffix(tmp_path: Path) -> None:
    write_format(telling_of(whole_run()), "junit", tmp_path / "report")
    assert read_junit((tmp_path / "report").read_text()).tests == 5


@pytest.mark.parametrize("name", PLAYS)
def test_plays_go_into_a_folder_one_by_one(tmp_path: Path, name: str) -> None:
    suffix = FORMATS[name].suffix
    write_format(telling_of(whole_run()), name, tmp_path / "plays")
    assert files(tmp_path / "plays") == [f"{KNOWN}{suffix}", f"{NEW}{suffix}"]


def test_each_file_holds_its_play_alone(tmp_path: Path) -> None:
    write_format(telling_of(whole_run()), "itf", tmp_path)
    write_format(telling_of(whole_run()), "dot", tmp_path)
    (trace,) = read_itf((tmp_path / f"{NEW}.itf.json").read_text())
    assert trace.meta["property"] == "what_is_cast_resolves"
    assert sorted(read_dot((tmp_path / f"{NEW}.dot").read_text())) == ["s0", "s1", "s2"]


@pytest.mark.parametrize("name", PLAYS)
def test_plays_that_are_gone_are_removed(tmp_path: Path, name: str) -> None:
    suffix = FORMATS[name].suffix
    write_format(telling_of(Run((known_contradiction(), surprise()))), name, tmp_path)
    mine = tmp_path / f"magic/mine{suffix}"
    mine.write_text("written by hand")
    mended = Run((verdict(game="magic", claim="what_is_cast_resolves"),))
    write_format(telling_of(mended), name, tmp_path)
    assert files(tmp_path) == [f"{KNOWN}{suffix}", f"magic/mine{suffix}"]
    write_format(telling_of(mended), name, tmp_path, complete={"force_of_will"})
    assert files(tmp_path) == [f"magic/mine{suffix}"]


@pytest.mark.parametrize("name", PLAYS)
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, name: str) -> None:
    mine = tmp_path / f"{NEW}{FORMATS[name].suffix}"
    mine.parent.mkdir()
    mine.write_text("written by hand")
    with pytest.raises(UsageError, match="was not written by ruleproof"):
        write_format(telling_of(whole_run()), name, tmp_path)
    assert files(tmp_path) == [mine.relative_to(tmp_path).as_posix()]
    assert mine.read_text() == "written by hand"


def test_the_reference_lists_the_formats() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/commands.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+\. \| `(\.[\w.]+)` \|$", page, flags=re.MULTILINE)
    assert rows == [(name, form.suffix) for name, form in FORMATS.items()]


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "junit.xml", tmp_path):
        with pytest.raises(UsageError, match="the junit report cannot be written") as error:
            write_format(telling_of(whole_run()), "junit", path)
        assert "--write junit=PATH" in error.value.hint
    with pytest.raises(UsageError, match="the summary of the step cannot be written"):
        append_step_summary(telling_of(whole_run()), tmp_path)


def test_the_summary_is_added_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "summary"
    path.write_text("# Another step\n")
    append_step_summary(telling_of(whole_run()), path)
    append_step_summary(replace(telling_of(Run(())), told=()), path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Another step\n# Verdicts on force_of_will, magic\n")
    assert text.endswith("Nothing was judged.\n")


def test_places_are_named_from_the_root_of_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    here = tmp_path / "games" / "mine"
    here.mkdir(parents=True)
    places = repository_above(here)
    assert places.of(Source("models/a.py", 3)) == Place("games/mine/models/a.py", 3)
    assert places.of(Source(str(tmp_path / "specs/b.py"), 1)) == Place("specs/b.py", 1)
    assert places.of(Source("/elsewhere/c.py", 1)) == Place("c.py", 1)
    assert places.of(Source("", 0)) is None
    assert Places().of(Source("models/a.py", 3)) == Place("models/a.py", 3)
