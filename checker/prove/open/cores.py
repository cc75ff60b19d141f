"""What follows at once from what is known of a state or a step, and from which part of it.

Every answer is remembered: what looks for an invariant and what tells the reasons afterwards ask the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.prove.open.told import Told
from checker.prove.solver import Clock, Session
from checker.system.logic import parts_of
from checker.system.open.model import OpenSystem
from checker.system.terms import TRUE, Term, negate

__all__ = ["Cores"]

EFFORT = 1_500_000
"""What the solver may spend on one question, in steps that it counts itself."""

LONGEST = 20.0
"""Seconds after which one question is given up on a machine that is too busy."""


class Cores:
    """Answers about one open system; nothing where an answer does not come soon."""

    def __init__(self, system: OpenSystem, clock: Clock) -> None:
        self._system, self._clock = system, clock
        self._session = Session()
        self._told: dict[int | None, Told] = {}
        self._known: dict[tuple[int | None, Term | None, Term | None], list[frozenset[Term]]] = {}

    def of_state(self, given: Sequence[Term], wanted: Term) -> frozenset[Term] | None:
        """Return which of the conditions ``given`` are enough for a state to have another one."""
        return self._asked(None, given, wanted, None)

    def of_step(self, number: int, given: Sequence[Term], wanted: Term) -> frozenset[Term] | None:
        """Return which conditions on a state are enough for an update to be taken only where ``wanted``."""
        return self._asked(number, given, wanted, None)

    def kept(self, number: int, given: Sequence[Term], condition: Term | None) -> frozenset[Term] | None:
        """Return which conditions on a state are enough for one to be true after an update.

        Without one, for what is written to have values of its type.
        """
        if condition is None:
            return self._asked(number, given, None, None)
        (wanted,) = self._system.updates[number].after((condition,))
        if wanted is condition and condition in given:
            return frozenset((condition,))
        return self._asked(number, given, wanted, condition)

    def _asked(
        self, number: int | None, given: Sequence[Term], wanted: Term | None, condition: Term | None
    ) -> frozenset[Term] | None:
        if wanted is TRUE:
            return frozenset()
        found = self._known.setdefault((number, wanted, condition), [])
        among = frozenset(given)
        for core in found:
            if core <= among:
                return core
        seconds = LONGEST if self._clock.left is None else min(LONGEST, self._clock.left)
        if not seconds:
            return None
        terms = [*given, *self._here(number), *(() if wanted is None else (negate(wanted),))]
        writes = None if number is None or wanted is not None else self._system.updates[number].writes
        refuted = self._teller(number).refuted(terms, seconds, EFFORT, untyped=writes)
        if refuted is None:
            return None
        found.append(refuted & among)
        return found[-1]

    def _here(self, number: int | None) -> tuple[Term, ...]:
        """Return what is true of a state in which an update may be taken, in parts."""
        if number is None:
            return ()
        update = self._system.updates[number]
        return (*parts_of(update.enabled), *parts_of(negate(update.wrong)))

    def _teller(self, number: int | None) -> Told:
        if number not in self._told:
            parameters = () if number is None else self._system.updates[number].parameters
            self._told[number] = Told(self._system, parameters, self._session)
        return self._told[number]
