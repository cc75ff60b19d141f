"""Claims as terms: an author's claim function traced over the cells of a lowered game.

What a claim reads that is not there (the top of an empty stack) is told apart as ``undefined``: the claim
says nothing there, and a claim that says nothing must not count as true.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from checker.language.events import RawEvent, step_of
from checker.language.lower import Lowered
from checker.language.machine import activate
from checker.language.tracing.active import recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.instance import author_errors, bound_game
from checker.language.tracing.machine import Permissions, TracingMachine, View
from checker.language.tracing.predicates import folded
from checker.language.tracing.returned import returned_truth
from checker.language.tracing.store import Store
from checker.language.tracing.ways import Recorder
from checker.system.model import Kind, System, Update
from checker.system.terms import Term, any_of

__all__ = ["StateClaim", "StepClaim", "trace_state_claim", "trace_step_claim"]


@dataclass(frozen=True)
class StateClaim:
    """Conditions on one state: what the function returns (one term, or a pair), and where it is undefined."""

    terms: tuple[Term, ...]
    undefined: Term
    ghosts: frozenset[str]


@dataclass(frozen=True)
class StepClaim:
    """For every update of the system, the claim and where it is undefined, over the state before it."""

    terms: tuple[Term, ...]
    undefined: tuple[Term, ...]
    ghosts: frozenset[str]


class _Enabled:
    """When rules may be taken, read from the system's updates."""

    def __init__(self, system: System) -> None:
        self._updates = system.updates

    def _any(self, fits: Callable[[Update], bool]) -> Term:
        return any_of(u.enabled for u in self._updates if fits(u))

    def rule(self, name: str, actor: str | None) -> Term:
        return self._any(lambda u: u.rule == name and actor in (None, u.actor))

    def action(self, actor: str | None) -> Term:
        return self._any(lambda u: u.kind is Kind.ACTION and actor in (None, u.actor))


def trace_state_claim(lowered: Lowered, function: Callable[..., Any], parts: int = 1) -> StateClaim:
    """Trace ``function(game)``, which returns a truth value, or a tuple of ``parts`` of them.

    Raises:
        ModelError: the claim cannot be traced, or returns something else.
    """
    permissions = Permissions(reads_ghosts=True, writes="nothing", enabled=_Enabled(lowered.system))
    machine = TracingMachine(lowered.layout, Store(), permissions)
    game = lowered.schema.game.__new__(lowered.schema.game)
    recorder = Recorder(Facts())
    with recording(recorder), activate(machine):

        def part(index: int) -> Any:
            return returned_truth(function, author_errors(function, lambda: function(game)), index, parts)

        terms = [folded(functools.partial(part, index)) for index in range(parts)]
    undefined = any_of(w.condition for w in recorder.wrongs)
    *finished, undefined = lowered.finish((*terms, undefined))
    return StateClaim(tuple(finished), undefined, frozenset(machine.ghosts_read))


def trace_step_claim(lowered: Lowered, function: Callable[..., Any]) -> StepClaim:
    """Trace ``function(before, step, after)`` for every update of the system.

    Raises:
        ModelError: the claim cannot be traced.
    """
    ghosts: set[str] = set()
    terms: list[Term] = []
    undefined: list[Term] = []
    for event in lowered.kept_events:
        term, wrong, read = _trace_step(lowered, function, event)
        terms.append(term)
        undefined.append(wrong)
        ghosts |= read
    return StepClaim(tuple(terms), tuple(undefined), frozenset(ghosts))


def _trace_step(
    lowered: Lowered, function: Callable[..., Any], event: RawEvent
) -> tuple[Term, Term, set[str]]:
    layout, game = lowered.layout, lowered.schema.game
    permissions = Permissions(reads_ghosts=True, writes="nothing")
    machine = TracingMachine(layout, Store(event.next), permissions)
    view = View(layout, Store(), permissions)
    recorder = Recorder(Facts())
    # The step is only judged where it may be taken, which often decides what the claim asks.
    recorder.facts.assume(event.guard)
    with recording(recorder), activate(machine):
        step = step_of(view, event)
        before, after = bound_game(game, view), game.__new__(game)

        def judge() -> Any:
            result = author_errors(function, lambda: function(before, step, after))
            return returned_truth(function, result, 0, 1)

        term = folded(judge)
    wrong = any_of(w.condition for w in recorder.wrongs)
    finished, wrong = lowered.finish((term, wrong))
    return finished, wrong, machine.ghosts_read | view.ghosts_read
