"""What is told in the terminal, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from checker.explorer.moves import Move, RefusedRule
from checker.explorer.standing import Standing
from checker.language.plain.told import NOTHING, PlayStep
from checker.report.summary import counted, shown_source
from checker.report.told_board import board_of

__all__ = [
    "CLAIM_MARKS",
    "board_lines",
    "claim_lines",
    "move_lines",
    "play_lines",
    "refused_line",
    "refused_lines",
    "step_lines",
]

_MOST = 6
"""Instances of a rule that are listed for one reason."""

_ENDS = {
    "over": "the game is over",
    "wrong": "the last step goes wrong: nothing follows it",
    "dead end": "a dead end: nothing can be done, and the game is not over",
}
CLAIM_MARKS = "+ true here; - not true here, which breaks no claim on plays; ? says nothing here"
"""What the marks of claims mean."""

_MARKS = {"true": "+", "false": "-", "undefined": "?", "not judged": " "}


def step_lines(number: int, step: PlayStep) -> Iterator[str]:
    """Yield a step that was taken, with what it changed."""
    cites = f" [{', '.join(step.clauses)}]" if step.clauses else ""
    yield f"{number}. {step.sentence}{cites}"
    for name, by in step.choosers.items():
        yield f"   {name} = {step.arguments.get(name, '')}, chosen by {by}"
    for change in step.changes:
        if change.before == NOTHING:
            yield f"   {change.path} came: {change.after}"
        elif change.after == NOTHING:
            yield f"   {change.path} left: {change.before}"
        else:
            yield f"   {change.path}: {change.before} -> {change.after}"


def play_lines(steps: Sequence[PlayStep], at: int) -> Iterator[str]:
    """Yield the steps of a play; the one that led here is marked."""
    yield f"{'>' if at == 0 else ' '} 0. the game starts"
    for number, step in enumerate(steps, start=1):
        yield f"{'>' if at == number else ' '} {number}. {step.sentence}"


def board_lines(state: Mapping[str, Any]) -> Iterator[str]:
    """Yield a state, one field a line."""
    shown = board_of(state)
    width = max((len(name) for name, _ in shown), default=0)
    for name, value in shown:
        yield f"   {name:{width}}  {value}"


def move_lines(moves: Sequence[Move], waits: str, *, by_itself: bool) -> Iterator[str]:
    """Yield the moves with their numbers, or why there are none."""
    if waits in _ENDS:
        yield _ENDS[waits]
        return
    yield "happens by itself:" if by_itself else "may be done:"
    for number, move in enumerate(moves, start=1):
        yield f"  {number:>2}  {move.told.sentence}"
        for name, by in move.told.choosers.items():
            yield f"      {name} = {move.told.arguments.get(name, '')}, chosen by {by}"
        if move.wrong:
            yield f"      goes wrong: {move.wrong}"
        if move.bound:
            yield f"      goes past the bound of {move.bound}: explore with --scope {move.bound}=N"


def claim_lines(claims: Sequence[Standing]) -> Iterator[str]:
    """Yield how claims stand.

    ``+`` is true, ``-`` not true of this state (of a claim on plays, which it does not break), ``?`` says
    nothing, and a blank is not judged here.
    """
    for stands in claims:
        mark = "BROKEN" if stands.fault else _MARKS[stands.status]
        yield f" {mark:>1} {stands.claim.name}: {stands.claim.says or stands.claim.kind.value}"
        if stands.why:
            yield f"     {stands.why}"


def refused_line(refused: RefusedRule) -> str:
    """Return the first reason why a rule is refused, in one line."""
    first = refused.reasons[0].refusal
    more = len(refused.reasons) - 1
    why = f"needs {first.condition}" if first.condition else first.reason
    others = f", and {counted(more, 'other reason')}" if more else ""
    return f"  {refused.rule}: {why}{others}"


def refused_lines(refused: RefusedRule) -> Iterator[str]:
    """Yield why a rule is refused, each reason once."""
    cites = f" [{', '.join(refused.clauses)}]" if refused.clauses else ""
    yield f"{refused.rule} ({shown_source(refused.source)}){cites}"
    if not refused.reasons:
        yield "  nothing of it is refused here"
    for reason in refused.reasons:
        refusal = reason.refusal
        place = "" if refusal.source is None else f" ({shown_source(refusal.source)})"
        yield f"  {f'needs {refusal.condition}' if refusal.condition else refusal.reason}{place}"
        if refusal.values:
            yield f"    but {refusal.values}"
        more = len(reason.instances) - _MOST
        yield f"    for {', '.join(reason.instances[:_MOST])}{f' and {more} more' if more > 0 else ''}"
    if refused.unasked:
        yield f"  {refused.unasked} more were not asked"
