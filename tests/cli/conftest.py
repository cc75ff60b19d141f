"""The command run in this process, and a judge that says what a test wants."""

from __future__ import annotations

import pytest

from checker.cli import main
from tests.cli.running import Judge, Output


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Output:
    """Run the command as it is set up by nobody: no colours, in this process, without kept answers."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RULEPROOF_JOBS", "0")
    monkeypatch.setenv("RULEPROOF_NO_CACHE", "1")

    def ruleproof(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        captured = capfd.readouterr()
        return code, captured.out, captured.err

    return ruleproof


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Put a judge that says what the test wants in the place of the real one."""
    fake = Judge()
    monkeypatch.setattr("checker.judge.check.check", fake.check)
    monkeypatch.setattr("checker.judge.replaying.replay_saved", fake.replay)
    monkeypatch.setattr("checker.report.html.gather.gathered", fake.gathered)
    return fake
