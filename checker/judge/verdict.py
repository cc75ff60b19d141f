"""Verdicts: the answer to one question about one game, with its evidence and its limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from checker.language.plain.told import Change, PlayStep
from checker.system.model import Source
from checker.system.value_types import ValueType

__all__ = [
    "Change",
    "Evidence",
    "PlayStep",
    "Replayed",
    "Run",
    "SavedPlay",
    "SavedStep",
    "SavedVerdict",
    "Status",
    "ToldPlay",
    "Verdict",
    "describe_limits",
]

_NOWHERE = Source("", 0)


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
class ToldPlay:
    """A play that was replayed on plain values, ready to be shown.

    ``start`` is the state it starts from, and ``initial`` its number among the initial states. ``loop`` is
    the number of the state (0 is the start) that the last state repeats. ``types`` are the types of the
    fields that its states show, where they are known.
    """

    initial: int
    start: Mapping[str, Any]
    steps: tuple[PlayStep, ...]
    loop: int | None = None
    types: Mapping[str, ValueType] = field(default_factory=dict)

    @property
    def ends_wrong(self) -> bool:
        """Whether the last step is a wrong one, which has no state after it."""
        return bool(self.steps) and not self.steps[-1].state


@dataclass(frozen=True)
class Verdict:
    """The answer about one claim (or built-in check) under one choice of readings.

    ``limits`` names sizes, bounds and whether they cut the search; it belongs to every verdict and is a
    phrase that can follow "with" (see :func:`describe_limits`). ``cut`` lists the bounds that did cut it.
    ``varied`` and ``varied_scopes`` are the readings and scopes that differ from the game's own.
    ``explanation`` says which part fails and for what (violated), or what was tried and how far it got
    (undetermined); ``reason`` says in a few words why there is no answer, else why this engine gave it.
    ``figures`` are numbers behind it (states, transitions, levels, seconds, depth). ``rests_on`` lists what
    else the answer leans on: lemmas, assumptions, the rules that a proof needed.
    ``expected`` says whether this is the verdict that the spec expects; if not, ``surprise`` says how it
    differs. ``expectation`` is the expected status, ``expected_part`` what the explanation is to contain.
    ``model_file`` is the file that defines the game, where it was asked for by its file and not by name.
    ``cached`` says that the answer was found by an earlier run, and kept; it is told anew.

    Raises:
        ValueError: a verdict without limits, or a violation that rests on nothing.

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
    source: Source = _NOWHERE
    readings: Mapping[str, str] = field(default_factory=dict)
    scopes: Mapping[str, int] = field(default_factory=dict)
    varied: Mapping[str, str] = field(default_factory=dict)
    varied_scopes: Mapping[str, int] = field(default_factory=dict)
    cut: tuple[str, ...] = ()
    explanation: str = ""
    reason: str = ""
    play: ToldPlay | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
    rests_on: tuple[str, ...] = ()
    expected: bool = True
    expectation: str = "holds"
    expected_part: str = ""
    surprise: str = ""
    model_file: str = ""
    cached: bool = False

    def __post_init__(self) -> None:
        if not self.limits:
            raise ValueError(f"the verdict on {self.claim!r} does not say for which sizes and bounds")
        if self.status is Status.VIOLATED and self.evidence is Evidence.NONE:
            raise ValueError(f"the violation of {self.claim!r} rests on nothing")

    @property
    def name(self) -> str:
        """The claim, with the readings and scopes that were varied for it."""
        varied = [f"{k}={v}" for k, v in (*self.varied.items(), *self.varied_scopes.items())]
        return f"{self.claim} [{', '.join(varied)}]" if varied else self.claim


@dataclass(frozen=True)
class SavedStep:
    """One step of a saved play: what it takes to run it again, and the sentence that told it."""

    rule: str
    arguments: Mapping[str, str]
    sentence: str = ""


@dataclass(frozen=True)
class SavedPlay:
    """A play read back from a report: all that it takes to run it again and to judge its end.

    ``report`` is the file it was read from. ``status``, ``length``, ``explanation`` and ``expected_part`` are
    what was found then; ``ends_wrong`` says that the last step had no state after it. ``scopes`` and
    ``readings`` are all that were in force. ``model_file`` is as in :class:`Verdict`.
    """

    report: str
    game: str
    claim: str
    kind: str
    readings: Mapping[str, str]
    scopes: Mapping[str, int]
    status: Status
    initial: int
    steps: tuple[SavedStep, ...]
    loop: int | None = None
    ends_wrong: bool = False
    explanation: str = ""
    expected_part: str = ""
    model_file: str = ""

    @property
    def length(self) -> int:
        """How many steps the play has."""
        return len(self.steps)


@dataclass(frozen=True)
class SavedVerdict:
    """A verdict read back from the report of a run; ``name`` and ``expected`` are as in :class:`Verdict`."""

    game: str
    claim: str
    name: str
    status: Status
    expected: bool


@dataclass(frozen=True)
class Replayed:
    """What came of running a saved play again on plain values.

    ``play`` are the steps that could be taken. ``holds_still`` says whether all of them could, and the end
    shows what the report says. Otherwise ``why`` says what is different now; ``stopped_at`` is the number
    (from 1; 0 is the start) of the step that no longer fits, or None where only the end is judged otherwise.
    """

    play: ToldPlay
    holds_still: bool
    why: str = ""
    stopped_at: int | None = None


@dataclass(frozen=True)
class Run:
    """Everything that one command found out, in the order in which it is told.

    ``clauses`` gives the paraphrases of all clauses that are cited, by game and then by the id cited;
    ``clause_places`` likewise where they stand in the rulebook.
    ``interrupted`` says that it was stopped before all questions were answered.
    """

    verdicts: tuple[Verdict, ...]
    command: str = ""
    clauses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    clause_places: Mapping[str, Mapping[str, Source]] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def exit_code(self) -> int:
        """0 all as expected; 1 findings; 3 nothing wrong found but something undetermined, or interrupted."""
        if self.interrupted:
            return 3
        surprises = [v for v in self.verdicts if not v.expected]
        if any(v.status is not Status.UNDETERMINED for v in surprises):
            return 1
        return 3 if surprises else 0


def describe_limits(
    sizes: Mapping[str, int],
    bounds: Mapping[str, int],
    *,
    cut: Iterable[str] = (),
    unbounded: Iterable[str] = (),
) -> str:
    """Return the phrase that names sizes and bounds, such as ``2 players, stack at most 3 (bound reached)``.

    Args:
        sizes: sizes by scope name.
        bounds: bounds by scope name.
        cut: the bounds at which the search was cut.
        unbounded: names (of sizes or bounds) that were left open, because the answer is for all of them.

    """
    reached, free = set(cut), set(unbounded)
    parts = [_size(name, n) for name, n in sizes.items() if name not in free]
    for name, n in bounds.items():
        if name not in free:
            parts.append(f"{_words(name)} at most {n}{' (bound reached)' if name in reached else ''}")
    parts.extend(f"any {_words(name)}" for name in (*sizes, *bounds) if name in free)
    return ", ".join(parts) or "nothing to vary"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _size(name: str, number: int) -> str:
    words = _words(name)
    return f"{number} {words[:-1] if number == 1 and words.endswith('s') else words}"
