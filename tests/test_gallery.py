"""The committed reports are what a check of the bundled games writes today."""

from pathlib import Path

import pytest

from checker.judge.check import check
from checker.judge.selection import Selection
from checker.judge.verdict import Verdict
from checker.judge.workspace import Workspace
from checker.report.files import write_reports

ROOT = Path(__file__).resolve().parents[1]


class Silence:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        """Nobody listens."""

    def found(self, verdict: Verdict) -> None:
        """Nobody listens."""


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_the_committed_reports_are_fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run = check(Workspace(ROOT), Selection(jobs=2), Silence())
    assert run.exit_code == 0
    games = {v.game for v in run.verdicts}
    write_reports(run, tmp_path, complete=games, shown_as="reports")
    ours = files(ROOT / "reports")
    verdicts = {name: text for name, text in ours.items() if not name.startswith("contradictions/")}
    assert files(tmp_path) == verdicts, "`make check` writes them again"
