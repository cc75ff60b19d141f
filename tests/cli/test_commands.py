from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker.errors import ModelError, UsageError
from checker.judge.selection import Selection
from checker.judge.verdict import Evidence, Replayed, Run, ToldPlay
from checker.report.files import write_reports
from checker.system.model import Source
from tests.cli.running import Judge, Output
from tests.report.samples import chase_play, known_contradiction, stuck, surprise, verdict, whole_run
from tests.report.snapshot import assert_snapshot


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ((verdict(), known_contradiction()), 0),
        ((verdict(), surprise()), 1),
        ((verdict(), stuck()), 3),
        ((stuck(), surprise()), 1),
        ((), 0),
    ],
)
def test_the_exit_code_says_what_came_of_it(judge: Judge, run: Output, verdicts: Any, code: int) -> None:
    judge.run = Run(verdicts)
    assert run("check")[0] == code


def test_what_is_asked_reaches_the_judge(judge: Judge, run: Output) -> None:
    code, _, _ = run(
        *("check", "magic", "x.py", "magic", "--property", "a", "--property", "b", "--scope", "players=3"),
        *("--scope", "stack=0", "--reading", "text=seed", "--engine", "prove", "--timeout", "2.5"),
    )
    assert code == 0
    assert judge.selection == Selection(
        ("magic", "x.py"), ("a", "b"), {"players": 3, "stack": 0}, {"text": "seed"}, "prove", 2.5
    )
    assert run("check")[0] == 0
    assert judge.selection == Selection()
    assert judge.selection.complete


def test_the_terminal_shows_table_findings_and_totals(judge: Judge, run: Output) -> None:
    judge.run = whole_run()
    code, out, err = run("check")
    assert (code, err) == (1, "")
    assert out.startswith("force_of_will, with 2 players, chase at most 3 (bound reached)\n  claim  ")
    assert out.endswith("5 verdicts (2 hold, 2 violated, 1 undetermined): 2 not as expected.\n")
    assert "reports/" not in out


