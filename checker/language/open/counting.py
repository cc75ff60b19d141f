"""How many there are of something, where there may be any number: compared with small numbers only.

"At least two" is a quantifier; a number that is calculated with is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from checker.language.open.ranges import found
from checker.language.open.refusal import CannotOpen, refused
from checker.language.tracing.active import recorder
from checker.language.tracing.values import Symbolic, bool_value
from checker.system import terms as tm
from checker.system.terms import FALSE, TRUE, Op, Term

__all__ = ["OpenCount"]

MOST = 4
"""The greatest number that a count is compared with; "at least n" takes n quantifiers."""

Group = tuple[Term, Callable[[Term], Term]]


class OpenCount(Symbolic):
    """The number of those below an end that fit, over several groups, and of single conditions that hold."""

    _words = "a count over something of an open size"
    __hash__ = Symbolic.__hash__

    def __init__(self, singles: Sequence[Term], groups: Sequence[Group]) -> None:
        self._singles = tuple(singles)
        self._groups = tuple(groups)

    def at_least(self, number: int) -> Term:
        """Return the condition that there are so many at least."""
        if number > MOST:
            raise self._refusal(f"is compared with {number}")
        return self._at_least(number, self._singles, self._groups)

    def _at_least(self, number: int, singles: tuple[Term, ...], groups: tuple[Group, ...]) -> Term:
        if number <= 0:
            return TRUE
        if singles:
            fewer = self._at_least(number - 1, singles[1:], groups)
            return tm.any_of((tm.all_of((singles[0], fewer)), self._at_least(number, singles[1:], groups)))
        if not groups:
            return FALSE
        return tm.any_of(
            tm.all_of((_several(groups[0], k), self._at_least(number - k, (), groups[1:])))
            for k in range(number + 1)
        )

    def _compare(self, other: object, build: Callable[[int], Term]) -> Any:
        if isinstance(other, bool) or not isinstance(other, int):
            raise self._refusal("is compared with what is no fixed number")
        return bool_value(build(other))

    def __ge__(self, other: object) -> Any:
        return self._compare(other, self.at_least)

    def __gt__(self, other: object) -> Any:
        return self._compare(other, lambda n: self.at_least(n + 1))

    def __lt__(self, other: object) -> Any:
        return self._compare(other, lambda n: tm.negate(self.at_least(n)))

    def __le__(self, other: object) -> Any:
        return self._compare(other, lambda n: tm.negate(self.at_least(n + 1)))

    def __eq__(self, other: object) -> Any:
        return self._compare(other, lambda n: tm.all_of((self.at_least(n), tm.negate(self.at_least(n + 1)))))

    def __bool__(self) -> bool:
        return recorder().decide(self.at_least(1))

    @property
    def nonempty(self) -> Term:
        """The condition that there is any."""
        return self.at_least(1)

    def _refusal(self, what: str) -> CannotOpen:
        return refused(
            f"a count over something of an open size {what}",
            f"compare it with a number up to {MOST}; compare sets themselves, as in "
            "`self.in_game <= self.passed`; or ask with some(...) and every(...)",
        )

    def _calculated(self, *_: object) -> NoReturn:
        raise self._refusal("is calculated with")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _calculated
    __iadd__ = __isub__ = __neg__ = __floordiv__ = __mod__ = __index__ = _calculated


def _several(group: Group, number: int, above: Term | None = None) -> Term:
    """Return that so many numbers below the group's end fit, all greater than ``above``."""
    end, fits = group
    if number == 0:
        return TRUE

    def one(x: Term) -> Term:
        later = TRUE if above is None else tm.less(above, x)
        return tm.all_of((later, fits(x), _several(group, number - 1, x)))

    return found(Op.SOME, end, one)
