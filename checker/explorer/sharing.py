"""Sharing: a play as a line of text that fits behind the ``#`` of an address, and back.

It reads ``GAME;NAME=VALUE/START/STEP/STEP``: the scopes and readings that differ from the game's own follow
its name, a step is ``rule(argument=label,...)``, and every character of a name or label that could be taken
for another thing is percent-encoded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from checker.errors import UsageError
from checker.explorer.positions import Step

__all__ = ["SharedPlay", "play_of", "text_of"]

_STEP = re.compile(r"([^()]+)(?:\(([^()]*)\))?")
_HINT = "give the part behind the # of an address that explore has shown"


@dataclass(frozen=True)
class SharedPlay:
    """A play as it is shared; ``varied`` are the scopes and readings other than the game's own, as text."""

    game: str
    varied: Mapping[str, str]
    initial: int
    steps: tuple[Step, ...]


def text_of(play: SharedPlay) -> str:
    """Return a play as text."""
    head = ";".join([_quoted(play.game), *(f"{_quoted(n)}={_quoted(v)}" for n, v in play.varied.items())])
    return "/".join([head, str(play.initial), *(_told(step) for step in play.steps)])


def play_of(text: str) -> SharedPlay:
    """Return the play that a text stands for; a whole address may stand before its ``#``.

    Raises:
        UsageError: it is no such text.

    """
    head, *rest = text.strip().rpartition("#")[2].split("/")
    game, *varied = head.split(";")
    number = rest[0] if rest else ""
    if not game or not re.fullmatch(r"\d{1,9}", number):
        raise UsageError(f"this is no play: {text!r}", hint=_HINT)
    return SharedPlay(
        unquote(game), dict(_pair(text, part) for part in varied), int(number), _steps(text, rest[1:])
    )


def _steps(text: str, parts: Sequence[str]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for part in parts:
        found = _STEP.fullmatch(part)
        if found is None:
            raise UsageError(f"this is no step of a play: {unquote(part)!r}", hint=_HINT)
        arguments = tuple(_pair(text, one) for one in found[2].split(",")) if found[2] else ()
        steps.append((unquote(found[1]), arguments))
    return tuple(steps)


def _pair(text: str, part: str) -> tuple[str, str]:
    name, sign, value = part.partition("=")
    if not (name and sign):
        raise UsageError(f"this is no play: {text!r}, because of {unquote(part)!r}", hint=_HINT)
    return unquote(name), unquote(value)


def _told(step: Step) -> str:
    rule, arguments = step
    inside = ",".join(f"{_quoted(name)}={_quoted(label)}" for name, label in arguments)
    return f"{_quoted(rule)}({inside})" if inside else _quoted(rule)


def _quoted(text: str) -> str:
    return quote(text, safe="")
