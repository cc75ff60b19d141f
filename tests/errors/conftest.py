from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from checker.cli import main

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Mapping[str, str], tuple[str, ...]], tuple[int, str, str]]:
    """The command, run in this process on files that are written first: exit code and both streams."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def ruleproof(files: Mapping[str, str], arguments: tuple[str, ...]) -> tuple[int, str, str]:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        code = main([*arguments, "--jobs", "0"] if arguments[:1] == ("check",) else arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return ruleproof
