"""Moments as cells: one small cell for each pair of moments, holding which of the two is older.

Moments can only be compared, so their order is all that a finite search needs. Ranks that are renumbered
on every event were measured to cost many times more than pairs.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from checker.system import terms as tm
from checker.system.terms import DEAD, Cell, Domain, Op, Sort, Term, ite, substitute, var

__all__ = ["Moments", "pair_name"]

_SAME, _OLDER, _NEWER = 0, 1, 2


def pair_name(first: Cell, second: Cell) -> str:
    """Return the name of the cell that says which of two moments, in the order of the state, is older."""
    return f"age[{first.name}, {second.name}]"


class Moments:
    """The pair cells of a game's moments, and the translation of comparisons into them.

    ``alive`` says for each moment cell, in order, when it holds a moment at all (a slot may be empty).
    ``pairs`` maps each two moment cells (in order) to the cell that says whether the first is as old as
    the second, older, or newer. What is dead counts as equal to everything.
    """

    def __init__(self, alive: Mapping[Cell, Term]) -> None:
        self.cells = tuple(alive)
        self._alive = alive
        self._index = {c: i for i, c in enumerate(self.cells)}
        domain = Domain.enumeration(("same", "older", "newer"))
        self.pairs: dict[tuple[Cell, Cell], Cell] = {
            (a, b): Cell(pair_name(a, b), domain) for a, b in itertools.combinations(self.cells, 2)
        }
        self._memo: dict[int, Term] = {}

    def lower(self, roots: Sequence[Term]) -> list[Term]:
        """Return terms with every comparison of moments read from pair cells."""
        if not self.cells:
            return list(roots)
        return substitute(roots, self._comparison, self._memo)

    def _comparison(self, term: Term) -> Term | None:
        if term.op not in (Op.EQUAL, Op.LESS):
            return None
        left, right = term.args
        wanted = _SAME if term.op is Op.EQUAL else _OLDER
        a, b = left.cell, right.cell
        if self._index[a] > self._index[b]:
            a, b = b, a
            wanted = _NEWER if wanted == _OLDER else wanted
        return tm.equal(var(self.pairs[a, b], primed=left.primed), tm.integer(wanted))

    def next_pairs(self, following: Mapping[Cell, Term]) -> dict[Cell, Term]:
        """Return the next values of pair cells, given the next values of all cells that change."""
        updated = {c: t for c, t in following.items() if c.domain.sort is Sort.MOMENT}
        if not updated:
            return {}
        alive = dict(
            zip(self.cells, substitute(self._alive.values(), lambda t: following.get(t.cell)), strict=True)
        )
        result: dict[Cell, Term] = {}
        for (a, b), pair in self.pairs.items():
            if a not in updated and b not in updated:
                continue
            left, right = updated.get(a, var(a)), updated.get(b, var(b))
            if left is DEAD or right is DEAD:
                result[pair] = tm.integer(_SAME)
                continue
            both = tm.all_of((alive[a], alive[b]))
            same, older, both = self.lower((tm.equal(left, right), tm.less(left, right), both))
            differ = ite(older, tm.integer(_OLDER), tm.integer(_NEWER))
            result[pair] = ite(tm.all_of((both, tm.negate(same))), differ, tm.integer(_SAME))
        return result
