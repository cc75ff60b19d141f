"""Values that cannot be made into text: what they are depends on the state, and their text would not."""

from __future__ import annotations

from typing import NoReturn

from checker.errors import ModelError
from checker.language.tracing.ways import author_line

__all__ = ["NoText"]


class NoText:
    """Base of symbolic values: a rule that asks one for its text is told so."""

    __slots__ = ()

    def __str__(self) -> NoReturn:
        raise ModelError(
            "a value of the game is made into text",
            hint="compare the value itself, as in `self.turn == player`; what a person reads stands in says=",
            source=author_line(),
        )

    __repr__ = __str__

    def __format__(self, _: str) -> NoReturn:
        self.__str__()
