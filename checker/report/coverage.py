"""The coverage of rulebooks, told as text, as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from checker.judge.citations import Chapter, Citation, ClauseRow
from checker.judge.coverage import Counts, Covered
from checker.judge.verdict import SavedVerdict
from checker.report.escape import markdown, markdown_code
from checker.report.json_format import source_json
from checker.report.layout import Page
from checker.report.markdown import document, table
from checker.report.summary import counted, shown_source

__all__ = ["COVERAGE", "coverage_json", "coverage_markdown", "exit_code", "print_coverage"]

COVERAGE = "ruleproof coverage"
"""The format of the JSON document; its schema is ``docs/reference/coverage.schema.json``."""

_LABEL_WIDTH = 22


def exit_code(books: Iterable[Covered]) -> int:
    """Return 1 if some clause is neither cited nor left out for a reason, else 0."""
    return int(any(row.is_hole for book in books for row in book.rows))


# -- on the terminal -----------------------------------------------------------------------------------------


def print_coverage(page: Page, books: Sequence[Covered], *, only_open: bool) -> None:
    """Print every clause by chapter; with ``only_open`` those alone that are holes or stale."""
    for number, book in enumerate(books):
        if number:
            page.blank()
        page.text(f"{book.rulebook.game}   {book.rulebook.file}", style="bold")
        page.text(f"covered by {', '.join(book.games)}", indent=2)
        for chapter in book.chapters:
            rows = [row for row in chapter.rows if not only_open or row.is_hole or row.is_stale]
            if rows:
                page.text(_title(chapter), indent=2, style="bold")
                page.text(_told(Counts.of(chapter.rows)), indent=4, style="dim")
            for row in rows:
                text = "\n".join(_lines(book, row))
                style = "red" if row.is_hole else "yellow" if row.is_stale else ""
                mark = "!" if row.is_hole or row.is_stale else ""
                page.row(row.clause.id, text, label_width=_LABEL_WIDTH, indent=4, style=style, mark=mark)
        page.text(_told(Counts.of(book.rows)), style="bold")


def _lines(book: Covered, row: ClauseRow) -> Iterator[str]:
    """Yield what is known of a clause, one thing a line."""
    for citation in row.modelled:
        yield _placed(citation)
    for citation in row.claims:
        known = _verdict_words(book, citation)
        yield f"{_placed(citation)}{': ' if known else ''}{known}"
    for citation in (*row.norms, *book.scenarios.get(row.clause.id, ())):
        yield _placed(citation)
    yield from _other_words(row)
    if row.is_hole:
        yield row.clause.paraphrase


def _other_words(row: ClauseRow) -> Iterator[str]:
    """Yield by what else a clause is covered, or why it is not."""
    if row.through:
        yield f"by {row.through}"
    if row.reason:
        yield f"left out, although it is cited: {row.reason}" if row.is_stale else f"left out: {row.reason}"
    if row.is_hole:
        yield "nothing cites it, and no reason is given"


def _placed(citation: Citation) -> str:
    place = shown_source(citation.source)
    return f"{citation}, {place}" if place else str(citation)


def _verdict_words(book: Covered, claim: Citation) -> str:
    """Return the verdicts on a claim: in one word where they are all the same."""
    known = book.verdicts_on(claim)
    words = list(dict.fromkeys(map(_status, known)))
    if len(words) < 2:
        return "".join(words)
    return "; ".join(f"{v.game} {v.name.removeprefix(v.claim)}".rstrip() + f" {_status(v)}" for v in known)


def _status(verdict: SavedVerdict) -> str:
    return verdict.status.value if verdict.expected else f"{verdict.status.value}, not expected"


def _title(chapter: Chapter) -> str:
    return f"{chapter.edition}  {chapter.title}".rstrip()


def _told(counts: Counts) -> str:
    """Return counts as a person reads them; what there is none of is left out, holes never."""
    parts = [
        (counts.modelled, "in the model"),
        (counts.claimed, "under a claim"),
        (counts.normed, "under a norm"),
        (counts.through, "covered by way of others"),
        (counts.left_out, "left out for a reason"),
        (counts.stale, "cited although left out"),
    ]
    listed = [f"{number} {words}" for number, words in parts if number]
    listed.append(counted(counts.holes, "hole"))
    return f"{counted(counts.clauses, 'clause')}: {', '.join(listed)}"


# -- Markdown ------------------------------------------------------------------------------------------------


def coverage_markdown(books: Sequence[Covered], *, only_open: bool) -> str:
    """Return the coverage as one document; with ``only_open`` of clauses that are holes or stale alone."""
    return document(block for book in books for block in _blocks(book, only_open))


def _blocks(book: Covered, only_open: bool) -> Iterator[str]:
    yield f"# Coverage of the rulebook of {markdown(book.rulebook.game)}"
    games = ", ".join(markdown_code(game) for game in book.games)
    yield f"By {games}. {markdown(_told(Counts.of(book.rows)))}."
    head = ("Clause", "Says", "In the model", "Claims", "Norms", "Scenarios", "Besides")
    for chapter in book.chapters:
        rows = [row for row in chapter.rows if not only_open or row.is_hole or row.is_stale]
        if rows:
            yield f"## {markdown(_title(chapter))}"
            yield f"{markdown(_told(Counts.of(chapter.rows)))}."
            yield table(head, [_cells(book, row) for row in rows])


def _cells(book: Covered, row: ClauseRow) -> tuple[str, ...]:
    def listed(citations: Iterable[Citation], words: Callable[[Citation], str] = lambda _: "") -> str:
        return "<br>".join(
            f"{markdown_code(str(c))} {markdown_code(shown_source(c.source))} {markdown(words(c))}".rstrip()
            for c in citations
        )

    besides = "<br>".join(markdown(words) for words in _other_words(row))
    return (
        markdown_code(row.clause.id),
        markdown(row.clause.paraphrase),
        listed(row.modelled),
        listed(row.claims, lambda claim: _verdict_words(book, claim)),
        listed(row.norms),
        listed(book.scenarios.get(row.clause.id, ())),
        f"**{besides}**" if row.is_hole or row.is_stale else besides,
    )


# -- JSON ----------------------------------------------------------------------------------------------------


def coverage_json(books: Sequence[Covered], *, only_open: bool) -> dict[str, Any]:
    """Return the coverage as a document; with ``only_open`` with clauses that are holes or stale alone."""
    return {
        "format": COVERAGE,
        "schema": 1,
        "exit_code": exit_code(books),
        "rulebooks": [
            {
                "rulebook": book.name,
                "title": book.rulebook.game,
                "games": list(book.games),
                "counts": asdict(Counts.of(book.rows)),
                "chapters": [_chapter_json(book, chapter, only_open) for chapter in book.chapters],
            }
            for book in books
        ],
    }


def _chapter_json(book: Covered, chapter: Chapter, only_open: bool) -> dict[str, Any]:
    rows = [row for row in chapter.rows if not only_open or row.is_hole or row.is_stale]
    return {
        "edition": chapter.edition,
        "title": chapter.title,
        "counts": asdict(Counts.of(chapter.rows)),
        "clauses": [_clause_json(book, row) for row in rows],
    }


def _clause_json(book: Covered, row: ClauseRow) -> dict[str, Any]:
    return {
        "id": row.clause.id,
        "says": row.clause.paraphrase,
        "kind": row.clause.kind.value,
        "model": [_citation_json(c) for c in row.modelled],
        "claims": [
            {
                **_citation_json(claim),
                "verdicts": [
                    {"game": v.game, "name": v.name, "status": v.status.value, "expected": v.expected}
                    for v in book.verdicts_on(claim)
                ],
            }
            for claim in row.claims
        ],
        "norms": [_citation_json(c) for c in row.norms],
        "scenarios": [_citation_json(c) for c in book.scenarios.get(row.clause.id, ())],
        "through": row.through,
        "reason": row.reason,
        "hole": row.is_hole,
        "stale": row.is_stale,
    }


def _citation_json(citation: Citation) -> dict[str, Any]:
    return {"kind": citation.kind, "name": citation.name, "source": source_json(citation.source)}
