from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.loading import NAME, OPTIONS

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[1]

PACKAGES = dict.fromkeys(("models/__init__.py", "specs/__init__.py"), "")
WORKSPACE = '[tool.ruleproof]\nmodels = "models"\nspecs = "specs"\n'

CLIMB = '''
from checker import Game, Participant, Stack, action, integer, reading, require, scope, stack


class Player(Participant, size=2):
    """Who plays."""


class Climb(Game):
    """Both climb up, and one of them down."""

    height: int = integer(0, 3)
    notes: Stack[Player] = stack(Player, depth=scope(2))
    pace: str = reading("how far is a step", one="X:1", two="X:2")

    @action(says="{player} climbs")
    def climb(self, player: Player) -> None:
        require(self.height < 2)
        self.height += 2 if self.pace == "two" else 1
        self.notes.push(player)

    @action(says="{player} climbs down")
    def climb_down(self, player: Player) -> None:
        require(self.height > 0)
        self.height -= 1
'''

CLAIMS = """
from checker.judge.builtin import expecting
from checker.judge.claims import invariant, possible, under, violated
from models.climb import Climb


@invariant(says="nobody climbs", expect=violated(length=1))
def nobody_climbs(game: Climb) -> bool:
    return game.height == 0


@invariant(says="nobody gets to the third", also=(under(pace="two", expect=violated(length=3)),))
def never_three(game: Climb) -> bool:
    return game.height < 3
"""

FAILING = """
from checker.judge.claims import invariant, possible
from models.climb import Climb


@invariant(says="nobody gets to the second")
def never_two(game: Climb) -> bool:
    return game.height < 2


@possible(says="somebody takes ten notes")
def ten_notes(game: Climb) -> bool:
    return game.notes.size == 10
"""


@pytest.fixture
def workspace(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER"):
        monkeypatch.delenv(name, raising=False)
    put(pytester, {**PACKAGES, "pyproject.toml": WORKSPACE})
    put(pytester, {"models/climb.py": CLIMB, "specs/climb/claims.py": CLAIMS})
    return pytester


def put(pytester: pytest.Pytester, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.run(sys.executable, "-m", "pytest", *OPTIONS, "-p", "no:cacheprovider", *arguments)


def test_claims_and_built_in_checks_are_items(workspace: pytest.Pytester) -> None:
    result = run(workspace, "--collect-only", "-q", "specs")
    assert result.outlines[:8] == [
        f"specs/climb/claims.py::{name}"
        for name in (
            *("no_dead_end", "no_step_goes_wrong", "automatic_runs_end", "automatic_order_is_settled"),
            *("every_rule_can_happen", "nobody_climbs", "never_three", "never_three[pace=two]"),
        )
    ]


def test_what_is_as_expected_passes(workspace: pytest.Pytester) -> None:
    result = run(workspace, "specs/", "-v", "--junitxml=out.xml")
    assert result.ret == 0
    result.assert_outcomes(passed=8)
    told = (workspace.path / "out.xml").read_text()
    assert 'name="verdict" value="violated, as expected, with 2 players, notes at most 2' in told


def test_a_finding_is_told_as_its_play(workspace: pytest.Pytester) -> None:
    put(workspace, {"specs/climb/more.py": FAILING})
    result = run(workspace, "specs", "-k", "never_two")
    assert result.ret == 1
    result.assert_outcomes(failed=1, deselected=9)
    result.stdout.fnmatch_lines(
        [
            "*_ never_two _*",
            '"nobody gets to the second" is violated, not expected: *',
            "  1. P1 climbs*",
            "  2. P1 climbs*",
            "*height: 1 -> 2",
            "What fails",
            "  ruleproof check climb --property never_two",
        ]
    )
    assert "Traceback" not in result.stdout.str()
    assert "plugin.py" not in result.stdout.str()


def test_what_is_undetermined_fails_with_its_reason(workspace: pytest.Pytester) -> None:
    put(workspace, {"specs/climb/more.py": FAILING})
    result = run(workspace, "specs/climb/more.py::ten_notes")
    assert result.ret == 1
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ['"somebody takes ten notes" is undetermined, not expected, with *notes at most 2*']
    )


def test_an_error_of_the_user_is_told_with_its_place(workspace: pytest.Pytester) -> None:
    put(workspace, {"models/climb.py": CLIMB.replace("self.height > 0", "self.heigth > 0")})
    result = run(workspace, "specs", "-k", "nobody_climbs")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["models/climb.py:24: error: *heigth*", "*did you mean 'height'?"])
    put(workspace, {"models/climb.py": "def climb(:\n"})
    result = run(workspace, "specs")
    assert result.ret == 2
    result.stdout.fnmatch_lines(["models/climb.py:1: error: *"])
    assert "plugin.py" not in result.stdout.str()


def test_a_workspace_that_is_wrong_is_told_with_its_place(workspace: pytest.Pytester) -> None:
    put(workspace, {"pyproject.toml": WORKSPACE.replace("specs =", "spec =")})
    result = run(workspace, "specs")
    assert result.ret == 2
    result.stdout.fnmatch_lines(["pyproject.toml:3: error: *spec*", "*did you mean 'specs'?"])


PASSING = "def test_it():\n    pass\n"

