"""Refusals: which requirement of a rule is not met, and the values that make it false."""

from __future__ import annotations

from dataclasses import dataclass
from types import FrameType

from checker.language.machine import activate
from checker.language.plain.explain import why_false
from checker.language.plain.lines import is_author_file, required, requirement
from checker.language.plain.machine import PlainMachine
from checker.language.plain.world import Undone
from checker.system.model import Source

__all__ = ["Refusal", "refusal_of"]


@dataclass(frozen=True)
class Refusal:
    """Why a rule does not happen.

    ``condition`` is the text of the requirement that is not met, empty where the rule is refused for another
    reason; ``values`` tells what makes it false, such as ``self.life[player] is 0``, where that can be told.
    """

    reason: str
    condition: str = ""
    values: str = ""
    source: Source | None = None


def refusal_of(undone: Undone) -> Refusal:
    """Return why a rule was undone, as its function was when that happened."""
    if undone.source is None or undone.condition is None:
        return Refusal(undone.reason, source=undone.source)
    condition = required(undone.source, undone.condition)
    return Refusal(undone.reason, condition, _values(undone, condition), undone.source)


def _values(undone: Undone, condition: str) -> str:
    """Return what makes the condition false, without the line and the condition itself."""
    frames = list(_frames(undone))
    holders = [f.f_locals.get("self") for f in reversed(frames)]
    machine = next((m for m in holders if isinstance(m, PlainMachine)), None)
    author = next((f for f in reversed(frames) if is_author_file(f.f_code.co_filename)), None)
    if machine is None or author is None or undone.source is None or undone.condition is None:
        return ""
    node = requirement(author.f_code.co_filename, author.f_lineno, undone.condition)
    if node is None:
        return ""
    with activate(machine):
        try:
            text = why_false(node, {**author.f_globals, **author.f_locals})
        except Exception:  # the condition is the author's own code: it may do anything when asked again
            return ""
    text = text.partition(": ")[2] if text.startswith("line ") else text
    for said in (f"`{condition}` is false: ", f"`{condition}` is false"):
        text = text.removeprefix(said)
    return text


def _frames(undone: Undone) -> list[FrameType]:
    frames, step = [], undone.__traceback__
    while step is not None:
        frames.append(step.tb_frame)
        step = step.tb_next
    return frames
