"""Tracings: the rules that a command has traced, kept for the other readings of the same game.

A rule is traced again only where a reading that it asked for differs. Tracings belong to one command:
they would not notice that a rule or a helper of it is another one now.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.language.rules import RuleInfo
from checker.language.tracing.instance import Instance, instances
from checker.language.tracing.layout import Layout

__all__ = ["Tracings"]

_Key = tuple[object, ...]


class Tracings:
    """Instances of rules by game, scopes and rule, each with the readings that tracing them asked for."""

    def __init__(self) -> None:
        self._known: dict[_Key, list[tuple[dict[str, str], Sequence[Instance]]]] = {}

    def instances(self, layout: Layout, rule: RuleInfo, *, adding: bool = False) -> Sequence[Instance]:
        """Return the instances of a rule, see :func:`checker.language.tracing.instance.instances`."""
        schema = layout.schema
        key: _Key = (schema.game, tuple(schema.scopes.items()), rule.function, adding)
        for asked, found in self._known.get(key, ()):
            if all(schema.readings[name] == option for name, option in asked.items()):
                return found
        names: set[str] = set()
        traced = tuple(instances(layout, rule, adding=adding, readings=names))
        asked = {name: schema.readings[name] for name in names}
        self._known.setdefault(key, []).append((asked, traced))
        return traced
