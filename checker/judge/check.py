"""``check``: every question that a selection asks, answered, told and compared with what is expected."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.errors import UsageError, nearest
from checker.explore.graph import StateGraph, build_graph
from checker.explore.interface import Limits, Outcome, Statistics
from checker.judge.answers import Answer, by_search, figures_of, undetermined
from checker.judge.builtin import built_in_claims
from checker.judge.claims import Claim, Expectation, claims_of
from checker.judge.engines import search
from checker.judge.going_on import answer_on_graph, asks_graph
from checker.judge.proving import EXTRA_SECONDS, Prover, can_be_proved, with_proof
from checker.judge.questions import Question, bound_key, bound_targets, question_of
from checker.judge.selection import Listener, Selection
from checker.judge.telling import Teller
from checker.judge.verdict import Run, Status, Verdict, describe_limits
from checker.judge.workspace import GameEntry, Workspace, load_file, load_game, load_games
from checker.language.lower import Lowered, lower
from checker.language.schema import Schema

__all__ = ["check", "select_games"]

GRAPH_STATES = 150_000
"""States up to which the graph of a game is built, for questions about how plays go on."""


def check(workspace: Workspace, selection: Selection, listener: Listener) -> Run:
    """Answer what ``selection`` asks; tell ``listener`` each verdict as soon as it is known.

    Raises:
        ModelError: a model, spec or rulebook is wrong.
        UsageError: the selection asks for what does not exist.
    """
    entries = select_games(workspace, selection)
    clock = _Clock(selection.timeout)
    rounds = list(_rounds(entries, selection))
    clauses = {entry.name: _cited_clauses(entry) for entry in entries}
    verdicts: list[Verdict] = []
    for one in rounds:
        for verdict in _Inquiry(one, selection, clock, listener).verdicts():
            verdicts.append(verdict)
            listener.found(verdict)
    return Run(tuple(verdicts), clauses=clauses)


def select_games(workspace: Workspace, selection: Selection) -> list[GameEntry]:
    """Return the games that a selection names, all of the workspace if it names none."""
    if not selection.games:
        return list(load_games(workspace).values())
    entries: list[GameEntry] = []
    for name in selection.games:
        if name.endswith(".py") or "/" in name:
            entries.extend(load_file(Path(name)))
        else:
            entries.append(load_game(workspace, name))
    return entries


class _Clock:
    """The time that is left of the user's limit, for all questions together."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        """Return the seconds that are left (at least a moment, so that every question is heard)."""
        return None if self._end is None else max(0.05, self._end - time.monotonic())


@dataclass(frozen=True)
class _Round:
    """Claims about one game that are judged under the same readings, each with what is expected."""

    entry: GameEntry
    schema: Schema
    varied: Mapping[str, str]
    claims: Sequence[tuple[Claim, Expectation]]


def _rounds(entries: Sequence[GameEntry], selection: Selection) -> Iterator[_Round]:
    """Yield what is to be judged: each game as it is, then under the other readings that claims name."""
    names: set[str] = set()
    wanted = set(selection.properties)
    taken: set[str] = set()
    for entry in entries:
        schema = _schema(entry, selection, {}, lenient=len(entries) > 1)
        taken |= set(schema.scopes) & set(selection.scopes)
        claims = [*built_in_claims(entry.game, schema.source), *claims_of(entry.game)]
        names |= {c.name for c in claims}
        chosen = [c for c in claims if not wanted or c.name in wanted]
        yield _Round(entry, schema, dict(selection.readings), [(c, c.expect) for c in chosen])
        variants: dict[tuple[tuple[str, str], ...], list[tuple[Claim, Expectation]]] = {}
        for claim in chosen:
            for variant in claim.also:
                if not any(variant.readings.get(k, v) != v for k, v in selection.readings.items()):
                    key = tuple(sorted(variant.readings.items()))
                    variants.setdefault(key, []).append((claim, variant.expect))
        for key, group in variants.items():
            varied = {**selection.readings, **dict(key)}
            other = _schema(entry, selection, dict(key), lenient=len(entries) > 1)
            yield _Round(entry, other, varied, group)
    for name in selection.properties:
        if name not in names:
            raise UsageError(f"there is no property {name!r}", hint=nearest(name, names))
    for name in selection.scopes:
        if name not in taken:
            known = {s for e in entries for s in Schema(e.game).scopes}
            raise UsageError(f"no game has a scope {name!r}", hint=nearest(name, known))


