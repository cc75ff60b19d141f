"""Proof by induction: 1-induction, then k-induction over runs without repetition, with lemmas.

After Sheeran, Singh and Stålmarck, "Checking safety properties using induction and a SAT solver" (2000);
lemmas are filtered to those that are inductive together as by Flanagan and Leino, "Houdini, an annotation
assistant for ESC/Java" (2001). While induction goes deeper, the plays from the start are searched as
deeply, so that each depth either gives the shortest violation or the base of the next induction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from checker.prove import solver as z
from checker.prove.bounded import PlaySearch, step_condition
from checker.prove.encoding import Encoding
from checker.prove.needed import needed_updates
from checker.prove.recheck import Check, Rechecker
from checker.prove.results import (
    Answer,
    Certificate,
    CounterexampleToInduction,
    Layer,
    Proved,
    Refuted,
    Undetermined,
)
from checker.prove.solver import Clock, Result
from checker.prove.unrolling import Unrolling
from checker.system.model import System
from checker.system.terms import FALSE, Term, negate

__all__ = ["Prover", "cutting_bounds", "prove_invariant", "prove_no_wrong_step", "prove_transition"]


def prove_invariant(
    system: System,
    condition: Term,
    *,
    lemmas: Sequence[Term] = (),
    max_k: int = 8,
    max_depth: int = 30,
    seconds: float | None = 30.0,
    needed: bool = False,
) -> Answer:
    """Prove that ``condition`` holds in every reachable state, or find the shortest play to where not.

    ``lemmas`` may help; each of them is proved first, and one that cannot be is not used. Induction looks
    back at most ``max_k`` steps, the search for plays forward ``max_depth`` steps. ``needed`` asks which
    updates the proof rests on. For several claims about one system, :class:`Prover` is faster.
    """
    prover = Prover(system, max_k=max_k, max_depth=max_depth)
    return prover.prove_invariant(condition, lemmas=lemmas, seconds=seconds, needed=needed)


def prove_transition(
    system: System,
    per_update_conditions: tuple[Term, ...],
    *,
    lemmas: Sequence[Term] = (),
    max_k: int = 8,
    max_depth: int = 30,
    seconds: float | None = 30.0,
    needed: bool = False,
) -> Answer:
    """Prove that no enabled update meets its condition (on the state before) in any reachable state.

    There is one *bad* condition an update. A play that refutes this ends in the bad step; where that step
    is wrong or cut, no state follows. All else is as in :func:`prove_invariant`.
    """
    prover = Prover(system, max_k=max_k, max_depth=max_depth)
    return prover.prove_transition(per_update_conditions, lemmas=lemmas, seconds=seconds, needed=needed)


def prove_no_wrong_step(
    system: System,
    *,
    lemmas: Sequence[Term] = (),
    max_k: int = 8,
    max_depth: int = 30,
    seconds: float | None = 30.0,
    needed: bool = False,
) -> Answer:
    """Prove that no reachable state has an enabled update that is wrong."""
    wrong = tuple(u.wrong for u in system.updates)
    return prove_transition(
        system, wrong, lemmas=lemmas, max_k=max_k, max_depth=max_depth, seconds=seconds, needed=needed
    )


class Prover:
    """Proves claims about one system, which is translated once for all of them.

    ``progress`` is told, each time that it goes deeper, up to how many steps all plays were searched and how
    many steps the longest induction that failed looked back.
    """

    def __init__(
        self,
        system: System,
        *,
        max_k: int = 8,
        max_depth: int = 30,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.system = system
        self.progress = progress
        self.encoding = Encoding(system)
        self.rechecker = Rechecker(system)
        self.max_k = max_k
        self.max_depth = max_depth

    def prove_invariant(
        self,
        condition: Term,
        *,
        lemmas: Sequence[Term] = (),
        seconds: float | None = 30.0,
        needed: bool = False,
    ) -> Answer:
        """See :func:`prove_invariant`."""
        return _Attempt(
            self, condition, lemmas=tuple(lemmas), steps=(), clock=Clock(seconds), needed=needed
        ).run()

    def prove_transition(
        self,
        per_update_conditions: tuple[Term, ...],
        *,
        lemmas: Sequence[Term] = (),
        seconds: float | None = 30.0,
        needed: bool = False,
    ) -> Answer:
        """See :func:`prove_transition`."""
        condition = negate(step_condition(self.system, per_update_conditions))
        return _Attempt(
            self,
            condition,
            lemmas=tuple(lemmas),
            steps=per_update_conditions,
            clock=Clock(seconds),
            needed=needed,
        ).run()

    def prove_no_wrong_step(
        self, *, lemmas: Sequence[Term] = (), seconds: float | None = 30.0, needed: bool = False
    ) -> Answer:
        """See :func:`prove_no_wrong_step`."""
        wrong = tuple(u.wrong for u in self.system.updates)
        return self.prove_transition(wrong, lemmas=lemmas, seconds=seconds, needed=needed)


class _OutOfTimeError(Exception):
    """The solver gave no answer."""


@dataclass(frozen=True)
class _Proved:
    """A layer found so far: conditions by number, k-inductive given all that were proved before them."""

    numbers: tuple[int, ...]
    k: int


class _Attempt:
    """One claim under proof. Conditions are numbered: the lemmas, and last the claim itself."""

    def __init__(
        self,
        prover: Prover,
        condition: Term,
        *,
        lemmas: tuple[Term, ...],
        steps: tuple[Term, ...],
        clock: Clock,
        needed: bool,
    ) -> None:
        self.prover, self.clock, self.asked_needed, self.steps = prover, clock, needed, steps
        self.terms = (*lemmas, condition)
        self.claim = len(lemmas)
        self.search = PlaySearch(prover.encoding)
        self.induction = Unrolling(prover.encoding, started=False, simple=True)
        self.candidates = set(range(len(self.terms)))
        self.refuted: set[int] = set()
        self.proved: list[_Proved] = []
        self.rests_on: dict[int, set[int]] = {}
        self.depth, self.k = -1, 0
        self.gap: CounterexampleToInduction | None = None
        self.stopped = ""

    def run(self) -> Answer:
        """Go deeper until there is an answer, or a limit is met."""
        for depth in range(self.prover.max_depth + 1):
            answer = self._look_for_play(depth)
            if answer is not None:
                return answer
            if self.search.ended:
                return self._tell_proof((Layer((self.terms[self.claim],), depth, exhausted=True),), ())
            if depth < self.prover.max_k and not self.stopped:
                try:
                    self._refute_lemmas(depth)
                    self._induct(depth + 1)
                    if self.claim not in self.candidates:
                        return self._prove()
                except _OutOfTimeError as gave_up:
                    self.stopped = str(gave_up)
            if self.prover.progress is not None:
                self.prover.progress(self.depth, self.k)
        return self._give_up(self.stopped or "limits on k and depth")

    # -- from the start --------------------------------------------------------------------------

    def _look_for_play(self, depth: int) -> Answer | None:
        bad = negate(self.terms[self.claim])
        found = self.search.reaches(bad, depth, self.clock)
        if found is Result.SAT:
            play = self.search.least(bad, depth, self.clock, self.steps)
            if play is not None:
                return Refuted(play, self.clock.elapsed)
        if found is not Result.UNSAT:
            return self._give_up(self.search.run.solver.reason)
        self.depth = depth
        return None

    def _refute_lemmas(self, depth: int) -> None:
        """Drop the lemmas that a play of ``depth`` steps violates."""
        run = self.search.run
        clock = self.clock.share(0.5, 1.0)
        while lemmas := sorted(self.candidates - {self.claim}):
            violated = [run.literal(self.terms[i], depth, value=False) for i in lemmas]
            found = run.solver.check([run.solver.literal(z.disjoin(violated))], clock)
            if found is Result.UNSAT:
                return
            if found is Result.UNKNOWN:
                raise _OutOfTimeError(run.solver.reason)
            state = run.state(depth)
            false = {i for i in lemmas if not self.prover.system.holds(self.terms[i], state)}
            self.candidates -= false
            self.refuted |= false

    # -- from anywhere ---------------------------------------------------------------------------

    def _induct(self, k: int) -> None:
        """Find the greatest set of candidates that is k-inductive, and count it as proved."""
        run = self.induction
        while run.length < k:
            run.extend()
        clock = self.clock.share(0.5, 1.0)
        known = [i for layer in self.proved for i in layer.numbers]
        kept = sorted(self.candidates)
        while kept:
            assumptions = self._assume(kept, known, k)[0]
            violated = [run.literal(self.terms[i], k, value=False) for i in kept]
            found = run.solver.check([*assumptions, run.solver.literal(z.disjoin(violated))], clock)
            if found is Result.UNKNOWN:
                raise _OutOfTimeError(run.solver.reason)
            if found is Result.UNSAT:
                self.proved.append(_Proved(tuple(kept), k))
                self.candidates -= set(kept)
                self._record_cores(kept, known, k, clock)
                break
            state = run.state(k)
            false = {i for i in kept if not self.prover.system.holds(self.terms[i], state)}
            if self.claim in false:
                states = tuple(run.state(i) for i in range(k + 1))
                self.gap = CounterexampleToInduction(self.prover.system, states, run.choices(k)[1:])
            kept = [i for i in kept if i not in false]
        self.k = k

    def _assume(self, kept: Sequence[int], known: Sequence[int], k: int) -> tuple[list[z.Formula], list[int]]:
        """Return the hypotheses of an induction as names to assume, and the condition behind each."""
        literals: list[z.Formula] = []
        behind: list[int] = []
        for at in range(k + 1):
            for i in (*known, *kept) if at < k else known:
                literals.append(self.induction.literal(self.terms[i], at))
                behind.append(i)
        return literals, behind

    def _record_cores(self, kept: Sequence[int], known: Sequence[int], k: int, clock: Clock) -> None:
        """Note for each newly proved condition on which others its induction rests."""
        run = self.induction
        if len(self.terms) == 1:
            self.rests_on[self.claim] = {self.claim}
            return
        assumptions, behind = self._assume(kept, known, k)
        for i in kept:
            found = run.solver.check([*assumptions, run.literal(self.terms[i], k, value=False)], clock)
            if found is not Result.UNSAT:
                raise _OutOfTimeError(run.solver.reason)
            self.rests_on[i] = {behind[n] for n in run.solver.core if n < len(behind)}

    # -- telling ---------------------------------------------------------------------------------

    def _prove(self) -> Answer:
        """Return the proof of the claim with only the lemmas that it uses."""
        used, todo = {self.claim}, [self.claim]
        while todo:
            new = self.rests_on[todo.pop()] - used
            used |= new
            todo.extend(new)
        layers = tuple(
            Layer(tuple(self.terms[i] for i in layer.numbers if i in used), layer.k)
            for layer in self.proved
            if used & set(layer.numbers)
        )
        return self._tell_proof(layers, tuple(sorted(used - {self.claim})))

    def _tell_proof(self, layers: tuple[Layer, ...], lemmas: tuple[int, ...]) -> Answer:
        """Return the proof once it has been checked independently."""
        system = self.prover.system
        certificate = Certificate(system, self.terms[self.claim], layers)
        checked = self.prover.rechecker.check(certificate, seconds=self.clock.left)
        if checked.outcome is Check.BROKEN:
            raise RuntimeError(f"a proof about {system.name} fails its re-check: {checked.query}")
        if checked.outcome is Check.UNKNOWN:
            return self._undetermined(f"a proof was found, but re-checking it did not end: {checked.query}")
        needed = None
        if self.asked_needed:
            needed = needed_updates(self.prover.encoding, certificate, self.clock.share(0.2, 1.0))
        return Proved(certificate, lemmas, cutting_bounds(system), needed, self.clock.elapsed)

    def _give_up(self, why: str) -> Undetermined:
        return self._undetermined(
            f"no proof up to k = {self.k} and no violation within {self.depth} steps: {why}"
        )

    def _undetermined(self, reason: str) -> Undetermined:
        unproved = tuple(sorted(self.candidates - {self.claim}))
        refuted = tuple(sorted(self.refuted))
        return Undetermined(reason, self.depth, self.k, self.clock.elapsed, unproved, refuted, self.gap)


def cutting_bounds(system: System) -> tuple[str, ...]:
    """Return the names of the bounds at which some step of ``system`` may be cut."""
    names: set[str] = set()
    for update in system.updates:
        if update.cut is not FALSE:
            names.update(name for name, term in update.cut_parts if term is not FALSE)
            if not update.cut_parts:
                names.add("a bound")
    return tuple(sorted(names))
