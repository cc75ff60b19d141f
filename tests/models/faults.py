"""What the tests that seed faults into games ask: whether some play of a game breaks a claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checker.explore.explicit import ExplicitEngine
from checker.explore.interface import Target
from checker.judge.claims import ClaimKind, claims_of
from checker.judge.questions import question_of
from checker.language.game import Game
from checker.language.lower import Lowered, lower
from checker.language.schema import Schema

__all__ = ["breaks", "lowered"]


_lowered: dict[tuple[Any, ...], Lowered] = {}


def lowered(game: type[Game], scopes: Mapping[str, int]) -> Lowered:
    """Return the transition system of a game with these scopes, made once."""
    key = (game, *scopes.items())
    if key not in _lowered:
        _lowered[key] = lower(Schema(game, scopes))
    return _lowered[key]


def breaks(game: type[Game], name: str, scopes: Mapping[str, int]) -> bool:
    """Return whether some play of the game breaks the claim of that name."""
    question = question_of(lowered(game, scopes), next(c for c in claims_of(game) if c.name == name))
    assert question.claim.kind in (ClaimKind.INVARIANT, ClaimKind.TRANSITION)
    target = Target(name, states=question.bad_states, steps=question.bad_steps)
    return name in ExplicitEngine().search(question.system, (target,)).found
