"""Proves the claims of games, and writes out why each holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from checker.errors import UsageError
from checker.judge.at_priority import ENDS, NOT_KNOWN, claim_that_priority_comes, is_at_priority
from checker.judge.children import possible
from checker.judge.going_on import answer_on_graph
from checker.judge.graphs import graph_of
from checker.judge.inquiry import Clock
from checker.judge.proofs.engines import parts_of
from checker.judge.proofs.lemmas import helping_lemmas
from checker.judge.proofs.open_sizes import open_proofs
from checker.judge.proofs.portfolio import PATIENCE, Portfolio, Shown
from checker.judge.proofs.proof import Proof
from checker.judge.proofs.race import Attempt
from checker.judge.proofs.side_by_side import prove_side_by_side
from checker.judge.proving import can_be_proved
from checker.judge.questions import Question, question_of
from checker.judge.rounds import Round, rounds_as_asked, select_games
from checker.judge.selection import Listener, Selection
from checker.judge.verdict import Status, describe_limits
from checker.judge.workspace import Workspace
from checker.language.lower import lower
from checker.language.tracing.tracings import Tracings
from checker.prove.bounded import step_condition
from checker.prove.certificate import Certified, Quantity
from checker.prove.encoding import Encoding
from checker.prove.induction import cutting_bounds
from checker.prove.needed import needed_at, needed_updates
from checker.prove.recheck import Check, Rechecker
from checker.prove.results import Certificate, Layer
from checker.prove.solver import Clock as ProofClock
from checker.prove.subject import Scribe
from checker.prove.termination import Measure, prove_termination
from checker.system.model import Kind, System
from checker.system.terms import FALSE, Term, integer, less, negate, subtract

__all__ = ["condition_of", "prove", "scribe_of"]

CLAIM_SECONDS = 20.0
"""How long one claim is tried at most."""

SHARING_SECONDS = 600.0
"""How long claims are tried together for a certificate, which is to be the same on a very busy machine too:
by itself this ends in seconds on one that is at rest."""

MEASURE = "a measure that automatic steps make smaller"
"""What the way is called in which it is proved that automatic runs end."""


def prove(
    workspace: Workspace,
    selection: Selection,
    listener: Listener,
    *,
    every_size: bool = False,
    any_number: Sequence[str] = (),
    least: bool = False,
) -> Iterator[Proof]:
    """Yield what became of the selected claims that can be proved, in the order of the specs.

    With ``every_size`` the depths of stacks, and the number of players where the game allows, are left open,
    and how many objects there are of each of the classes that ``any_number`` names, such as ``battles``. With
    ``least``, as for a certificate, these proofs then have no condition that they can do without.
    More patience is had with the others then.

    Raises:
        ModelError: a model or a spec is wrong.
        UsageError: the selection asks for what does not exist, or for nothing that can be proved.
    """
    clock = Clock(selection.timeout)
    some = False
    rounds = rounds_as_asked(select_games(workspace, selection), selection)
    if not every_size:
        proofs = _at_own_sizes(rounds, selection, clock, listener, least=least)
    elif selection.jobs and possible():
        proofs = prove_side_by_side(
            workspace, rounds, selection, clock, listener, any_number=any_number, least=least
        )
    else:
        asked = (open_proofs(one, listener, any_number, least=least, seconds=clock.left()) for one in rounds)
        proofs = chain.from_iterable(asked)
    for proof in proofs:
        some = True
        yield proof
    if not some:
        raise UsageError(
            "there is nothing to prove in what is asked for",
            hint="invariants, claims on steps, no_dead_end, no_step_goes_wrong and automatic_runs_end can be",
        )


def _at_own_sizes(
    rounds: Iterable[Round], selection: Selection, clock: Clock, listener: Listener, *, least: bool
) -> Iterator[Proof]:
    for one in rounds:
        listener.tell(f"{one.schema.name}: reading the rules")
        sharing = SHARING_SECONDS if least else CLAIM_SECONDS
        yield from _Prover(one, clock, listener, selection, sharing).proofs()


def scribe_of(one: Round, question: Question) -> Scribe:
    """Return what writes the system of a question, named after the observers that it has."""
    observers = ["with", *sorted(question.ghosts)] if question.ghosts else []
    limits = describe_limits(one.schema.all_sizes, one.schema.all_bounds)
    return Scribe(question.system, "-".join(["system", *observers]), tuple(limits.split(", ")))


class _Prover:
    """Proves the claims of one round."""

    def __init__(
        self, one: Round, clock: Clock, listener: Listener, selection: Selection, sharing: float
    ) -> None:
        self._round, self._clock, self._listener, self._selection = one, clock, listener, selection
        self._sharing = sharing
        self._lowered = lowered = lower(one.schema, Tracings())
        self._asked = [
            (question_of(lowered, claim), expectation.status)
            for claim, expectation in one.claims
            if claim.name == ENDS or can_be_proved(question_of(lowered, claim))
        ]
        self._limits = describe_limits(one.schema.all_sizes, one.schema.all_bounds)
        self._portfolios: dict[frozenset[str], Portfolio] = {}
        self._scribes: dict[frozenset[str], Scribe] = {}
        self._recheckers: dict[frozenset[str], Rechecker] = {}
        self._end: int | None = None
        self._to_come = 1

    def proofs(self) -> Iterator[Proof]:
        for number, (question, expected) in enumerate(self._asked):
            self._listener.tell(f"{self._round.schema.name}: {question.claim.name}", number, len(self._asked))
            if expected == "violated":
                continue
            self._to_come = sum(expected != "violated" for _, expected in self._asked[number:])
            if question.claim.name == ENDS:
                yield self._ends(question, expected)
            else:
                yield self._always(question, expected)

    def _portfolio(self, question: Question) -> Portfolio:
        if question.ghosts not in self._portfolios:
            # What is claimed of fewer observers is true of this system too.
            claims = {
                q.claim.name: condition_of(q, question.system)
                for q, expected in self._asked
                if expected == "holds" and q.ghosts <= question.ghosts and q.claim.name != ENDS
                if not q.bad_steps or q.ghosts == question.ghosts
            }
            about = [claim for claim, _ in self._round.claims]
            lemmas = helping_lemmas(self._lowered, about, question.ghosts)
            portfolio = Portfolio(
                question.system, claims, lemmas, self._selection.jobs, self._selection.memory
            )
            portfolio.share(self._clock.left(self._sharing) or self._sharing)
            self._portfolios[question.ghosts] = portfolio
        return self._portfolios[question.ghosts]

    def _named(self, question: Question) -> Iterator[tuple[str, Term]]:
        """Yield what a proof may lean on that has a name; a claim's own comes last, and stays."""
        portfolio = self._portfolio(question)
        yield from portfolio.lemmas.items()
        yield from portfolio.claims.items()

    def _scribe(self, question: Question) -> Scribe:
        if question.ghosts not in self._scribes:
            self._scribes[question.ghosts] = scribe_of(self._round, question)
        return self._scribes[question.ghosts]

    def _always(self, question: Question, expected: str) -> Proof:
        portfolio = self._portfolio(question)
        shown = portfolio.show(question.claim.name, self._share())
        if not shown.layers:
            return self._told(question, expected, shown)
        if is_at_priority(question.claim) and not self._states_to_the_end:
            return self._told(question, expected, shown, notes=(NOT_KNOWN,))
        claim = portfolio.claims[question.claim.name]
        certificate = Certificate(question.system, claim, shown.layers)
        checked = self._rechecker(question).check(certificate, seconds=PATIENCE)
        if checked.outcome is Check.BROKEN:
            raise RuntimeError(f"the proof of {question.claim.name} fails its re-check: {checked.query}")
        if checked.outcome is Check.UNKNOWN:
            note = f"a proof was found, but checking it again did not end: {checked.query}"
            return self._told(question, expected, shown, notes=(note,))
        if certificate.k > 1 or any(layer.exhausted for layer in shown.layers):
            return self._told(question, expected, shown, held=True)
        scribe = self._scribe(question)
        certified = self._certified(
            question,
            self._without_claim(question, certificate),
            shown,
            claim_text=scribe.formula(claim),
        )
        return self._told(question, expected, shown, certified)

    def _without_claim(self, question: Question, certificate: Certificate) -> Certificate:
        """Return the proof of a claim on steps by what is known beside it, where that is enough.

        Such a claim speaks of all steps at once, which is much to be shown after each of them.
        """
        if not question.bad_steps:
            return certificate
        own = {part.id for part in (certificate.claim, *parts_of(certificate.claim))}
        terms = tuple(term for term in certificate.invariant_terms if term.id not in own)
        plain = Certificate(certificate.system, certificate.claim, (Layer(terms, 1),) if terms else ())
        checked = self._rechecker(question).check(plain, seconds=PATIENCE)
        return plain if checked.outcome is Check.CONFIRMED else certificate

    def _rechecker(self, question: Question) -> Rechecker:
        if question.ghosts not in self._recheckers:
            self._recheckers[question.ghosts] = Rechecker(question.system)
        return self._recheckers[question.ghosts]

    def _share(self) -> float:
        """Return how many seconds the claim at hand has, of what is left for all that are still to come."""
        left = self._clock.left()
        return CLAIM_SECONDS if left is None else min(CLAIM_SECONDS, left / self._to_come)

    @property
    def _states_to_the_end(self) -> int:
        """In how many states a search has seen that automatic runs end; 0 where that is not known."""
        if self._end is None:
            question = question_of(self._lowered, claim_that_priority_comes(self._round))
            graph = graph_of(question.system, seconds=self._clock.left(CLAIM_SECONDS), progress=None)
            holds = answer_on_graph(question, graph, {}).status is Status.HOLDS
            self._end = len(graph) if holds else 0
        return self._end

    def _certified(
        self,
        question: Question,
        certificate: Certificate,
        shown: Shown,
        *,
        claim_text: str = "",
        measures: tuple[Quantity, ...] = (),
        among: tuple[str, ...] = (),
        needed: tuple[int, ...] | None = None,
    ) -> Certified:
        system, scribe = question.system, self._scribe(question)
        names = {
            part.id: name if part is term else f"part of {name}"
            for name, term in self._named(question)
            for part in parts_of(term)
        }
        own = {part.id for part in (certificate.claim, *parts_of(certificate.claim))}
        conditions = [scribe.types]
        for term in certificate.invariant_terms:
            name = names.get(term.id)
            origin = "claim" if term.id in own else "found" if name is None else "lemma"
            conditions.append(scribe.condition(origin, term, "" if name is None else name))
        if needed is None:
            needed = _needed(self._portfolio(question).encoding, question, certificate)
        rests, spare = _rules(system, needed)
        return Certified(
            subject=scribe.subject,
            name=question.claim.name,
            says=question.claim.says,
            invariant=tuple(conditions),
            claim=claim_text,
            measures=measures,
            among=among,
            cites=question.claim.clauses,
            rests_on=rests,
            clauses=_clauses(system, rests),
            spare=spare,
            spare_clauses=tuple(c for c in _clauses(system, spare) if c not in _clauses(system, rests)),
            within=cutting_bounds(system),
            found_by=shown.found_by,
        )

    def _ends(self, question: Question, expected: str) -> Proof:
        found = prove_termination(question.system, seconds=self._share())
        if not isinstance(found, Measure):
            tried = Attempt(MEASURE, "gave up", found.reason, found.seconds)
            return self._told(question, expected, Shown((), "", (tried,), found.seconds))
        scribe = self._scribe(question)
        shown = Shown((), MEASURE, (), found.seconds)
        raised = subtract(found.term, integer(found.term.low))
        certified = self._certified(
            question,
            Certificate(question.system, negate(less(raised, integer(0))), ()),
            shown,
            measures=(Quantity(scribe.formula(raised)),),
            among=scribe.among(found.updates),
            needed=found.updates,
        )
        return self._told(question, expected, shown, certified)

    def _told(
        self,
        question: Question,
        expected: str,
        shown: Shown,
        certified: Certified | None = None,
        *,
        notes: tuple[str, ...] = (),
        held: bool = False,
    ) -> Proof:
        held = held or certified is not None
        status = Status.HOLDS if held else Status.VIOLATED if shown.broken else Status.UNDETERMINED
        return Proof(
            game=self._round.schema.name,
            claim=question.claim.name,
            says=question.claim.says,
            status=status,
            expected=expected,
            attempts=shown.attempts,
            seconds=shown.seconds,
            limits=self._limits,
            certified=certified,
            besides=(
                f"{ENDS}, by a search of {self._states_to_the_end:,} states"
                if held and is_at_priority(question.claim)
                else ""
            ),
            notes=notes,
            found_by=shown.found_by,
            looks_back=max((layer.k for layer in shown.layers), default=1) if held else 1,
            spare_lemmas=self._spare_lemmas(question, shown) if held and shown.layers else (),
        )

    def _spare_lemmas(self, question: Question, shown: Shown) -> tuple[str, ...]:
        """Return the lemmas of the specs that hold, and of which a proof uses no part."""
        portfolio = self._portfolio(question)
        known = {term.id for term in portfolio.known}
        used = {term.id for layer in shown.layers for term in layer.terms}
        parts = {name: {part.id for part in parts_of(term)} for name, term in portfolio.lemmas.items()}
        return tuple(name for name, ids in parts.items() if ids <= known and not ids & used)


