"""Inquiries: the questions of one round put to the engines, and the answers made into verdicts."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from checker.explore.graph_interface import Graph
from checker.explore.interface import Outcome, Statistics
from checker.judge.answers import Answer, FaultError, by_search, undetermined
from checker.judge.at_priority import NOT_KNOWN, claim_that_priority_comes, is_at_priority
from checker.judge.cache.entries import Kept
from checker.judge.cache.store import Store
from checker.judge.claims import Claim, Expectation
from checker.judge.engines import search
from checker.judge.expected import comes_early, in_order, verdict_on
from checker.judge.going_on import answer_on_graph, asks_graph, figures_of_graph
from checker.judge.graphs import cuts, graph_of, too_large
from checker.judge.in_sets import answer_in_sets, can_be_answered_in_sets
from checker.judge.proving import EXTRA_BUDGET, EXTRA_SECONDS, Prover, can_be_proved, with_proof
from checker.judge.questions import Question, bound_key, bound_targets, question_of
from checker.judge.rounds import Round
from checker.judge.selection import Listener, Selection
from checker.judge.telling import Teller
from checker.judge.verdict import Status, Verdict
from checker.language.lower import Lowered, lower
from checker.language.tracing.tracings import Tracings

__all__ = ["Clock", "Inquiry"]

PROOF_SECONDS = 20.0
"""How long a proof of one claim is tried where no search has decided it."""


_Asked = tuple[Question, Expectation]
"""A question, and what its spec expects."""


class Clock:
    """The time that is left of the user's limit, for all questions together."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def is_over(self, grace: float) -> bool:
        """Return whether the user's limit was passed by more than ``grace`` seconds."""
        return self._end is not None and time.monotonic() > self._end + grace

    def left(self, most: float | None = None) -> float | None:
        """Return the seconds that are left, at most ``most``, and a moment at least."""
        left = None if self._end is None else max(0.05, self._end - time.monotonic())
        return left if most is None else most if left is None else min(most, left)


@dataclass(frozen=True)
class _Graph:
    """The graph of a system (as far as it was built), and how long that took."""

    graph: Graph
    seconds: float


