"""--quiet and --verbose: less than usual, and more."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from checker.cli import main
from checker.judge.contradictions.finding import (
    Baseline,
    ContradictionRun,
    Figures,
    Finding,
    FindingKind,
)
from checker.report.contradictions.text import print_contradictions
from tests.documentation.pages import ROOT, follow


@pytest.fixture(scope="module")
def auction(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("auction")
    follow(ROOT / "docs/tutorial.md", folder, commands=False)
    return folder


def told(capsys: pytest.CaptureFixture[str], folder: Path, *words: str, code: int = 0) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main([*words, str(folder / "models/auction.py"), "--jobs", "0", "--no-cache"]) == code
    return capsys.readouterr().out


def test_quiet_tells_nothing_but_the_last_line_where_all_is_as_expected(
    auction: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "5 verdicts (5 hold): all as expected.\n"
    assert told(capsys, auction, "check", "-q") == line
    assert told(capsys, auction, "check").endswith(line)


def test_quiet_tells_what_is_not_as_expected(auction: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, auction, "check", "--quiet", "--scope", "players=2", "--property", "no_dead_end")
    assert shown == "1 verdict (1 hold): all as expected.\n"
    model = auction / "models/auction.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("self.price < 3", "self.price < 4"), encoding="utf-8")
    try:
        shown = told(capsys, auction, "check", "-v", "-q", code=1)
    finally:
        model.write_text(text, encoding="utf-8")
    assert shown.startswith("-----")
    assert "price leaves its range 0..3" in shown
    assert "automatic_runs_end" not in shown
    assert shown.endswith("5 verdicts (4 hold, 1 violated): 1 not as expected.\n")


def test_verbose_tells_what_each_verdict_took(auction: Path, capsys: pytest.CaptureFixture[str]) -> None:
    usual, verbose = (
        told(capsys, auction, "check", "--property", "no_dead_end", *more).splitlines()
        for more in ((), ("-v",))
    )
    assert [line for line in verbose if "found now" in line]
    assert [line for line in verbose if "transitions" in line]
    assert len(verbose) > len(usual)


def test_quiet_counts_what_it_leaves_out_of_contradictions() -> None:
    finding = Finding("g.clash.1", "g", FindingKind.CLASH, "A and B clash", (), ("draw",), 1, "2 players")
    accepted = Baseline("known.toml", {"g.clash.1": "it was asked"})
    run = ContradictionRun((finding,), {"g": Figures(3, 2, 1, 0)}, {"g": 2}, accepted)
    texts = {}
    for loudness in ("quiet", "usual", "verbose"):
        file = io.StringIO()
        print_contradictions(run, file, loudness=loudness, width=110)
        texts[loudness] = file.getvalue()
    assert texts["quiet"] == "1 clash: 0 new, 1 accepted.\n"
    assert texts["usual"].startswith("Known, and accepted\n")
    assert texts["verbose"].startswith("-----")
