"""What a comparison gives: the kinds of situations in which two sides differ, and what else does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.judge.comparison.basis import Basis
from checker.judge.comparison.halves import Half
from checker.judge.comparison.product import Form
from checker.judge.comparison.sides import Option, RuleFacts
from checker.judge.readings import Difference
from checker.system.model import Source

__all__ = [
    "Comparison",
    "ComparisonRun",
    "Flip",
    "ScenarioOutcome",
    "Scenarios",
    "SideTold",
    "Situation",
]


@dataclass(frozen=True)
class SideTold:
    """A side as it is told: ``label`` says it in few words, beside the other one.

    ``options`` are the readings in force, ``settings`` the readings and scopes that are not the game's own.
    """

    label: str
    game: str
    file: str
    settings: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    scopes: Mapping[str, int]
    rules: Mapping[str, RuleFacts]
    clauses: Mapping[str, str]


@dataclass(frozen=True)
class Situation:
    """A kind of situation in which the sides differ, with the shortest play that shows it.

    ``rule`` is the rule by which they differ, and ``side`` (0 or 1) the one on which alone something is so.
    ``count`` is how many situations show it, ``fields`` in how many of them each part of the state comes out
    otherwise. ``clauses`` are those of the rule on both sides. ``shared`` is how many steps both sides take
    alike; ``halves`` are both sides as they were replayed.
    """

    form: Form
    rule: str
    side: int | None
    count: int
    shared: int
    halves: tuple[Half, Half]
    fields: Mapping[str, int] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScenarioOutcome:
    """What became of one scenario on one side.

    ``outcome`` is empty where all is as its author says, else what is not so. ``unplayed`` says why it cannot
    be played here. ``stated`` are readings under whose options it names an outcome each.
    """

    number: str
    title: str
    source: Source
    clauses: tuple[str, ...]
    outcome: str = ""
    unplayed: str = ""
    stated: tuple[tuple[str, frozenset[str]], ...] = ()


@dataclass(frozen=True)
class Flip:
    """A scenario whose outcome is not the same on both sides.

    ``outcomes`` say what becomes of it on each: nothing where it is as its author says, else what is not so.
    ``stated`` says that the scenario itself names another outcome for each side.
    """

    number: str
    title: str
    source: Source
    clauses: tuple[str, ...]
    outcomes: tuple[str, str]
    stated: bool = False


@dataclass(frozen=True)
class Scenarios:
    """What became of the scenarios: how many were played, which flip, and which could not be played, and why.

    ``missing`` says why there are none, where there are none.
    """

    played: int = 0
    flips: tuple[Flip, ...] = ()
    unplayed: tuple[tuple[str, str], ...] = ()
    missing: str = ""


@dataclass(frozen=True)
class Comparison:
    """Two sides held against each other.

    ``verdicts`` are claims whose verdicts differ, ``unknown`` those of which that is not known; ``judged`` is
    how many were judged on both. ``only`` are claims that one side alone has, by side. ``rules`` are the
    rules that one side alone has, ``clauses_changed`` the clauses that say something else on both sides, and
    ``clauses_only`` those of one side alone; ``cited_anew`` are rules that cite other clauses on each.
    """

    sides: tuple[SideTold, SideTold]
    situations: tuple[Situation, ...]
    basis: Basis
    judged: int = 0
    verdicts: tuple[Difference, ...] = ()
    unknown: tuple[Difference, ...] = ()
    only: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    scenarios: Scenarios = Scenarios()
    rules: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    cited_anew: tuple[str, ...] = ()
    clauses_changed: tuple[str, ...] = ()
    clauses_only: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def differs(self) -> bool:
        """Whether anything was found that is not the same on both sides."""
        return bool(
            self.situations
            or self.verdicts
            or any(self.only)
            or self.scenarios.flips
            or any(self.rules)
            or self.cited_anew
            or self.clauses_changed
            or any(self.clauses_only)
        )

    @property
    def undetermined(self) -> bool:
        """Whether it is not known of something whether it differs."""
        return bool(self.basis.stopped or self.basis.half_cut or self.unknown)


@dataclass(frozen=True)
class ComparisonRun:
    """Everything that one command found out.

    For a revision of the games, ``revision`` is what was asked for and ``commit`` its short name;
    ``unchanged`` are games whose files are the same in both, ``added`` and ``gone``
    those that one of the two has not, and ``late`` those for which there was no time left.
    """

    comparisons: tuple[Comparison, ...]
    command: str = ""
    revision: str = ""
    commit: str = ""
    unchanged: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    late: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 nothing differs; 1 something does; 3 nothing was found, but something is undetermined."""
        if self.added or self.gone or any(c.differs for c in self.comparisons):
            return 1
        return 3 if self.late or any(c.undetermined for c in self.comparisons) else 0
