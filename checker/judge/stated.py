"""What specs state of games, by name: claims, norms, what is compared; each once of a class of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from checker.errors import ModelError
from checker.language.game import Game
from checker.system.model import Source

__all__ = ["Stated", "keep", "stated_of"]


class Stated(Protocol):
    """Something that is stated of a class of games, under a name."""

    @property
    def name(self) -> str:
        """Its name, of which there is one for each class of games."""

    @property
    def game(self) -> type[Game]:
        """The class of games that it is about."""

    @property
    def source(self) -> Source:
        """Where it is stated."""


S = TypeVar("S", bound=Stated)


def keep(known: list[S], new: S, what: str) -> None:
    """Keep what is stated beside what is ``known``, in place of what a module that is read again said before.

    Raises:
        ModelError: something of that name, of what is called ``what``, is stated of the class elsewhere.
    """
    twin = next((one for one in known if one.name == new.name and one.game is new.game), None)
    if twin is not None and twin.source != new.source:
        raise ModelError(
            f"there are two {what} named {new.name!r} about {new.game.__name__}",
            hint=f"the other one is at {twin.source}",
            source=new.source,
        )
    if twin is not None:
        known.remove(twin)
    known.append(new)


def stated_of(known: Sequence[S], game: type[Game]) -> Iterator[S]:
    """Yield what is stated of a class of games or of cores that it extends, in the order of definition.

    What is stated of a core counts not where it is stated again, under its name, of what extends the core.
    """
    found = [one for one in known if issubclass(game, one.game)]
    for one in found:
        nearer = (other for other in found if other.name == one.name and other.game is not one.game)
        if not any(issubclass(other.game, one.game) for other in nearer):
            yield one
