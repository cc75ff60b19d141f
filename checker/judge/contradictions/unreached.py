"""What would clash if it were reached: pairs of clauses that no state of any type-correct board could meet.

A board is looked for in which both clauses speak and nothing that is left open meets them. Such boards are
found by trying answers against them until there is none (counterexample-guided search for "some board, no
answer").
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from checker.judge.contradictions.consistency import Consistency
from checker.judge.contradictions.examine import Examined
from checker.judge.norms.forms import FormKind
from checker.system.terms import (
    FALSE,
    Cell,
    Op,
    Term,
    all_of,
    equal,
    negate,
    of_domain,
    substitute,
    var,
    variables_of,
)

__all__ = ["WouldClash", "would_clash"]

_TRIES = 40
"""Answers that are tried against the boards of one pair before it is given up as one that does not clash."""

_APART = (FormKind.NEEDS, FormKind.CLOSED)
"""Forms whose meaning hangs on what else is in force, so that a pair of them says nothing."""


@dataclass(frozen=True)
class WouldClash:
    """Two demands that clash on some board that was not reached."""

    first: int
    second: int


def would_clash(examined: Examined) -> list[WouldClash]:
    """Return for each two clauses that clash on no reached board a pair of demands that would on another."""
    topic = examined.topic
    known = {clash.clauses for clash in examined.clashes.values()}
    found: dict[frozenset[str], WouldClash] = {}
    for i, j in itertools.combinations(range(len(topic.demands)), 2):
        one, other = topic.demands[i], topic.demands[j]
        pair = frozenset((one.clause, other.clause))
        if len(pair) < 2 or pair in found or any(c <= pair for c in known):
            continue
        if one.kind in _APART or other.kind in _APART:
            continue
        events = {one.update, other.update} - {None}
        if len(events) < 2 and _clashes_somewhere(examined, i, j):
            found[pair] = WouldClash(i, j)
    return list(found.values())


def _clashes_somewhere(examined: Examined, i: int, j: int) -> bool:
    """Whether there is a board on which each of two demands can be met, and both together cannot."""
    topic = examined.topic
    demanded = list(topic.constraints((i, j)).values())
    premises = all_of((topic.demands[i].premise, topic.demands[j].premise))
    if premises is FALSE or not _share(demanded, topic.free):
        return False
    read = {t.cell for t in variables_of(demanded)} - topic.free
    read |= {t.cell for t in variables_of((premises,))}  # it may read what is open in another part
    boards = Consistency(read)
    condition = premises
    for _ in range(_TRIES):
        board = boards.values((condition,))
        if board is None:
            return False
        fixed = {cell: value for cell, value in board.items() if cell not in topic.free}
        here = [_with(term, fixed) for term in demanded]
        answer = examined.solver.values(here)
        if answer is not None:
            condition = all_of((condition, negate(_with(all_of(demanded), answer))))
        elif all(examined.solver.values((term,)) is not None for term in here):
            return True
        else:  # one of them cannot be met there by itself, so that the pair says nothing
            same = all_of(equal(var(c), of_domain(c.domain, board[c])) for c in read)
            condition = all_of((condition, negate(same)))
    return False


def _share(demanded: list[Term], free: frozenset[Cell]) -> bool:
    """Whether two demands speak of the same: else each can be met as if the other were not there."""
    one, other = ({t.cell for t in variables_of((term,))} & free for term in demanded)
    return not one.isdisjoint(other)


def _with(term: Term, values: Mapping[Cell, int]) -> Term:
    """Return a term with these values put in."""

    def value(t: Term) -> Term | None:
        known = values.get(t.cell) if t.op is Op.VAR else None
        return None if known is None else of_domain(t.cell.domain, known)

    (found,) = substitute((term,), value)
    return found
