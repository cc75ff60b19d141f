"""A play as few lines: consecutive passes are told in one sentence, with what they changed together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.judge.verdict import Change, PlayStep

__all__ = ["Line", "fold", "listed", "merge_changes", "step_sentence"]

_PASS = re.compile(r"pass(es)?(_.*)?")


@dataclass(frozen=True)
class Line:
    """Steps ``first`` to ``last`` of a play (counted from 1), told in one sentence."""

    first: int
    last: int
    sentence: str
    clauses: tuple[str, ...]
    changes: tuple[Change, ...]

    @property
    def number(self) -> str:
        """The number or numbers of the steps, such as ``2`` or ``3-4``."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def fold(steps: Sequence[PlayStep]) -> tuple[Line, ...]:
    """Return the play in lines. Passes in a row are one line: actions whose name begins with ``pass``.

    An automatic step between two passes by different players belongs to their line where it only hands over:
    it changes no part of the board but those that passes change.
    """
    touched = {_field(c) for step in steps if _passes(step) for c in step.changes}
    lines: list[Line] = []
    start = 0
    while start < len(steps):
        end = _end_of_line(steps, start, touched)
        members = steps[start:end]
        clauses = tuple(dict.fromkeys(c for step in members for c in step.clauses))
        changes = merge_changes(c for step in members for c in step.changes)
        told = [step for step in members if _passes(step)] if len(members) > 1 else members
        lines.append(Line(start + 1, end, _sentence(told), clauses, changes))
        start = end
    return tuple(lines)


def _end_of_line(steps: Sequence[PlayStep], start: int, touched: set[str]) -> int:
    """Return where the line that begins with step ``start`` ends."""
    end = start + 1
    if not _passes(steps[start]):
        return end
    while True:
        after = end
        while after < len(steps) and steps[after].kind == "automatic" and _hands_over(steps[after], touched):
            after += 1
        if after == len(steps) or steps[after].rule != steps[start].rule or not _passes(steps[after]):
            return end
        if after > end and steps[after].actor == steps[end - 1].actor:
            return end
        end = after + 1


def _passes(step: PlayStep) -> bool:
    return step.kind == "action" and step.actor is not None and _PASS.fullmatch(step.rule) is not None


def _hands_over(step: PlayStep, touched: set[str]) -> bool:
    return bool(step.changes and step.state) and all(_field(c) in touched for c in step.changes)


def _field(change: Change) -> str:
    """Return the part of the board that a change belongs to: ``stack`` for ``stack[0].card``."""
    return re.split(r"[.\[]", change.path, maxsplit=1)[0]


def _sentence(steps: Sequence[PlayStep]) -> str:
    sentences = [step_sentence(step) for step in steps]
    if len(steps) == 1:
        return sentences[0]
    rests = {s.removeprefix(f"{step.actor} ") for s, step in zip(sentences, steps, strict=True)}
    actors = [str(step.actor) for step in steps]
    if len(rests) == 1 and all(s.startswith(f"{a} ") for s, a in zip(sentences, actors, strict=True)):
        rest = re.sub(r"^passes\b", "pass", rests.pop())
        return f"{listed(actors)} {rest}"
    return "; ".join(sentences)


def step_sentence(step: PlayStep) -> str:
    """Return what a step did in one sentence, with what was chosen in it and by whom."""
    arguments = ", ".join(f"{k}={v}" for k, v in step.arguments.items())
    sentence = step.sentence or (f"{step.rule}({arguments})" if arguments else step.rule)
    chosen = [f"{name}={step.arguments.get(name, '?')} chosen by {by}" for name, by in step.choosers.items()]
    return f"{sentence} ({', '.join(chosen)})" if chosen else sentence


def listed(words: Sequence[str]) -> str:
    """Return ``a``, ``a and b``, or ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def merge_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the changes from first to last, and none where a part is what it was at first.

    Changes of one path are joined only where one goes on from the other: a place in a stack may stand for
    another item later.
    """
    merged: list[Change] = []
    for change in changes:
        index = next((i for i in reversed(range(len(merged))) if merged[i].path == change.path), None)
        if index is not None and merged[index].after == change.before:
            merged[index] = Change(change.path, merged[index].before, change.after)
        else:
            merged.append(change)
    return tuple(c for c in merged if c.before != c.after)
