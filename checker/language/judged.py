"""An author's claim function, traced on one state or on one step, whatever the layout of the game."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from checker.language.events import RawEvent, step_of
from checker.language.game import Game
from checker.language.machine import activate
from checker.language.tracing.active import recording
from checker.language.tracing.facts import Facts
from checker.language.tracing.instance import author_errors, bound_game
from checker.language.tracing.layout import Layout
from checker.language.tracing.machine import Permissions, View, machine_on
from checker.language.tracing.predicates import folded
from checker.language.tracing.returned import returned_truth
from checker.language.tracing.store import Store
from checker.language.tracing.ways import Recorder
from checker.system.terms import Term, any_of

__all__ = ["Judged", "judged_on_state", "judged_on_step"]


@dataclass(frozen=True)
class Judged:
    """What a claim function returns, where it reads what is not there, and the ghosts that it reads."""

    terms: tuple[Term, ...]
    undefined: Term
    ghosts: frozenset[str]


def judged_on_state(
    layout: Layout, game: type[Game], function: Callable[..., Any], enabled: Any, parts: int = 1
) -> Judged:
    """Trace ``function(game)``, which returns a truth value, or a tuple of ``parts`` of them.

    ``enabled`` tells when rules may be taken.

    Raises:
        ModelError: the claim cannot be traced, or returns something else.
    """
    machine = machine_on(layout, Store(), Permissions(reads_ghosts=True, writes="nothing", enabled=enabled))
    state = game.__new__(game)
    recorder = Recorder(Facts())
    with recording(recorder), activate(machine):

        def part(index: int) -> Any:
            return returned_truth(function, author_errors(function, lambda: function(state)), index, parts)

        terms = tuple(folded(functools.partial(part, index)) for index in range(parts))
    return Judged(terms, any_of(w.condition for w in recorder.wrongs), frozenset(machine.ghosts_read))


def judged_on_step(layout: Layout, game: type[Game], function: Callable[..., Any], event: RawEvent) -> Judged:
    """Trace ``function(before, step, after)`` on an event.

    Raises:
        ModelError: the claim cannot be traced, or returns something else.
    """
    permissions = Permissions(reads_ghosts=True, writes="nothing")
    machine = machine_on(layout, Store(event.next), permissions)
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
    return Judged((term,), wrong, frozenset(machine.ghosts_read | view.ghosts_read))
