"""What two models are compared by: functions of one name about each of them, beside their claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from checker.judge.claims import game_of
from checker.judge.stated import keep, stated_of
from checker.language.game import Game
from checker.language.rules import source_of
from checker.system.model import Source

__all__ = ["Observable", "compared", "observables_of"]

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Observable:
    """Something that can be seen of a game's state, whatever fields the model has for it."""

    name: str
    game: type[Game]
    function: Callable[..., Any]
    source: Source


_observables: list[Observable] = []


def compared(function: F) -> F:
    """Let ``ruleproof compare`` hold two models against each other by what ``def name(game)`` returns.

    Two models with different fields each have a function of that name. It returns a truth value, a number, a
    member of an Enum, a participant or an object, or several as a tuple.

    Raises:
        ModelError: it does not say which game it is about, or the game has another one of that name.
    """
    source = source_of(function)
    new = Observable(function.__name__, game_of(function, source, "observable"), function, source)
    keep(_observables, new, "observables")
    return function


def observables_of(game: type[Game]) -> Iterator[Observable]:
    """Return what ``game`` is compared by; of what is said of cores that it extends, the nearest counts."""
    return stated_of(_observables, game)
