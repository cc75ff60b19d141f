"""Choices as they are told: what is chosen, by whom, when, and what the clauses leave out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from checker.judge.verdict import ToldPlay
from checker.system.model import Source

__all__ = ["Choice", "ChoiceKind", "ChoiceRun", "GameChoices", "Missing"]


class ChoiceKind(Enum):
    """What is chosen."""

    ACTION = "action"
    CHOICE = "choice"
    INSIDE = "inside a rule"
    REPLACEMENT = "replacement"
    ORDER = "order"


class Missing(Enum):
    """What no clause says of a choice."""

    CHOOSER = "nobody is named who chooses"
    ORDER = "nothing settles the order"
    CLAUSE = "no clause is cited"


@dataclass(frozen=True)
class Choice:
    """One choice.

    ``rules`` are those in which it is made, or whose order it is; ``parameters`` what is chosen, each by its
    name with its type in words. ``who`` is empty where nobody is named. ``clauses`` are those that the rules
    cite. ``assumed`` says for which card effect the rule stands, where it has no clause for that reason.
    ``play`` is, for an order, the shortest play after which it is open.
    """

    kind: ChoiceKind
    rules: tuple[str, ...]
    when: str
    source: Source
    who: str = ""
    says: str = ""
    parameters: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()
    assumed: str = ""
    play: ToldPlay | None = None

    @property
    def missing(self) -> tuple[Missing, ...]:
        """What no clause says of it."""
        if self.kind is ChoiceKind.ORDER:
            return (Missing.ORDER,)
        found = [] if self.who else [Missing.CHOOSER]
        if not (self.clauses or self.assumed):
            found.append(Missing.CLAUSE)
        return tuple(found)


@dataclass(frozen=True)
class GameChoices:
    """The choices in one game, under one choice of scopes and readings.

    Whether an order is open was searched in ``states`` states; ``limits`` are the sizes and bounds, and
    ``stopped`` says why the search ended early, if it did: more orders may be open then. ``texts`` has the
    paraphrases of clauses by id. ``model_file`` is the file that the game was asked for by, if it was.
    """

    game: str
    choices: tuple[Choice, ...]
    source: Source
    limits: str
    states: int
    stopped: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    model_file: str = ""


@dataclass(frozen=True)
class ChoiceRun:
    """The choices in all games that were asked for."""

    games: tuple[GameChoices, ...]

    @property
    def exit_code(self) -> int:
        """0 if everything was looked at; 3 if a search ended early."""
        return 3 if any(game.stopped for game in self.games) else 0
