"""Proofs about several games in processes of their own: the same as in one, in the same order."""

from __future__ import annotations

import json
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from checker.cli import main
from checker.cli.exit_codes import UNDETERMINED, WRONG_INPUT
from checker.judge.proofs.prove import prove
from checker.judge.selection import Selection
from checker.judge.workspace import find_workspace

COUNTER = """\
from checker import Game, action, integer, invariant, require


class {name}(Game):
    "A number is counted up to three."

    n: int = integer(0, 3)

    @action(says="one more")
    def count(self) -> None:
        require(self.n < 3)
        self.n += 1

    {more}

    def over(self) -> bool:
        return self.n == 3


@invariant(says="it stays below {end}")
def stays_below(game: {name}) -> bool:
    return game.n < {end}


@invariant(says="it is never below nought")
def is_no_debt(game: {name}) -> bool:
    return game.n >= 0
"""

MORE = """\
@action(says="none again")
    def reset(self) -> None:
        self.n = 0
"""

GAMES = ("few.py", "many.py", "more.py")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.py").write_text(COUNTER.format(name="Few", more="", end=4))
    (tmp_path / "many.py").write_text(COUNTER.format(name="Many", more=MORE, end=3))
    (tmp_path / "more.py").write_text(COUNTER.format(name="More", more=MORE, end=4))
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], jobs: int) -> list[dict[str, Any]]:
    main(("prove", *GAMES, "--every-size", "--format", "json", "--jobs", str(jobs)))
    proofs: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["proofs"]
    for proof in proofs:
        del proof["seconds"], proof["tried"]
    return proofs


@pytest.mark.usefixtures("games")
def test_several_processes_tell_what_one_tells(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, 2)
    assert found == told(capsys, 0)
    assert [(p["game"], p["status"]) for p in found if p["claim"] == "stays_below"] == [
        ("few", "holds"),
        ("many", "undetermined"),
        ("more", "holds"),
    ]


def test_an_error_that_a_child_finds_is_the_users(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("prove", *GAMES, "--every-size", "--any-number", "cards", "--jobs", "2")
    assert main(asked) == WRONG_INPUT
    assert "error: --any-number cards: " in capsys.readouterr().err
    assert active_children() == []


class _GivesUp:
    """A listener who interrupts as soon as something goes on."""

    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        raise KeyboardInterrupt

    def found(self, verdict: object) -> None:
        raise AssertionError


@pytest.mark.usefixtures("games")
def test_an_interrupt_ends_all_children() -> None:
    selection = Selection(GAMES, jobs=2)
    with pytest.raises(KeyboardInterrupt):
        list(prove(find_workspace(), selection, _GivesUp(), every_size=True))
    assert active_children() == []


def test_a_child_that_dies_leaves_its_claims_undetermined_with_the_reason(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dies = "import os\n" + (games / "many.py").read_text().replace(
        "return game.n >= 0", "return os.kill(os.getpid(), 9)"
    )
    (games / "many.py").write_text(dies)
    found = told(capsys, 2)
    many = [proof for proof in found if proof["game"] == "many"]
    assert many
    assert {proof["status"] for proof in many} == {"undetermined"}
    assert {p["status"] for p in found if p["game"] != "many"} == {"holds"}
    main(("prove", "many.py", "--every-size", "--jobs", "2"))
    assert "its process ended (signal 9)" in capsys.readouterr().out


@pytest.mark.usefixtures("games")
def test_what_needs_more_memory_than_it_may_have_is_undetermined(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("prove", *GAMES, "--every-size", "--quiet", "--memory", "0.01")
    assert main((*asked, "--jobs", "2")) == UNDETERMINED
    told_of, said = capsys.readouterr()
    assert "the memory limit" in told_of or "its process ended" in told_of
    assert told_of.endswith("0 of 9 claims proved.\n")
    assert "Traceback" not in said
