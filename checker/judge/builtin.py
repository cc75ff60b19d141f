"""Built-in checks: what is asked of every game without anybody writing it down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from checker.errors import ModelError, nearest
from checker.judge.claims import Claim, ClaimKind, Expectation, Variant
from checker.language.game import Game
from checker.system.model import Source

__all__ = ["BUILT_IN", "built_in_claims", "expecting"]

BUILT_IN: dict[str, str] = {
    "no_dead_end": "while the game is not over, somebody can always do something or something happens",
    "no_step_goes_wrong": "no value leaves its range, and nothing absent is used",
    "automatic_runs_end": "what happens by itself comes to an end",
    "automatic_order_is_settled": "where two automatic rules of one layer apply, their order does not matter",
    "every_rule_can_happen": "every rule happens in some play",
}
"""The built-in checks by name, each with its sentence."""

_expected: dict[tuple[type[Game], str], tuple[Expectation, tuple[Variant, ...]]] = {}


def expecting(
    game: type[Game],
    check: str,
    *,
    expect: Expectation = Expectation(),  # noqa: B008 - an immutable value
    also: tuple[Variant, ...] = (),
) -> None:
    """State the expected verdict of a built-in check on ``game``: ``expecting(Magic, "no_dead_end", ...)``.

    Raises:
        ModelError: there is no such built-in check.
    """
    if check not in BUILT_IN:
        raise ModelError(f"there is no built-in check {check!r}", hint=nearest(check, BUILT_IN))
    _expected[game, check] = (expect, also)


def built_in_claims(game: type[Game], source: Source) -> list[Claim]:
    """Return the built-in checks as claims about ``game``, with what its spec expects of them."""
    claims = []
    for name, says in BUILT_IN.items():
        stated = next((_expected[c, name] for c in game.__mro__ if (c, name) in _expected), None)
        expect, also = stated if stated is not None else (Expectation(), ())
        claims.append(
            Claim(
                name=name,
                kind=ClaimKind.BUILT_IN,
                game=game,
                function=_unasked(name),
                source=source,
                says=says,
                expect=expect,
                also=also,
            )
        )
    return claims


def _unasked(name: str) -> Callable[..., Any]:
    """Return the function of a built-in check, which is answered by the search itself."""

    def ask(*_: object) -> bool:
        raise AssertionError(f"{name} is answered by the search")

    return ask
