"""The store: the terms of all cells in the course of one run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from checker.errors import ModelError
from checker.language.tracing.active import in_predicate, recorder
from checker.language.tracing.layout import dead_term
from checker.language.tracing.values import note_wrong
from checker.language.tracing.ways import author_line
from checker.system import terms as tm
from checker.system.open.binders import applied
from checker.system.open.functions import Element
from checker.system.terms import FALSE, NOW, TRUE, Cell, Domain, Op, Sort, Term, ite, substitute, var

__all__ = ["NOW_AFTER", "ONLY_ADDS", "Reason", "Refusal", "Store", "Write", "out_of_range"]

Reason = tuple[str, str]
"""Why a cell may not be written: who changes ``{field}`` here, and what to write instead."""

Refusal = Callable[[Cell], Reason | None]
"""Says why a cell may not be written, or None where it may."""

NOW_AFTER = Cell("now", Domain.moment())
"""Stands for the moment of the event in what is traced over the state after it; it is no cell of the game."""

ONLY_ADDS = (
    "a triggered rule changes {field} by more than putting something into a bag",
    "it only adds to bags; let the rule that takes the item out of the bag do the rest",
)

_PREDICATE = (
    "a predicate changes {field}",
    "functions that some, every, count, where and find are given only ask; change the field outside of them",
)


@dataclass(frozen=True)
class Write:
    """What a run did to one cell.

    ``value`` is its term after the run. Where ``absolute`` is true it was given a value; elsewhere it was
    only changed by ``+=`` and ``-=``, by ``change`` in all.
    """

    value: Term
    absolute: Term
    change: Term


class Store:
    """Cells as terms over the state before (or over whatever ``base`` says they are), and writes to them.

    ``adding`` defers the check of ranges for increments, since other rules of the same state-based event
    may add to the same cell.
    """

    def __init__(
        self,
        base: Mapping[Cell, Term] | None = None,
        *,
        primed: bool = False,
        adding: bool = False,
    ) -> None:
        self._base = base or {}
        self._primed = primed
        self._adding = adding
        self._refusal: Refusal = lambda _: None
        self._only_adds = False
        self.writes: dict[Cell, Write] = {}
        # How often each container lost an item, by its length cells: places read before are stale then.
        self.losses: dict[tuple[Cell, ...], int] = {}
        # By the length cell of a container: slots past its bound, items that were put into it (each with
        # the condition that it was), and the condition that anything was taken out.
        self.spare: dict[Cell, int] = {}
        self.added: dict[Cell, list[tuple[Term, tuple[Term, ...]]]] = {}
        self.taken: dict[Cell, Term] = {}
        # The cells of slots past a bound, which are no cells of the game.
        self.beyond: set[Cell] = set()

    def restrict(self, refusal: Refusal, *, only_adds: bool) -> None:
        """Let ``refusal`` say why a cell may not be written; ``only_adds``: containers lose nothing."""
        self._refusal = refusal
        self._only_adds = only_adds

    def note_added(self, length: Cell, when: Term, item: tuple[Term, ...]) -> None:
        """Note that an item was put into the container with this length where ``when`` is true."""
        self.added.setdefault(length, []).append((when, item))

    def note_taken(self, length: Cell, when: Term) -> None:
        """Note that something was taken out of the container with this length where ``when`` is true."""
        if self._only_adds:
            raise _refused(length, ONLY_ADDS)
        self.taken[length] = tm.any_of((self.taken.get(length, FALSE), when))

    def _check_allowed(self, cell: Cell) -> None:
        reason = self._refusal(cell) or (_PREDICATE if in_predicate() else None)
        if reason is not None:
            raise _refused(cell, reason)

    @property
    def now(self) -> Term:
        """The moment of the event; to what sees the state after it, moments in it may be the same."""
        return var(NOW_AFTER, primed=True) if self._primed else NOW

    def get(self, cell: Cell) -> Term:
        """Return the present term of ``cell``."""
        write = self.writes.get(cell)
        if write is not None:
            return write.value
        if self.beyond and cell in self.beyond:
            return dead_term(cell.domain)
        if isinstance(cell, Element):
            return applied(self.get(cell.function), cell.at)
        found = self._base.get(cell) if self._base else None
        return var(cell, primed=self._primed) if found is None else found

    def put(self, cell: Cell, value: Term, when: Term = TRUE, change: Term | None = None) -> None:
        """Give ``cell`` a value where ``when`` is true; ``change`` says that it is an increment by that."""
        if when is FALSE:
            return
        self._check_range(cell, value, when, deferred=self._adding and change is not None)
        if isinstance(cell, Element):
            when = tm.all_of((when, cell.here))
            cell = cell.function
        self._check_allowed(cell)
        old = self.get(cell)
        before = self.writes.get(cell)
        absolute = before.absolute if before else FALSE
        added = before.change if before else tm.integer(0)
        if change is None:
            absolute = tm.any_of((absolute, when))
        else:
            added = tm.add(added, ite(when, change, tm.integer(0)))
        self.writes[cell] = Write(ite(when, value, old), absolute, added)

    def move(self, cell: Cell, value: Term, when: Term = TRUE) -> None:
        """Give ``cell`` a value that another cell of the same container had; unchanged is no write."""
        new = ite(when, value, self.get(cell))
        if new is not self.get(cell):
            self._check_allowed(cell)
            before = self.writes.get(cell)
            absolute = tm.any_of((before.absolute if before else FALSE, when))
            self.writes[cell] = Write(new, absolute, before.change if before else tm.integer(0))

    def settle(self, excluded: Iterable[Term]) -> None:
        """Simplify what was written, which counts only where none of these conditions is true.

        They are what makes the step wrong or cut: there is no state after it then.
        """
        known: dict[int, Term] = {}
        queue = [(t, False) for t in excluded]
        while queue:
            term, truth = queue.pop()
            if term.op is Op.NOT:
                queue.append((term.args[0], not truth))
            elif term.op is (Op.AND if truth else Op.OR):
                queue.extend((a, truth) for a in term.args)
            elif not term.is_const:
                known[term.id] = TRUE if truth else FALSE
        if known:
            values = substitute([w.value for w in self.writes.values()], lambda _: None, known)
            for (cell, write), value in zip(list(self.writes.items()), values, strict=True):
                self.writes[cell] = replace(write, value=value)

    @staticmethod
    def _check_range(cell: Cell, value: Term, when: Term, *, deferred: bool) -> None:
        domain = cell.domain
        if domain.sort is not Sort.INT or deferred or (domain.low <= value.low and value.high <= domain.high):
            return
        outside = tm.all_of((when, out_of_range(cell, recorder().facts.simplify(value))))
        note_wrong(f"{cell.name} leaves its range {domain.low}..{domain.high}", outside)


def out_of_range(cell: Cell, value: Term) -> Term:
    """Return the condition under which ``value`` is outside the domain of ``cell``."""
    return tm.any_of(
        (tm.less(value, tm.integer(cell.domain.low)), tm.less(tm.integer(cell.domain.high), value))
    )


def _refused(cell: Cell, reason: Reason) -> ModelError:
    field = re.split(r"[\[.?]", cell.name, maxsplit=1)[0]
    message, hint = reason
    return ModelError(message.format(field=repr(field)), hint=hint, source=author_line())
