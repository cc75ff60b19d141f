"""How far rulebooks are covered, in numbers for each chapter, as the overview of the page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.judge.citations import ClauseRow
from checker.judge.coverage import Counts, Covered

__all__ = ["BAR", "Book", "Part", "books_of"]

BAR = 160
"""Pixels of a bar that stands for all clauses of a chapter."""


@dataclass(frozen=True)
class Part:
    """A chapter, or a whole rulebook: its counts, and the bar of what is cited, left out, and neither.

    ``bar`` holds for each part of the bar its name, where it begins and how long it is, in pixels.
    """

    title: str
    counts: Counts
    bar: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True)
class Book:
    """A rulebook with its chapters; ``holes`` are clauses that nothing cites, with their paraphrases."""

    title: str
    games: str
    whole: Part
    chapters: tuple[Part, ...]
    holes: tuple[tuple[str, str], ...]
    command: str


def books_of(covered: Sequence[Covered]) -> tuple[Book, ...]:
    """Return the rulebooks of a run, in numbers."""
    return tuple(
        Book(
            book.rulebook.game,
            ", ".join(book.games),
            _part("All chapters", book.rows),
            tuple(
                _part(" ".join(filter(None, (chapter.edition, chapter.title))), chapter.rows)
                for chapter in book.chapters
            ),
            tuple((row.clause.id, row.clause.paraphrase) for row in book.rows if row.is_hole),
            f"ruleproof coverage {book.games[0]}",
        )
        for book in covered
    )


def _part(title: str, rows: Sequence[ClauseRow]) -> Part:
    counts = Counts.of(rows)
    lengths = {
        "cited": counts.clauses - counts.left_out - counts.holes,
        "left": counts.left_out,
        "hole": counts.holes,
    }
    begin = 0.0
    bar = []
    for name, number in lengths.items():
        length = round(BAR * number / counts.clauses, 1) if counts.clauses else 0.0
        if length:
            bar.append((name, round(begin, 1), length))
        begin += length
    return Part(title, counts, tuple(bar))
