"""When rules of an open system may be taken: what ``may_act`` and ``can`` of claims ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checker.language.resolved import label_of
from checker.language.schema import Schema
from checker.system.logic import parts_of
from checker.system.model import Kind
from checker.system.open.model import OpenSystem, OpenUpdate
from checker.system.terms import FALSE, TRUE, Cell, Term, all_of, any_of, equal, integer, var

__all__ = ["OpenEnabled"]


class OpenEnabled:
    """When rules may be taken, read from the system's updates.

    Many claims ask the same, and what may be taken by some player at all is much to put together: so each
    answer is kept.
    """

    def __init__(self, system: OpenSystem, schema: Schema) -> None:
        self._updates = system.updates
        who = schema.participant
        self._numbers = {} if who is None else {label_of(v): i for i, v in enumerate(who.values())}
        self._known: dict[tuple[str | Kind, Term | None], Term] = {}

    def rule(self, name: str, actor: Term | None) -> Term:
        """Return whether some instance of a rule may be taken, by this participant if one is given."""
        return self._any(name, actor, lambda u: u.rule == name)

    def action(self, actor: Term | None) -> Term:
        """Return whether some action may be taken, by this participant if one is given."""
        return self._any(Kind.ACTION, actor, lambda u: u.kind is Kind.ACTION)

    def _any(self, what: str | Kind, actor: Term | None, fits: Callable[[OpenUpdate], bool]) -> Term:
        found = self._known.get((what, actor))
        if found is None:
            ways = [u.some(all_of((u.enabled, self._is(u.actor, actor)))) for u in self._updates if fits(u)]
            found = self._known[what, actor] = _one_of(ways)
        return found

    def _is(self, known: str | Cell | None, actor: Term | None) -> Term:
        if actor is None:
            return TRUE
        if known is None:
            return FALSE
        return equal(actor, var(known) if isinstance(known, Cell) else integer(self._numbers[known]))


def _one_of(ways: Sequence[Term]) -> Term:
    """Return that one of some ways is open, with what all of them require said once: that nothing goes on."""
    parts = [parts_of(way) for way in ways if way is not FALSE]
    common = [part for part in parts[0] if all(part in one for one in parts)] if parts else []
    return all_of((*common, any_of(all_of(p for p in one if p not in common) for one in parts)))
