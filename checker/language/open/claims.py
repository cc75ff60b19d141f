"""Claims over open systems: an author's claim function traced over variables of open sizes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from checker.language.events import RawEvent, step_of
from checker.language.machine import activate
from checker.language.open.lower import OpenLowered
from checker.language.resolved import label_of
from checker.language.tracing.active import recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.instance import author_errors, bound_game
from checker.language.tracing.machine import Permissions, View, machine_on
from checker.language.tracing.predicates import folded
from checker.language.tracing.returned import returned_truth
from checker.language.tracing.store import Store
from checker.language.tracing.ways import Recorder
from checker.system.model import Kind
from checker.system.open.model import OpenUpdate
from checker.system.terms import FALSE, TRUE, Cell, Term, all_of, any_of, equal, integer, var

__all__ = ["OpenStateClaim", "OpenStepClaim", "trace_open_state_claim", "trace_open_step_claim"]


@dataclass(frozen=True)
class OpenStateClaim:
    """A condition on one state, and where the claim says nothing because it reads what is not there."""

    term: Term
    undefined: Term


@dataclass(frozen=True)
class OpenStepClaim:
    """For every update of the system, the claim and where it says nothing, over the state before it."""

    terms: tuple[Term, ...]
    undefined: tuple[Term, ...]


class _Enabled:
    """When rules may be taken, read from the system's updates."""

    def __init__(self, lowered: OpenLowered) -> None:
        self._updates = lowered.system.updates
        who = lowered.schema.participant
        self._numbers = {} if who is None else {label_of(v): i for i, v in enumerate(who.values())}

    def _any(self, actor: Term | None, fits: Callable[[OpenUpdate], bool]) -> Term:
        return any_of(u.some(all_of((u.enabled, self._is(u.actor, actor)))) for u in self._updates if fits(u))

    def _is(self, known: str | Cell | None, actor: Term | None) -> Term:
        if actor is None:
            return TRUE
        if known is None:
            return FALSE
        return equal(actor, var(known) if isinstance(known, Cell) else integer(self._numbers[known]))

    def rule(self, name: str, actor: Term | None) -> Term:
        return self._any(actor, lambda u: u.rule == name)

    def action(self, actor: Term | None) -> Term:
        return self._any(actor, lambda u: u.kind is Kind.ACTION)


def trace_open_state_claim(lowered: OpenLowered, function: Callable[..., Any]) -> OpenStateClaim:
    """Trace ``function(game)``.

    Raises:
        CannotOpen: the claim asks what cannot be said with these sizes open.
        ModelError: the claim cannot be traced, or returns something else.
    """
    enabled: Any = _Enabled(lowered)
    permissions = Permissions(reads_ghosts=True, writes="nothing", enabled=enabled)
    machine = machine_on(lowered.layout, Store(), permissions)
    game = lowered.schema.game.__new__(lowered.schema.game)
    recorder = Recorder(Facts())
    with recording(recorder), activate(machine):
        term = folded(
            lambda: returned_truth(function, author_errors(function, functools.partial(function, game)))
        )
    undefined = any_of(w.condition for w in recorder.wrongs)
    return OpenStateClaim(*lowered.finish([term, undefined]))


def trace_open_step_claim(lowered: OpenLowered, function: Callable[..., Any]) -> OpenStepClaim:
    """Trace ``function(before, step, after)`` for every update of the system.

    Raises:
        CannotOpen: the claim asks what cannot be said with these sizes open.
        ModelError: the claim cannot be traced.
    """
    found = [_trace_step(lowered, function, event) for event in lowered.kept_events]
    return OpenStepClaim(tuple(t for t, _ in found), tuple(u for _, u in found))


def _trace_step(lowered: OpenLowered, function: Callable[..., Any], event: RawEvent) -> tuple[Term, Term]:
    layout, game = lowered.layout, lowered.schema.game
    permissions = Permissions(reads_ghosts=True, writes="nothing")
    machine = machine_on(layout, Store(event.next), permissions)
    view = View(layout, Store(), permissions)
    recorder = Recorder(Facts())
    recorder.facts.assume(event.guard)
    with recording(recorder), activate(machine):
        step = step_of(view, event)
        before, after = bound_game(game, view), game.__new__(game)

        def judge() -> Any:
            result = author_errors(function, lambda: function(before, step, after))
            return returned_truth(function, result, 0, 1)

        term = folded(judge)
    finished, undefined = lowered.finish([term, any_of(w.condition for w in recorder.wrongs)])
    return finished, undefined
