from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field

MARK = "  # <--"
"""Stands at the end of the line that the message must name; it is taken out before the file is written."""

TOP = """\
from dataclasses import dataclass
from enum import Enum

from checker import *
from checker.judge.claims import *


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class Card(Object, size=2):
    pass


class Zone(Enum):
    HAND = 1
    FIELD = 2


@dataclass(frozen=True)
class Entry:
    card: Card
    cost: int = integer(0, 3)


"""


@dataclass(frozen=True)
class Case:
    """Files, a command line, and what it must say on standard error: exactly ``told``.

    ``{line}`` in ``told`` is the number of the line that carries the mark.
    """

    name: str
    told: str
    files: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ("check", "game.py")

    @property
    def written(self) -> dict[str, str]:
        return {name: text.replace(MARK, "") for name, text in self.files.items()}

    @property
    def expected(self) -> str:
        lines = [
            number
            for text in self.files.values()
            for number, line in enumerate(text.splitlines(), start=1)
            if line.endswith(MARK)
        ]
        assert len(lines) == (1 if "{line}" in self.told else 0), f"{self.name}: marks on lines {lines}"
        return self.told.replace("{line}", str(lines[0])) if lines else self.told


def error(message: str, hint: str, where: str = "game.py:{line}") -> str:
    """Return an error as it is printed."""
    place = f"{where}: " if where else ""
    return f"{place}error: {message}\n" + "".join(f"  {line}\n" for line in hint.splitlines())


def model(name: str, text: str, message: str, hint: str, *arguments: str) -> Case:
    """Return the case of one file with a game, checked; ``text`` follows the usual imports and classes."""
    told = error(message, hint)
    return Case(name, told, {"game.py": TOP + textwrap.dedent(text)}, ("check", "game.py", *arguments))


def game(name: str, body: str, message: str, hint: str, *arguments: str) -> Case:
    """Return the case of a class ``Toy(Game)`` with a body."""
    text = "class Toy(Game):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"
    return model(name, text, message, hint, *arguments)


def rule(name: str, body: str, message: str, hint: str) -> Case:
    """Return the case of a rule with a body, in a game with fields of all kinds."""
    fields = """\
        turn: Player
        life: Map[Player, int] = each(Player, integer(0, 3, start=3))
        zone: Map[Card, Zone] = each(Card, Zone.HAND)
        passed: Set[Player]
        stack: Stack[Entry] = stack(Entry, depth=3)
        waiting: Bag[Entry] = bag(Entry, size=2)
        last: Maybe[Card]
        tally: int = integer(0, 5)
        lost: int = ghost(integer(0, 2))

        @action()
        def act(self, player: Player, card: Card):
    """
    return game(
        name,
        textwrap.dedent(fields) + textwrap.indent(textwrap.dedent(body).strip("\n"), "    "),
        message,
        hint,
    )
