"""Claims: what must hold of a game, written as plain functions and collected by decorators."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from checker.errors import ModelError, nearest
from checker.judge.stated import keep, stated_of
from checker.language.game import Game
from checker.language.rules import source_of
from checker.system.model import Source

__all__ = [
    "Claim",
    "ClaimKind",
    "Expectation",
    "Variant",
    "always_possible",
    "claims_of",
    "eventually",
    "game_of",
    "holds",
    "invariant",
    "leads_to",
    "lemma",
    "possible",
    "transition",
    "under",
    "undetermined",
    "violated",
]

F = TypeVar("F", bound=Callable[..., Any])
Cites = str | tuple[str, ...]


class ClaimKind(Enum):
    """The forms of claim."""

    INVARIANT = "invariant"
    LEMMA = "lemma"
    TRANSITION = "transition"
    POSSIBLE = "possible"
    ALWAYS_POSSIBLE = "always possible"
    LEADS_TO = "leads to"
    EVENTUALLY = "eventually"
    BUILT_IN = "built-in check"


@dataclass(frozen=True)
class Expectation:
    """The verdict that is expected; for ``violated`` also the length of the shortest play and a part.

    ``part`` must occur in the explanation of what fails, so that a new fault cannot hide behind a known
    one.
    """

    status: str = "holds"
    length: int | None = None
    part: str = ""


def holds() -> Expectation:
    """Expect a claim to hold (the default)."""
    return Expectation()


def violated(*, length: int | None = None, part: str = "") -> Expectation:
    """Expect a claim to be violated, by a shortest play of ``length`` steps, with ``part`` failing."""
    return Expectation("violated", length, part)


def undetermined() -> Expectation:
    """Expect that a claim cannot be decided within the default bounds."""
    return Expectation("undetermined")


@dataclass(frozen=True)
class Variant:
    """Other readings under which a claim is judged too, and what is expected there."""

    readings: Mapping[str, str]
    expect: Expectation


def under(*, expect: Expectation | None = None, **readings: str) -> Variant:
    """Judge the claim under these readings as well: ``under(edition="CR26", expect=violated(length=4))``."""
    return Variant(readings, expect or Expectation())


@dataclass(frozen=True)
class Claim:
    """A claim about a game class (and every game that extends it).

    ``at`` says when an invariant is judged: everywhere, at priority, or at a choice. ``fair`` names the
    rules that may not be put off for ever (weak fairness), ``strongly_fair`` those that may not be put off
    although they become possible again and again. ``but_for`` names the fields of numbers in which a state
    may have grown and yet count as one to which a play has come back.
    """

    name: str
    kind: ClaimKind
    game: type[Game]
    function: Callable[..., Any]
    source: Source
    clauses: tuple[str, ...] = ()
    says: str = ""
    at: str = "everywhere"
    fair: tuple[str, ...] = ()
    strongly_fair: tuple[str, ...] = ()
    but_for: tuple[str, ...] = ()
    expect: Expectation = field(default_factory=Expectation)
    also: tuple[Variant, ...] = ()


_claims: list[Claim] = []


def _register(kind: ClaimKind, function: Callable[..., Any], cites: Cites, **more: Any) -> None:
    source = source_of(function)
    game = game_of(function, source)
    _check_parameters(kind, function, game, source)
    clauses = (cites,) if isinstance(cites, str) and cites else tuple(cites)
    says = more.pop("says", "") or (function.__doc__ or "").strip().split("\n")[0]
    fair, strongly, but_for = (_names(more.pop(key, ())) for key in ("fair", "strongly_fair", "but_for"))
    if but_for and (fair or strongly):
        raise ModelError(
            f"the claim {function.__name__!r} is fair to rules, and asks for what grows besides",
            hint="make two claims of it: a play by which something grows may put off whatever it likes",
            source=source,
        )
    claim = Claim(
        name=function.__name__,
        kind=kind,
        game=game,
        function=function,
        source=source,
        clauses=clauses,
        says=says,
        fair=fair,
        strongly_fair=strongly,
        but_for=but_for,
        **more,
    )
    keep(_claims, claim, "claims")


def _names(one_or_more: Cites) -> tuple[str, ...]:
    return (one_or_more,) if isinstance(one_or_more, str) else tuple(one_or_more)


def _check_parameters(
    kind: ClaimKind, function: Callable[..., Any], game: type[Game], source: Source
) -> None:
    """Check that a claim can be given the game, or the state before, the step and the state after."""
    name, game_class = function.__name__, game.__name__
    steps = kind is ClaimKind.TRANSITION
    wanted = f"before: {game_class}, step: Step, after: {game_class}" if steps else f"game: {game_class}"
    try:
        inspect.signature(function).bind(*(("before", "step", "after") if steps else ("game",)))
    except TypeError as error:
        result = "tuple[bool, bool]" if kind is ClaimKind.LEADS_TO else "bool"
        raise ModelError(
            f"the claim {name!r} is about {'steps' if steps else 'states'}, and does not take "
            f"{'before, step and after' if steps else 'the game alone'}",
            hint=f"write `def {name}({wanted}) -> {result}:`",
            source=source,
        ) from error


def game_of(function: Callable[..., Any], source: Source, what: str = "claim") -> type[Game]:
    """Return the class of games that a claim (or a norm) is about: the type of its first parameter.

    Raises:
        ModelError: it has no such parameter, or the parameter does not say which game.
    """
    names = list(function.__code__.co_varnames[: function.__code__.co_argcount])
    if not names:
        raise ModelError(
            f"the {what} {function.__name__!r} takes no game",
            hint=f"write `def {function.__name__}(game: MyGame) -> bool:`",
            source=source,
        )
    annotation = function.__annotations__.get(names[0])
    if isinstance(annotation, str):
        module = function.__globals__
        if annotation.split("[")[0] not in module and "." not in annotation:
            games = [
                k for k, v in module.items() if isinstance(v, type) and issubclass(v, Game) and v is not Game
            ]
            raise ModelError(
                f"the {what} {function.__name__!r} is about {annotation!r}, and there is no such game",
                hint=nearest(annotation, games) if games else "import the class of the game first",
                source=source,
            )
        annotation = typing.get_type_hints(function).get(names[0])
    annotation = typing.get_origin(annotation) or annotation
    if not (isinstance(annotation, type) and issubclass(annotation, Game)):
        raise ModelError(
            f"the first parameter of the {what} {function.__name__!r} does not say which game it is about",
            hint=f"write `{names[0]}: MyGame`, with the class of the game",
            source=source,
        )
    return annotation


def _decorator(kind: ClaimKind, cites: Cites, **more: Any) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        if more.get("at", "everywhere") not in ("everywhere", "priority", "choice"):
            raise ModelError(
                f"a claim is judged everywhere, at priority or at choice, not at {more['at']!r}",
                hint=nearest(more["at"], ("everywhere", "priority", "choice")),
                source=source_of(function),
            )
        _register(kind, function, cites, **more)
        return function

    return decorate


def invariant(
    *,
    cites: Cites = (),
    says: str = "",
    at: str = "everywhere",
    expect: Expectation = Expectation(),
    also: tuple[Variant, ...] = (),
) -> Callable[[F], F]:
    """Claim that ``def name(game) -> bool`` is true in every reachable state (in those that ``at`` names)."""
    return _decorator(ClaimKind.INVARIANT, cites, says=says, at=at, expect=expect, also=also)


def lemma(*, cites: Cites = (), says: str = "") -> Callable[[F], F]:
    """State an invariant that helps proofs of other claims, and is itself proved."""
    return _decorator(ClaimKind.LEMMA, cites, says=says)


def transition(
    *,
    cites: Cites = (),
    says: str = "",
    expect: Expectation = Expectation(),
    also: tuple[Variant, ...] = (),
) -> Callable[[F], F]:
    """Claim that ``def name(before, step, after) -> bool`` is true of every step."""
    return _decorator(ClaimKind.TRANSITION, cites, says=says, expect=expect, also=also)


def possible(
    *,
    cites: Cites = (),
    says: str = "",
    expect: Expectation = Expectation(),
    also: tuple[Variant, ...] = (),
) -> Callable[[F], F]:
    """Claim that some play reaches a state where ``def name(game) -> bool`` is true."""
    return _decorator(ClaimKind.POSSIBLE, cites, says=says, expect=expect, also=also)


def always_possible(
    *,
    cites: Cites = (),
    says: str = "",
    expect: Expectation = Expectation(),
    also: tuple[Variant, ...] = (),
) -> Callable[[F], F]:
    """Claim that from every reachable state some play still reaches ``def name(game) -> bool``."""
    return _decorator(ClaimKind.ALWAYS_POSSIBLE, cites, says=says, expect=expect, also=also)


def leads_to(
    *,
    fair: Cites = (),
    strongly_fair: Cites = (),
    but_for: Cites = (),
    cites: Cites = (),
    says: str = "",
    expect: Expectation = Expectation(),
    also: tuple[Variant, ...] = (),
) -> Callable[[F], F]:
    """Claim that after the premise the goal always comes: ``def name(game) -> (premise, goal)``.

    A play that has ended without the goal breaks the claim. So does, with ``but_for``, one that can go on
    with more and more of something: that comes back to where it was but for numbers in these fields, of which
    none is less and some are more, and then comes back so once more.
    """
    return _decorator(
        ClaimKind.LEADS_TO,
        cites,
        says=says,
        fair=fair,
        strongly_fair=strongly_fair,
        but_for=but_for,
        expect=expect,
        also=also,
    )


def eventually(
    *,
    fair: Cites = (),
    strongly_fair: Cites = (),
    but_for: Cites = (),
    cites: Cites = (),
    says: str = "",
    expect: Expectation = Expectation(),
    also: tuple[Variant, ...] = (),
) -> Callable[[F], F]:
    """Claim that every play reaches a state where ``def name(game) -> bool`` is true.

    ``but_for`` is as in :func:`leads_to`.
    """
    return _decorator(
        ClaimKind.EVENTUALLY,
        cites,
        says=says,
        fair=fair,
        strongly_fair=strongly_fair,
        but_for=but_for,
        expect=expect,
        also=also,
    )


def claims_of(game: type[Game]) -> tuple[Claim, ...]:
    """Return the registered claims about ``game`` or a core that it extends, in the order of definition.

    A claim about a core that is stated again under the same name about what extends the core, with other
    clauses or outcomes, counts in place of the core's.
    """
    return tuple(stated_of(_claims, game))
