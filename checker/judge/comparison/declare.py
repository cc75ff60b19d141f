"""What two models are compared by: functions of one name about each of them, beside their claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from checker.errors import ModelError
from checker.judge.claims import game_of
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
    twin = next((o for o in _observables if o.name == new.name and o.game is new.game), None)
    if twin is not None and twin.source != new.source:
        raise ModelError(
            f"{new.game.__name__} is compared by two functions named {new.name!r}",
            hint=f"the other one is at {twin.source}",
            source=new.source,
        )
    if twin is not None:
        _observables.remove(twin)
    _observables.append(new)
    return function


def observables_of(game: type[Game]) -> Iterator[Observable]:
    """Yield what ``game`` is compared by; of what is said of cores that it extends, the nearest counts."""
    found = [o for o in _observables if issubclass(game, o.game)]
    for one in found:
        others = (o for o in found if o.name == one.name and o.game is not one.game)
        if not any(issubclass(o.game, one.game) for o in others):
            yield one
