"""A transition system of fixed sizes as the subject of certificates.

Every cell is a mathematical integer or a truth value: that a cell keeps to its type is no part of the step,
but the first condition of every invariant, so that it is proved and not supposed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from checker.prove.certificate import Case, Condition, Subject, Symbol, Write
from checker.prove.smtlib import Writer, conjunction, number_text, plain_names, written_alone
from checker.system.model import System, Update
from checker.system.printing import format_term
from checker.system.terms import FALSE, Cell, Domain, Sort, Term, negate

__all__ = ["Scribe"]

_LOGIC = "QF_NIA"
"""What terms need at most; products of two cells are rare, and solvers see where there are none."""


class Scribe:
    """Writes one system, and conditions on its states, once for all claims about it."""

    def __init__(self, system: System, name: str, sizes: Sequence[str]) -> None:
        self.system = system
        self._name, self._sizes = name, tuple(sizes)
        self._names = plain_names(system.cells)

    @cached_property
    def subject(self) -> Subject:
        """The system, as text."""
        system = self.system
        roots = [
            t for u in self._updates for t in (u.enabled, negate(u.wrong), negate(u.cut), *self._changes(u))
        ]
        writer = Writer(self._names, roots, lambda number: f"t.{number}")
        return Subject(
            game=system.name,
            name=self._name,
            sizes=self._sizes,
            readings=dict(system.readings),
            variables=tuple(
                Symbol(self._names[c], _sort(c.domain), f"{c.name}: {c.domain}") for c in system.cells
            ),
            choices=(),
            definitions=tuple(writer.shared),
            starts=tuple(self._starts()),
            steps=tuple(self._step(u, writer) for u in self._updates),
            logic=_LOGIC,
        )

    @cached_property
    def _updates(self) -> list[Update]:
        return [u for u in self.system.updates if u.enabled is not FALSE]

    def _changes(self, update: Update) -> list[Term]:
        return [update.next[c] for c in self.system.cells if c in update.next]

    def _starts(self) -> Iterator[Case]:
        for number, state in enumerate(self.system.initial, start=1):
            parts = [self._is(cell, value) for cell, value in zip(self.system.cells, state, strict=True)]
            yield Case(f"start {number}", conjunction(parts))

    def _is(self, cell: Cell, value: int) -> str:
        name = f"s.{self._names[cell]}"
        if cell.domain.sort is Sort.BOOL:
            return name if value else f"(not {name})"
        return f"(= {name} {number_text(value)})"

    def _step(self, update: Update, writer: Writer) -> Case:
        says = [writer.text(t) for t in (update.enabled, negate(update.wrong), negate(update.cut))]
        says = [text for text in says if text != "true"]
        writes = tuple(
            Write(self._names[cell], (), writer.text(update.next[cell]))
            for cell in self.system.cells
            if cell in update.next
        )
        return Case(update.name, conjunction(says), writes=writes)

    # -- conditions ------------------------------------------------------------------------------

    @cached_property
    def types(self) -> Condition:
        """The condition that every cell has a value of its type."""
        parts = [
            f"(<= {number_text(c.domain.low)} s.{self._names[c]} {number_text(c.domain.high)})"
            for c in self.system.cells
            if c.domain.sort is not Sort.BOOL
        ]
        return Condition("types", "every cell has a value of its type", conjunction(parts))

    def formula(self, term: Term) -> str:
        """Return a condition on a state, or an integer, as text."""
        return written_alone(self._names, term)

    def condition(self, origin: str, term: Term, says: str = "") -> Condition:
        """Return a part of an invariant; what nobody put in words is told by its term."""
        return Condition(origin, says or format_term(term), self.formula(term))

    def among(self, updates: Sequence[int]) -> tuple[str, ...]:
        """Return the names of the steps that are these updates."""
        return tuple(self.system.updates[i].name for i in updates)


def _sort(domain: Domain) -> str:
    return "Bool" if domain.sort is Sort.BOOL else "Int"
