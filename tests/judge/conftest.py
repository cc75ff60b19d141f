from __future__ import annotations

from pathlib import Path

import pytest

from checker.judge.rulebook import Rulebook, load_rulebook
from tests.judge.bad_rulebooks import BASE


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    monkeypatch.chdir(tmp_path)
    Path("rulebook.toml").write_text(BASE, encoding="utf-8")
    return load_rulebook(tmp_path)