def condition_of(question: Question, system: System) -> Term:
    """Return a claim as a condition on the states of ``system``."""
    if question.bad_steps:
        return negate(step_condition(system, question.bad_steps))
    return negate(question.bad_states)


def _needed(encoding: Encoding, question: Question, certificate: Certificate) -> tuple[int, ...] | None:
    """Return the updates that a proof rests on: by its induction, and by what the claim itself speaks of."""
    kept = needed_updates(encoding, certificate, ProofClock(PATIENCE))
    if kept is None:
        return None
    spoken: tuple[int, ...] | None = tuple(i for i, bad in enumerate(question.bad_steps) if bad is not FALSE)
    moments = {"priority": Kind.ACTION, "choice": Kind.CHOICE}
    if question.claim.at in moments and question.states:
        kind = moments[question.claim.at]
        spoken = needed_at(encoding, certificate.invariant, kind, question.states[0], ProofClock(PATIENCE))
    return None if spoken is None else tuple(sorted({*kept, *spoken}))


def _rules(system: System, needed: Sequence[int] | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules that a proof needs, and the others.

    Nothing, where that is not known, or where each rule shows the claim by itself, so that none is spare.
    """
    if not needed:
        return (), ()
    rests = dict.fromkeys(system.updates[i].rule for i in needed)
    spare = dict.fromkeys(u.rule for u in system.updates if u.rule not in rests)
    return tuple(rests), tuple(spare)


def _clauses(system: System, rules: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c for u in system.updates if u.rule in rules for c in u.clauses))
