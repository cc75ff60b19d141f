"""What the page is told of a position, as data for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from checker.explorer.moves import Move, RefusedRule, decides, moves, waiting_for
from checker.explorer.positions import Explored, Position
from checker.explorer.standing import standing
from checker.language.plain.replay import Misfit
from checker.language.plain.told import NOTHING, PlayStep
from checker.report.html.boards import draw_boards
from checker.report.summary import shown_source
from checker.report.told_board import told_value
from checker.system.model import Source

__all__ = ["misfit_told", "position_told", "refused_told", "starts_told", "step_told"]

_MOST_STARTS = 200
"""Starts that the page lists."""

Told = dict[str, Any]


def position_told(game: Explored, end: Position, at: int) -> Told:
    """Return a position after ``at`` steps of the play that leads to ``end``, with that whole play."""
    line = end.line
    here = line[at]
    found = moves(game, here)
    boards = draw_boards(game.play_to(end), game.people)
    return {
        "at": at,
        "steps": [step_told(step) for step in end.told],
        "wrong": "" if here.wrong is None else here.wrong.message,
        "board": boards[min(at, len(boards) - 1)],
        "waits": waiting_for(game, here, found),
        "moves": [_move(move) for move in found],
        "claims": [
            {
                "name": stands.claim.name,
                "says": stands.claim.says,
                "kind": stands.claim.kind.value,
                "status": stands.status,
                "fault": stands.fault,
                "why": stands.why,
                "clauses": list(stands.claim.clauses),
                "place": _place(stands.claim.source),
            }
            for stands in standing(game, here)
        ],
    }


def step_told(step: PlayStep) -> Told:
    """Return one step of a play."""
    return {
        "rule": step.rule,
        "arguments": [[name, label] for name, label in step.arguments.items()],
        "sentence": step.sentence,
        "kind": step.kind,
        "actor": step.actor,
        "chosen": [[name, step.arguments.get(name, ""), by] for name, by in step.choosers.items()],
        "clauses": list(step.clauses),
        "changes": [[change.path, change.before, change.after] for change in step.changes],
        "assumed": step.assumed,
        "place": _place(step.source),
    }


def _move(move: Move) -> Told:
    return {**step_told(move.told), "wrong": move.wrong, "bound": move.bound, "decided": decides(move)}


def refused_told(rules: Sequence[RefusedRule]) -> list[Told]:
    """Return why rules are refused."""
    return [
        {
            "rule": refused.rule,
            "says": refused.says,
            "kind": refused.kind,
            "clauses": list(refused.clauses),
            "place": _place(refused.source),
            "unasked": refused.unasked,
            "reasons": [
                {
                    "reason": reason.refusal.reason,
                    "condition": reason.refusal.condition,
                    "values": reason.refusal.values,
                    "place": "" if reason.refusal.source is None else _place(reason.refusal.source),
                    "instances": list(reason.instances),
                }
                for reason in refused.reasons
            ],
        }
        for refused in rules
    ]


def misfit_told(misfit: Misfit) -> Told:
    """Return where a play does not fit, and why."""
    place = "" if misfit.source is None else _place(misfit.source)
    return {"step": misfit.step, "reason": misfit.reason, "place": place}


def starts_told(game: Explored) -> list[str]:
    """Return what tells the starts apart: the fields that differ among them, of the first ones."""
    told = [dict(_flat(game.interpreter.show(state))) for state in game.starts[:_MOST_STARTS]]
    differ = [path for path in told[0] if len({state.get(path) for state in told}) > 1]
    return [", ".join(f"{path} {state.get(path, NOTHING)}" for path in differ) for state in told]


def _flat(state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a state: fields, and the entries of maps by their keys."""
    for name, value in state.items():
        if isinstance(value, Mapping):
            yield from (
                (f"{name.replace('_', ' ')} of {key}", told_value(part)) for key, part in value.items()
            )
        else:
            yield name.replace("_", " "), told_value(value)


def _place(source: Source) -> str:
    return shown_source(source)
