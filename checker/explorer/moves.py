"""Moves: what may be done at a position and by whom, and why everything else is refused."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checker.explorer.positions import Explored, Position, Step, step_of
from checker.language.plain.instances import STATE_BASED_EVENT, Instance, combinations
from checker.language.plain.interpreter import Interpreter, Result
from checker.language.plain.refusals import Refusal, refusal_of
from checker.language.plain.replay import tell
from checker.language.plain.state import PlainState
from checker.language.plain.told import PlayStep
from checker.language.rules import RuleInfo
from checker.language.schema import Schema
from checker.system.model import Source

__all__ = [
    "Move",
    "Reason",
    "RefusedRule",
    "decides",
    "moves",
    "refused",
    "refused_rule",
    "run_on",
    "waiting_for",
]

MOST_INSTANCES = 3_000
"""Instances of one rule that are asked why they are refused; of a rule with more, this many of the first."""

MOST_STEPS = 500
"""Steps that things go on by themselves at a time."""

_DECIDED = ("action", "choice")


@dataclass(frozen=True)
class Move:
    """Something that may be done or that happens now, told as the step that it would be.

    ``wrong`` says how the step goes wrong if it does. ``bound`` names the bound that it would exceed: it
    cannot be taken then.
    """

    told: PlayStep
    wrong: str = ""
    bound: str = ""

    @property
    def step(self) -> Step:
        """The step as a play is saved."""
        return step_of(self.told)


@dataclass(frozen=True)
class Reason:
    """Why some instances of a rule are refused."""

    refusal: Refusal
    instances: tuple[str, ...]


@dataclass(frozen=True)
class RefusedRule:
    """A rule of which some instances are refused, and why; ``unasked`` is how many were not asked about."""

    rule: str
    says: str
    kind: str
    clauses: tuple[str, ...]
    source: Source
    reasons: tuple[Reason, ...]
    unasked: int = 0


def moves(game: Explored, position: Position) -> tuple[Move, ...]:
    """Return what may be done or happens at a position, in the order of rules and arguments."""
    if position.wrong is not None:
        return ()
    found = []
    for taken in game.interpreter.taken(position.state):
        result = taken.result
        told = tell(game.interpreter, position.state, taken.instance, result)
        wrong = "" if result.wrong is None else f"{result.wrong.message} ({result.wrong.source})"
        found.append(Move(told, wrong, result.cut or ""))
    return tuple(found)


def decides(move: Move) -> bool:
    """Return whether somebody decides on a move, rather than that it happens by itself."""
    return move.told.kind in _DECIDED


def waiting_for(game: Explored, position: Position, found: tuple[Move, ...]) -> str:
    """Return what a position waits for.

    It is ``decision``, ``automatic`` (something goes on by itself), ``over``, ``wrong``, or ``dead end``.
    """
    if position.wrong is not None:
        return "wrong"
    if not found:
        return "over" if game.interpreter.over(position.state) else "dead end"
    return "decision" if decides(found[0]) else "automatic"


def run_on(game: Explored, position: Position) -> Position:
    """Let everything happen that goes on by itself, until somebody has to decide.

    It ends where there are several ways to go on, at a bound, and where a state comes again.
    """
    seen = {game.interpreter.canonical(position.state)}
    for _ in range(MOST_STEPS):
        found = moves(game, position)
        if len(found) != 1 or decides(found[0]) or found[0].bound:
            break
        reached = game.after(position, found[0].step)
        assert isinstance(reached, Position), "an offered step can be taken"
        position = reached
        key = game.interpreter.canonical(position.state)
        if key in seen:
            break
        seen.add(key)
    return position


def refused(game: Explored, position: Position) -> Iterator[RefusedRule]:
    """Yield every rule of which something is refused at a position, in order of definition."""
    for rule in game.interpreter.ranks.order:
        found = refused_rule(game, position, rule)
        if found.reasons:
            yield found


def refused_rule(game: Explored, position: Position, rule: str) -> RefusedRule:
    """Return why instances of a rule are refused at a position; the rule must be one of the game."""
    interpreter = game.interpreter
    schema = interpreter.schema
    instances = tuple(itertools.islice(_instances(schema, rule), MOST_INSTANCES))
    reasons: dict[tuple[Any, ...], tuple[Refusal, list[str]]] = {}
    due = _due(interpreter, position.state, rule)
    for instance in instances:
        refusal = _refusal(interpreter, position, instance, due)
        if refusal is not None:
            key = (refusal.reason, refusal.condition, refusal.values, refusal.source)
            reasons.setdefault(key, (refusal, []))[1].append(instance.name)
    info: RuleInfo | None = schema.rules.get(rule)
    return RefusedRule(
        rule=rule,
        says="all state-based rules that apply, as one event" if info is None else info.says,
        kind="state-based" if info is None else info.kind.value,
        clauses=() if info is None else info.clauses,
        source=schema.source if info is None else info.source,
        reasons=tuple(Reason(refusal, tuple(names)) for refusal, names in reasons.values()),
        unasked=_how_many(schema, rule) - len(instances),
    )


def _instances(schema: Schema, rule: str) -> Iterator[Instance]:
    if rule == STATE_BASED_EVENT:
        yield Instance(rule)
        return
    for arguments in combinations(schema, schema.parameters[rule]):
        yield Instance(rule, arguments)


def _how_many(schema: Schema, rule: str) -> int:
    number = 1
    for parameter in () if rule == STATE_BASED_EVENT else schema.parameters[rule]:
        number *= len(tuple(schema.arguments(parameter)))
    return number


def _due(interpreter: Interpreter, state: PlainState, rule: str) -> str:
    """Return the instance that comes before this rule can be taken, if one does."""
    taken = interpreter.taken(state)
    if not taken:
        return ""
    for names in interpreter.ranks.names:
        if rule in names:
            return ""
        if taken[0].instance.rule in names:
            return taken[0].instance.name
    return ""


def _refusal(interpreter: Interpreter, position: Position, instance: Instance, due: str) -> Refusal | None:
    """Return why an instance is refused, or None if it is not."""
    if position.wrong is not None:
        return Refusal("the last step goes wrong, and nothing follows it")
    if interpreter.over(position.state):
        return Refusal("the game is over")
    result = _first_enabled(interpreter, position.state, instance.rule, dict(instance.arguments))
    if result.undone is not None:
        return refusal_of(result.undone)
    return Refusal(f"it must wait: {due} comes first") if due else None


def _first_enabled(
    interpreter: Interpreter, state: PlainState, rule: str, arguments: dict[str, Any]
) -> Result:
    """Return what a rule does with the first choices inside it that let it happen, else why none does."""
    result = interpreter.run(state, rule, arguments)
    if result.needs is None:
        return result
    name, options = result.needs
    tried = [_first_enabled(interpreter, state, rule, {**arguments, name: option}) for option in options]
    return next((r for r in tried if r.enabled), tried[0])
