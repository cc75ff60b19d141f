"""A clause explained, on the terminal and as JSON."""

from __future__ import annotations

from typing import IO, Any

from checker.judge.contradictions.explaining import ClauseExplained, Example, NormExplained
from checker.report.contradictions.words import kind_words
from checker.report.folding import fold
from checker.report.json_format import play_json, source_json
from checker.report.layout import Page
from checker.report.summary import shown_source

__all__ = ["EXPLAINED", "explained_json", "print_explained"]

EXPLAINED = "ruleproof clause"

_LABEL_WIDTH = 18


def print_explained(clause: ClauseExplained, file: IO[str], *, width: int | None = None) -> None:
    """Print a clause: its text, what it demands, an example, and what rests on it."""
    page = Page(file, width=width)
    page.text(clause.id, style="bold")
    for text in clause.texts:
        page.row("it says" if text.id == clause.id else text.id, text.paraphrase, label_width=_LABEL_WIDTH)
        if text.reason:
            page.row("left out", text.reason, label_width=_LABEL_WIDTH)
    for norm in clause.norms:
        page.blank()
        _print_norm(page, norm)
    if not clause.norms:
        page.text("No norm states what it demands.", indent=2)
    page.blank()
    page.text("What rests on it", style="bold")
    for game, citation in clause.citations:
        place = shown_source(citation.source)
        page.row(game, f"{citation}{f', {place}' if place else ''}", label_width=_LABEL_WIDTH)
    for finding in clause.findings:
        page.row(
            finding.game, f"{kind_words(finding)}, {finding.id}: {finding.headline}", label_width=_LABEL_WIDTH
        )
    if not clause.citations and not clause.findings:
        page.text("Nothing.", indent=2)


def _print_norm(page: Page, norm: NormExplained) -> None:
    page.text(f"Norm {norm.name} of {norm.game}   {shown_source(norm.source)}".rstrip(), style="bold")
    if norm.says:
        page.row("it says", norm.says, label_width=_LABEL_WIDTH)
    page.row("as understood", norm.read_back, label_width=_LABEL_WIDTH)
    if norm.example is None:
        why = "none: wherever it speaks, the model does otherwise, or had nothing to choose"
        if not norm.speaks:
            why = "none: it speaks in no situation that a play reaches"
        page.row("example", why, label_width=_LABEL_WIDTH)
        return
    page.row("allowed", norm.example.allowed, label_width=_LABEL_WIDTH)
    if norm.example.refused:
        page.row("refused", f"that {norm.example.refused}", label_width=_LABEL_WIDTH)
    page.row("where", _reached(norm.example), label_width=_LABEL_WIDTH)


def _reached(example: Example) -> str:
    """Return in one line how the situation of an example is reached."""
    steps = [line.sentence for line in fold(example.play.steps)]
    return f"after {'; '.join(steps)}" if steps else "as the game starts"


def explained_json(clause: ClauseExplained) -> dict[str, Any]:
    """Return a clause as a document; its schema is in ``docs/reference/contradictions.schema.json``."""
    return {
        "format": EXPLAINED,
        "schema": 1,
        "clause": clause.id,
        "texts": [
            {"id": t.id, "text": t.paraphrase, "kind": t.kind.value, "reason": t.reason} for t in clause.texts
        ],
        "norms": [_norm(n) for n in clause.norms],
        "citations": [
            {"game": game, "kind": c.kind, "name": c.name, "source": source_json(c.source)}
            for game, c in clause.citations
        ],
        "findings": [
            {"game": f.game, "id": f.id, "kind": f.kind.value, "headline": f.headline}
            for f in clause.findings
        ],
    }


def _norm(norm: NormExplained) -> dict[str, Any]:
    example = norm.example
    return {
        "game": norm.game,
        "norm": norm.name,
        "clause": norm.clause,
        "says": norm.says,
        "as_understood": norm.read_back,
        "source": source_json(norm.source),
        "example": None
        if example is None
        else {"allowed": example.allowed, "refused": example.refused, "play": play_json(example.play)},
    }
