"""What one side does in a play: replayed on plain values where its model is loaded, and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from checker.judge.answers import FaultError
from checker.judge.comparison.parts import AGES
from checker.judge.comparison.product import Key
from checker.judge.comparison.searching import HalfPlay
from checker.judge.comparison.sides import Side
from checker.judge.telling import saved_steps
from checker.judge.verdict import ToldPlay
from checker.language.observables import observe
from checker.language.plain.replay import replay, tell
from checker.language.plain.state import PlainState
from checker.system.model import Source
from checker.system.play import Play

__all__ = ["Half", "View", "tell_half"]

View = Mapping[str, object]
"""A state on plain values, part by part of what is compared; equal where both sides agree."""

_LISTED = 4
"""Steps that are listed of those that a side allows instead."""


@dataclass(frozen=True)
class Half:
    """One side of a difference, as it was replayed there.

    ``play`` is the play, with the step by which the sides differ if this side takes it. Where it does not,
    ``refusal`` says why and ``refused_at`` on which line; ``instead`` are some of the steps that may be taken
    then. ``wrong`` is what goes wrong in the last step. ``views`` are the states before and after the step
    (one and the same where there is none). Where the play is the other side's start alone, ``starts`` are all
    of this side.
    """

    play: ToldPlay | None = None
    takes: bool = False
    wrong: str = ""
    refusal: str = ""
    refused_at: Source | None = None
    over: bool = False
    instead: tuple[str, ...] = ()
    more_instead: int = 0
    views: tuple[View, View] | None = None
    starts: tuple[View, ...] = field(default=())


def tell_half(side: Side, half: HalfPlay | None, names: Sequence[str], about: str) -> Half:
    """Replay what a side does, and tell it.

    Args:
        side: the side.
        half: the play as the search has it, or nothing where this side has no such start.
        names: of the parts that are compared.
        about: what the play is for, as a fault would name it.

    Raises:
        FaultError: plain values say something else than the search.
    """
    interpreter = side.teller.interpreter
    if half is None:
        return Half(starts=tuple(_view(side, state, names) for state in interpreter.initial_states()))
    system = side.opened.system
    replayed = side.teller.replayed(about, Play(system, half.states, half.updates))
    told = _without_ghosts(side, side.teller.told(replayed))
    last = replayed.states[-1]
    after = _view(side, last, names)
    if half.takes:
        before = replayed.states[-1 if replayed.wrong is not None else -2]
        wrong = "" if replayed.wrong is None else replayed.wrong.message
        over = replayed.wrong is None and interpreter.over(last)
        return Half(told, True, wrong, over=over, views=(_view(side, before, names), after))
    refusal, where = "", None
    if half.key is not None:
        refusal, where = _refusal(side, half, half.key, replayed.initial, about)
    taken = interpreter.taken(last)
    sentences = dict.fromkeys(
        step.sentence or step.rule for step in (tell(interpreter, last, t.instance, t.result) for t in taken)
    )
    return Half(
        told,
        refusal=refusal,
        refused_at=where,
        over=interpreter.over(last),
        instead=tuple(sentences)[:_LISTED],
        more_instead=max(0, len(sentences) - _LISTED),
        views=(after, after),
    )


def _without_ghosts(side: Side, play: ToldPlay) -> ToldPlay:
    """Return a play without what no rule sees: it is no part of what is compared, and no observer has run."""
    ghosts = {name for name, one in side.schema.fields.items() if one.ghost}

    def seen(state: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in state.items() if name not in ghosts}

    steps = tuple(replace(step, state=seen(step.state)) for step in play.steps)
    types = {name: of for name, of in play.types.items() if name not in ghosts}
    return replace(play, start=seen(play.start), steps=steps, types=types)


def _refusal(side: Side, half: HalfPlay, key: Key, initial: int, about: str) -> tuple[str, Source | None]:
    """Return why a side does not take a step at the end of a play, and the author's line that says so."""
    rule, arguments = key
    if rule not in side.teller.interpreter.ranks.order:
        return f"there is no rule {rule}", None
    steps = [*saved_steps(Play(side.opened.system, half.states, half.updates)), (rule, dict(arguments))]
    misfit = replay(side.teller.interpreter, initial, steps).misfit
    if misfit is None or misfit.step != len(steps):
        raise FaultError(f"{about}: the search refuses the last step, and plain values allow it")
    return misfit.reason, misfit.source


def _view(side: Side, state: PlainState, names: Sequence[str]) -> View:
    interpreter = side.teller.interpreter
    functions = {one.name: one.function for one in side.observables}
    shown = interpreter.show(state)
    view: dict[str, object] = {}
    for name in names:
        if name == AGES:
            view[name] = interpreter.canonical(state, ghosts=False, names=names)
        elif name in shown:
            view[name] = shown[name]
        else:
            view[name] = observe(interpreter, state, functions[name])
    return view
