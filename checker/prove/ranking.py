"""Lexicographic rankings: quantities in an order of importance, by which every step makes a state smaller.

A step makes a state smaller if the first quantity that it changes gets smaller. Where every quantity is
bounded below, such steps cannot follow each other for ever. The order is found greedily: a quantity comes
next if no step that is left makes it greater, and all steps leave that it always makes smaller. Of the
others only what keeps the quantities chosen so far is looked at from then on. Taking a quantity never stands
in the way of another one, so that this finds an order wherever the candidates have one (C. Alias, A. Darte,
P. Feautrier, L. Gonnord, "Multi-dimensional rankings, program termination, and complexity bounds of flowchart
programs", SAS 2010).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from checker.prove.solver import Clock

__all__ = ["Ranked", "Steps", "ranked"]


class Steps(Protocol):
    """What is asked about steps and candidates, both by their numbers.

    An answer is what of ``kept`` it rests on, or nothing where it is "no" or "not known". More ``effort``,
    from 0 to ``most_effort``, may turn nothing into an answer.
    """

    most_effort: int

    def touches(self, step: int, candidate: int) -> bool:
        """Return whether a step writes anything that a candidate reads."""

    def never_raises(
        self, step: int, candidate: int, kept: Sequence[int], effort: int
    ) -> frozenset[int] | None:
        """Tell whether a step that keeps all of ``kept`` as they are never makes a candidate greater."""

    def cannot_keep(self, step: int, kept: Sequence[int], effort: int) -> frozenset[int] | None:
        """Tell whether a step never keeps all of ``kept`` as they are."""

    def may_go(self, step: int, candidate: int, kept: Sequence[int]) -> bool:
        """Return whether no step that was seen keeps a candidate along with all of ``kept``."""

    def is_seen(self, step: int) -> bool:
        """Return whether a step was seen at all."""

    def may_lower(self, step: int, candidate: int, kept: Sequence[int]) -> bool:
        """Return whether a step that was seen, if any was, keeps ``kept`` and makes a candidate smaller."""

    def more(self, left: Mapping[int, Sequence[int]]) -> int:
        """Look for more candidates, given the steps that are left and what each keeps; return how many."""


@dataclass(frozen=True)
class Ranked:
    """The order of candidates that was found, the most important first.

    ``left`` are the steps of which it is not known that they make a state smaller: none, if all is well.
    """

    order: tuple[int, ...]
    left: tuple[int, ...]


def ranked(steps: Steps, step_count: int, tiers: Sequence[int], clock: Clock) -> Ranked:
    """Look for an order of candidates by which all steps make a state smaller.

    ``tiers`` says how many candidates are likely, how many less likely, and so on; their numbers go on from
    one tier to the next. What is likely, and what takes little effort, is tried to its end before the rest.
    """
    search = _Search(steps, step_count, sum(tiers), clock)
    most = steps.most_effort
    ways = [(effort, sum(tiers[: i + 1])) for i in range(len(tiers)) for effort in range(most)]
    likely = [*ways[: 2 * most], (most, sum(tiers[:2]))]
    others = [*ways[2 * most :], (most, sum(tiers))]
    while search.left and not clock.over:
        if any(search.takes(*way) for way in likely) or search.finds_more():
            continue
        if any(search.takes(*way, unseen=True) for way in (*likely, *others)):
            continue
        if not any(search.takes_partly(*way) for way in (*likely, *others)):
            break
    return Ranked(search.needed(), tuple(search.left))


class _Search:
    def __init__(self, steps: Steps, step_count: int, candidate_count: int, clock: Clock) -> None:
        self._steps = steps
        self._clock = clock
        self._open = list(range(candidate_count))
        self._known = candidate_count
        self._count = candidate_count
        self._order: list[int] = []
        self.left: dict[int, tuple[int, ...]] = dict.fromkeys(range(step_count), ())
        self._chains: dict[int, tuple[int, ...]] = {}
        self._going: dict[int, frozenset[int]] = {}
        self._fine: dict[tuple[int, int], frozenset[int]] = {}
        self._keeping: set[tuple[int, int, int]] = set()
        self._failed: dict[tuple[int, int, int], tuple[int, ...]] = {}

    # -- choosing --------------------------------------------------------------------------------

    def takes(self, effort: int, end: int, *, unseen: bool = False) -> bool:
        """Take candidates below ``end`` that let a step go; return whether there was one.

        Unless ``unseen``, each gives hope for a step that was seen; others may go by it as well.
        """
        before = len(self.left)
        for step, kept in list(self.left.items()):
            if kept and self._cannot_keep(step, kept, effort):
                self._let_go(step)
        for candidate in [c for c in self._open if c < end]:
            if self._clock.over or (effort and len(self.left) < before):
                break
            hopeful = [s for s in self._touching(candidate) if self._may_go(s, candidate)]
            hope = any(unseen or self._steps.is_seen(s) for s in hopeful)
            if not hope or not self._fits(candidate, effort):
                continue
            going = [s for s in hopeful if self._goes_by(s, candidate, effort)]
            if going:
                self._take(candidate)
                for step in going:
                    self._let_go(step)
        return len(self.left) < before

    def takes_partly(self, effort: int, end: int) -> bool:
        """Take candidates below ``end`` that steps may make smaller at times; return whether there was one.

        What failed is asked again here where more is known to be kept.
        """
        self._failed = {key: kept for key, kept in self._failed.items() if self.left.get(key[0]) == kept}
        before = len(self._order)
        for candidate in [c for c in self._open if c < end]:
            if self._clock.over:
                break
            if self._may_lower(candidate) and self._fits(candidate, effort):
                self._take(candidate)
        return len(self._order) > before

    def finds_more(self) -> bool:
        """Look for more candidates, and take all that no step makes greater; return whether there was one."""
        found = range(self._count, self._count + self._steps.more(self.left))
        self._count += len(found)
        self._open += found
        before = len(self._order)
        for effort in range(self._steps.most_effort):
            for candidate in [c for c in self._open if c >= self._known]:
                if not self._clock.over and self._fits(candidate, effort):
                    self._take(candidate)
        return len(self._order) > before

    def _may_go(self, step: int, candidate: int) -> bool:
        return self._steps.may_go(step, candidate, self.left[step])

    def _may_lower(self, candidate: int) -> bool:
        touching = self._touching(candidate)
        return any(self._steps.may_lower(s, candidate, self.left[s]) for s in touching)

    def _touching(self, candidate: int) -> list[int]:
        return [s for s in self.left if self._steps.touches(s, candidate)]

    def _fits(self, candidate: int, effort: int) -> bool:
        touching = self._touching(candidate)
        if not touching or any((s, candidate, effort) in self._failed for s in touching):
            return False
        return all(self._never_raised(s, candidate, effort) for s in touching)

    def _never_raised(self, step: int, candidate: int, effort: int) -> bool:
        if (step, candidate) in self._fine:
            return True
        rests_on = self._steps.never_raises(step, candidate, self.left[step], effort)
        if rests_on is not None:
            self._fine[step, candidate] = rests_on
            return True
        self._failed[step, candidate, effort] = self.left[step]
        return False

    def _goes_by(self, step: int, candidate: int, effort: int) -> bool:
        if (step, candidate, effort) in self._keeping:
            return False
        if self._cannot_keep(step, (*self.left[step], candidate), effort):
            return True
        self._keeping.add((step, candidate, effort))
        return False

    def _take(self, candidate: int) -> None:
        for step in self._touching(candidate):
            self.left[step] = (*self.left[step], candidate)
        self._order.append(candidate)
        self._open.remove(candidate)

    def _cannot_keep(self, step: int, kept: Sequence[int], effort: int) -> bool:
        rests_on = self._steps.cannot_keep(step, kept, effort)
        if rests_on is not None:
            self._going[step] = rests_on
        return rests_on is not None

    def _let_go(self, step: int) -> None:
        self._chains[step] = self.left.pop(step)

    # -- what is needed of it --------------------------------------------------------------------

    def needed(self) -> tuple[int, ...]:
        """Return the order without candidates on which nothing rests.

        What one step does not need another may: then it is there for both, with what it rests on in each.
        """
        needed: set[int] = set()
        more = frozenset[int]().union(*(self._going[step] for step in self._chains))
        while more - needed:
            needed |= more
            more = frozenset[int]().union(
                *(self._fine[s, c] for s, chain in self._chains.items() for c in chain if c in needed)
            )
        return tuple(c for c in self._order if c in needed)
