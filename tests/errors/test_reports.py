"""Reports that cannot be written, and saved plays whose game is not what it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.errors.case import error

Run = Callable[..., tuple[int, str, str]]

GAME = """\
from checker import *
from checker.judge.claims import *


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class Toy(Game):
    tally: int = integer(0, 3)
    who: str = reading("who counts?", everybody="X:1", nobody="X:2")

    @action(says="{player} counts on")
    def count_on(self, player: Player):
        require(self.tally < 3)
        self.tally += 1


@invariant()
def small(game: Toy) -> bool:
    return game.tally < 2
"""

CHECK = ("check", "game.py", "--property", "small")
REPLAY = ("replay", "out/toy/small.json")


@pytest.fixture
def saved(run: Run, folder: Path) -> dict[str, Any]:
    """The report of a play that the game allows, as JSON."""
    code, _, _ = run({"game.py": GAME}, (*CHECK, "--out", "out"))
    assert code == 1
    document: dict[str, Any] = json.loads((folder / "out/toy/small.json").read_text(encoding="utf-8"))
    return document


def test_a_report_that_cannot_be_written_hides_no_verdict(run: Run) -> None:
    code, out, err = run({"game.py": GAME, "file": ""}, (*CHECK, "--out", "file/out"))
    assert "a play of 2 steps breaks it" in " ".join(out.split())
    assert out.endswith("1 verdict (1 violated): 1 not as expected.\n")
    assert err == error(
        "the reports cannot be written: file/out/toy: not a directory",
        "choose another place with --out PATH, or make this one writable",
        "",
    )
    assert code == 2


def test_a_play_of_a_game_that_is_the_same_is_replayed(run: Run, saved: dict[str, Any]) -> None:
    code, out, err = run({}, REPLAY)
    assert (code, err) == (0, "")
    assert "The play still fits" in out


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Toy", "Toys", ("game.py defines no game 'toy'", "did you mean 'toys'?")),
        ("scope(2, least=2, most=3)", "2", ("toy has no scope 'players'", "there are none")),
        ("who: str", "whom: str", ("toy has no reading 'who'", "did you mean 'whom'?")),
        (
            "everybody=",
            "everyone=",
            ("the reading 'who' has no option 'everybody'", "did you mean 'everyone'?"),
        ),
    ],
)
def test_a_play_whose_game_is_gone(
    run: Run, saved: dict[str, Any], old: str, new: str, told: tuple[str, str]
) -> None:
    code, out, err = run({"game.py": GAME.replace(old, new)}, REPLAY)
    message, hint = told
    assert (code, out, err) == (2, "", error(f"out/toy/small.json no longer fits: {message}", hint, ""))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("count_on", "count_up", "Step 1 (P1 counts on) no longer fits: the game has no rule 'count_on'"),
        (
            "tally < 3",
            "tally < 1",
            "Step 2 (P1 counts on) no longer fits: count_on(player=P1) cannot be taken",
        ),
        ("player: Player", "who: Player, player: Player", "Step 1 (P1 counts on) no longer fits: "),
        ("def small", "def smal", "toy has no claim 'small' any more"),
        ("tally < 2", "tally < 3", "the claim is true there now"),
    ],
)
def test_a_play_that_no_longer_fits_says_at_which_step(
    run: Run, saved: dict[str, Any], old: str, new: str, told: str
) -> None:
    code, out, err = run({"game.py": GAME.replace(old, new)}, REPLAY)
    assert (code, err) == (1, "")
    assert told in " ".join(out.split())


@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        (
            {"schema": 99},
            "it is a report of version 99, and this ruleproof reads version 1",
            "write it again with `ruleproof check --out`",
        ),
        (
            {"play": None},
            "the verdict is 'violated', and no play was saved with it",
            "only plays can be replayed",
        ),
        ({"game": 3}, "its part 'game' is missing or damaged", "write the report again"),
    ],
)
def test_a_report_that_is_damaged(
    run: Run, saved: dict[str, Any], change: dict[str, Any], message: str, hint: str
) -> None:
    text = json.dumps({**saved, **change})
    code, out, err = run({"out/toy/small.json": text}, REPLAY)
    told = error(f"the report 'out/toy/small.json' cannot be replayed: {message}", hint, "")
    assert (code, out, err) == (2, "", told)


def test_a_package_that_python_has_from_elsewhere(run: Run) -> None:
    """This test's own package goes by the name that the workspace gives its models."""
    files = {
        "pyproject.toml": '[tool.ruleproof]\nmodels = "tests"\n',
        "tests/__init__.py": "",
        "tests/toy.py": GAME,
    }
    code, out, err = run(files, ("check",))
    elsewhere = Path(__file__).resolve().parents[1]
    assert (code, out) == (2, "")
    assert err == error(
        f"a package 'tests' is loaded already from {elsewhere}",
        "one workspace a process: run ruleproof from the folder of the one that is meant",
        "",
    )
