"""What the type variables of a generic core stand for in a game that extends it."""

from __future__ import annotations

import typing
from typing import Any

from checker.language.game import Game

__all__ = ["type_arguments"]


def type_arguments(game: type[Game]) -> dict[Any, Any]:
    """Return what each type variable stands for in ``game``: ``class Magic(PriorityStack[Player, Entry])``.

    A variable that is passed on to another generic core is followed to the end; one that no class settles is
    left out.
    """
    found: dict[Any, Any] = {}
    for base in game.__mro__:
        for parent in base.__dict__.get("__orig_bases__", ()):
            origin = typing.get_origin(parent)
            if not (isinstance(origin, type) and issubclass(origin, Game)):
                continue
            variables = getattr(origin, "__parameters__", ())
            for variable, argument in zip(variables, typing.get_args(parent), strict=True):
                found[variable] = found.get(argument, argument)
    return {variable: a for variable, a in found.items() if not isinstance(a, typing.TypeVar)}
