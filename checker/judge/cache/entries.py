"""Answers as text that can be kept, and back; what does not fit the questions that are asked is no answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from checker.judge.answers import Answer
from checker.judge.questions import Question
from checker.judge.verdict import Evidence, Status
from checker.system.play import Play

__all__ = ["Kept", "read_answers", "write_answers"]


@dataclass(frozen=True)
class Kept:
    """An answer, and the bounds that cut the search for it."""

    answer: Answer
    cut: tuple[str, ...]


def write_answers(questions: Sequence[Question], kept: Sequence[Kept]) -> str | None:
    """Return answers to questions as text, or None where one of them is not to be kept."""
    if len(questions) != len(kept):
        return None
    entries = []
    for question, one in zip(questions, kept, strict=True):
        answer, play = one.answer, one.answer.play
        if answer.status is Status.UNDETERMINED or (play is not None and play.system is not question.system):
            return None
        entries.append(
            {
                "claim": question.claim.name,
                "status": answer.status.name,
                "evidence": answer.evidence.name,
                "engine": answer.engine,
                "play": None if play is None else [play.states, play.updates, play.loop],
                "explanation": answer.explanation,
                "reason": answer.reason,
                "figures": dict(answer.figures),
                "rests_on": answer.rests_on,
                "undefined": answer.undefined,
                "cut": one.cut,
            }
        )
    try:
        return json.dumps(entries, allow_nan=False)
    except (TypeError, ValueError):
        return None


def read_answers(questions: Sequence[Question], text: str) -> list[Kept] | None:
    """Return the answers that a text holds, or None where it does not answer just these questions."""
    try:
        entries = json.loads(text)
        if [entry["claim"] for entry in entries] != [question.claim.name for question in questions]:
            return None
        return [_read(question, entry) for question, entry in zip(questions, entries, strict=True)]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None


def _read(question: Question, entry: dict[str, Any]) -> Kept:
    """Return one answer. Raises ValueError, TypeError, KeyError or IndexError where it is none."""
    status = Status[entry["status"]]
    if status is Status.UNDETERMINED:
        raise ValueError("nothing undetermined is kept")
    texts = (entry["engine"], entry["explanation"], entry["reason"], *entry["rests_on"], *entry["cut"])
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("a text is no text")
    answer = Answer(
        status=status,
        evidence=Evidence[entry["evidence"]],
        engine=entry["engine"],
        play=None if entry["play"] is None else _play(question, *entry["play"]),
        explanation=entry["explanation"],
        reason=entry["reason"],
        figures={str(key): value + 0 for key, value in entry["figures"].items()},
        rests_on=tuple(entry["rests_on"]),
        undefined=bool(entry["undefined"]),
    )
    return Kept(answer, tuple(entry["cut"]))


def _play(question: Question, states: list[list[int]], updates: list[int], loop: int | None) -> Play:
    system = question.system
    play = Play(system, tuple(tuple(state) for state in states), tuple(updates), loop)
    fits = (
        len(play.states) - len(play.updates) in (0, 1)
        and all(len(state) == len(system.cells) for state in play.states)
        and all(0 <= update < len(system.updates) for update in play.updates)
        and (loop is None or 0 <= loop < len(play.states))
        and play.states[0] in system.initial
    )
    if not fits:
        raise ValueError("the play is none of this system")
    return play
