"""The machine that a rule function runs on: symbolic cells when traced, plain values when replayed.

An author's rule never names a machine. Fields, containers, ``require`` and the quantifiers ask for the
active one, so that one function body serves tracing and replay, which share this interface alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from checker.errors import ModelError

__all__ = ["Machine", "activate", "machine"]


class Machine(Protocol):
    """What an author's function may ask of the world that it runs in."""

    def read(self, field: str) -> Any:
        """Return the value of a field: a scalar, or a live container."""

    def write(self, field: str, value: Any) -> None:
        """Set a field."""

    def reading(self, name: str) -> str:
        """Return the option in force of a reading."""

    def members(self, cls: type) -> tuple[Any, ...]:
        """Return the members of a class of participants or objects, in order."""

    def same(self, left: Any, right: Any) -> Any:
        """Return whether two members are the same."""

    def next_in_game(self, member: Any) -> Any:
        """Return the next participant in turn order who is in the game (or the same one, if alone)."""

    def seats_from(self, start: Any) -> Iterable[Any]:
        """Yield the participants who are in the game, in turn order from ``start``."""

    def first_who(self, start: Any, predicate: Callable[..., Any], *, others: bool) -> Any:
        """Return the first participant in the game, in turn order from ``start``, who fits; absent if none.

        ``others`` leaves ``start`` out.
        """

    def now(self) -> Any:
        """Return the moment of this event."""

    def require(self, conditions: tuple[Any, ...]) -> None:
        """Undo the whole rule unless every condition is true."""

    def quantify(self, how: str, domains: tuple[Any, ...], predicate: Callable[..., Any]) -> Any:
        """Evaluate ``some``, ``every``, ``count`` or ``where`` over the product of ``domains``."""

    def implies(self, premise: Any, conclusion: Any) -> Any:
        """Return "if premise then conclusion"."""

    def set_of(self, members: tuple[Any, ...]) -> Any:
        """Return a set value of these members."""

    def perform(self, event: Any, game: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Let an event happen, with what replaces it and what happens as it does."""

    def may(self, rule: str, actor: Any | None) -> Any:
        """Return whether some instance of ``rule`` (by ``actor``) may be taken now."""

    def may_act(self, actor: Any | None) -> Any:
        """Return whether some action (by ``actor``) may be taken now."""


_active: list[Machine] = []


class activate:  # noqa: N801 - read like a function; a generator would take three times as long
    """Make ``new`` the machine that author's functions run on, for the duration of the block."""

    __slots__ = ("_new",)

    def __init__(self, new: Machine) -> None:
        self._new = new

    def __enter__(self) -> None:
        _active.append(self._new)

    def __exit__(self, *_: object) -> None:
        _active.pop()


def machine() -> Machine:
    """Return the active machine.

    Raises:
        ModelError: rules run only when ruleproof runs them.
    """
    if not _active:
        raise ModelError(
            "a rule or a value of the game is used where no game is played",
            hint="rules and claims are run by ruleproof; outside of them name members by number: `Player(0)`",
        )
    return _active[-1]
