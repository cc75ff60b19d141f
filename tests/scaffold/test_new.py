from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema  # its stubs are not among the dependencies
import pytest

from checker.cli import main
from checker.scaffold.naming import class_name
from tests.loading import OPTIONS

ROOT = Path(__file__).parents[2]


def ruleproof(*words: str, cwd: Path, code: int = 0) -> str:
    return run("checker", *words, cwd=cwd, code=code)


def run(*words: str, cwd: Path, code: int = 0) -> str:
    """Run a module as a user would, in a process of its own: one workspace a process."""
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RULEPROOF_JOBS": "0", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_repository_is_green_at_once(here: Path) -> None:
    assert "made sky_duel; go on with `cd sky_duel`" in ruleproof("new", "sky_duel", cwd=here)
    mine = here / "sky_duel"
    told = ruleproof("check", cwd=mine)
    assert told.startswith("sky_duel, with 2 players, stack at most 4\n")
    assert told.endswith("11 verdicts (10 hold, 1 violated): all as expected.\n")
    covered = "9 in the model, 5 under a claim, 2 under a norm, 1 left out for a reason, 0 holes"
    assert covered in ruleproof("coverage", cwd=mine)
    told = ruleproof("contradictions", cwd=mine)
    assert told.startswith("Examined sky_duel (4 norms).\n")
    assert told.endswith("No finding.\n")
    assert "15 passed" in run("pytest", "-q", *OPTIONS, cwd=mine)
    assert [p.name for p in here.iterdir()] == ["sky_duel"]
    assert mine.stat().st_mode & 0o777 == 0o777 & ~_mask()


def test_it_goes_by_its_name_everywhere(here: Path) -> None:
    ruleproof("new", "sky_duel", cwd=here)
    mine = here / "sky_duel"
    assert not any("starter" in p.read_text(encoding="utf-8").lower() for p in mine.rglob("*") if p.is_file())
    assert tomllib.loads((mine / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruleproof"] == {
        "models": "models",
        "specs": "specs",
    }


def test_editors_find_the_schemas_of_its_tables(here: Path) -> None:
    ruleproof("new", "sky_duel", cwd=here)
    mine = here / "sky_duel"
    for rule in tomllib.loads((mine / ".taplo.toml").read_text(encoding="utf-8"))["rule"]:
        schema = json.loads((mine / rule["schema"]["path"]).read_text(encoding="utf-8"))
        (pattern,) = rule["include"]
        (file,) = mine.glob(pattern)
        written = json.dumps(tomllib.loads(file.read_text(encoding="utf-8")), default=str)  # dates are texts
        validator = jsonschema.Draft202012Validator(schema)
        assert validator.is_valid(json.loads(written))
        wrong = re.sub(r"paraphrase|models", "misspelled", written)
        assert not validator.is_valid(json.loads(wrong))


@pytest.mark.slow
def test_what_it_holds_is_typed(here: Path) -> None:
    ruleproof("new", "sky_duel", cwd=here)
    run("mypy", "--strict", "models", "specs", "tests", cwd=here / "sky_duel")


@pytest.mark.slow
def test_a_bundled_game_comes_with_all_that_it_is_made_of(here: Path) -> None:
    told = ruleproof("new", "mine", "--from", "force_of_will_loops", cwd=here)
    assert "mine/models/priority_stack.py" in told
    assert "mine/specs/common.py" in told
    assert "mine/specs/force_of_will/rulebook.toml" in told
    assert "checker/" not in told
    mine = here / "mine"
    listed = ruleproof("list", cwd=mine)
    assert "\n  force_of_will_loops " in listed
    assert "\n  magic" not in listed
    assert "all as expected" in ruleproof("check", "force_of_will_loops", cwd=mine)
    assert ": 0 new, " in ruleproof("contradictions", cwd=mine)
    assert "passed" in run("pytest", "-q", *OPTIONS, "tests", cwd=mine)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["magic_combat", "berserk", "riftbound"])
def test_every_bundled_rulebook_can_be_copied(here: Path, game: str) -> None:
    ruleproof("new", "mine", "--from", game, cwd=here)
    told = ruleproof("check", "--property", "automatic_runs_end", cwd=here / "mine")
    assert f"{game}, with 2 players" in told
    assert "all as expected" in told


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("BadName", "a game cannot be called 'BadName'\n  take small letters"),
        ("BadName", "digits and single underscores, such as bad_name\n"),
        ("", "such as my_game"),
        ("../x", "a game cannot be called '../x'"),
        ("a b", "such as a_b"),
        ("two__lines", "such as two_lines"),
        ("class", "'class' means something else already\n  add a word: class_game"),
        ("models", "'models' means something else already"),
        ("string", "'string' means something else already"),
        ("player", "'player' means something else in the game to begin with"),
        ("a" * 51, "is too long"),
    ],
)
def test_a_bad_name_is_one_clear_error(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    assert main(["new", name]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("name", ["duel", "spark", "game_of_mine"])
def test_a_word_of_the_comments_is_a_good_name(here: Path, name: str) -> None:
    assert main(["new", name]) == 0
    model = (here / name / "models" / f"{name}.py").read_text(encoding="utf-8")
    assert f"class {class_name(name)}(Game)" in model


def test_an_unknown_game_is_an_error(here: Path) -> None:
    told = ruleproof("new", "mine", "--from", "magik", cwd=here, code=2)
    assert told == "error: there is no game 'magik'\n  did you mean 'magic'?\n"
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("there", ["file", "folder", "broken link"])
def test_nothing_is_overwritten(here: Path, capsys: pytest.CaptureFixture[str], there: str) -> None:
    if there == "file":
        Path("mine").write_text("dear to me", encoding="utf-8")
    elif there == "folder":
        Path("mine").mkdir()
    else:
        Path("mine").symlink_to("nowhere")
    assert main(["new", "mine"]) == 2
    assert "mine is there already, and is left as it is" in capsys.readouterr().err
    assert [p.name for p in here.iterdir()] == ["mine"]
    assert there != "file" or Path("mine").read_text(encoding="utf-8") == "dear to me"


def test_what_fails_leaves_nothing_behind(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Path.write_bytes
    count = 0

    def fails(path: Path, data: bytes) -> int:
        nonlocal count
        count += 1
        if count == 5:
            raise OSError(28, "No space left on device")
        return written(path, data)

    monkeypatch.setattr(Path, "write_bytes", fails)
    assert main(["new", "mine"]) == 2
    assert capsys.readouterr().err.startswith("error: mine cannot be written: no space left on device\n")
    assert list(here.iterdir()) == []


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
