"""Which rules and arguments claims, norms and observers ask for: a misspelled one would say nothing.

What is written for one game must be there in that game, or in one that extends it. What is written for more
(in a helper, or as a constant) must be there in some game that is at hand.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

from checker.errors import ModelError, nearest
from checker.judge.asked_of_steps import Asked, asked_of_step
from checker.judge.claims import ClaimKind, claims_of
from checker.judge.norms.declare import norms_of, settled_of
from checker.judge.norms.forms import ACTIONS
from checker.language.game import Game
from checker.language.rules import RuleInfo, RuleKind
from checker.language.schema import game_name

__all__ = ["check_rule_names"]

_EVENT = "state_based"
"""What ``step.rule`` is for the state-based event."""

_TAKEN = (RuleKind.ACTION, RuleKind.AUTOMATIC, RuleKind.CHOICE)
"""Rules that are the rule of a step."""


def check_rule_names(game: type[Game], is_own: Callable[[str], bool], import_all: Callable[[], None]) -> None:
    """Check that what is stated of the steps and rules of a game names rules and arguments that there are.

    Args:
        game: the game, of which all claims and norms are known.
        is_own: whether a file of this name is the author's, and so is held to the games that are at hand.
        import_all: imports the other games that are at hand; called where a name is not known yet.

    Raises:
        ModelError: no game that it can be about has the rule, or a rule with such an argument.

    """
    words = _Words()
    for one in _named(game, is_own):
        if words.of(one.owner).has(one.asked) or any(words.of(g).has(one.asked) for g in _about(one, is_own)):
            continue
        import_all()
        at_hand = [words.of(g) for g in _about(one, is_own)]
        if not any(known.has(one.asked) for known in at_hand):
            raise _unknown(one, at_hand)


@dataclass(frozen=True)
class _Named:
    """A name that ``who`` asks for; ``how`` are the words for that where it is a rule's name."""

    who: str
    how: str
    asked: Asked
    owner: type[Game]


def _named(game: type[Game], is_own: Callable[[str], bool]) -> Iterator[_Named]:
    """Yield the names that claims, norms and observers of a game ask for."""

    def in_body(what: str, function: Callable[..., Any], step: int, owner: type[Game]) -> Iterator[_Named]:
        who = f"the {what} {function.__name__!r}"
        for asked in asked_of_step(function, step, owner, is_own):
            yield _Named(who, "asks for", asked, owner)

    for claim in claims_of(game):
        if claim.kind is ClaimKind.TRANSITION:
            yield from in_body("claim", claim.function, 1, claim.game)
    for norm in norms_of(game):
        if not is_own(norm.source.file):
            continue
        for name in (*norm.form.rules, *norm.form.before, *norm.form.after):
            if name != ACTIONS:
                asked = Asked(name, True, norm.source, shared=False)
                yield _Named(f"the norm {norm.name!r}", "speaks of", asked, norm.game)
        if norm.form.after:
            yield from in_body("norm", norm.function, 1, norm.game)
    for settled in settled_of(game):
        for name in settled.after:
            asked = Asked(name, True, settled.source, shared=False)
            yield _Named(f"the field {settled.field!r}", "is to be settled after", asked, settled.game)
    for rule in game.rules().values():
        if rule.kind is RuleKind.OBSERVER and len(inspect.signature(rule.function).parameters) > 2:
            owner = next(base for base in game.__mro__ if rule.name in base.__dict__)
            yield from in_body("observer", rule.function, 2, owner)


def _about(one: _Named, is_own: Callable[[str], bool]) -> Iterator[type[Game]]:
    """Yield the games that a name can be about, as far as they were imported."""
    yield one.owner
    yield from _extending(one.owner)
    if one.asked.shared:
        for game in _extending(Game):
            if is_own(getattr(sys.modules.get(game.__module__), "__file__", None) or ""):
                yield game


def _extending(game: type[Game]) -> Iterator[type[Game]]:
    for below in game.__subclasses__():
        yield below
        yield from _extending(below)


@dataclass(frozen=True)
class _Known:
    """What the steps of one game can be asked for: its rules, and their arguments.

    ``numbered`` are the arguments that may stand in a step more than once, each then with a number.
    """

    rules: Mapping[str, RuleKind]
    arguments: frozenset[str]
    numbered: frozenset[str]

    @classmethod
    def of(cls, game: type[Game]) -> _Known:
        """Return what the steps of a game can be asked for."""
        rules = game.rules().values()
        return cls(
            {rule.name: rule.kind for rule in rules},
            frozenset(name for rule in rules if rule.kind in _TAKEN for name in _parameters(rule)),
            frozenset(
                ("replacement", *(n for r in rules if r.kind is RuleKind.AS_ENTERS for n in _parameters(r)))
            ),
        )

    @property
    def taken(self) -> list[str]:
        """What ``step.rule`` can be."""
        return [_EVENT, *(name for name, kind in self.rules.items() if kind in _TAKEN)]

    def has(self, asked: Asked) -> bool:
        """Return whether there is a step of which the answer says something."""
        if asked.is_rule:
            return asked.name == _EVENT or self.rules.get(asked.name) in _TAKEN
        return asked.name in self.arguments or re.sub(r"\d+$", "", asked.name) in self.numbered


class _Words:
    """What the steps of games can be asked for, found out once a game."""

    def __init__(self) -> None:
        self._known: dict[type[Game], _Known] = {}

    def of(self, game: type[Game]) -> _Known:
        """Return what the steps of a game can be asked for."""
        if game not in self._known:
            self._known[game] = _Known.of(game)
        return self._known[game]


def _parameters(rule: RuleInfo) -> tuple[str, ...]:
    """Return the names of the parameters of a rule besides the game."""
    code: CodeType = inspect.unwrap(rule.function).__code__
    return code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]


def _unknown(one: _Named, known: Sequence[_Known]) -> ModelError:
    """Return what is to be told where none of the games at hand has what is asked for."""
    asked, game = one.asked, game_name(one.owner)
    if not asked.is_rule:
        whose = "no game has a" if one.owner.abstract else f"{game} has no"
        return ModelError(
            f"{one.who} asks a step for {asked.name!r}, and {whose} rule with such a parameter",
            hint=nearest(asked.name, {name for k in known for name in k.arguments}),
            source=asked.source,
        )
    named = f"{one.who} {one.how} the rule {asked.name!r}"
    kind = next((k.rules[asked.name] for k in known if asked.name in k.rules), None)
    if kind is None:
        return ModelError(
            f"{named}, which {'no game has' if one.owner.abstract else f'{game} has not'}",
            hint=nearest(asked.name, {name for k in known for name in k.taken}),
            source=asked.source,
        )
    return ModelError(
        f"{named}, which is marked @{kind.name.lower()} and no step by itself",
        hint=f'all state-based rules are one step, and its rule is "{_EVENT}"'
        if kind is RuleKind.STATE_BASED
        else "name what is taken: an action, a choice, or an automatic rule",
        source=asked.source,
    )
