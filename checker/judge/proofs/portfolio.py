"""The ways in which claims about one system are proved, under one time limit, sharing what they proved.

First all claims together with the lemmas of the specs, as candidates of one inductive set: what one claim
lacks another may say. For what is left the engines race in child processes. What was proved stays known for
all that comes later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checker.judge.proofs.engines import ENGINES, Task, parts_of
from checker.judge.proofs.race import Attempt, race
from checker.prove.encoding import Encoding
from checker.prove.houdini import InductiveSets
from checker.prove.results import Layer
from checker.prove.solver import Clock
from checker.system.model import System
from checker.system.terms import Term

__all__ = ["PATIENCE", "SHARED", "Portfolio", "Shown"]

PATIENCE = 60.0
"""Seconds that z3 has to find what a proof needs. It takes much less unless the machine is very busy, when
giving up would make another proof of it."""

SHARED = "induction with what is stated"
"""What the first way of all is called: claims and lemmas of the specs, proved together."""


@dataclass(frozen=True)
class Shown:
    """What became of a claim: the layers of its proof, or none; by which engine; and what was tried.

    ``broken`` says that a play breaks the claim.
    """

    layers: tuple[Layer, ...]
    found_by: str
    attempts: tuple[Attempt, ...]
    seconds: float
    broken: bool = False


@dataclass
class Portfolio:
    """Proofs of claims about one system.

    ``claims`` and ``lemmas`` are conditions on its states, by name; lemmas are proved too, or left out.
    ``jobs`` engines work side by side, each within ``memory`` GiB; with none of them this process works.
    """

    system: System
    claims: Mapping[str, Term]
    lemmas: Mapping[str, Term] = field(default_factory=dict)
    jobs: int = 0
    memory: float | None = None
    known: list[Term] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.encoding = Encoding(self.system)
        self._sets = InductiveSets(self.encoding)
        self._stated = 0
        self._sharing = 0.0

    def share(self, seconds: float) -> None:
        """Prove what the claims and the lemmas show of each other."""
        clock = Clock(seconds)
        stated = (*self.claims.values(), *self.lemmas.values())
        parts = list(dict.fromkeys(part for term in stated for part in parts_of(term)))
        together = self._sets.greatest(parts, clock)
        self._stated = len(parts)
        self._sharing = clock.elapsed
        self.known = list(together or ())

    def follows(self, name: str) -> bool:
        """Whether a claim follows from what is known, or from the types of the cells alone."""
        return self._sets.implying(self.known, self.claims[name], Clock(PATIENCE)) is not None

    def show(self, name: str, seconds: float) -> Shown:
        """Prove one claim, within so many seconds."""
        clock = Clock(seconds)
        claim = self.claims[name]
        shared = Attempt(
            SHARED,
            "gave up",
            f"{len(self.known)} of {self._stated} conditions hold together, and do not show it",
            self._sharing,
            {"tried": self._stated, "kept": len(self.known)},
        )
        if self.follows(name):
            return self._shown(claim, SHARED, (), clock)
        result = race(self._tasks(name, seconds), self.jobs)
        attempts = (shared, *result.attempts)
        if result.found is not None and result.found.play is not None:
            return Shown((), result.winner, attempts, clock.elapsed, broken=True)
        if result.found is None:
            self._learn(result.lemmas)
            return Shown((), "", attempts, clock.elapsed)
        layers = result.found.layers
        if any(layer.k > 1 or layer.exhausted for layer in layers):
            return Shown(layers, result.winner, attempts, clock.elapsed)
        self._learn([term for layer in layers for term in layer.terms])
        return self._shown(claim, result.winner, attempts, clock)

    def _tasks(self, name: str, seconds: float) -> list[Task]:
        beside = tuple(term for other, term in self.claims.items() if other != name)
        # As many as there are processes work at a time, and each is to have its turn.
        each = seconds * min(1.0, max(1, self.jobs) / len(ENGINES))
        return [
            Task(engine, self.system, self.claims[name], tuple(self.known), beside, each, self.memory)
            for engine in ENGINES
        ]

    def _learn(self, terms: Sequence[Term]) -> None:
        """Take in conditions that are inductive with what is known."""
        self.known = list(dict.fromkeys((*self.known, *terms)))

    def _shown(self, claim: Term, found_by: str, attempts: Sequence[Attempt], clock: Clock) -> Shown:
        enough = self._sets.implying(self.known, claim, Clock(PATIENCE))
        small = self._sets.smallest(enough, self.known, Clock(PATIENCE)) if enough else enough
        terms = tuple(self.known if small is None else small)
        return Shown((Layer(terms),), found_by, tuple(attempts), clock.elapsed)