def test_what_is_expected_is_told_in_short(
    judge: Judge, run: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    judge.run = Run((verdict(), known_contradiction()))
    name = known_contradiction().name
    _, out, _ = run("check")
    assert f"Known, and as expected\n  {name} of force_of_will\n" in out
    assert f"ruleproof check force_of_will --property {known_contradiction().claim}" in out
    assert "The play" not in out
    _, out, _ = run("check", "--out", "out")
    (page,) = re.findall(r"^    (out/.*\.md)$", out, flags=re.M)
    assert Path(page).is_file()
    assert "The play" in run("check", "--property", known_contradiction().claim)[1]


def test_a_witness_is_told_where_its_claim_is_asked_for(judge: Judge, run: Output) -> None:
    judge.run = Run((verdict(evidence=Evidence.WITNESS, play=chase_play()),))
    assert "The play" not in run("check")[1]
    assert "The play" in run("check", "--property", "one_priority_holder")[1]


def test_json_on_standard_output(judge: Judge, run: Output) -> None:
    judge.run = whole_run()
    code, out, err = run("check", "--format", "json")
    document = json.loads(out)
    assert (code, err, document["exit_code"]) == (1, "", 1)
    assert document["verdicts"][0]["figures"]["seconds"] == 0.314


def test_markdown_on_standard_output(judge: Judge, run: Output) -> None:
    judge.run = whole_run()
    assert run("check", "--format", "markdown")[1].startswith("# Verdicts on force_of_will, magic\n")


def test_reports_are_written_and_named(
    judge: Judge, run: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    judge.run = whole_run()
    code, out, err = run("check", "--out", "out")
    assert (code, err) == (1, "")
    assert "ruleproof replay out/magic/what_is_cast_resolves.json\n" in out
    assert (tmp_path / "out/README.md").exists()
    assert (tmp_path / "out/magic/README.md").exists()


def test_part_of_a_check_leaves_other_reports_alone(judge: Judge, run: Output, tmp_path: Path) -> None:
    judge.run = whole_run()
    run("check", "--out", str(tmp_path))
    judge.run = Run((surprise(),))
    for option in (("--property", "x"), ("--scope", "a=1"), ("--reading", "a=b"), ("--engine", "explicit")):
        run("check", "magic", *option, "--out", str(tmp_path))
        assert (tmp_path / "magic/life_stays_in_range.md").exists()
    judge.error = KeyboardInterrupt()
    run("check", "magic", "--out", str(tmp_path))
    assert (tmp_path / "magic/life_stays_in_range.md").exists()
    judge.error = None
    run("check", "magic", "--out", str(tmp_path))
    assert not (tmp_path / "magic/life_stays_in_range.md").exists()


def test_a_run_as_one_file(judge: Judge, run: Output, tmp_path: Path) -> None:
    judge.run = whole_run()
    run("check", "--out", str(tmp_path / "run.json"))
    run("check", "--out", str(tmp_path / "run.md"))
    assert json.loads((tmp_path / "run.json").read_text())["format"] == "ruleproof run"
    assert (tmp_path / "run.md").read_text().splitlines()[2].startswith("# Verdicts on")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["run.json", "run.md"]


@pytest.mark.parametrize("name", ["file/out", "file/run.json", "."])
@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_a_report_that_cannot_be_written_hides_no_verdict(
    judge: Judge, run: Output, tmp_path: Path, name: str, form: str
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "README.md").write_text("# mine\n")
    judge.run = whole_run()
    code, out, err = run("check", "--out", str(tmp_path / name), "--format", form)
    assert code == 2
    assert "what_is_cast_resolves" in out
    assert err.startswith("error: the reports cannot be written: ")
    assert "--out PATH" in err
    assert "ruleproof replay" not in out


def test_an_interruption_keeps_what_was_found(judge: Judge, run: Output) -> None:
    judge.run = Run((verdict(), surprise()))
    judge.error = KeyboardInterrupt()
    code, out, _ = run("check")
    assert code == 3
    assert "violated, not expected" in out
    assert " ".join(out.split()).endswith("Interrupted before the rest was judged.")
    code, out, _ = run("check", "--format", "json")
    assert code == 3
    assert json.loads(out)["interrupted"]


def test_an_error_of_the_user_is_told_with_its_place(judge: Judge, run: Output) -> None:
    judge.error = ModelError("no field 'x'", hint="did you mean\n'y'?", source=Source("models/a.py", 7))
    assert run("check")[::2] == (2, "models/a.py:7: error: no field 'x'\n  did you mean\n  'y'?\n")
    judge.error = UsageError("no such \x1b[31mgame")
    assert run("check")[::2] == (2, "error: no such \\x1b[31mgame\n")


def test_a_fault_of_the_tool_is_told_as_one(judge: Judge, run: Output) -> None:
    judge.error = RuntimeError("broken")
    code, _, err = run("check")
    assert code == 4
    assert err.splitlines()[0] == "error: this is a fault of ruleproof: RuntimeError: broken"
    assert "Traceback" not in err
    for arguments in (("check", "--debug"), ("--debug", "check")):
        code, _, err = run(*arguments)
        assert code == 4
        assert "Traceback" in err
    judge.error = MemoryError()
    assert run("check")[0] == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chekc",), "there is no command 'chekc'; did you mean 'check'?"),
        (("check", "--proprety", "x"), "did you mean '--property'?"),
        (("check", "--engine", "explict"), "did you mean 'explicit'?"),
        (("check", "--format", "jsn"), "did you mean 'json'?"),
        (("check", "--scope", "players"), "write NAME=N, such as players=3, not 'players'"),
        (("check", "--scope", "=3"), "write NAME=N"),
        (("check", "--scope", "players=two"), "players is a whole number, not 'two'"),
        (("check", "--scope", "players=" + "9" * 5000), "players is a whole number"),
        (("check", "--scope", "players=2", "--scope", "players=3"), "players is given twice, as 2 and as 3"),
        (("check", "--reading", "text="), "write NAME=OPTION"),
        (("check", "--timeout", "0"), "--timeout"),
        (("check", "--timeout", "soon"), "--timeout"),
        (("check", "--timeout", "nan"), "--timeout"),
        (("replay",), "missing argument 'REPORT.json'"),
        (("replay", "nowhere.json"), "no such file"),
        (("show",), "missing argument"),
        (("show", "nothing_like_it"), "there is no game 'nothing_like_it'"),
        (("list", "nothing/like/it.py"), "there is no file"),
    ],
)
def test_a_command_line_that_is_wrong(judge: Judge, run: Output, arguments: Any, message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err.lower() or message in err
    assert len(err.splitlines()) <= 3
    assert "Traceback" not in err


def test_without_arguments_there_is_help(run: Output) -> None:
    code, out, err = run()
    assert (code, out) == (2, "")
    assert "Examples:" in err


@pytest.mark.parametrize("command", [(), ("check",), ("list",), ("replay",), ("show",)])
def test_help_teaches_by_example_and_lists_exit_codes(run: Output, command: Any) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert "Example" in out
    assert "  4  a fault of ruleproof itself" in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_version(run: Output) -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert out.startswith("ruleproof ")


@pytest.fixture
def report(tmp_path: Path) -> str:
    write_reports(Run((known_contradiction(),)), tmp_path, shown_as="reports")
    return str(tmp_path / "force_of_will/somebody_has_priority-after_last=nobody.json")


def test_a_play_that_still_fits(judge: Judge, run: Output, report: str) -> None:
    judge.replayed = Replayed(chase_play(), holds_still=True)
    code, out, _ = run("replay", report)
    assert code == 0
    assert judge.saved is not None
    assert judge.saved.claim == "somebody_has_priority"
    assert "2-3. P1 and P2 pass" in out
    assert "The play still fits, and the claim is violated by it: the chase is empty" in " ".join(out.split())


def test_a_play_that_no_longer_fits_says_where_and_why(judge: Judge, run: Output, report: str) -> None:
    part = replace(chase_play(), steps=chase_play().steps[:1])
    judge.replayed = Replayed(part, holds_still=False, why="P1 may not pass", stopped_at=2)
    code, out, _ = run("replay", report)
    assert code == 1
    assert out.endswith("Step 2 (P1 passes) no longer fits: P1 may not pass\n")
    judge.replayed = Replayed(ToldPlay(3, {}, ()), holds_still=False, why="no initial state 3", stopped_at=0)
    code, out, _ = run("replay", report)
    assert code == 1
    assert out.endswith("\nThe play cannot start any more: no initial state 3\n")
    judge.replayed = Replayed(chase_play(), holds_still=False, why="the claim is true there")
    code, out, _ = run("replay", report)
    assert code == 1
    assert "its end is judged otherwise: the claim is true there" in " ".join(out.split())


GAME = '''"""A game in one file."""

from checker import Bag, Game, Participant, action, bag, integer, reading, require, scope
from checker.judge.claims import invariant, under, violated


class Player(Participant, size=scope(2, least=2, most=3)):
    """Who plays."""


class Count(Game):
    """Two players count in a caf\u00e9."""

    tally: int = integer(0, scope(2, name="top"))
    waiting: Bag[Player] = bag(Player, size=scope(1))
    step: str = reading("how far does one count", one="X:1", two="X:2")

    @action(says="{player} counts on")
    def count_on(self, player: Player) -> None:
        require(self.tally < 2)
        self.tally += 1


@invariant(says="the tally is small", expect=violated(length=2), also=(under(step="two"),))
def small(game: Count) -> bool:
    return game.tally < 2
'''


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    path = tmp_path / "counting.py"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_a_list_names_all_that_can_be_asked_for(run: Output, game_file: str) -> None:
    code, out, err = run("list", game_file)
    assert (code, err) == (0, "")
    assert_snapshot("list.txt", out.replace(game_file, "counting.py"))


def test_a_quiet_list_has_the_games_alone(run: Output, game_file: str) -> None:
    code, out, _ = run("list", "--quiet", game_file)
    assert (code, out) == (0, "  count                         Two players count in a caf\u00e9.\n")


def test_of_several_games_a_list_has_what_they_are_about(
    run: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    code, out, _ = run("list")
    games, more = out.split("\n\n")
    assert code == 0
    assert "\n  force_of_will_turn            One turn, phase by phase.\n" in games
    assert more.startswith("`ruleproof list GAME` shows what a game has")
    assert run("list", "--quiet")[1] == f"{games}\n"


def test_the_transition_system_is_shown(run: Output, game_file: str) -> None:
    code, out, err = run("show", game_file, "--scope", "players=3", "--reading", "step=two")
    assert (code, err) == (0, "")
    assert out.startswith("game count\n")
    assert "readings: step=two\n" in out
    assert out.count("action count_on(") == 3


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--scope", "player=3"), "did you mean 'players'?"),
        (("--scope", "players=0"), "from 2 to 3"),
        (("--scope", "players=1000000"), "from 2 to 3"),
        (("--reading", "stp=two"), "did you mean 'step'?"),
        (("--reading", "step=tow"), "did you mean 'two'?"),
    ],
)
def test_what_a_game_does_not_have(
    run: Output, game_file: str, option: tuple[str, str], message: str
) -> None:
    code, out, err = run("show", game_file, *option)
    assert (code, out) == (2, "")
    assert message in err


def test_what_a_terminal_cannot_show_is_spelled_out(game_file: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "checker", "list", game_file],
        capture_output=True,
        timeout=60,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert rb"caf\xe9" in done.stdout
    assert done.stderr == b""


def test_a_reader_who_goes_away_is_no_fault() -> None:
    script = f"{sys.executable} -m checker list --help | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert done.stderr == ""
    assert done.returncode in (0, 2)  # the reader may go before or after the last line


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from checker.cli import main; code = main(['--help']); "
        "heavy = {'z3', 'networkx', 'numpy', 'numba', 'llvmlite', 'pydantic', 'rich', 'jinja2', 'dd'}; "
        "print(code, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "0 []"
