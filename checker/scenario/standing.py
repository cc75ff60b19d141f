"""What stands while scenarios are played: readings and scopes for one game that scenes do not ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from checker.language.game import Game

__all__ = ["Standing", "in_force", "note_stated", "standing"]


@dataclass
class Standing:
    """The readings and scopes that stand for a game, and what was heard of the scenarios played meanwhile.

    ``started`` says that the game was started; ``stated`` are the readings for whose options an outcome each
    is named, with these options.
    """

    game: type[Game]
    readings: Mapping[str, str]
    scopes: Mapping[str, int]
    started: bool = False
    stated: list[tuple[str, frozenset[str]]] = field(default_factory=list)


_stack: list[Standing] = []


@contextmanager
def standing(game: type[Game], readings: Mapping[str, str], scopes: Mapping[str, int]) -> Iterator[Standing]:
    """Let readings and scopes stand for a game for the duration of the block."""
    _stack.append(Standing(game, readings, scopes))
    try:
        yield _stack[-1]
    finally:
        _stack.pop()


def in_force(
    game: type[Game], scopes: Mapping[str, int], readings: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, str]]:
    """Return the scopes and readings with which a scene starts a game: its own, before those that stand."""
    if not _stack or not _plays(game, _stack[-1].game):
        return dict(scopes), dict(readings)
    _stack[-1].started = True
    open_here = game.readings()
    stands = {name: option for name, option in _stack[-1].readings.items() if name in open_here}
    return {**_stack[-1].scopes, **scopes}, {**stands, **readings}


def _plays(game: type[Game], meant: type[Game]) -> bool:
    """Whether a scene plays the game that is meant: it, or what tests make of it to begin in other states."""
    elsewhere = game.__module__.partition(".")[0] != meant.__module__.partition(".")[0]
    return game is meant or (elsewhere and issubclass(game, meant))


def note_stated(reading: str, options: Iterable[str]) -> None:
    """Note that a scenario names an outcome for each of these options of a reading."""
    if _stack:
        _stack[-1].stated.append((reading, frozenset(options)))
