"""What a step does, as assignments that are made one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checker.export.expressions import Dialect, Expressions
from checker.export.model import Exported
from checker.system.model import Update
from checker.system.terms import Cell, Term, variables_of

__all__ = ["Assignment", "assignments", "cell_texts"]


@dataclass(frozen=True)
class Assignment:
    """A variable (of the model, or a temporary one) and the expression for its new value."""

    variable: str
    text: str


def cell_texts(exported: Exported, dialect: Dialect) -> dict[Cell, str]:
    """Return how each cell is read: by its name, or as its value if it never changes."""
    names = exported.cell_names
    constants = {c: dialect.constant(c.domain.sort, v) for c, v in exported.constants.items()}
    return {cell: constants.get(cell, names[cell]) for cell in exported.system.cells}


def assignments(
    exported: Exported, update: Update, dialect: Dialect, fresh: Callable[[Term], str]
) -> list[Assignment]:
    """Return what makes the state after ``update`` of the state before it, in order.

    All new values are of the state before. A cell that the value of another one reads is therefore written
    last, by way of a temporary variable, whose name ``fresh`` gives.
    """
    cells = cell_texts(exported, dialect)
    named, texts = Expressions(dialect, cells, fresh).write(update.next.values())
    first = [Assignment(n.name, n.text) for n in named]
    ready = {n.term for n in named}
    reads = {
        cell: set() if term in ready else {t.cell for t in variables_of((term,))}
        for cell, term in update.next.items()
    }
    then: list[Assignment] = []
    last: list[Assignment] = []
    for (cell, term), text in zip(update.next.items(), texts, strict=True):
        if not any(cell in read for other, read in reads.items() if other is not cell):
            then.append(Assignment(cells[cell], text))
            continue
        kept = text
        if reads[cell]:
            kept = fresh(term)
            first.append(Assignment(kept, text))
        last.append(Assignment(cells[cell], kept))
    return [*first, *then, *last]
