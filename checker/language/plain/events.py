"""Events: what replaces them, what happens as they do, and who chooses."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from checker.errors import ModelError
from checker.language.declare import CHANCE
from checker.language.plain.lines import author_line
from checker.language.resolved import label_of
from checker.language.rules import RuleInfo

if TYPE_CHECKING:
    from checker.language.plain.machine import PlainMachine

__all__ = ["chooser_label", "perform_event"]


def perform_event(
    machine: PlainMachine, event: RuleInfo, game: Any, arguments: tuple[Any, ...], named: dict[str, Any]
) -> Any:
    """Let an event happen: one replacement that applies, or else its body and then what happens as it does.

    A replacement that performs the event again does not apply to that one. A call of an overridden event by
    ``super()`` is part of the override's body, and no event of its own.
    """
    current = machine.world.schema.rules.get(event.name)
    if current is not None and current.function is not event.function:
        return event.function(game, *arguments, **named)
    bound = inspect.signature(event.function).bind(game, *arguments, **named)
    bound.apply_defaults()
    given = tuple(bound.arguments.values())[1:]
    outer = machine.replacing
    replacement = _replacement(machine, event, game, given)
    try:
        if replacement is not None:
            machine.replacing = outer | {replacement.name}
            machine.happened.append((replacement, _named(replacement, given)))
            return replacement.function(game, *given)
        machine.replacing = frozenset()
        result = event.function(game, *given)
        for hook in machine.world.hooks.get(event.name, ()):
            _enter(machine, hook, game, given)
        return result
    finally:
        machine.replacing = outer


def _replacement(
    machine: PlainMachine, event: RuleInfo, game: Any, given: tuple[Any, ...]
) -> RuleInfo | None:
    """Return the replacement that happens instead of the event; a choice where there are several."""
    fits = {
        rule.name: rule
        for rule in machine.world.replacements.get(event.name, ())
        if rule.name not in machine.replacing
        and (rule.when is None or machine.holds(rule.when, game, *given))
    }
    if len(fits) < 2:
        return next(iter(fits.values()), None)
    chooser = ""
    if event.affects is not None:
        with machine.aside():
            chooser = label_of(event.affects(game, *given))
    return fits[_ask(machine, "replacement", tuple(fits), chooser)]


def _enter(machine: PlainMachine, hook: RuleInfo, game: Any, given: tuple[Any, ...]) -> None:
    """Let happen what happens as an event does; its chosen parameters are choices."""
    arguments = _named(hook, given)
    chosen: dict[str, Any] = {}
    for parameter in machine.world.schema.parameters[hook.name]:
        chooser = chooser_label(machine, game, parameter.by, {**arguments, **chosen})
        options = tuple(machine.world.schema.arguments(parameter))
        value = _ask(machine, parameter.name, options, chooser)
        chosen[parameter.name] = machine.lift(parameter.type, value)
    machine.happened.append((hook, {**arguments, **chosen}))
    hook.function(game, *given, **chosen)


def _ask(machine: PlainMachine, name: str, options: tuple[Any, ...], chooser: str) -> Any:
    if machine.script is None:
        raise ModelError(f"the choice {name!r} arises where nobody can choose", source=author_line())
    return machine.script.ask(name, options, chooser)


def _named(rule: RuleInfo, given: tuple[Any, ...]) -> dict[str, Any]:
    names = list(inspect.signature(rule.function).parameters)[1:]
    return dict(zip(names, given, strict=False))


def chooser_label(machine: PlainMachine, game: Any, by: Any, arguments: Mapping[str, Any]) -> str:
    """Return who chooses, as it is told: ``by`` is a text, an argument's name, ``CHANCE``, or a function."""
    if by is None:
        return ""
    if by is CHANCE:
        return "chance"
    if isinstance(by, str):
        return label_of(arguments[by]) if by in arguments else by
    names = list(inspect.signature(by).parameters)[1:]
    missing = [n for n in names if n not in arguments]
    if missing:
        raise ModelError(
            f"who chooses is said by a function of {missing[0]!r}, which is no argument here",
            hint="it may take the game and arguments that come before the choice",
        )
    with machine.aside():
        return label_of(by(game, **{n: arguments[n] for n in names}))