def _schema(entry: GameEntry, selection: Selection, readings: Mapping[str, str], *, lenient: bool) -> Schema:
    """Return the schema of a game with the scopes and readings asked for, as far as it has them."""
    scopes, asked = dict(selection.scopes), dict(selection.readings)
    if lenient:
        plain = Schema(entry.game)
        scopes = {k: v for k, v in scopes.items() if k in plain.scopes}
        asked = {k: v for k, v in asked.items() if k in plain.readings}
    return Schema(entry.game, scopes, {**asked, **readings})


def _cited_clauses(entry: GameEntry) -> dict[str, str]:
    """Check all citations of a game against its rulebook; return the paraphrases of what is cited."""
    if entry.rulebook is None:
        return {}
    from checker.judge.rulebook import check_citations, load_rulebook

    book = load_rulebook(entry.rulebook)
    game = entry.game
    claims = list(claims_of(game))
    check_citations(book, game.rules(), game.procedure, game.readings(), claims)
    cited = [c for r in game.rules().values() for c in r.clauses] + [
        c for claim in claims for c in claim.clauses
    ]
    return {c: book.clause(c).paraphrase for c in dict.fromkeys(cited)}


@dataclass
class _Searched:
    """One system that was searched, and the graph of it if somebody asked."""

    outcome: Outcome
    why: str
    graph: StateGraph | None = None


