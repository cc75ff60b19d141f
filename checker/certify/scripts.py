"""The three scripts of a proof, put together from its parts.

Each script is complete: any solver that reads SMT-LIB 2.6 runs it, and has to answer ``unsat`` to every
``(check-sat)`` of it. No question speaks of another one, so that they can be asked apart. What may be known
for a question is taken apart into premises, of which a proof may say that it needs these or those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property

from checker.certify.conjuncts import Witnesses, conjuncts
from checker.certify.expressions import Expression, RejectedError, parsed, reads, renamed, text_of
from checker.certify.measures import never_below_zero, some_smaller
from checker.certify.parts import Case, Parts, Proof, System
from checker.certify.questions import Block, Premise, Question, Script, comment
from checker.certify.told import QUANTIFIED, Told, formulas

__all__ = ["full_scripts", "possible", "scripts", "with_needed"]


def scripts(parts: Parts) -> tuple[Script, Script, Script]:
    """Return start, step and claim, with the premises that the proof says that each question needs.

    Raises:
        RejectedError: it says so of a question that there is not, or of premises that there are not.
    """
    needs = dict(parts.proof.needs)
    start, step, claim = full_scripts(parts, needs.keys())
    asked = start, _narrowed(step, needs), _narrowed(claim, needs)
    if needs:
        raise RejectedError(f"{parts.proof.name}: there is no question {min(needs)!r}")
    return asked


def _narrowed(script: Script, needs: dict[str, tuple[int, ...]]) -> Script:
    """Return a script with the premises that are needed, whose questions are taken out of ``needs``."""
    blocks = tuple(
        replace(block, questions=tuple(with_needed(q, needs.pop(q.name, None)) for q in block.questions))
        for block in script.blocks
    )
    return replace(script, blocks=blocks)


def with_needed(question: Question, numbers: tuple[int, ...] | None) -> Question:
    """Return a question with these of its premises alone, by their numbers from 1; ``None`` stands for all.

    Raises:
        RejectedError: there is no such premise.
    """
    if numbers is None:
        return question
    if numbers and numbers[-1] > len(question.premises):
        raise RejectedError(f"{question.name} has not {numbers[-1]} premises")
    return replace(question, premises=tuple(question.premises[number - 1] for number in numbers))


def full_scripts(parts: Parts, apart: Set[str] = frozenset()) -> tuple[Script, Script, Script]:
    """Return start, step and claim, with all premises that each question may have.

    Parts of a condition that have quantifiers are asked about by themselves, as solvers are much better at
    it. The others are asked about together, but for the questions ``apart`` about one of them.
    """
    asking = _Asking(parts.system, parts.proof)
    return asking.start(), asking.step(apart), asking.claim()


def possible(parts: Parts) -> tuple[Sequence[Script], Sequence[Script]]:
    """Return scripts of one question each, not all of which must be answered ``unsat``: starts, and steps.

    Else everything would follow from nothing.
    """
    asking = _Asking(parts.system, parts.proof)
    known = [f"(assert {c.formula})" for c in parts.proof.invariant]
    start = asking.preamble("there is a start", "sd")
    step = asking.preamble("there is a step", "sd", known)
    told = [(asking.told(case), case) for case in parts.system.steps]
    return (
        [Script("start", start, (block,)) for block in asking.starts("")],
        [Script("step", step, (Block(t.commands, (Question(c.name, (t.whole,)),)),)) for t, c in told],
    )


class _Asking:
    """The questions about one proof."""

    def __init__(self, system: System, proof: Proof) -> None:
        self._system, self._proof = system, proof

    @cached_property
    def _shared(self) -> dict[str, Expression]:
        return formulas(self._system.definitions)

    def told(self, case: Case) -> Told:
        """Return a start or a step of the system as it is told."""
        return Told(self._system, case, self._shared)

    @cached_property
    def _conditions(self) -> list[tuple[str, ...]]:
        """The conjuncts of each condition of the invariant."""
        return [
            tuple(text_of(part) for part in conjuncts(parsed(c.formula, c.says), {}))
            for c in self._proof.invariant
        ]

    def preamble(self, what: str, prefixes: str, more: Iterable[str] = ()) -> str:
        """Return what comes first in a script about variables with these prefixes."""
        system = self._system
        lines = [f"; {comment(system.game)}, claim {comment(self._proof.name)}: {what}"]
        lines += [f"; with {comment(', '.join(system.sizes))}"] if system.sizes else []
        lines += ["; Every answer has to be unsat.", f"(set-logic {system.logic})"]
        for prefix in prefixes:
            for v in system.choices if prefix == "d" else system.variables:
                lines.append(f"(declare-fun {prefix}.{v.name} ({' '.join(v.arguments)}) {v.sort})")
        if "d" in prefixes:
            lines += [f"(define-fun {name} () {sort} {text})" for name, sort, text in system.definitions]
        return _lines([*lines, *more])

    def _known(self, numbers: Iterable[int]) -> Iterator[Premise]:
        """Yield the parts of conditions of the invariant, by the numbers of these."""
        for number in numbers:
            condition = self._proof.invariant[number - 1]
            for part in self._conditions[number - 1]:
                yield Premise(part, f"condition {number}: {condition.says}")

    # -- the invariant at the start --------------------------------------------------------------

    def starts(self, goal: str) -> Iterator[Block]:
        """Yield questions whether something is so wherever a game starts."""
        for case in self._system.starts:
            told = self.told(case)
            yield Block(told.commands, (Question(case.name, (told.whole,), goal),))

    def start(self) -> Script:
        """Return the questions whether the invariant is true at the start."""
        whole = _all(c.formula for c in self._proof.invariant)
        preamble = self.preamble("the invariant is true at the start", "sd")
        return Script("start", preamble, tuple(self.starts(whole)))

    # -- the invariant after each step -----------------------------------------------------------

    def step(self, apart: Set[str]) -> Script:
        """Return the questions whether every step keeps the invariant."""
        preamble = self.preamble("every step keeps the invariant", "sd")
        later = _Later(self._conditions)
        return Script("step", preamble, tuple(self._kept(case, later, apart) for case in self._system.steps))

    def _kept(self, case: Case, later: _Later, apart: Set[str]) -> Block:
        """Return the questions whether a step keeps the conditions, together where reasons are the same."""
        invariant = self._proof.invariant
        told = self.told(case)
        single: list[Question] = []
        together: dict[tuple[int, ...], list[tuple[str, str]]] = {}
        # What reads nothing that the step changes is the same formula after it as before.
        for number, part, new in later(told.after):
            name = f"{case.name}, condition {number}, part {part}"
            kept_by = invariant[number - 1].kept_by
            if QUANTIFIED.search(new) or name in apart:
                single.append(told.question(name, self._known(kept_by), new))
            else:
                together.setdefault(kept_by, []).append((name, new))
        return Block(told.commands, (*single, *(self._all_kept(told, *one) for one in together.items())))

    def _all_kept(self, told: Told, kept_by: tuple[int, ...], goals: Sequence[tuple[str, str]]) -> Question:
        """Return the question whether a step keeps some parts of conditions, each with its name."""
        names = tuple(name for name, _ in goals)
        if len(names) == 1:
            return told.question(names[0], self._known(kept_by), goals[0][1])
        known = (*told.premises, *self._known(kept_by))
        whole = _all(told.goal(new) for _, new in goals)
        return Question(f"{names[0]} and so on", known, whole, names, tuple(told.witnesses.names))

    # -- the claim -------------------------------------------------------------------------------

    def claim(self) -> Script:
        """Return the questions whether the claim follows from the invariant."""
        proof = self._proof
        known = tuple(self._known(proof.shown_by))
        if proof.claim:
            preamble = self.preamble("the claim follows from the invariant", "s")
            witnesses = Witnesses()
            denied = conjuncts(("not", parsed(proof.claim, "claim")), {}, witnesses)
            parts = (Premise(text_of(part), "and not the claim") for part in denied)
            question = Question("the claim is broken", (*known, *parts), witnesses=tuple(witnesses.names))
            return Script("claim", preamble, (Block("", (question,)),))
        if proof.on_steps:
            preamble = self.preamble("every step is as claimed", "sd")
            pairs = zip(self._system.steps, proof.on_steps, strict=True)
            asked = [self._asked(case, known, goal) for case, (_, goal) in pairs if goal != "true"]
            return Script("claim", preamble, tuple(asked))
        preamble = self.preamble("every step of a run gets smaller, and none falls below zero", "sd")
        below = (
            Question(f"measure {number} is below zero", known, never_below_zero(measure))
            for number, measure in enumerate(proof.measures, start=1)
        )
        among = set(proof.among)
        runs = (
            self._asked(c, known, some_smaller(proof.measures, self.told(c).after))
            for c in self._system.steps
            if c.name in among
        )
        return Script("claim", preamble, (Block("", tuple(below)), *runs))

    def _asked(self, case: Case, known: Iterable[Premise], goal: str) -> Block:
        """Return one question about a step."""
        told = self.told(case)
        return Block(told.commands, (told.question(case.name, known, goal),))


class _Later:
    """The parts of conditions after steps: one text for all steps that change the same of it."""

    def __init__(self, conditions: Sequence[Sequence[str]]) -> None:
        self._parts = [
            (number, place, part, reads(part))
            for number, condition in enumerate(conditions, start=1)
            for place, part in enumerate(condition, start=1)
        ]
        self._known: dict[tuple[int, int, frozenset[str]], str] = {}

    def __call__(self, names: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
        """Yield the parts of which something changes, with new names, by condition and place in it."""
        for number, place, part, read in self._parts:
            changed = frozenset(read & names.keys())
            if changed:
                key = (number, place, changed)
                if key not in self._known:
                    self._known[key] = renamed(part, names)
                yield number, place, self._known[key]


def _all(formulas: Iterable[str]) -> str:
    parts = list(formulas)
    return parts[0] if len(parts) == 1 else f"(and true {' '.join(parts)})"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
