"""A rule as a scenario names it: with as many arguments as are needed to say which instances are meant."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from checker.errors import ModelError, nearest
from checker.language.plain.instances import STATE_BASED_EVENT, Instance
from checker.language.plain.interpreter import Interpreter
from checker.language.plain.labels import UnknownArgumentError, options_of
from checker.language.plain.state import PlainState
from checker.language.resolved import Parameter, label_of

__all__ = ["Asked"]


class Asked:
    """A rule and some of its arguments, in one state.

    ``arguments`` are plain values; one that is an item of a container is its place, or a condition that it
    fulfils. Choices inside the rule can be given in the same way as its parameters.

    Raises:
        ModelError: there is no such rule or argument, or an argument is no value that it can have.

    """

    def __init__(
        self, interpreter: Interpreter, state: PlainState, rule: str, arguments: Mapping[str, Any]
    ) -> None:
        order = interpreter.ranks.order
        if rule not in order:
            name = interpreter.schema.name
            raise ModelError(f"{name} has no rule {rule!r} that can be taken", hint=nearest(rule, order))
        self._interpreter = interpreter
        self._state = state
        self.rule = rule
        own = () if rule == STATE_BASED_EVENT else interpreter.schema.parameters[rule]
        self._own: dict[str, Parameter] = {p.name: p for p in own}
        self._given = {name: self._meant(name, value) for name, value in arguments.items()}
        shown = ", ".join(f"{n}={'...' if callable(v) else label_of(v)}" for n, v in arguments.items())
        self.name = f"{rule}({shown})" if shown else rule

    def fits(self, instance: Instance) -> bool:
        """Return whether an instance is meant."""
        if instance.rule != self.rule:
            return False
        arguments = dict(instance.arguments)
        return all(n in arguments and arguments[n] in values for n, values in self._given.items())

    def completed(self) -> Iterator[dict[str, Any]]:
        """Yield the arguments of every instance that is meant, with those of choices inside it as given."""
        columns = {
            name: self._given[name] if name in self._given else self._values(parameter)
            for name, parameter in self._own.items()
        }
        nested = {name: values[0] for name, values in self._given.items() if name not in self._own}
        for row in itertools.product(*columns.values()):
            yield {**dict(zip(columns, row, strict=True)), **nested}

    def _meant(self, name: str, value: Any) -> tuple[Any, ...]:
        """Return the values of an argument that are meant."""
        try:
            options = tuple(options_of(self._interpreter.schema, self.rule, name).values())
        except UnknownArgumentError as unknown:
            raise ModelError(str(unknown)) from unknown
        container = self._own[name].container if name in self._own else ""
        if callable(value) and container:
            return self._places(container, value)
        found = tuple(o for o in options if type(o) is type(value) and o == value)
        if not found:
            shown = ", ".join(map(label_of, options))
            extra = f", or a condition on an item of {container}" if container else ""
            raise ModelError(f"{self.rule}: {name} cannot be {value!r}", hint=f"write one of {shown}{extra}")
        return found

    def _values(self, parameter: Parameter) -> tuple[Any, ...]:
        if parameter.container:
            return self._places(parameter.container, lambda _: True)
        return tuple(self._interpreter.schema.arguments(parameter))

    def _places(self, container: str, condition: Callable[[Any], Any]) -> tuple[int, ...]:
        """Return the places in a container of the items that fulfil a condition."""
        judged = self._interpreter.judge_claim(
            self._state, lambda game: tuple(bool(condition(item)) for item in getattr(game, container))
        )
        return tuple(place for place, fulfils in enumerate(judged.truths) if fulfils)