ASK = """
import sys


def pytest_sessionfinish(session):
    heavy = ("checker.judge.check", "checker.report", "pydantic", "z3", "networkx")
    loaded = [m for m in sys.modules if m.startswith(heavy)]
    assert "checker.plugin" in sys.modules
    assert not loaded, loaded
"""


@pytest.mark.parametrize("pyproject", ["", "[tool.pytest.ini_options]\n"])
def test_other_projects_are_left_alone(workspace: pytest.Pytester, pyproject: str) -> None:
    put(workspace, {"conftest.py": ASK, "pyproject.toml": pyproject, "specs/test_mine.py": PASSING})
    result = run(workspace, ".")
    result.assert_outcomes(passed=1)
    assert result.ret == 0


def test_tests_outside_the_specs_cost_nothing(workspace: pytest.Pytester) -> None:
    put(workspace, {"conftest.py": ASK, "tests/test_mine.py": PASSING})
    result = run(workspace, "tests")
    result.assert_outcomes(passed=1)
    assert result.ret == 0


def test_files_without_claims_hold_no_items(workspace: pytest.Pytester) -> None:
    put(
        workspace,
        {"specs/common.py": "def helper() -> bool:\n    return True\n", "specs/test_it.py": PASSING},
    )
    run(workspace, "specs").assert_outcomes(passed=9)


def test_it_can_be_switched_off(workspace: pytest.Pytester) -> None:
    put(workspace, {"specs/test_it.py": PASSING})
    result = run(workspace, "-p", f"no:{NAME}", "specs")
    result.assert_outcomes(passed=1)


def test_claims_about_a_core_are_judged_for_each_game(workspace: pytest.Pytester) -> None:
    core = CLIMB.replace("class Climb(Game):", "class Hills(Game):\n    abstract = True\n")
    game = "from models.hills import Hills\n\n\nclass {}(Hills):\n    pass\n"
    claims = CLAIMS.replace("models.climb", "models.hills").replace("Climb", "Hills")
    (workspace.path / "specs/climb/claims.py").unlink()
    (workspace.path / "specs/climb").rmdir()
    put(
        workspace,
        {
            "models/hills.py": core,
            "models/climb.py": game.format("Climb"),
            "models/stroll.py": game.format("Stroll"),
            "specs/common.py": claims,
            "specs/climb.py": "import specs.common\n",
        },
    )
    result = run(workspace, "specs", "-v", "-k", "nobody_climbs")
    result.assert_outcomes(passed=2, deselected=9)
    result.stdout.fnmatch_lines(["*::nobody_climbs[[]climb] PASSED*", "*::nobody_climbs[[]stroll] PASSED*"])


@pytest.mark.slow
def test_one_worker_judges_a_file(workspace: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    put(
        workspace,
        {
            "models/stroll.py": CLIMB.replace("Climb", "Stroll"),
            "specs/stroll/claims.py": CLAIMS.replace("climb import Climb", "stroll import Stroll").replace(
                "Climb", "Stroll"
            ),
        },
    )
    result = run(workspace, "specs", "-v", "-n", "2", "--dist", "loadfile")
    result.assert_outcomes(passed=16)
    done = [line.split() for line in result.outlines if "PASSED" in line]
    games = ("climb", "stroll")
    workers = [{words[0] for words in done if f"/{game}/" in words[-1]} for game in games]
    assert [len(w) for w in workers] == [1, 1]


def test_other_sizes_and_readings_are_items_too(workspace: pytest.Pytester) -> None:
    asked = ("--ruleproof-vary", "notes=1", "--ruleproof-vary", "pace=two")
    result = run(workspace, "specs", *asked, "-v", "-k", "never_three or no_dead_end")
    result.assert_outcomes(passed=6, deselected=15)
    for item in ("never_three[[]pace=two]", "never_three[[]notes=1]", "no_dead_end[[]pace=two]"):
        result.stdout.fnmatch_lines([f"*claims.py::{item} PASSED*"])
    put(workspace, {"pytest.ini": "[pytest]\nruleproof_vary =\n    notes=1\n    pace=two\n"})
    assert run(workspace, "specs", "-q", "-k", "never_three or no_dead_end").parseoutcomes()["passed"] == 6


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("note=1", "error: no game has a size or reading 'note'*"),
        ("notes=few", "error: notes is a whole number, not 'few'"),
        ("notes", "error: ruleproof_vary: 'notes' names no size or reading"),
    ],
)
def test_what_no_game_has_is_an_error(workspace: pytest.Pytester, asked: str, told: str) -> None:
    result = run(workspace, "specs", "--ruleproof-vary", asked)
    assert result.ret == 2
    result.stdout.fnmatch_lines([f"*{told.removeprefix('error: ')}*"])
    assert "plugin.py" not in result.stdout.str()


@pytest.mark.slow
def test_items_may_be_spread_one_by_one(workspace: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    result = run(workspace, "specs", "-n", "2")
    result.assert_outcomes(passed=8)


@pytest.mark.slow
def test_the_games_of_this_repository(workspace: pytest.Pytester) -> None:
    result = run(
        workspace,
        "--rootdir",
        str(ROOT),
        "--collect-only",
        "-q",
        str(ROOT / "specs"),
        "-k",
        "one_priority_holder",
    )
    folders = {line.split("/")[1] for line in result.outlines if "::one_priority_holder" in line}
    assert folders >= {"berserk", "force_of_will", "magic", "riftbound"}
