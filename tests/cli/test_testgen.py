from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from checker.cli import main
from checker.judge.verdict import SavedPlay, SavedStep, Status
from checker.report.regression import regression_test
from tests.loading import OPTIONS

ROOT = Path(__file__).parents[2]

FILES = {
    "pyproject.toml": '[tool.ruleproof]\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
    "models/__init__.py": "",
    "models/cups.py": (
        "from checker import Game, Participant, action, integer, reading, require\n\n\n"
        "class Player(Participant, size=2):\n    pass\n\n\n"
        "class Cups(Game):\n"
        "    full: int = integer(0, 3)\n"
        '    house: str = reading("how many?", few="X:1", many="X:2")\n\n'
        '    @action(says="{player} pours")\n'
        "    def pour(self, player: Player) -> None:\n"
        "        require(self.full < 3)\n"
        '        self.full += 1 if self.house == "few" else 2\n\n'
        "    def over(self) -> bool:\n        return self.full >= 3\n"
    ),
    "specs/__init__.py": "",
    "specs/cups.py": (
        "from checker import invariant\nfrom models.cups import Cups\n\n\n"
        "@invariant()\ndef few(game: Cups) -> bool:\n    return game.full < 3\n"
    ),
}


def run(*words: str, code: int) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), "RULEPROOF_JOBS": "0"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_what_was_found_is_red_until_it_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run("checker", "check", "--out", "reports", code=1)
    Path("tests").mkdir()
    run("checker", "testgen", "reports/cups/few.json", "--out", "tests/test_few.py", code=0)
    again = ("pytest", "-q", *OPTIONS, "tests")
    told = run(*again, code=1)
    assert "few of cups is broken by this play\nE         1. P1 pours\n" in told
    assert "1 failed" in told
    model = Path("models/cups.py")
    model.write_text(model.read_text(encoding="utf-8").replace("full < 3)", "full < 2)"), encoding="utf-8")
    assert "1 passed" in run(*again, code=0)
    told = run("checker", "testgen", "reports/cups/few.json", "--out", "tests/test_few.py", code=2)
    assert "tests/test_few.py is there already, and is left as it is" in told


SAVED = SavedPlay(
    report="r.json",
    game="cups",
    claim="few",
    kind="invariant",
    readings={"house": "many"},
    scopes={"players": 2},
    status=Status.VIOLATED,
    initial=1,
    steps=(SavedStep("pour", {"player": "P1"}, "P1 pours"), SavedStep("state-based event", {"for": "x"})),
    loop=1,
    explanation="line 9: `game.full < 3` is false",
    model_file="cups.py",
)


def test_the_test_reads_like_the_play() -> None:
    assert regression_test(SAVED).partition("KnownPlay\n")[2] == (
        "\n\n"
        "def test_few_many() -> None:\n"
        "    play = KnownPlay(\n"
        '        "cups",\n'
        '        "few",\n'
        "        beside=__file__,\n"
        '        scopes={"players": 2},\n'
        '        readings={"house": "many"},\n'
        "        start=1,\n"
        "        again_from=1,\n"
        '        model="cups.py",\n'
        "    )\n"
        '    play.step("pour", player="P1")  # P1 pours\n'
        '    play.step("state-based event", **{"for": "x"})\n'
        "    # What failed when this was found:\n"
        "    #   line 9: `game.full < 3` is false\n"
        "    play.must_be_mended()\n"
    )


def test_text_of_a_model_cannot_leave_its_place() -> None:
    nasty = 'x"\'\n\\" + __import__("os").getcwd() #\u2028'
    saved = replace(
        SAVED,
        claim=nasty,
        explanation=nasty,
        readings={nasty: nasty},
        model_file=nasty,
        steps=(SavedStep(nasty, {nasty: nasty, "player": nasty}, nasty),),
    )
    tree = ast.parse(regression_test(saved))
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert called == {"KnownPlay", "play.step", "play.must_be_mended"}
    assert [type(node) for node in tree.body] == [ast.Expr, ast.ImportFrom, ast.FunctionDef]
    assert nasty in {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_a_report_without_a_play_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.json"
    path.write_text("{}", encoding="utf-8")
    assert main(["testgen", str(path)]) == 2
    assert "it is not a report" in capsys.readouterr().err
