"""Rulebooks: the clauses of a game, and what cites them.

``specs/<game>/rulebook.toml`` is laid out as ``docs/reference/rulebook.md`` tells.
"""

from __future__ import annotations

from pathlib import Path

from checker.judge.citations import (
    Chapter,
    Citation,
    ClauseRow,
    check_citations,
    coverage,
)
from checker.judge.clauses import Became, Change, Clause, ClauseKind, Edition, Precedence, Rulebook
from checker.language.rules import shorten

__all__ = [
    "Became",
    "Change",
    "Chapter",
    "Citation",
    "Clause",
    "ClauseKind",
    "ClauseRow",
    "Edition",
    "Precedence",
    "Rulebook",
    "check_citations",
    "coverage",
    "load_rulebook",
]


def load_rulebook(path: str | Path) -> Rulebook:
    """Read and check the rulebook at ``path``, a ``rulebook.toml`` or the folder that holds one.

    Raises:
        ModelError: the file cannot be read or something in it is wrong; with file, line and what to write.
    """
    # pydantic is imported here, so that what needs no rulebook starts fast
    from checker.judge.rulebook_checks import build
    from checker.judge.rulebook_reader import read_rulebook

    place = Path(path)
    if place.is_dir():
        place = place / "rulebook.toml"
    contents, lines = read_rulebook(place)
    return build(contents, lines, shorten(str(place)))
