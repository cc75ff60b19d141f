"""The committed reports about clauses answer every tension about behaviour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from checker.judge.contradictions.baseline import own_baseline
from checker.judge.workspace import Workspace

ROOT = Path(__file__).resolve().parents[1]
GALLERY = ROOT / "reports" / "contradictions"
_ID = re.compile(r"(?:(?:(?P<game>[a-z_]+)\.)?(?P<kind>[a-z]+)\.)?(?P<number>[0-9a-f]{8})")


def tensions() -> Iterator[tuple[str, str, str, str]]:
    """Yield each tension about behaviour: number, the cell that names findings, game and kind by default."""
    for path in sorted((ROOT / "docs" / "tensions").glob("*.md")):
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in path.read_text(encoding="utf-8").splitlines()
            if line.startswith("|")
        ]
        behaviour = [r for r in rows if len(r) > 2 and "behaviour" in r[2:4]]
        for row in behaviour:
            named = row[4] if len(row) > 4 else _further(rows, row[0])
            yield row[0], named, "riftbound", "clash"


def _further(rows: list[list[str]], number: str) -> str:
    """Return what a second table says of a tension: its row there, and those without a number below it."""
    found, here = [], False
    for row in rows:
        here = row[0] == number if row[0] else here
        if here and re.match(r"(?:[a-z_]+\.)?[a-z]+\.[0-9a-f]{8}", row[1]):
            found.append(f"{row[1]} {row[3]}")
    return "; ".join(found)


def pages(named: str, game: str, kind: str) -> Iterator[Path]:
    """Yield the pages of the findings that a cell names; what an id leaves out is as in the one before."""
    for found in _ID.finditer(named):
        game, kind = found["game"] or game, found["kind"] or kind
        yield GALLERY / game / f"{kind}-{found['number']}.contradiction.md"


TENSIONS = [(n, named, g, k) for n, named, g, k in tensions()]


def test_there_are_tensions_about_behaviour_of_all_four_games() -> None:
    assert {number[0] for number, *_ in TENSIONS} == {"B", "F", "K", "M"}
    assert len({number for number, *_ in TENSIONS}) > 40


def test_every_tension_about_behaviour_is_a_question_that_has_answers() -> None:
    known = own_baseline(Workspace(ROOT))
    answered = {name for names in known.answers.values() for name in names}
    assert {number for number, *_ in TENSIONS} <= answered
    assert answered == set(known.questions)


def test_reasons_tell_of_each_finding_by_itself() -> None:
    reasons = own_baseline(Workspace(ROOT)).accepted.values()
    assert len(set(reasons)) > 0.7 * len(reasons)
    assert all(len(reason) > 60 for reason in reasons)


def test_every_accepted_finding_has_a_page() -> None:
    pages_there = {
        f"{path.parent.name}.{path.name.split('.')[0].replace('-', '.', 1)}"
        for path in GALLERY.rglob("*.contradiction.md")
    }
    assert set(own_baseline(Workspace(ROOT)).accepted) <= pages_there


@pytest.mark.slow
@pytest.mark.parametrize(("number", "named", "game", "kind"), TENSIONS)
def test_a_tension_is_answered_by_committed_findings(number: str, named: str, game: str, kind: str) -> None:
    shown = list(pages(named, game, kind))
    assert shown, number
    for page in shown:
        text = page.read_text(encoding="utf-8")
        assert "# The clauses" in text or page.name.startswith(("gap-", "divergence-")), page
        if page.name.startswith("clash-"):
            assert "## The play" in text, page
            assert "## What could be changed" in text, page
