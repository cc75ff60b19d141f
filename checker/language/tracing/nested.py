"""Nested choices: what is chosen in the middle of a rule, by a replacement or as something enters.

A rule instance is traced once for every script of nested choices. A run that asks for more than its
script holds belongs to a longer script, and so does nothing here; one that asks for less or for something
else does not belong to this script either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from checker.language.tracing.ways import Undone

__all__ = ["Choices", "NestedChoice"]


@dataclass(frozen=True)
class NestedChoice:
    """A choice among ``options``, values by label in their order; ``by`` says who makes it."""

    name: str
    options: Mapping[str, Any]
    by: Any


@dataclass
class Choices:
    """The script of one run: (argument name, label) pairs, and what the run asked for beyond it.

    ``taken`` are the names that arguments of this instance have already; a choice of such a name is numbered.
    """

    script: tuple[tuple[str, str], ...]
    asked: list[tuple[str, NestedChoice]]
    taken: set[str]
    used: int = 0

    def take(self, wanted: NestedChoice) -> Any:
        """Return the value of the script's next choice.

        Raises:
            Undone: this run does not belong to this script.
        """
        name, number = wanted.name, 1
        while name in self.taken:
            number += 1
            name = f"{wanted.name}{number}"
        self.taken.add(name)
        if self.used == len(self.script):
            self.asked.append((name, wanted))
            raise Undone
        expected, label = self.script[self.used]
        if expected != name or label not in wanted.options:
            raise Undone
        self.used += 1
        return wanted.options[label]

    def finish(self) -> None:
        """Check that the run used its whole script.

        Raises:
            Undone: it did not, and belongs to a shorter script.
        """
        if self.used != len(self.script):
            raise Undone
