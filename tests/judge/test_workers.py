import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from checker.judge import workers
from checker.judge.check import check
from checker.judge.children import Child, possible
from checker.judge.selection import Selection
from checker.judge.verdict import Status, Verdict
from checker.judge.workspace import Workspace

pytestmark = pytest.mark.skipif(not possible(), reason="children are talked to over POSIX pipes only")

MODEL = '''
from checker import Game, Participant, action, integer, reading, require
from checker.judge.claims import invariant, under, violated


class Player(Participant, size=2):
    """Two."""


class {name}(Game):
    n: int = integer(0, {most})
    way: str = reading("which way", up="A:1", down="A:2")

    @action(says="{{player}} counts")
    def count(self, player: Player) -> None:
        require(self.n < {most})
        self.n += 1 if self.way == "up" else 0


@invariant(also=(under(way="down"),), expect=violated(length=3))
def small(game: {name}) -> bool:
    """The number stays small."""
    return game.n < 3
'''


class Notes:
    def __init__(self) -> None:
        self.verdicts: list[Verdict] = []
        self.told: list[str] = []

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        self.told.append(text)

    def found(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "pyproject.toml").write_text("[tool.ruleproof]\n")
    return Workspace(tmp_path)


def write(workspace: Workspace, name: str, most: int) -> str:
    path = workspace.root / f"{name.lower()}.py"
    path.write_text(MODEL.format(name=name, most=most))
    return str(path)


def shown(notes: Notes) -> list[tuple[str, str, str, int]]:
    return [(v.game, v.name, v.status.value, len(v.play.steps) if v.play else 0) for v in notes.verdicts]


def test_children_say_what_this_process_says_in_the_same_order(workspace: Workspace) -> None:
    games = (write(workspace, "First", 5), write(workspace, "Second", 4))
    alone, together = Notes(), Notes()
    check(workspace, Selection(games, jobs=0), alone)
    run = check(workspace, Selection(games, jobs=2), together)
    assert shown(alone) == shown(together)
    assert tuple(together.verdicts) == run.verdicts
    assert {g for g, *_ in shown(together)} == {"first", "second"}
    assert ("first", "small", "violated", 3) in shown(together)
    assert ("first", "small [way=down]", "holds", 0) in shown(together)


def doing(name: str, module: str, words: str) -> str:
    """Return a model whose rule does something of Python's, by way of a function of the file."""
    model = MODEL.format(name=name, most=5)
    model = model.replace("require(self.n < 5)", "at_once()\n        require(self.n < 5)")
    return f"{model}\n\nimport {module}\n\n\ndef at_once():\n    {words}\n"


def test_what_is_not_answered_in_time_is_undetermined(workspace: Workspace) -> None:
    (workspace.root / "slow.py").write_text(doing("Slow", "time", "time.sleep(30)"))
    notes = Notes()
    begun = time.monotonic()
    check(workspace, Selection((str(workspace.root / "slow.py"),), timeout=0.5, jobs=1), notes)
    assert time.monotonic() - begun < 10
    assert {v.status for v in notes.verdicts} == {Status.UNDETERMINED}
    assert {v.reason for v in notes.verdicts} == {"the time limit"}


def test_a_child_that_dies_leaves_what_it_owed_undetermined(workspace: Workspace) -> None:
    (workspace.root / "dies.py").write_text(doing("Dies", "os", "os._exit(9)"))
    games = (str(workspace.root / "dies.py"), write(workspace, "Lives", 4))
    notes = Notes()
    check(workspace, Selection(games, jobs=1), notes)
    by_game = {v.game: v for v in notes.verdicts if v.claim == "no_dead_end"}
    assert by_game["dies"].status is Status.UNDETERMINED
    assert "exit code 9" in by_game["dies"].reason
    assert by_game["lives"].status is not Status.UNDETERMINED


def test_an_interrupt_tells_also_what_came_before_its_turn(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.root / "slow.py").write_text(doing("Slow", "time", "time.sleep(60)"))
    games = (str(workspace.root / "slow.py"), write(workspace, "Quick", 4))
    collect = workers._collect

    def collect_and_interrupt(children: list[Child], desks: list[workers._Desk]) -> None:
        collect(children, desks)
        if desks[2].finished:  # the quick game as it is, behind two rounds of the slow one
            raise KeyboardInterrupt

    monkeypatch.setattr(workers, "HEAD_START_SECONDS", 0.0)
    monkeypatch.setattr(workers, "_collect", collect_and_interrupt)
    notes = Notes()
    with pytest.raises(KeyboardInterrupt):
        check(workspace, Selection(games, jobs=3), notes)
    assert {v.game for v in notes.verdicts} == {"quick"}
    assert ("quick", "small", "violated", 3) in shown(notes)


def test_an_interrupt_ends_parent_and_children_within_seconds(tmp_path: Path, workspace: Workspace) -> None:
    (workspace.root / "slow.py").write_text(doing("Slow", "time", "time.sleep(60)"))
    process = subprocess.Popen(
        [sys.executable, "-m", "checker", "check", "slow.py", "--jobs", "1"],
        cwd=workspace.root,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(2.5)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert time.monotonic() - begun < 5
    assert process.returncode == 3
    assert b"Traceback" not in output
