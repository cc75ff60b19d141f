"""The choices that rules state: actions, choices, what is chosen inside rules, and replacements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from checker.errors import with_article
from checker.judge.choices.choice import Choice, ChoiceKind
from checker.language.declare import CHANCE
from checker.language.resolved import Parameter, SequenceType, type_words
from checker.language.rules import RuleInfo, RuleKind, source_of
from checker.language.schema import Schema

__all__ = ["layer_words", "stated_choices"]

_INSIDE = {
    RuleKind.ACTION: "as it is taken",
    RuleKind.CHOICE: "as it is taken",
    RuleKind.START: "as the game is set up",
}
"""When something is chosen inside a rule of a kind; the others happen in a layer or in an event."""

_STATE_BASED = "state_based"


def stated_choices(schema: Schema) -> Iterator[Choice]:
    """Yield the choices that the rules of a game state, in the order of its rules."""
    for name, rule in schema.rules.items():
        if rule.kind in (RuleKind.ACTION, RuleKind.CHOICE):
            yield _taken(schema, rule)
        yield from _inside(schema, rule)
        if rule.kind is RuleKind.EVENT:
            others = [r for r in schema.rules.values() if r.kind is RuleKind.REPLACES and r.event == name]
            if len(others) > 1:
                yield _replacement(rule, others)


def layer_words(schema: Schema, rule: str) -> str:
    """Return in which layer an automatic rule happens: ``in layer 2 of 3``."""
    number = next(n for n, layer in enumerate(schema.layers, start=1) if rule in layer)
    return f"in layer {number} of {len(schema.layers)}"


def _taken(schema: Schema, rule: RuleInfo) -> Choice:
    """Return the choice to take an action, or the one that a choice rule is."""
    actor = schema.actor_parameter(rule)
    return Choice(
        ChoiceKind.ACTION if rule.kind is RuleKind.ACTION else ChoiceKind.CHOICE,
        (rule.name,),
        "at priority" if rule.kind is RuleKind.ACTION else "before anything else goes on",
        rule.source,
        who=_taker(schema, rule, actor),
        says=rule.says,
        parameters=tuple(
            (p.name, _words(p))
            for p in schema.parameters[rule.name]
            if p.name != actor and (not p.chosen or p.by == actor)
        ),
        clauses=rule.clauses,
        assumed=rule.assumed or "",
    )


def _taker(schema: Schema, rule: RuleInfo, actor: str | None) -> str:
    if actor is not None:
        return _parameter_words(schema, rule, actor)
    if rule.by is not None:
        return _who(schema, rule, rule.by)
    # Where a game has no players there is nobody to be told apart.
    return "whoever plays" if schema.participant is None and rule.kind is RuleKind.ACTION else ""


def _inside(schema: Schema, rule: RuleInfo) -> Iterator[Choice]:
    """Yield what is chosen inside a rule by others than the one who takes it; one choice for each chooser."""
    actor = schema.actor_parameter(rule) if rule.kind in (RuleKind.ACTION, RuleKind.CHOICE) else None
    by_chooser: dict[str, list[Parameter]] = {}
    for p in schema.parameters[rule.name]:
        if p.chosen and (actor is None or p.by != actor):
            by_chooser.setdefault(_who(schema, rule, p.by), []).append(p)
    for who, parameters in by_chooser.items():
        yield Choice(
            ChoiceKind.INSIDE,
            (rule.name,),
            _when(schema, rule),
            rule.source,
            who=who,
            says=rule.says,
            parameters=tuple((p.name, _words(p)) for p in parameters),
            clauses=rule.clauses,
            assumed=rule.assumed or "",
        )


def _when(schema: Schema, rule: RuleInfo) -> str:
    if rule.kind is RuleKind.AS_ENTERS:
        return f"inside the event {rule.event}"
    if rule.kind is RuleKind.STATE_BASED:
        return f"in the state-based event, {layer_words(schema, _STATE_BASED)}"
    return _INSIDE.get(rule.kind) or f"as it happens, {layer_words(schema, rule.name)}"


def _replacement(event: RuleInfo, others: list[RuleInfo]) -> Choice:
    return Choice(
        ChoiceKind.REPLACEMENT,
        (event.name, *(r.name for r in others)),
        f"where several of them apply to the event {event.name}",
        event.source,
        who="" if event.affects is None else _function_words(event.affects),
        parameters=(("replacement", f"one of {', '.join(r.name for r in others)}"),),
        clauses=tuple(dict.fromkeys(c for r in (event, *others) for c in r.clauses)),
    )


def _who(schema: Schema, rule: RuleInfo, by: Any) -> str:
    """Return who chooses, in words, from what is written behind ``by=``."""
    if by is None:
        return ""
    if by is CHANCE:
        return "chance"
    if isinstance(by, str):
        return _parameter_words(schema, rule, by)
    return _function_words(by)


def _parameter_words(schema: Schema, rule: RuleInfo, name: str) -> str:
    """Return ``player (a Player)`` for the name of a parameter, and any other text as it is."""
    parameter = next((p for p in schema.parameters[rule.name] if p.name == name), None)
    return name if parameter is None else f"{name} ({_words(parameter)})"


def _function_words(function: Any) -> str:
    """Return what a function that says who chooses goes by: its name, or where it stands."""
    name = getattr(function, "__name__", "")
    if name.isidentifier():
        return f"the player that {name} tells"
    return f"the player told at {source_of(function)}"


def _words(parameter: Parameter) -> str:
    """Return what a parameter is, in words."""
    if parameter.container:
        assert isinstance(parameter.type, SequenceType)
        item = getattr(getattr(parameter.type.item, "cls", None), "__name__", "item")
        return f"{with_article(item)} of {parameter.container}"
    return type_words(parameter.type)
