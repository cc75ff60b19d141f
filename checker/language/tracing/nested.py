"""Nested choices: what is chosen in the middle of a rule, by a replacement or as something enters.

A rule instance is traced once for every script of nested choices. A run that asks for more than its
script holds belongs to a longer script, and so does nothing here; one that asks for less or for something
else does not belong to this script either.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from checker.language.tracing.ways import Undone

__all__ = ["Choices", "NestedChoice"]


@dataclass(frozen=True)
class NestedChoice:
    """A choice among labelled options; ``by`` says who makes it."""

    name: str
    options: tuple[str, ...]
    by: Any


@dataclass
class Choices:
    """The script of one run: (argument name, label) pairs, and what the run asked for beyond it."""

    script: tuple[tuple[str, str], ...]
    asked: list[tuple[str, NestedChoice]]
    used: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    def take(self, wanted: NestedChoice) -> str:
        """Return the script's next choice.

        Raises:
            Undone: this run does not belong to this script.
        """
        number = self.counts.get(wanted.name, 0) + 1
        self.counts[wanted.name] = number
        name = wanted.name if number == 1 else f"{wanted.name}{number}"
        if self.used == len(self.script):
            self.asked.append((name, wanted))
            raise Undone
        expected, label = self.script[self.used]
        if expected != name or label not in wanted.options:
            raise Undone
        self.used += 1
        return label

    def finish(self) -> None:
        """Check that the run used its whole script.

        Raises:
            Undone: it did not, and belongs to a shorter script.
        """
        if self.used != len(self.script):
            raise Undone