@dataclass
class Inquiry:
    """The answering of one round.

    What is found out about a system is kept by the ghosts that it holds, since questions that read the
    same ghosts are about the same system.
    """

    round: Round
    selection: Selection
    clock: Clock
    listener: Listener
    tracings: Tracings
    store: Store | None = None
    _lowered: Lowered = field(init=False)
    _questions: dict[str, Question] = field(default_factory=dict)
    _outcomes: dict[frozenset[str], tuple[Outcome, str]] = field(default_factory=dict)
    _graphs: dict[frozenset[str], _Graph] = field(default_factory=dict)
    _provers: dict[frozenset[str], Prover] = field(default_factory=dict)
    _spent_on_proofs: float = 0.0

    def verdicts(self) -> Iterator[Verdict]:
        """Yield the verdicts of the round, in the order of its claims.

        Built-in checks come first: they need no claim to be traced, so that the first verdict comes soon.
        """
        if not self.round.claims:
            return
        name = self.round.schema.name
        self.listener.tell(f"{name}: reading the rules")
        self._lowered = lower(self.round.schema, self.tracings)
        teller = Teller(self.round.schema)
        claims = in_order(self.round, self.selection)
        early = [pair for pair in claims if comes_early(pair[0], self.selection)]
        for told, group in ((0, early), (len(early), claims[len(early) :])):
            self.listener.tell(f"{name}: reading the claims", told, len(claims))
            asked = [(self._question(claim), expectation) for claim, expectation in group]
            yield from self._group(asked, told, teller)

    def _group(self, group: Sequence[_Asked], told: int, teller: Teller) -> Iterator[Verdict]:
        """Yield the verdicts on claims that are answered together, ``told`` verdicts being out already."""
        if not group:
            return
        questions = [question for question, _ in group]
        key = self.store.key(questions) if self.store is not None else None
        known = self._known(key, group, teller)
        if known is not None:
            yield from known
            return
        kept: list[Kept] = []
        for number, (question, expectation) in enumerate(group, start=told):
            name = f"{self.round.schema.name}: {question.claim.name}"
            self.listener.tell(name, number, len(self.round.claims))
            answer = self._answer(question)
            if is_at_priority(question.claim) and answer.status is Status.HOLDS:
                answer = self._only_if_automatic_runs_end(answer)
            kept.append(Kept(answer, self._cut(question)))
            yield self._verdict(question, expectation, kept[-1], teller)
        if self.store is not None:
            self.store.put(key, questions, kept)

    def _known(self, key: str | None, group: Sequence[_Asked], teller: Teller) -> list[Verdict] | None:
        """Return verdicts from answers that an earlier run has kept, each told and its play replayed anew."""
        kept = self.store.get(key, [q for q, _ in group]) if self.store is not None else None
        if kept is None:
            return None
        try:
            verdicts = [
                self._verdict(question, expectation, one, teller)
                for (question, expectation), one in zip(group, kept, strict=True)
            ]
        except FaultError:
            return None  # what was kept is not true of these rules, whatever it is
        return [replace(verdict, cached=True) for verdict in verdicts]

    # -- answering -------------------------------------------------------------------------------

    def _question(self, claim: Claim) -> Question:
        """Return a claim of the round over the cells of its game, traced once."""
        if claim.name not in self._questions:
            self._questions[claim.name] = question_of(self._lowered, claim)
        return self._questions[claim.name]

    def _answer(self, question: Question) -> Answer:
        engine = self.selection.engine
        if engine == "prove" and can_be_proved(question):
            return self._prover(question, depth=40).answer(question, self.clock.left(PROOF_SECONDS))
        if asks_graph(question.claim) or (
            comes_early(question.claim, self.selection) and self._graph(question).graph.complete
        ):
            return self._on_graph(question)
        outcome, why = self._searched(question)
        answer = by_search(question, outcome)
        assert answer is not None, f"no engine answers {question.claim.name}"
        answer = replace(answer, reason=answer.reason or why)
        if engine == "auto" and can_be_proved(question):
            # What is compared with other readings needs no proof besides: it counts in these sizes.
            if answer.status is Status.HOLDS and not self.selection.every_reading:
                return self._proved_as_well(question, answer)
            if answer.status is Status.UNDETERMINED:
                proof = self._prover(question, depth=0).answer(question, self.clock.left(PROOF_SECONDS))
                if proof.status is Status.HOLDS:
                    return proof
        return answer

    def _proved_as_well(self, question: Question, answer: Answer) -> Answer:
        """Return a search's answer, with a proof if one is found soon and not too much went into proofs."""
        left = self.clock.left(min(EXTRA_SECONDS, EXTRA_BUDGET - self._spent_on_proofs))
        if left is None or left <= 0:
            return answer
        begun = time.perf_counter()
        proof = self._prover(question, depth=0).answer(question, left, needed=False)
        self._spent_on_proofs += time.perf_counter() - begun
        return with_proof(answer, proof)

    def _prover(self, question: Question, *, depth: int) -> Prover:
        if question.ghosts not in self._provers:
            self._provers[question.ghosts] = Prover(question, depth=depth)
        return self._provers[question.ghosts]

    def _searched(self, question: Question) -> tuple[Outcome, str]:
        """Search the question's system once, for all questions of the round about it together."""
        if question.ghosts not in self._outcomes:
            asked = [self._question(claim) for claim, _ in self.round.claims]
            same = [q for q in asked if q.ghosts == question.ghosts]
            targets = {t.name: t for q in same for t in q.targets()}
            self._outcomes[question.ghosts] = search(
                question.system,
                [*targets.values(), *bound_targets(question.system)],
                engine=self.selection.engine if self.selection.engine != "prove" else "auto",
                seconds=self.clock.left(),
                progress=self._progress,
                checkpoints=self.selection.checkpoints,
            )
        return self._outcomes[question.ghosts]

    def _progress(self, seen: Statistics) -> None:
        rate = seen.states / seen.seconds if seen.seconds else 0
        self.listener.tell(
            f"{self.round.schema.name}: {seen.states:,} states, {seen.levels} levels, {rate:,.0f} states/s"
            f"{_memory()}"
        )

    def _graph(self, question: Question) -> _Graph:
        """Build the graph of the question's system once."""
        if question.ghosts not in self._graphs:
            begun = time.perf_counter()
            graph = graph_of(question.system, seconds=self.clock.left(), progress=self._progress)
            self._graphs[question.ghosts] = _Graph(graph, time.perf_counter() - begun)
        return self._graphs[question.ghosts]

    def _on_graph(self, question: Question) -> Answer:
        """Answer a question about how plays go on: on the graph, or on sets of states if it is too large."""
        engine = self.selection.engine
        in_sets = engine in ("auto", "symbolic") and can_be_answered_in_sets(question.claim)
        if in_sets and (engine == "symbolic" or too_large(self._graph(question).graph)):
            return answer_in_sets(question, seconds=self.clock.left(), progress=self._progress)
        built = self._graph(question)
        return answer_on_graph(question, built.graph, figures_of_graph(built.graph, built.seconds))

    def _only_if_automatic_runs_end(self, answer: Answer) -> Answer:
        """Return the answer to a claim judged at priority, which counts only if priority always comes."""
        claim = claim_that_priority_comes(self.round)
        if self._on_graph(self._question(claim)).status is Status.HOLDS:
            return answer
        return undetermined(answer.engine, NOT_KNOWN, answer.figures)

    # -- telling ---------------------------------------------------------------------------------

    def _verdict(self, question: Question, expectation: Expectation, found: Kept, teller: Teller) -> Verdict:
        play, explanation = teller.tell(question.claim, found.answer)
        answer = replace(found.answer, explanation=explanation)
        claim = question.claim
        return verdict_on(self.round, self.selection, claim, expectation, answer, play=play, cut=found.cut)

    def _cut(self, question: Question) -> tuple[str, ...]:
        """Return the bounds that cut the search, or may have cut what a proof speaks of."""
        names = tuple(dict.fromkeys(n for u in question.system.updates for n, _ in u.cut_parts))
        if question.ghosts in self._outcomes:
            found = self._outcomes[question.ghosts][0].found
            return tuple(n for n in names if bound_key(n) in found)
        if question.ghosts in self._graphs:
            graph = self._graphs[question.ghosts].graph
            return tuple(n for n in names if cuts(graph, n))
        return names


def _memory() -> str:
    """Return the memory that this process took at most, where that is told."""
    if sys.platform == "win32":
        return ""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kibibytes elsewhere
    return f", {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20:,.0f} MiB"
