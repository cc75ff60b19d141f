"""Ctrl-C while the command is still loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from checker.cli import main as loaded_main
from checker.cli.exit_codes import UNDETERMINED
from tests.documentation.pages import ROOT

_LOAD = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
import ruleproof
sys.exit(ruleproof.main())
"""


def _said_when_loaded(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["checker.cli.main"], "_run", interrupt)
    assert loaded_main(["list"]) == UNDETERMINED
    return capsys.readouterr().err


@pytest.mark.parametrize("module", ["checker", "checker.cli.main", "click"])
def test_it_says_the_same_as_later(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], module: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOAD, module], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (UNDETERMINED, "")
    assert done.stderr == _said_when_loaded(monkeypatch, capsys)
