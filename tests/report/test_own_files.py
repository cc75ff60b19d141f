"""Documents replace documents of the tool, in any format, and no other file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checker.errors import ModelError, UsageError
from checker.judge.contradictions.finding import ContradictionRun
from checker.judge.verdict import Run
from checker.report.contradictions.formats import FORMS, told_as
from checker.report.files import write_document, write_text
from checker.report.formats import FORMATS
from checker.report.places import Places
from checker.report.telling import telling_of
from checker.report.written import write_format
from checker.system.model import Source
from tests.report.samples import stuck, verdict, whole_run

RUNS = {"whole": whole_run(), "green": Run((verdict(),)), "undetermined": Run((stuck(),))}

FOREIGN = {
    "README.md": "# My game\n\n```\nruleproof check --write html=report.html # 11 verdicts (10 hold)\n```\n",
    "pyproject.toml": "# a workspace\n[tool.ruleproof]\nmodels = 'models'\n",
    "package.json": '{"name": "ruleproof", "scripts": {"check": "ruleproof check"}}\n',
    "index.html": "<!DOCTYPE html>\n<title>what ruleproof reports of my game</title>\n",
    "junit.xml": '<?xml version="1.0"?>\n<testsuites name="pytest tests"/>\n',
    "notes.txt": "what ruleproof said: 11 verdicts (10 hold, 1 violated)\n",
    "game.py": "from checker import Game\n",
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("told", RUNS)
def test_a_document_replaces_any_of_its_format(tmp_path: Path, name: str, told: str) -> None:
    path = tmp_path / f"told{FORMATS[name].suffix}"
    before = telling_of(RUNS[told])
    if FORMATS[name].tells_failure:
        write_format(replace(before, failure=ModelError("no", source=Source("a b.py", 1))), name, path)
    write_format(before, name, path)
    after = telling_of(Run((*RUNS[told].verdicts, *whole_run().verdicts)))
    write_format(after, name, path)
    assert path.read_text(encoding="utf-8").endswith(FORMATS[name].text(after))


@pytest.mark.parametrize("form", FORMS)
def test_findings_about_clauses_replace_such_findings(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"told{'.md' if form == 'markdown' else '.txt'}"
    told = told_as(form, ContradictionRun((), {}, {"market": 2}), Places())
    write_text(path, told)
    write_text(path, told)
    assert path.read_text(encoding="utf-8").endswith(told)


@pytest.mark.parametrize("ending", [".json", ".md"])
def test_a_run_replaces_a_run(tmp_path: Path, ending: str) -> None:
    for run in (whole_run(), RUNS["green"]):
        write_document(run, tmp_path / f"run{ending}")
    assert "what_is_cast_resolves" not in (tmp_path / f"run{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FOREIGN)
def test_a_file_of_somebody_else_is_left_as_it_is(tmp_path: Path, file: str) -> None:
    path = tmp_path / file
    path.write_text(FOREIGN[file], encoding="utf-8")
    for name in FORMATS:
        with pytest.raises(UsageError, match=f"{file} was not written by ruleproof"):
            write_format(telling_of(whole_run()), name, path)
    with pytest.raises(UsageError, match=f"{file} was not written by ruleproof"):
        write_text(path, "told\n")
    assert path.read_text(encoding="utf-8") == FOREIGN[file]


def test_an_empty_file_is_filled(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("\n", encoding="utf-8")
    write_text(tmp_path / "a.toml", "told\n")
    assert (tmp_path / "a.toml").read_text(encoding="utf-8") == "told\n"
