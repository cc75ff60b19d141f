"""What would clash if it were reached: pairs of clauses that no state of any type-correct board could meet.

A board is looked for on which both clauses speak, at a moment at which both are judged, and on which nothing
that is left open meets them. Such boards are found by trying answers against them until there is none
(counterexample-guided search for "some board, no answer").
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.judge.contradictions.consistency import Consistency
from checker.judge.contradictions.demands import before_cell
from checker.judge.contradictions.examine import Examined
from checker.judge.norms.forms import FormKind
from checker.system.model import Kind, System
from checker.system.terms import (
    FALSE,
    Cell,
    Op,
    Term,
    all_of,
    any_of,
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
    boards = _Boards(examined)
    found: dict[frozenset[str], WouldClash] = {}
    for i, j in itertools.combinations(range(len(topic.demands)), 2):
        one, other = topic.demands[i], topic.demands[j]
        pair = frozenset((one.clause, other.clause))
        if len(pair) < 2 or pair in found or any(c <= pair for c in known):
            continue
        if one.kind in _APART or other.kind in _APART:
            continue
        events = {one.update, other.update} - {None}
        if len(events) < 2 and boards.clash(i, j):
            found[pair] = WouldClash(i, j)
    return list(found.values())


class _Boards:
    """All type-correct boards on which the demands of a topic can be judged, reached or not."""

    def __init__(self, examined: Examined) -> None:
        self._examined = examined
        self._topic = examined.topic
        self._system: System = examined.board.system

    @cached_property
    def _whole(self) -> Consistency:
        """A solver for boards on which everything is told."""
        cells = self._system.cells
        return Consistency(dict.fromkeys((*cells, *map(before_cell, cells), *self._topic.free)))

    def clash(self, i: int, j: int) -> bool:
        """Return whether there is a board on which each of two demands can be met, and both cannot.

        Of most pairs that is told by what the two read alone. When they are judged is asked of the others.
        """
        demanded = list(self._topic.constraints((i, j)).values())
        premises = all_of((self._topic.demands[i].premise, self._topic.demands[j].premise))
        if premises is FALSE or not _share(demanded, self._topic.free):
            return False
        read = {t.cell for t in variables_of(demanded)} - self._topic.free
        told = read | {t.cell for t in variables_of((premises,))}  # it may read what is open in another part
        somewhere = self._clashing(demanded, Consistency(told), premises, read)
        if somewhere is None:
            return False
        judged = all_of((somewhere, self._moment(i, j)))
        return self._clashing(demanded, self._whole, judged, read) is not None

    def _clashing(
        self, demanded: list[Term], boards: Consistency, condition: Term, read: set[Cell]
    ) -> Term | None:
        """Return a condition that is true on a board with a clash, and wherever ``condition`` and one are.

        ``read`` are the cells that the demands read besides what is open. There is none where no board has a
        clash, or too many answers would have to be tried.
        """
        for _ in range(_TRIES):
            board = boards.values((condition,), read)
            if board is None:
                return None
            here = [_with(term, board) for term in demanded]
            answer = self._examined.solver.values(here)
            if answer is not None:
                condition = all_of((condition, negate(_with(all_of(demanded), answer))))
            elif all(self._examined.solver.values((term,)) is not None for term in here):
                return condition
            else:  # one of them cannot be met there by itself, so that the pair says nothing
                same = all_of(equal(var(c), of_domain(c.domain, board[c])) for c in read)
                condition = all_of((condition, negate(same)))
        return None

    def _moment(self, i: int, j: int) -> Term:
        """Return that the judged state is one in which both demands are judged."""
        moments = {self._examined.lens.moment(n) for n in (i, j)}
        at_end = {n for n in (i, j) if self._examined.lens.speaks_at_end(n)}
        about_event = any(self._topic.demands[n].update is not None for n in (i, j))
        refused = []
        if moments & {"priority", "choice"} or about_event:
            refused.append(self._runs)
        if moments & {"priority", "automatic"}:
            refused.append(self._somebody_chooses)
        here = all_of((negate(self._system.over), *map(negate, refused)))
        return any_of((here, self._system.over)) if at_end == {i, j} else here

    @cached_property
    def _runs(self) -> Term:
        """Something happens by itself."""
        kinds = (Kind.AUTOMATIC, Kind.STATE_BASED)
        return any_of(u.enabled for u in self._system.updates if u.kind in kinds)

    @cached_property
    def _somebody_chooses(self) -> Term:
        return any_of(u.enabled for u in self._system.updates if u.kind is Kind.CHOICE)


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
