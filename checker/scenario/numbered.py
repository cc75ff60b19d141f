"""Scenarios with their numbers and clauses: the table of what a game's tests play."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from checker.errors import ModelError
from checker.judge.clauses import Rulebook
from checker.judge.rulebook import load_rulebook
from checker.judge.workspace import find_workspace
from checker.language.game import Game
from checker.language.rules import source_of
from checker.system.model import Source

__all__ = ["Scenario", "Scenarios"]

F = TypeVar("F", bound=Callable[..., Any])

_NUMBER = re.compile(r"(?P<number>[A-Za-z]+[0-9]+)[a-z]?")


@dataclass(frozen=True)
class Scenario:
    """One scenario: its number (with a letter behind it where one number has several), and what it rests on.

    ``clauses`` are citations of the game's rulebook, ``title`` says in words what is played, and ``test`` is
    the function that plays it.
    """

    number: str
    clauses: tuple[str, ...]
    title: str
    source: Source
    test: Callable[..., Any] = field(repr=False, compare=False)

    @property
    def whole(self) -> str:
        """The number without the letter behind it: ``R55`` of ``R55b``."""
        found = _NUMBER.fullmatch(self.number)
        return found["number"] if found is not None else self.number

    def __str__(self) -> str:
        rests_on = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        return f"{self.number}: {self.title}{rests_on}, {self.source}"


class Scenarios:
    """The scenarios of one game; as a decorator it adds a test to them.

    .. code-block:: python

        scenario = Scenarios(Magic)

        @scenario("R03", "CR24:310.11b")
        def test_the_card_stays_in_exile_when_its_controller_declines() -> None: ...

    The test stays the function that it is. Clauses are looked up in the rulebook of the game. Several files
    of tests can share one table. Printed, it is a list of all scenarios.
    """

    def __init__(self, game: type[Game]) -> None:
        self.game = game
        self._known: dict[str, Scenario] = {}

    def __call__(self, number: str, *clauses: str) -> Callable[[F], F]:
        """Return a decorator that adds a test under this number.

        Raises:
            ModelError: the number is taken or none, or there is no such clause; with the line of the test.
        """

        def add(test: F) -> F:
            source = source_of(test)
            self._check(number, clauses, source)
            title = test.__name__.removeprefix("test_").replace("_", " ")
            self._known[number] = Scenario(number, clauses, title, source, test)
            return test

        return add

    def __str__(self) -> str:
        return "\n".join(map(str, self.table()))

    def table(self) -> tuple[Scenario, ...]:
        """Return all scenarios, by number."""
        return tuple(sorted(self._known.values(), key=_in_order))

    def numbers(self) -> tuple[str, ...]:
        """Return the numbers of all scenarios, each once and without letters, in order."""
        return tuple(dict.fromkeys(scenario.whole for scenario in self.table()))

    def _check(self, number: str, clauses: tuple[str, ...], source: Source) -> None:
        if _NUMBER.fullmatch(number) is None:
            raise ModelError(
                f"{number!r} is no number of a scenario",
                hint="write letters and a number, such as 'R55', or 'R55b' where one number has several",
                source=source,
            )
        if number in self._known and self._known[number].source != source:
            raise ModelError(
                f"there is a scenario {number} already, at {self._known[number].source}",
                hint=f"write '{number}a' and '{number}b' where one number has several",
                source=source,
            )
        if clauses and self.rulebook is None:
            raise ModelError(
                f"{self.game.__name__} has no rulebook, so {clauses[0]!r} is no clause of it",
                hint='name one in the game: `rulebook = "..."`',
                source=source,
            )
        for clause in clauses:
            assert self.rulebook is not None
            self.rulebook.check_citation(clause, source)

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The rulebook that the game names, in its workspace or beside its file."""
        if not self.game.rulebook:
            return None
        owner = next(base for base in self.game.__mro__ if "rulebook" in base.__dict__)
        folder = Path(inspect.getfile(owner)).parent
        workspace = find_workspace(folder)
        file = workspace.root / workspace.specs / self.game.rulebook / "rulebook.toml"
        return load_rulebook(file if file.is_file() else folder)


def _in_order(scenario: Scenario) -> tuple[str, int, str]:
    letters = re.match(r"[A-Za-z]+", scenario.number)
    digits = re.search(r"[0-9]+", scenario.number)
    return letters[0] if letters else "", int(digits[0]) if digits else 0, scenario.number
