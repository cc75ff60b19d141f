"""The files for builds and editors that are ready to be copied: they do what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # its stubs are not among the dependencies
import pytest
import yaml  # the same

from checker.errors import ModelError
from checker.judge.workspace import find_workspace
from tests.documentation.pages import ROOT, blocks, follow, run_command
from tests.report.readers import read_junit, read_sarif
from tests.report.real import write_game

PAGE = ROOT / "docs/how-to/use-in-a-build.md"
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
SCHEMA = json.loads((ROOT / "docs/reference/pyproject.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    follow(ROOT / "docs/tutorial.md", tmp_path, commands=False)
    return tmp_path


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A workspace in which a claim fails: the page leaves it so."""
    follow(PAGE, tmp_path, commands=False)
    return tmp_path


def workflow() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docs/ci/ruleproof.yml").read_text(encoding="utf-8"))
    return loaded


def step_named(name: str) -> dict[str, Any]:
    (job,) = workflow()["jobs"].values()
    (found,) = [step for step in job["steps"] if step.get("name") == name]
    return dict(found)


def test_the_workflow_writes_what_its_later_steps_take(broken: Path) -> None:
    summary = broken / "summary.md"
    done = run_command(
        step_named("Check the rules")["run"], broken, variables={"GITHUB_STEP_SUMMARY": str(summary)}
    )
    assert done.returncode == 1
    assert re.match(r"::error file=specs/auction\.py,line=\d+,title=", done.stdout)
    assert "```mermaid\nflowchart TD\n" in summary.read_text(encoding="utf-8")
    kept = broken / step_named("Keep the reports")["with"]["path"]
    assert {p.name for p in kept.iterdir()} == {
        *("junit.xml", "ruleproof.sarif", "report.html", "plays", "reports"),
    }
    assert read_junit((kept / "junit.xml").read_text(encoding="utf-8")).failures == 1
    log = broken / step_named("Show the findings in code scanning")["with"]["sarif_file"]
    assert any(r["level"] == "error" for r in read_sarif(log.read_text(encoding="utf-8"))["results"])


def test_the_workflow_looks_for_contradictions(workspace: Path) -> None:
    done = run_command(step_named("Look for clauses that contradict each other")["run"], workspace)
    assert done.returncode == 0, done.stdout
    found = (workspace / "build/contradictions.xml").read_text(encoding="utf-8")
    assert read_junit(found).failures == 0


def test_the_workflow_asks_for_no_more_than_it_needs() -> None:
    loaded = workflow()
    (job,) = loaded["jobs"].values()
    assert loaded["permissions"] == {"contents": "read"}
    assert job["permissions"] == {"contents": "read", "security-events": "write"}
    for name in ("Keep the reports", "Show the findings in code scanning"):
        assert "!cancelled()" in step_named(name)["if"]


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_has_the_keys_of_hooks(hook: dict[str, Any]) -> None:
    assert set(hook) == {
        *("id", "name", "description", "entry", "language", "types_or"),
        *("pass_filenames", "require_serial"),
    }
    assert hook["pass_filenames"] is False


def test_the_first_hook_refuses_what_breaks_a_claim(workspace: Path) -> None:
    check, _ = (hook["entry"] for hook in HOOKS)
    assert run_command(check, workspace).returncode == 0
    follow(PAGE, workspace, commands=False)
    assert run_command(check, workspace).returncode == 1


def test_the_second_hook_refuses_a_clause_that_nothing_cites(tmp_path: Path) -> None:
    _, coverage = (hook["entry"] for hook in HOOKS)
    (tmp_path / "pyproject.toml").write_text("[tool.ruleproof]\n", encoding="utf-8")
    for folder in ("models", "specs", "specs/post"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    write_game(tmp_path / "models")
    book = (tmp_path / "models/rulebook.toml").rename(tmp_path / "specs/post/rulebook.toml")
    done = run_command(coverage, tmp_path)
    assert done.returncode == 0, done.stdout
    with book.open("a", encoding="utf-8") as file:
        file.write('\n[clause."P1:4"]\nparaphrase = "Nobody may run."\n')
    assert run_command(coverage, tmp_path).returncode == 1


def test_hooks_of_the_page_are_those_that_there_are() -> None:
    first, second = (yaml.safe_load(b.text)["repos"] for b in blocks(PAGE) if b.text.startswith("repos:"))
    assert [hook["id"] for hook in first[0]["hooks"]] == [hook["id"] for hook in HOOKS]
    (local,) = second[0]["hooks"]
    assert {key: local[key] for key in ("name", "entry", "types_or", "pass_filenames")} == {
        key: HOOKS[0][key] for key in ("name", "entry", "types_or", "pass_filenames")
    }


def test_the_problem_matcher_takes_every_line(broken: Path) -> None:
    (task,) = (json.loads(b.text)["tasks"][0] for b in blocks(PAGE) if b.kind == "json")
    pattern = task["problemMatcher"]["pattern"]
    lines = run_command(task["command"], broken).stdout.splitlines()
    assert len(lines) > 2
    for line in lines:
        found = re.search(pattern["regexp"], line)
        assert found is not None, line
        assert (broken / found[pattern["file"]]).is_file()
        assert int(found[pattern["line"]]) > 0
        assert found[pattern["severity"]] in ("error", "note")


@pytest.mark.parametrize(
    ("table", "right"),
    [
        ("", True),
        ('models = "games"\nspecs = "claims"', True),
        ('models = "spiele_\u00e4"', True),
        ('models = "a/b"', False),
        ('models = "2nd"', False),
        ('models = "my-games"', False),
        ('specs = ""', False),
        ('reports = "reports"', False),
        ("models = 3", False),
        ("specs = true", False),
        ('model = "games"', False),
        ('specs = ["a"]', False),
    ],
)
def test_the_schema_of_the_table_takes_what_is_taken(tmp_path: Path, table: str, right: bool) -> None:
    import tomllib

    text = f"[tool.ruleproof]\n{table}\n"
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    valid = jsonschema.Draft202012Validator(SCHEMA).is_valid(tomllib.loads(text))
    try:
        taken = find_workspace(tmp_path).root == tmp_path
    except ModelError:
        taken = False
    assert (valid, taken) == (right, right)


def test_the_schema_has_the_defaults_of_the_loader(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ruleproof]\n", encoding="utf-8")
    found = find_workspace(tmp_path)
    defaults = {name: part["default"] for name, part in SCHEMA["$defs"]["ruleproof"]["properties"].items()}
    assert defaults == {"models": found.models, "specs": found.specs}
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
