"""What the exported models say to a person: where each of their parts comes from."""

from __future__ import annotations

from collections.abc import Iterator

from checker.export.model import Exported, Property
from checker.system.model import Source, Update
from checker.system.terms import Cell

__all__ = ["about_cell", "about_property", "about_update", "heading", "plain"]


def plain(text: str) -> str:
    """Return ``text`` as one line that ends no comment and no string of any target."""
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return words.replace("*/", "* /").replace("\\", "/").replace('"', "'")


def heading(exported: Exported, language: str, how: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines that stand above a model: what it is of, and how it is used."""
    system = exported.system
    yield f"{system.name} in {language}, exported by ruleproof{_at(system.source)}."
    for what, values in (("sizes", system.sizes), ("bounds", system.bounds), ("readings", system.readings)):
        if values:
            yield plain(f"{what}: {', '.join(f'{k}={v}' for k, v in values.items())}")
    yield "A step that would exceed a bound, or go wrong, is left out: a play may end before it."
    yield ""
    yield from how
    if exported.constants:
        yield ""
        yield f"{len(exported.constants)} of {len(system.cells)} cells never change, and are left out."
    if exported.left:
        yield ""
        yield "Not exported:"
        for left in exported.left:
            yield plain(f"  {left.name}: {left.why}")


def about_cell(cell: Cell) -> str:
    """Return what a cell is, and what the numbers of a value with names stand for."""
    labels = ", ".join(f"{cell.domain.low + i} {label}" for i, label in enumerate(cell.domain.labels))
    return plain(f"{cell.name}: {labels}" if labels else cell.name)


def about_update(update: Update) -> Iterator[str]:
    """Yield the name of a rule with its arguments, and its clauses and line."""
    yield plain(f"{update.name}, {update.kind.value}")
    clauses = f"{', '.join(update.clauses)}, " if update.clauses else ""
    assumed = f"; assumed: {update.assumed}" if update.assumed else ""
    yield plain(f"{clauses}{update.source}{assumed}")


def about_property(claim: Property) -> Iterator[str]:
    """Yield what a claim says, and its clauses and line."""
    yield plain(f"{claim.name}: {claim.says}" if claim.says else claim.name)
    clauses = f"{', '.join(claim.clauses)}, " if claim.clauses else ""
    yield plain(f"{clauses}{claim.source}")


def _at(source: Source) -> str:
    return f" from {plain(str(source))}" if source.file else ""
