"""A table at which a test plays one of the card games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

from checker.language.game import Game
from checker.scenario import Scene, start

__all__ = ["Table"]


class Table(Scene[Any]):
    """A scene of a game with priority, from one of its own starts."""

    def __init__(
        self,
        game: type[Game],
        where: Callable[[Any], object] | None = None,
        scopes: Mapping[str, int] | None = None,
        **readings: str,
    ) -> None:
        scene = start(game, scopes=scopes, readings=readings, where=where)
        super().__init__(scene.interpreter, scene.state)
        self.log.extend(scene.log)

    def all_pass(self) -> Self:
        """Let everybody who is in the game pass once, beginning with who has priority."""
        for _ in self.shows("in_game"):
            self.do("pass_priority")
        return self
