"""Declaring norms: a clause, a form, and the condition under which the clause speaks."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from checker.errors import ModelError, nearest
from checker.judge.claims import game_of
from checker.judge.norms.forms import Form, FormKind
from checker.judge.stated import keep, stated_of
from checker.language.game import Game
from checker.language.rules import shorten, source_of
from checker.system.model import Source

__all__ = [
    "MOMENTS",
    "Elsewhere",
    "Norm",
    "Settled",
    "also_under",
    "elsewhere_of",
    "norm",
    "norms_of",
    "settled",
    "settled_of",
]

F = TypeVar("F", bound=Callable[..., Any])

MOMENTS = ("everywhere", "priority", "choice")
"""When a norm about states may be judged, see :func:`norm`."""


@dataclass(frozen=True)
class Norm:
    """What one clause demands.

    ``parameters`` are those of the rule that the condition takes besides the game. ``governs`` are the fields
    that the norm speaks of besides those of its form. ``at`` is empty where the rule says when it is judged.
    """

    name: str
    clause: str
    form: Form
    game: type[Game]
    function: Callable[..., Any]
    parameters: tuple[str, ...]
    governs: tuple[str, ...]
    at: str
    says: str
    source: Source

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields that are left open by what the norm demands."""
        return tuple(dict.fromkeys((*self.form.fields, *self.governs)))


_norms: list[Norm] = []


def norm(
    clause: str, form: Form, *, governs: str | tuple[str, ...] = (), at: str = "", says: str = ""
) -> Callable[[F], F]:
    """State what a clause demands: ``@norm("CR24:117.3c", permits("cast"))`` above its condition.

    Args:
        clause: the clause of the rulebook, with its sentence where it is split.
        form: what is demanded, see :mod:`checker.judge.norms.forms`.
        governs: the fields that it settles, for ``ensures`` and ``requires``.
        at: when it is judged: ``"everywhere"``, at ``"priority"`` (nothing happens by itself and nobody has
            to choose) or at ``"choice"`` (nothing happens by itself before somebody acts or chooses). By
            itself a norm about actions or fields is judged at priority, and one about other rules wherever
            these may be due.
        says: the sentence for a person; the docstring's first line unless given.

    """
    fields = (governs,) if isinstance(governs, str) else tuple(governs)

    def decorate(function: F) -> F:
        source = source_of(function)
        if at and at not in MOMENTS:
            raise ModelError(
                f"a norm is judged everywhere, at priority or at choice, not at {at!r}",
                hint=nearest(at, MOMENTS),
                source=source,
            )
        game = game_of(function, source, "norm")
        sentence = says or (function.__doc__ or "").strip().split("\n")[0]
        given = _parameters(function, form, game, source)
        new = Norm(function.__name__, clause, form, game, function, given, fields, at, sentence, source)
        keep(_norms, new, "norms")
        return function

    return decorate


def _parameters(
    function: Callable[..., Any], form: Form, game: type[Game], source: Source
) -> tuple[str, ...]:
    """Return the parameters of the rule that a condition takes; check that it can be given what it takes."""
    names = tuple(inspect.signature(function).parameters)
    if form.after:
        if len(names) != 3:
            raise ModelError(
                f"the norm {function.__name__!r} is about what follows an event, and does not take before, "
                "step and after",
                hint=f"write `def {function.__name__}(before: {game.__name__}, step: Step, "
                f"after: {game.__name__}) -> tuple[bool, bool]:`",
                source=source,
            )
        return ()
    if names[1:] and not (form.rules and form.kind is not FormKind.AT_MOST_ONE):
        raise ModelError(
            f"the norm {function.__name__!r} takes {names[1]!r}, and it is about no rule with parameters",
            hint=f"write `def {function.__name__}(game: {game.__name__})`; range over players by `every`",
            source=source,
        )
    return names[1:]


def norms_of(game: type[Game]) -> Iterator[Norm]:
    """Return the norms about ``game`` or a core that it extends, in the order of definition.

    A norm of a core that is stated again under the same name about what extends the core counts in its place.
    """
    return stated_of(_norms, game)


@dataclass(frozen=True)
class Settled:
    """A field of which some clause must say what it is whenever it changes, and after the rules ``after``.

    ``says`` are the words for what is to be settled. ``source`` is where that is stated.
    """

    game: type[Game]
    field: str
    after: tuple[str, ...]
    says: str
    source: Source = dataclasses.field(compare=False)


_settled: list[Settled] = []


def settled(game: type[Game], field: str, *, after: str | tuple[str, ...] = (), says: str = "") -> None:
    """State that the clauses settle a field: where it changes and no clause says to what, there is a gap.

    ``after`` names rules after which some clause must speak of the field even if it stays as it was. ``says``
    are the words that findings use for it, such as ``"who has priority"``.
    """
    words = says or f"what {field.replace('_', ' ')} is"
    rules = (after,) if isinstance(after, str) else tuple(after)
    new = Settled(game, field, rules, words, _caller())
    if new not in _settled:
        _settled.append(new)


def _caller() -> Source:
    """Return the author's line that calls the function of this module that asks."""
    caller = inspect.stack(0)[2]
    return Source(shorten(caller.filename), caller.lineno)


def settled_of(game: type[Game]) -> tuple[Settled, ...]:
    """Return the fields of ``game`` that the clauses are to settle."""
    return tuple(s for s in _settled if issubclass(game, s.game))


@dataclass(frozen=True)
class Elsewhere:
    """Readings and scopes, besides a game's own, under which its clauses are held against each other too."""

    game: type[Game]
    readings: tuple[tuple[str, str], ...]
    scopes: tuple[tuple[str, int], ...]
    source: Source


_elsewhere: list[Elsewhere] = []


def also_under(game: type[Game], **varied: str | int) -> None:
    """State that the clauses of a game are to be looked at under other readings and scopes as well.

    Of what is wrong there, only what does not show under the game's own is told: ``also_under(Magic,
    attack_option="left", players=3)`` names the option of a reading, and a size.
    """
    source = _caller()
    if not varied:
        raise ModelError(
            "also_under names no other reading or scope",
            hint=f'write such as `also_under({game.__name__}, edition="B", players=3)`',
            source=source,
        )
    readings = tuple((name, option) for name, option in varied.items() if isinstance(option, str))
    scopes = tuple((name, number) for name, number in varied.items() if not isinstance(number, str))
    new = Elsewhere(game, readings, scopes, source)
    if all((e.game, e.readings, e.scopes) != (game, readings, scopes) for e in _elsewhere):
        _elsewhere.append(new)


def elsewhere_of(game: type[Game]) -> tuple[Elsewhere, ...]:
    """Return the other readings and scopes under which the clauses of ``game`` are looked at.

    What is stated of a core that the game extends is about that core alone.
    """
    return tuple(e for e in _elsewhere if e.game is game)
