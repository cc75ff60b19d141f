"""Verdicts: the answer to one question about one game, with its evidence and its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from checker.system.model import Source

__all__ = ["Change", "Evidence", "PlayStep", "Run", "Status", "ToldPlay", "Verdict"]


class Status(Enum):
    """The three verdicts, never two of them at once."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNDETERMINED = "undetermined"


class Evidence(Enum):
    """What a verdict rests on."""

    EXHAUSTIVE = "exhaustive search"
    PROOF = "proof"
    PLAY = "a play"
    LASSO = "a play that can go on for ever"
    WITNESS = "a witness"
    NONE = "none"


@dataclass(frozen=True)
class Change:
    """One part of the state that a step changed: a path such as ``life[P2]``, and the values shown."""

    path: str
    before: str
    after: str


@dataclass(frozen=True)
class PlayStep:
    """One step of a play as a person reads it.

    ``arguments`` are labels by parameter, enough to run the step again. ``sentence`` is what happens,
    ``state`` the whole state after it (empty where a wrong step has none).
    """

    rule: str
    arguments: Mapping[str, str]
    sentence: str
    kind: str
    actor: str | None
    choosers: Mapping[str, str]
    clauses: tuple[str, ...]
    assumed: str | None
    source: Source
    changes: tuple[Change, ...]
    state: Mapping[str, Any]


@dataclass(frozen=True)
class ToldPlay:
    """A play that was replayed on plain values, ready to be shown.

    ``start`` is the state it starts from, and ``initial`` its number among the initial states. ``loop`` is
    the number of the state (0 is the start) that the last state repeats.
    """

    initial: int
    start: Mapping[str, Any]
    steps: tuple[PlayStep, ...]
    loop: int | None = None


@dataclass(frozen=True)
class Verdict:
    """The answer about one claim (or built-in check) under one choice of readings.

    ``limits`` is the sentence that names sizes, bounds and whether they cut the search; it belongs to every
    verdict. ``explanation`` says which part fails and for what (violated), or what was tried and how far it
    got (undetermined). ``figures`` are numbers behind it (states, transitions, levels, seconds, depth).
    ``expected`` says whether this is the verdict that the spec expects; if not, ``surprise`` says how it
    differs.
    """

    game: str
    claim: str
    kind: str
    says: str
    status: Status
    evidence: Evidence
    engine: str
    limits: str
    clauses: tuple[str, ...] = ()
    source: Source = Source("", 0)
    readings: Mapping[str, str] = field(default_factory=dict)
    scopes: Mapping[str, int] = field(default_factory=dict)
    varied: Mapping[str, str] = field(default_factory=dict)
    explanation: str = ""
    reason: str = ""
    play: ToldPlay | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
    rests_on: tuple[str, ...] = ()
    expected: bool = True
    expectation: str = "holds"
    surprise: str = ""

    @property
    def name(self) -> str:
        """The claim, with the readings that were varied for it."""
        if not self.varied:
            return self.claim
        return f"{self.claim} [{', '.join(f'{k}={v}' for k, v in self.varied.items())}]"


@dataclass(frozen=True)
class Run:
    """Everything that one command found out, in the order in which it is told."""

    verdicts: tuple[Verdict, ...]
    command: str = ""

    @property
    def exit_code(self) -> int:
        """0 all as expected; 1 findings; 3 nothing wrong found but something undetermined."""
        surprises = [v for v in self.verdicts if not v.expected]
        if any(v.status is not Status.UNDETERMINED for v in surprises):
            return 1
        return 3 if surprises else 0
