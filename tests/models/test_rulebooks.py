from __future__ import annotations

import functools
from pathlib import Path

import pytest

from checker.judge.coverage import Covered, covered
from checker.judge.workspace import find_workspace

ROOT = Path(__file__).parents[2]
BOOKS = sorted(path.parent.name for path in (ROOT / "specs").glob("*/rulebook.toml"))


@functools.cache
def bundled() -> dict[str, Covered]:
    """The coverage of every rulebook, by name; games and rulebooks are read once."""
    return {book.name: book for book in covered(find_workspace(ROOT), ())}


@pytest.mark.parametrize("name", BOOKS)
def test_every_clause_is_cited_or_left_out_for_a_reason(name: str) -> None:
    book = bundled()[name]
    assert [row.clause.id for row in book.rows if row.is_hole] == []
    assert [row.clause.id for row in book.rows if row.is_stale] == []


def test_every_rulebook_is_some_games() -> None:
    assert set(bundled()) == set(BOOKS)
