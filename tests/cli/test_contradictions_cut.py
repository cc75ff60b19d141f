"""Findings about clauses of a run that ended before it was done: what was found, and nothing of the rest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from checker.explore.graph import build_graph
from checker.explore.interface import Limits
from checker.judge.contradictions import study
from tests.cli import test_contradictions
from tests.cli.test_contradictions import MODEL, MORE, asked, document, heard

model = test_contradictions.model

INTERRUPTED = """

@norm("A:3", forbids("draw"))
def nobody_is_asked_twice(game: Fewer) -> bool:
    "Nobody is asked twice."
    raise KeyboardInterrupt
"""

ACCEPTED = """
[accepted]
"cards.clash.00000000" = "it was found once"
"fewer.clash.00000000" = "it was found once"
"""


def test_what_was_found_before_an_interrupt_is_told_and_nothing_of_the_rest(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    model.write_text(MODEL + MORE + INTERRUPTED, encoding="utf-8")
    Path("known.toml").write_text(ACCEPTED, encoding="utf-8")
    arguments = ("contradictions", "cards.py", "--jobs", "0", "--baseline", "known.toml")
    code, out = asked(capsys, *arguments)
    assert code == 3
    assert 'A:1 and A:2 cannot be followed together: "A player may draw"; but' in out
    assert out.splitlines()[-3:] == [
        "Of fewer nothing was seen yet.",
        "Interrupted, so that all else is undetermined. Found so far: 1 clash; 0 of them",
        "accepted.",
    ]
    found = document(capsys, *arguments)
    assert (found["interrupted"], found["exit_code"], found["vanished"]) == (True, 3, [])
    assert {g["game"]: (g["states"], g["stopped"]) for g in found["games"]} == {
        "cards": (3, ""),
        "fewer": (0, "it was interrupted"),
    }


def test_of_an_interrupted_run_documents_are_whole_and_pages_stay_as_they_are(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    model.write_text(MODEL + MORE, encoding="utf-8")
    asked(capsys, "contradictions", "cards.py", "--jobs", "0", "--out", "pages")
    before = {path: path.read_text(encoding="utf-8") for path in Path("pages").rglob("*.md")}
    sys.modules.pop("ruleproof_file_cards")
    model.write_text(MODEL + MORE + INTERRUPTED, encoding="utf-8")
    forms = ("json", "markdown", "html", "sarif", "junit", "github", "text")
    writes = [word for form in forms for word in ("--write", f"{form}=found.{form}")]
    code, _, err = heard(capsys, "contradictions", "cards.py", "--jobs", "0", "--out", "pages", *writes)
    assert code == 3
    assert err == "Nothing was written into pages, whose pages are of whole runs.\n"
    assert {path: path.read_text(encoding="utf-8") for path in Path("pages").rglob("*.md")} == before
    (log,) = json.loads(Path("found.sarif").read_text(encoding="utf-8"))["runs"]
    assert log["invocations"][0]["executionSuccessful"] is False
    assert '<error type="undetermined"' in Path("found.junit").read_text(encoding="utf-8")
    for form in ("markdown", "html", "github", "text"):
        assert "Interrupted, so that all else is undetermined" in Path(f"found.{form}").read_text("utf-8")


def test_a_check_that_is_interrupted_at_the_clauses_says_so(
    capsys: pytest.CaptureFixture[str], model: Path
) -> None:
    model.write_text(MODEL + MORE + INTERRUPTED, encoding="utf-8")
    claim = ("--property", "no_step_goes_wrong", "--no-cache", "--jobs", "0")
    code, out = asked(capsys, "check", "cards.py", *claim, "--contradictions")
    assert code == 3
    assert "Interrupted, so that all else is undetermined. Found so far: 1 clash" in out


REDUNDANT = (
    MODEL[: MODEL.index("@norm")]
    + """
@norm("A:2", forbids("draw"))
def nobody_draws(game: Cards) -> bool:
    return True


@norm("A:3", forbids("draw"))
def the_first_does_not_draw(game: Cards, player: Player) -> bool:
    return player == Player(0)
"""
)


def test_of_a_search_that_is_not_whole_nothing_is_redundant_or_gone(
    capsys: pytest.CaptureFixture[str], model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.write_text(REDUNDANT, encoding="utf-8")
    Path("known.toml").write_text(ACCEPTED, encoding="utf-8")
    arguments = ("contradictions", "cards.py", "--jobs", "0", "--baseline", "known.toml")
    whole = document(capsys, *arguments)
    assert [f["kind"] for f in whole["findings"]] == ["mismatch", "mismatch", "redundant clause"]
    assert whole["vanished"] == ["cards.clash.00000000"]

    def two_states(system: Any, **_: object) -> Any:
        return build_graph(system, limits=Limits(states=2))

    monkeypatch.setattr(study, "graph_of", two_states)
    sys.modules.pop("ruleproof_file_cards")
    cut = document(capsys, *arguments)
    assert {f["kind"] for f in cut["findings"]} == {"mismatch"}
    assert cut["vanished"] == []


SLOW = (
    MODEL.replace("game.deck == 1", "wait(game)")
    + """

def wait(game: Cards) -> bool:
    import pathlib, time

    pathlib.Path("begun").touch()
    time.sleep(60)
    return game.deck == 1
"""
)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_children_and_keeps_what_they_found(model: Path, jobs: int) -> None:
    (model.parent / "slow.py").write_text(SLOW.replace("Cards", "Slow"), encoding="utf-8")
    command = ["contradictions", "cards.py", "slow.py", "--jobs", str(jobs), "--write", "json=found.json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "checker", *command],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    late = time.monotonic() + 60
    while not Path("begun").exists() and time.monotonic() < late:
        time.sleep(0.1)
    time.sleep(3)
    begun = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - begun < 5
    assert (process.returncode, err) == (3, b"")
    assert b"Found so far: 1 clash" in out
    assert json.loads(Path("found.json").read_text(encoding="utf-8"))["interrupted"] is True
