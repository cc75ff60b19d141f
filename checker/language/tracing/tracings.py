"""Tracings: what a command has traced of rules and norms, kept for the other readings of the same game.

A function is traced again only where a reading that it asked for differs. Tracings belong to one command:
they would not notice that a function or a helper of it is another one now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from checker.language.rules import RuleInfo
from checker.language.tracing.instance import Instance, instances
from checker.language.tracing.layout import Layout

__all__ = ["Tracings"]

T = TypeVar("T")

_Key = tuple[object, ...]


class Tracings:
    """What was traced, by game, scopes and what it is of, each with the readings that it asked for."""

    def __init__(self) -> None:
        self._known: dict[_Key, list[tuple[dict[str, str], Any]]] = {}

    def instances(self, layout: Layout, rule: RuleInfo, *, adding: bool = False) -> Sequence[Instance]:
        """Return the instances of a rule, see :func:`checker.language.tracing.instance.instances`."""
        return self.kept(
            layout,
            (rule.function, adding),
            lambda names: tuple(instances(layout, rule, adding=adding, readings=names)),
        )

    def kept(self, layout: Layout, of: _Key, trace: Callable[[set[str]], T]) -> T:
        """Return what ``trace`` returns, or what it returned before under the same readings.

        Args:
            layout: the cells of the game.
            of: what is traced, and how.
            trace: traces it; it adds the names of all readings that it asked for to the set that it is given.

        """
        schema = layout.schema
        key: _Key = (schema.game, tuple(schema.scopes.items()), *of)
        for asked, found in self._known.get(key, ()):
            if all(schema.readings[name] == option for name, option in asked.items()):
                known: T = found
                return known
        names: set[str] = set()
        traced = trace(names)
        asked = {name: schema.readings[name] for name in names}
        self._known.setdefault(key, []).append((asked, traced))
        return traced
