from __future__ import annotations

import dataclasses
import shutil

import pytest

from tests.benchmarks import __main__ as bench
from tests.benchmarks.instances import INSTANCES
from tests.benchmarks.programs import PROGRAMS


@pytest.mark.slow
def test_the_least_instance_is_counted_right_by_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--instances", "tiny", "--rounds", "0"]) == 0
    rows = [line.split(" | ")[0] for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    compared = ["| " + name for name in bench._YARDSTICKS.values()] if shutil.which("c++") else []
    assert rows == ["| program", *compared, *(f"| {engine}" for engine in PROGRAMS)]


def test_a_wrong_count_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = dataclasses.replace(INSTANCES["tiny"], states=249)
    monkeypatch.setattr(bench, "INSTANCES", {"tiny": wrong})
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert bench.main(["--instances", "tiny", "--engines", "explicit", "--rounds", "0"]) == 1
    out = capsys.readouterr().out
    assert "| explicit | counts [248, 352, 24, 10] instead of [249, 352, 24, 10] |" in out
