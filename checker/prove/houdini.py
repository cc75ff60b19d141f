"""Inductive sets: the greatest one among candidates, and a small one of it that shows a claim.

After Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java" (2001): candidates that the start
or a step breaks are dropped until none is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from checker.prove import solver as z
from checker.prove.encoding import Encoding
from checker.prove.solver import Clock, Formula, Result, Solver
from checker.system.model import State
from checker.system.terms import Cell, Term, all_of, equal, evaluate_all, negate, of_domain, substitute, var

__all__ = ["InductiveSets"]


class InductiveSets:
    """Inductive sets of one system, which is told to the solver once."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self._solver = Solver(small_cores=True)
        before, after = encoding.before, encoding.after
        self._solver.add(encoding.typed(before), encoding.step(before, after))
        self._before: dict[int, Formula] = {}
        self._broken: dict[int, Formula] = {}
        self._plain = Solver(small_cores=True)
        self._plain.add(encoding.typed(before))
        self._plainly: dict[tuple[int, bool], Formula] = {}
        self._values: dict[tuple[int, int], Formula] = {}
        self._kept: list[Term] = []  # terms whose numbers are keys above stay alive

    def greatest(self, candidates: Iterable[Term], clock: Clock) -> list[Term] | None:
        """Return the greatest inductive set of candidates; ``None`` where the time runs out."""
        system = self.encoding.system
        kept = list(dict.fromkeys(candidates))
        for state in system.initial:
            kept = self._true(kept, state)
        while kept:
            found = self._look(kept, kept, clock)
            if found is Result.UNKNOWN:
                return None
            if found is Result.UNSAT:
                return kept
            kept = self._true(kept, self.encoding.state(self._solver, self.encoding.after))
        return []

    def strengthened(
        self,
        claim: Sequence[Term],
        known: Sequence[Term],
        excluding: Callable[[State, Collection[Cell]], Term | None],
        clock: Clock,
        progress: Callable[[Term], None] | None = None,
    ) -> list[Term] | None:
        """Return an inductive set with ``claim`` in it, made of lemmas that exclude where induction fails.

        ``known`` is an inductive set to begin with; ``excluding`` gives a lemma about some cells that
        is false in a state; these are the cells that make the induction fail there.
        ``None`` when the time runs out or there is no lemma. ``progress`` is told each that is tried.
        """
        found = list(dict.fromkeys((*known, *claim)))
        initial = self.encoding.system.initial
        if any(len(self._true(claim, state)) < len(claim) for state in initial):
            return None
        while True:
            # What is known is kept by itself, so that only what is new can be broken.
            new = [t for t in found if t not in set(known)]
            answer = self._look(found, new, clock) if new else Result.UNSAT
            if answer is Result.UNSAT:
                return found
            lemma = None
            if answer is Result.SAT:
                state, cells = self._why_broken(new, clock)
                lemma = excluding(state, cells)
            if lemma is None or any(not self._true([lemma], state) for state in initial):
                return None
            found.append(lemma)
            if progress is not None:
                progress(lemma)

    def _why_broken(self, terms: Sequence[Term], clock: Clock) -> tuple[State, Collection[Cell]]:
        """Return the state before the step that was found, and the cells in it that make it break a term."""
        encoding, system = self.encoding, self.encoding.system
        state = encoding.state(self._solver, encoding.before)
        after = encoding.state(self._solver, encoding.after)
        update = system.updates[self._solver.value(encoding.after.chosen)]
        broken = next(t for t in terms if not system.holds(t, after))
        [later] = substitute((broken,), lambda t: update.next.get(t.cell))
        bad = all_of((update.enabled, negate(update.wrong), negate(update.cut), negate(later)))
        literals = [self._is(i, value) for i, value in enumerate(state)]
        good = self._plain.literal(z.invert(encoding.condition(bad, encoding.before)))
        if self._plain.check([*literals, good], clock) is not Result.UNSAT:
            return state, system.cells
        return state, {system.cells[i] for i in self._plain.core if i < len(system.cells)}

    def _is(self, index: int, value: int) -> Formula:
        if (index, value) not in self._values:
            cell = self.encoding.system.cells[index]
            term = equal(var(cell), of_domain(cell.domain, value))
            condition = self.encoding.condition(term, self.encoding.before)
            self._values[index, value] = self._plain.literal(condition)
        return self._values[index, value]

    def _true(self, terms: Sequence[Term], state: State) -> list[Term]:
        values = evaluate_all(terms, self.encoding.system.environment(state))
        return [term for term, value in zip(terms, values, strict=True) if value]

    def _look(self, assumed: Sequence[Term], broken: Sequence[Term], clock: Clock) -> Result:
        """Look for a step from where all of ``assumed`` is true to where some of ``broken`` is false."""
        goal = self._solver.literal(z.disjoin([self._break(t) for t in broken]))
        return self._solver.check([*(self._assume(t) for t in assumed), goal], clock)

    def _assume(self, term: Term) -> Formula:
        if term.id not in self._before:
            self._kept.append(term)
            encoding = self.encoding
            self._before[term.id] = self._solver.literal(encoding.condition(term, encoding.before))
        return self._before[term.id]

    def _break(self, term: Term) -> Formula:
        if term.id not in self._broken:
            self._kept.append(term)
            encoding = self.encoding
            broken = z.invert(encoding.condition(term, encoding.after))
            self._broken[term.id] = self._solver.literal(broken)
        return self._broken[term.id]

    def smallest(self, claim: Sequence[Term], among: Sequence[Term], clock: Clock) -> list[Term] | None:
        """Return a small part of the inductive set ``among`` that is inductive and contains ``claim``.

        Every condition brings in those on which its own step rests, by a minimal unsatisfiable core; what is
        left over is then tried without, one by one. ``None`` when the time runs out, or ``among`` is not
        inductive.
        """
        used = list(dict.fromkeys(claim))
        for term in used:  # grows by what it needs
            if self._look(among, [term], clock) is not Result.UNSAT:
                return None
            used.extend(among[i] for i in self._solver.core if i < len(among) and among[i] not in used)
        for term in reversed(used[len(claim) :]):
            rest = [t for t in used if t is not term]
            if self._look(rest, rest, clock) is Result.UNSAT:
                used = rest
        return used

    def implying(self, invariant: Sequence[Term], claim: Term, clock: Clock) -> list[Term] | None:
        """Return those of ``invariant`` that show ``claim`` of a state; ``None`` where they do not."""
        terms = (*invariant, claim)
        literals = [self._here(t, value=place < len(invariant)) for place, t in enumerate(terms)]
        if self._plain.check(literals, clock) is not Result.UNSAT:
            return None
        return [invariant[i] for i in self._plain.core if i < len(invariant)]

    def _here(self, term: Term, *, value: bool) -> Formula:
        """Return a name to assume that a term has this truth value in a state."""
        if (term.id, value) not in self._plainly:
            self._kept.append(term)
            condition = self.encoding.condition(term, self.encoding.before)
            self._plainly[term.id, value] = self._plain.literal(condition if value else z.invert(condition))
        return self._plainly[term.id, value]
