"""Conditions of norms as terms: an author's function traced over a state, or over an event.

A condition may ask who may act (``may``, ``may_act``). What it is told then is free: whoever traces it says
which term stands for "this rule may be taken".
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from checker.language.events import RawEvent, labels_of, step_of
from checker.language.lower import Lowered
from checker.language.machine import activate
from checker.language.tracing.active import recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.instance import (
    Argument,
    argument_value,
    author_errors,
    bound_game,
    participant_in_game,
)
from checker.language.tracing.machine import Enabled, Permissions, TracingMachine, View
from checker.language.tracing.predicates import folded
from checker.language.tracing.returned import returned_truth
from checker.language.tracing.store import Store
from checker.language.tracing.ways import Recorder
from checker.system.terms import Cell, Term, all_of, any_of, negate

__all__ = ["TracedCondition", "participant_present", "trace_condition", "trace_event_condition"]


@dataclass(frozen=True)
class TracedCondition:
    """When a norm speaks, and what is true then; a norm without a conclusion of its own has one part.

    Where the function reads what is not there, it does not speak (premise), and says nothing (conclusion).
    """

    parts: tuple[Term, ...]
    ghosts: frozenset[str]


def trace_condition(
    lowered: Lowered,
    function: Callable[..., Any],
    rule: str,
    arguments: tuple[Argument, ...],
    *,
    parts: int,
    enabled: Enabled,
    free: frozenset[Cell],
) -> TracedCondition:
    """Trace ``function(game, **arguments)``, which returns a truth value, or a pair of them.

    Args:
        lowered: the game.
        function: the condition.
        rule: the rule of which ``arguments`` are arguments (empty where there are none).
        arguments: the fixed arguments that the condition takes besides the game.
        parts: how many truth values it returns.
        enabled: what stands for "may be taken".
        free: the cells that may have any value, although they never change in the game.

    Raises:
        ModelError: it cannot be traced, or returns something else.

    """

    def trace(readings: set[str]) -> tuple[list[Term], frozenset[str]]:
        permissions = Permissions(reads_ghosts=True, writes="nothing", enabled=enabled)
        machine = TracingMachine(lowered.layout, Store(), permissions)
        game = lowered.schema.game.__new__(lowered.schema.game)

        def result() -> Any:
            values = {a.name: argument_value(machine, lowered.schema.rules[rule], a) for a in arguments}
            return author_errors(function, lambda: function(game, **values))

        found = [_part(machine, function, result, index=i, parts=parts) for i in range(parts)]
        readings |= machine.readings_read
        return found, frozenset(machine.ghosts_read)

    found, ghosts = lowered.tracings.kept(
        lowered.layout, (function, rule, labels_of(arguments), parts), trace
    )
    return TracedCondition(tuple(lowered.finish(found, free=free)), ghosts)


def trace_event_condition(
    lowered: Lowered,
    function: Callable[..., Any],
    event: RawEvent,
    *,
    enabled: Enabled,
    free: frozenset[Cell],
) -> TracedCondition:
    """Trace ``function(before, step, after)``, which returns a pair of truth values, for one event.

    In the terms, plain cells are those of the state before the event, primed ones those of the state in which
    what it did is judged.
    """
    layout, game_class = lowered.layout, lowered.schema.game

    def trace(readings: set[str]) -> tuple[list[Term], frozenset[str]]:
        permissions = Permissions(reads_ghosts=True, writes="nothing", enabled=enabled)
        machine = TracingMachine(layout, Store(primed=True), permissions)
        view = View(layout, Store(), Permissions(reads_ghosts=True, writes="nothing"))

        def result() -> Any:
            before, after = bound_game(game_class, view), game_class.__new__(game_class)
            return author_errors(function, lambda: function(before, step_of(view, event), after))

        found = [_part(machine, function, result, index=i, parts=2, given=event.guard) for i in range(2)]
        readings |= machine.readings_read | view.readings_read
        return found, frozenset(machine.ghosts_read | view.ghosts_read)

    of = (function, event.rule, labels_of(event.arguments), event.guard)
    found, ghosts = lowered.tracings.kept(layout, of, trace)
    return TracedCondition(tuple(lowered.finish(found, free=free)), ghosts)


def _part(
    machine: TracingMachine,
    function: Callable[..., Any],
    result: Callable[[], Any],
    *,
    index: int,
    parts: int,
    given: Term | None = None,
) -> Term:
    """Return one truth value that a function returns: undefined premises are false, conclusions true."""
    recorder = Recorder(Facts())
    if given is not None:
        recorder.facts.assume(given)
    with recording(recorder), activate(machine):
        term = folded(functools.partial(_returned, function, result, index, parts))
    undefined = any_of(w.condition for w in recorder.wrongs)
    return any_of((term, undefined)) if index else all_of((term, negate(undefined)))


def _returned(function: Callable[..., Any], result: Callable[[], Any], index: int, parts: int) -> Any:
    return returned_truth(function, result(), index, parts)


def participant_present(lowered: Lowered, labels: Mapping[str, str], parameter: str | None) -> Term | None:
    """Return when the participant who acts is in the game; None where nobody in particular acts."""
    if parameter is None or parameter not in labels:
        return None
    (found,) = lowered.finish([participant_in_game(lowered.layout, labels[parameter])])
    return found
