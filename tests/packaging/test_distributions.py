"""Builds and installs what is given to others. Each test runs the bundled games from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SITE = Path(pytest.__file__).parents[1]
"""Where the libraries are that ruleproof needs; they need not be installed again."""


def run(*command: object, cwd: Path) -> str:
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "FORCE_COLOR")}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**env, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources as they are now, without what is not part of them."""
    copy = tmp_path_factory.mktemp("sources") / "ruleproof"
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", cwd=ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, sources, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def environment(folder: Path) -> Path:
    """Make an environment that sees the libraries, but not the ruleproof that is being tested here."""
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for library in SITE.iterdir():
        if "ruleproof" not in library.name and library.name != "checker" and library.suffix != ".pth":
            (packages / library.name).symlink_to(library)
    return folder / "bin/python"


def install(python: Path, *what: object, cwd: Path) -> None:
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", *what, cwd=cwd)


def judges_the_bundled_games(python: Path, folder: Path) -> None:
    folder.mkdir()
    command = python.with_name("ruleproof")
    listed = run(command, "list", cwd=folder)
    assert "force_of_will" in listed
    assert "magic" in listed
    told = run(command, "check", "force_of_will", "--property", "one_priority_holder", cwd=folder)
    assert told.endswith("1 verdict (1 hold): all as expected.\n")
    assert run(command, "--version", cwd=folder) == "ruleproof 0.1.0\n"
    assert list(folder.iterdir()) == []


def test_a_wheel_holds_the_tool_and_its_games_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {
        *("checker", "ruleproof.py", "ruleproof-0.1.0.dist-info"),
    }
    for needed in (
        *("checker/py.typed", "checker/plugin.py", "checker/games/models/__init__.py"),
        *("checker/games/models/magic/battles.py", "checker/games/specs/magic/rulebook.toml"),
        *(f"checker/report/html/report.{kind}" for kind in ("css", "html.j2", "js")),
        "ruleproof-0.1.0.dist-info/licenses/LICENSE",
    ):
        assert needed in names
    assert not [name for name in names if name.endswith(".pyc")]
    assert {name for name in names if name.endswith(".json")} == {
        f"checker/scaffold/schemas/{of}.schema.json" for of in ("pyproject", "rulebook")
    }


def test_a_wheel_runs_the_bundled_games(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "env")
    install(python, wheel, cwd=tmp_path)
    judges_the_bundled_games(python, tmp_path / "empty")


def test_an_editable_install_runs_the_bundled_games(sources: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "env")
    install(python, "--editable", sources, cwd=tmp_path)
    judges_the_bundled_games(python, tmp_path / "empty")
    where = run(python, "-c", "import checker; print(checker.__file__)", cwd=tmp_path)
    assert Path(where.strip()) == sources / "checker/__init__.py"


def test_a_wheel_judges_the_games_of_a_workspace(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "env")
    install(python, wheel, cwd=tmp_path)
    mine = tmp_path / "mine"
    for name, text in {
        "pyproject.toml": "[tool.ruleproof]\n",
        "models/count.py": (
            "from checker import Game, Participant, action, integer, require\n\n\n"
            "class Player(Participant, size=2):\n    pass\n\n\n"
            "class Count(Game):\n    tally: int = integer(0, 2)\n\n"
            "    @action()\n    def up(self, player: Player) -> None:\n"
            "        require(self.tally < 2)\n        self.tally += 1\n\n"
            "    def over(self) -> bool:\n        return self.tally == 2\n"
        ),
        "specs/count.py": (
            "from checker.judge.claims import invariant\nfrom models.count import Count\n\n\n"
            "@invariant()\ndef small(game: Count) -> bool:\n    return game.tally < 3\n"
        ),
    }.items():
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_text(text, encoding="utf-8")
    assert "6 verdicts (6 hold): all as expected." in run(python.with_name("ruleproof"), "check", cwd=mine)
    assert "6 passed" in run(python, "-m", "pytest", "-q", "specs", cwd=mine)


def test_a_wheel_begins_repositories(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "env")
    install(python, wheel, cwd=tmp_path)
    command = python.with_name("ruleproof")
    for name, options, told in (
        ("my_game", (), "11 verdicts (10 hold, 1 violated): all as expected."),
        ("my_fow", ("--from", "force_of_will_loops"), "all as expected."),
    ):
        run(command, "new", name, *options, cwd=tmp_path)
        mine = tmp_path / name
        assert "ruleproof==0.1.0\n" in (mine / "requirements.txt").read_text(encoding="utf-8")
        games = ("force_of_will_loops",) if options else ()
        assert told in run(command, "check", *games, cwd=mine)
        assert "passed" in run(python, "-m", "pytest", "-q", "tests", cwd=mine)
    assert "15 passed" in run(python, "-m", "pytest", "-q", cwd=tmp_path / "my_game")
    assert run(command, "contradictions", cwd=tmp_path / "my_game").endswith("No finding.\n")


def test_the_sources_that_are_given_away_build_the_same_wheel(
    sources: Path, wheel: Path, tmp_path: Path
) -> None:
    script = (
        "from hatchling.builders.sdist import SdistBuilder; "
        f"print(*SdistBuilder({str(sources)!r}).build(directory={str(tmp_path)!r}))"
    )
    python = environment(tmp_path / "env")
    install(python, "hatchling", "pathspec", "trove-classifiers", "pluggy", "packaging", cwd=tmp_path)
    run(python, "-c", script, cwd=tmp_path)
    (built,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert {"tests", "docs", "models", "specs", "Makefile", "LICENSE"} <= {p.name for p in unpacked.iterdir()}
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, unpacked, cwd=tmp_path)
    (again,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert sorted(second.namelist()) == sorted(first.namelist())
