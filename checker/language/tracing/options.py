"""Options of readings, as rules and claims see them: compared with nothing but options that there are."""

from __future__ import annotations

from typing import Any

from checker.errors import ModelError, nearest
from checker.language.game import Game
from checker.language.tracing.ways import author_line

__all__ = ["Option", "options_of"]


class Option(str):
    """The option in force. One that is misspelled in a comparison would otherwise never be, in silence."""

    __slots__ = ("_known", "_reading")
    _known: tuple[str, ...]
    _reading: str
    __hash__ = str.__hash__

    def __new__(cls, option: str, reading: str, known: tuple[str, ...]) -> Option:
        """Return the option ``option`` of the reading ``reading``, which has the options ``known``."""
        made = super().__new__(cls, option)
        made._reading, made._known = reading, known
        return made

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and not isinstance(other, Option) and other not in self._known:
            raise ModelError(
                f"the reading {self._reading!r} has no option {other!r}",
                hint=nearest(other, self._known),
                source=author_line(),
            )
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __reduce__(self) -> tuple[Any, ...]:
        return (str, (str(self),))


_options: dict[tuple[type[Game], str], tuple[str, ...]] = {}


def options_of(game: type[Game], reading: str) -> tuple[str, ...]:
    """Return the options of a reading that a game declares."""
    key = game, reading
    if key not in _options:
        _options[key] = tuple(option for option, _ in game.readings()[reading].options)
    return _options[key]
