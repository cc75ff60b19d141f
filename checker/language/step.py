"""The step that claims and observers are told of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Step"]


class Step:
    """One event as claims and observers see it: ``step.rule`` and the arguments as attributes.

    ``rule`` is the rule's name, ``"state_based"`` for the state-based event. ``step.player`` is the value of
    the argument ``player``, and ``None`` where the rule that was taken has no such argument. A ``one_of``
    argument is the item itself, as it was before the event.
    """

    rule: str

    def __init__(self, rule: str, arguments: Mapping[str, Any]) -> None:
        self.rule = rule
        self._arguments = dict(arguments)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._arguments.get(name)

    def __repr__(self) -> str:
        return f"{self.rule}({', '.join(f'{k}={v}' for k, v in self._arguments.items())})"
