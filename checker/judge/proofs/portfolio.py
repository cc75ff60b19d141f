"""The ways in which claims about one system are proved, under one time limit, sharing what they proved.

First all claims together with the lemmas of the specs, as candidates of one inductive set: what one claim
lacks another may say. What is left is strengthened by lemmas that exclude where its induction fails, mined
from explored states. What was proved stays known for all that comes later.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checker.judge.graphs import graph_of
from checker.prove.encoding import Encoding
from checker.prove.houdini import InductiveSets
from checker.prove.mining import Mine
from checker.prove.solver import Clock
from checker.system.model import System
from checker.system.terms import Op, Term, negate

__all__ = ["Portfolio", "Shown", "parts_of"]

EXPLORING_SECONDS = 5.0
"""How long states are explored from which lemmas are mined."""

_MOST_STATES = 50_000


@dataclass(frozen=True)
class Shown:
    """What became of a claim: its inductive invariant, or ``None``; how; and what was tried, in phrases."""

    invariant: tuple[Term, ...] | None
    found_by: str
    tried: tuple[str, ...]
    seconds: float


@dataclass
class Portfolio:
    """Proofs of claims about one system.

    ``claims`` and ``lemmas`` are conditions on its states, by name; lemmas are proved too, or left out.
    """

    system: System
    claims: Mapping[str, Term]
    lemmas: Mapping[str, Term] = field(default_factory=dict)
    known: list[Term] = field(default_factory=list)
    _mine: Mine | None = None
    _explored: str = ""

    def __post_init__(self) -> None:
        self._sets = InductiveSets(Encoding(self.system))

    def share(self, seconds: float) -> None:
        """Prove what the claims and the lemmas show of each other."""
        stated = (*self.claims.values(), *self.lemmas.values())
        parts = list(dict.fromkeys(part for term in stated for part in parts_of(term)))
        together = self._sets.greatest(parts, Clock(seconds))
        self.known = list(together or ())

    def follows(self, name: str) -> bool:
        """Whether a claim follows from what is known, or from the types of the cells alone."""
        return self._sets.implying(self.known, self.claims[name], Clock(10.0)) is not None

    def show(self, name: str, seconds: float) -> Shown:
        """Prove one claim."""
        clock = Clock(seconds)
        claim = self.claims[name]
        tried = ["induction with the other claims, and the lemmas of the specs"]
        if self.follows(name):
            return self._shown(claim, "induction", tried, clock)
        mine = self._mined(clock)
        found = self._sets.strengthened(parts_of(claim), self.known, mine.excluding, clock)
        lemmas = self._sets.tried
        tried.append(f"{lemmas} lemmas mined from {self._explored}")
        if found is None:
            end = "the time ran out" if clock.over else "no lemma excludes where the induction fails"
            return Shown(None, "", (*tried, end), clock.elapsed)
        self.known = found
        return self._shown(claim, f"induction with lemmas mined from {self._explored}", tried, clock)

    def _shown(self, claim: Term, found_by: str, tried: Sequence[str], clock: Clock) -> Shown:
        enough = self._sets.implying(self.known, claim, Clock(10.0))
        small = self._sets.smallest(enough, self.known, Clock(10.0)) if enough else enough
        return Shown(tuple(self.known if small is None else small), found_by, tuple(tried), clock.elapsed)

    def _mined(self, clock: Clock) -> Mine:
        if self._mine is None:
            left = clock.left
            most = EXPLORING_SECONDS if left is None else min(EXPLORING_SECONDS, left / 4)
            graph = graph_of(self.system, seconds=most, progress=None)
            numbers = range(len(graph))
            if len(graph) > _MOST_STATES:
                # Always the same ones, so that the same proof is found again.
                numbers = sorted(random.Random(0).sample(numbers, _MOST_STATES))  # type: ignore[assignment]
            states = [graph.state(number) for number in numbers]
            self._explored = (
                f"{len(states):,} of {'all' if graph.complete else 'at least'} {len(graph):,} states"
            )
            if len(states) == len(graph) and graph.complete:
                self._explored = f"all {len(graph):,} states"
            self._mine = Mine(self.system, states, self.claims.values())
        return self._mine


def parts_of(claim: Term) -> list[Term]:
    """Return conditions that are together the claim: each needs to be kept only where it is needed."""
    if claim.op is Op.AND:
        return list(claim.args)
    if claim.op is Op.NOT and claim.args[0].op is Op.OR:
        return [negate(part) for part in claim.args[0].args]
    return [claim]
