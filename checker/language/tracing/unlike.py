"""Comparisons of a value of the game with a value of another kind, which Python would answer in silence."""

from __future__ import annotations

import enum
from typing import Literal

from checker.errors import ModelError
from checker.language.tracing.ways import author_line
from checker.language.tracing.wording import describe

__all__ = ["NotCompared", "unlike"]

_PLAIN = (bool, int, float, str, list, tuple, dict, set, frozenset)


def unlike(value: object, other: object) -> Literal[False]:
    """Return that ``value`` is not ``other``, which may be None, or a value of another declared type.

    Raises:
        ModelError: it is a plain Python value, with which such a value has nothing in common.

    """
    if isinstance(other, _PLAIN) and not isinstance(other, enum.Enum):
        raise ModelError(
            f"{describe(value)} is compared with {describe(other)}, and they are of two kinds",
            hint="compare with a value of the same kind; what is empty is `not self.stack`, and what is "
            "absent `not self.holder`",
            source=author_line(),
        )
    return False


class NotCompared:
    """Base of containers that are not compared as a whole: maps, stacks, queues and bags."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, NotCompared):
            raise ModelError(
                f"{describe(self)} is compared with {describe(other)} as a whole",
                hint="compare what is in them: `every(Player, lambda p: before.life[p] == after.life[p])`, "
                "`.top`, `.size`",
                source=author_line(),
            )
        return unlike(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other