@dataclass
class _Inquiry:
    """The answering of one round."""

    round: _Round
    selection: Selection
    clock: _Clock
    listener: Listener
    _found: dict[frozenset[str], _Searched] = field(default_factory=dict)
    _provers: dict[frozenset[str], Prover] = field(default_factory=dict)

    def verdicts(self) -> Iterator[Verdict]:
        """Yield the verdicts of the round, in the order of its claims."""
        if not self.round.claims:
            return
        name = self.round.schema.name
        self.listener.tell(f"{name}: reading the rules")
        lowered = lower(self.round.schema)
        teller = Teller(self.round.schema)
        questions = [(question_of(lowered, c), e) for c, e in self.round.claims]
        automatic_ends: bool | None = None
        for number, (question, expectation) in enumerate(questions):
            self.listener.tell(f"{name}: {question.claim.name}", number, len(questions))
            answer = self._answer(question, [q for q, _ in questions])
            if question.claim.at == "priority" and answer.status is Status.HOLDS:
                if automatic_ends is None:
                    automatic_ends = self._automatic_ends(lowered)
                if not automatic_ends:
                    answer = undetermined(
                        answer.engine,
                        "it is judged at priority, and it is not known that automatic rules come to an end",
                        answer.figures,
                    )
            yield self._verdict(question, expectation, answer, teller)

    # -- answering -------------------------------------------------------------------------------

    def _answer(self, question: Question, questions: Sequence[Question]) -> Answer:
        engine = self.selection.engine
        if engine == "prove" and can_be_proved(question):
            return self._prover(question, depth=40).answer(question, self._limit(20.0))
        searched = self._searched(question, questions)
        if asks_graph(question.claim):
            return self._on_graph(question, searched)
        answer = by_search(question, searched.outcome)
        assert answer is not None, f"no engine answers {question.claim.name}"
        answer = dataclasses.replace(answer, reason=answer.reason or searched.why)
        if engine == "auto" and can_be_proved(question):
            if answer.status is Status.HOLDS:
                return with_proof(answer, self._prover(question, depth=0).answer(question, EXTRA_SECONDS))
            if answer.status is Status.UNDETERMINED:
                proof = self._prover(question, depth=0).answer(question, self._limit(20.0))
                if proof.status is Status.HOLDS:
                    return proof
        return answer

    def _limit(self, most: float) -> float:
        left = self.clock.left()
        return most if left is None else min(most, left)

    def _prover(self, question: Question, *, depth: int) -> Prover:
        if question.ghosts not in self._provers:
            self._provers[question.ghosts] = Prover(question, depth=depth)
        return self._provers[question.ghosts]

    def _searched(self, question: Question, questions: Iterable[Question]) -> _Searched:
        """Search the question's system once, for all questions about it together."""
        if question.ghosts not in self._found:
            same = [q for q in questions if q.ghosts == question.ghosts]
            targets = [t for q in same for t in q.targets()] + bound_targets(question.system)
            outcome, why = search(
                question.system,
                targets,
                engine=self.selection.engine if self.selection.engine != "prove" else "auto",
                seconds=self.clock.left(),
                progress=self._progress,
            )
            self._found[question.ghosts] = _Searched(outcome, why)
        return self._found[question.ghosts]

    def _progress(self, seen: Statistics) -> None:
        rate = seen.states / seen.seconds if seen.seconds else 0
        self.listener.tell(
            f"{self.round.schema.name}: {seen.states:,} states, {seen.levels} levels, {rate:,.0f} states/s"
        )

    def _on_graph(self, question: Question, searched: _Searched) -> Answer:
        states = searched.outcome.statistics.states
        figures = figures_of(searched.outcome)
        if states > GRAPH_STATES:
            reason = f"the graph of {states:,} states is too large for this question; try smaller scopes"
            return undetermined("graph", reason, figures)
        if searched.graph is None:
            searched.graph = build_graph(question.system, limits=Limits(seconds=self.clock.left()))
        return answer_on_graph(question, searched.graph, figures)

    def _automatic_ends(self, lowered: Lowered) -> bool:
        """Return whether it is known that what happens by itself comes to an end."""
        claim = next(
            c for c in built_in_claims(self.round.entry.game, self.round.schema.source)
            if c.name == "automatic_runs_end"
        )  # fmt: skip
        question = question_of(lowered, claim)
        return self._on_graph(question, self._searched(question, [question])).status is Status.HOLDS

    # -- telling ---------------------------------------------------------------------------------

    def _verdict(
        self, question: Question, expectation: Expectation, answer: Answer, teller: Teller
    ) -> Verdict:
        claim, schema = question.claim, self.round.schema
        play, explanation = teller.tell(claim, answer)
        cut = self._cut(question)
        verdict = Verdict(
            game=schema.name,
            claim=claim.name,
            kind=claim.kind.value,
            says=claim.says,
            status=answer.status,
            evidence=answer.evidence,
            engine=answer.engine,
            limits=describe_limits(schema.sizes, {**schema.bounds, **schema.ranges}, cut=cut),
            clauses=claim.clauses,
            source=claim.source,
            readings=schema.readings,
            scopes=schema.scopes,
            varied=self.round.varied,
            varied_scopes={k: v for k, v in self.selection.scopes.items() if k in schema.scopes},
            cut=cut,
            explanation=explanation,
            reason=answer.reason,
            play=play,
            figures=answer.figures,
            rests_on=answer.rests_on,
            expectation=expectation.status,
            expected_part=expectation.part,
            model_file=self.round.entry.file,
        )
        surprise = _surprise(verdict, expectation, scoped=bool(self.selection.scopes))
        return dataclasses.replace(verdict, expected=not surprise, surprise=surprise)

    def _cut(self, question: Question) -> tuple[str, ...]:
        """Return the bounds that cut the search, or may have cut what a proof speaks of."""
        names = dict.fromkeys(n for u in question.system.updates for n, _ in u.cut_parts)
        searched = self._found.get(question.ghosts)
        if searched is None:
            return tuple(names)
        return tuple(n for n in names if bound_key(n) in searched.outcome.found)


def _surprise(verdict: Verdict, expected: Expectation, *, scoped: bool) -> str:
    """Say how a verdict differs from what is expected, or nothing if it does not.

    Lengths are pinned for the default scopes only.
    """
    if verdict.status.value != expected.status:
        return f"expected {expected.status}"
    if verdict.status is not Status.VIOLATED:
        return ""
    length = len(verdict.play.steps) if verdict.play is not None else None
    if expected.length is not None and length != expected.length and not scoped:
        return f"the shortest play has {length} steps, expected {expected.length}"
    if expected.part and expected.part not in verdict.explanation:
        return f"{expected.part!r} was expected to fail"
    return ""
