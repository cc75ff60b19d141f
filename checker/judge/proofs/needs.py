"""What each question of a certificate needs to be known, so that solvers have little to read.

Unsatisfiable cores tell it. Nobody has to believe them: a question with less known is harder to answer by
``unsat``, and where a core was wrong the certificate would be rejected. The least is not always the best:
what a proof can do without may still save a solver from cases. So where a core leaves much work, more and
less are tried as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import cached_property

from checker.certify.parts import Parts
from checker.certify.questions import Block, Question
from checker.certify.scripts import full_scripts, with_needed
from checker.certify.solve import run
from checker.judge.proofs.costs import MOST, Costs
from checker.prove.solver import NamedScript

__all__ = ["Needs"]

EFFORT = 4_000_000
"""What z3 may spend on one question, in steps that it counts itself; then it counts as needing everything."""

PLAIN = 1_000_000
"""What z3 may spend on a question when it stands by itself, which counts as too much work otherwise."""

CHEAP = 4_000
"""A question that costs no more than that is left as it is."""

TOGETHER = 20_000
"""What is asked together may cost as much as that, before it is tried to be asked apart."""

EACH = 2_500
"""What it takes cvc5 to read a question at all, in the same units, as far as its time tells."""

FEW = 16
"""Of a core of no more premises than that, each is tried to be left out."""

SECONDS = 60.0
"""How long one question may take on a machine that is too busy; what z3 counts itself ends it before."""

_QUANTIFIED = re.compile("forall|exists")

Numbers = tuple[int, ...]
"""Premises of a question by their numbers, from 1."""


class Needs:
    """Finds what questions need, and remembers it for proofs that ask the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, str], list[tuple[frozenset[str], int]]] = {}

    def of(self, parts: Parts) -> dict[str, str]:
        """Return for each question of a proof, by its name, the numbers of the premises that it needs.

        What is asked together and is much work is told of apart, and so will be asked apart.
        """
        answers = list(self._answers(parts, frozenset()))
        hard = [(q.together, cost) for q, _, cost in answers if cost > TOGETHER and len(q.together) > 1]
        if hard:
            answers = list(self._answers(parts, self._apart(parts, hard)))
        return {
            question.name: " ".join(str(number) for number in numbers) for question, numbers, _ in answers
        }

    def _apart(self, parts: Parts, hard: Sequence[tuple[tuple[str, ...], int]]) -> frozenset[str]:
        """Return which parts of questions are to be asked about by themselves: none, some, or all of one.

        ``hard`` are the names of the parts of these questions, and what each costs as a whole.
        """
        every = frozenset(name for names, _ in hard for name in names)
        alone = {q.name: cost for q, _, cost in self._answers(parts, every) if q.name in every}
        some = frozenset(name for name, cost in alone.items() if cost > CHEAP)
        rest = {q.together: cost for q, _, cost in self._answers(parts, some)}
        apart: set[str] = set()
        for names, whole in hard:
            costly = tuple(name for name in names if name in some)
            left = tuple(name for name in names if name not in some)
            ways: dict[tuple[str, ...], int] = {
                (): whole + EACH,
                costly: sum(alone[n] + EACH for n in costly) + rest.get(left, MOST) + EACH,
                names: sum(alone[n] + EACH for n in names),
            }
            apart.update(min((cost, len(way), way) for way, cost in ways.items())[2])
        return frozenset(apart)

    def _answers(self, parts: Parts, apart: Set[str]) -> Iterator[tuple[Question, Numbers, int]]:
        _, step, claim = full_scripts(parts, apart)
        for script in (step, claim):
            declared = script.preamble[script.preamble.index("(set-logic") :]
            for block in script.blocks:
                asked = _Asked(declared, block)
                for question in block.questions:
                    known = self._known.setdefault((declared, block.commands, question.goal), [])
                    yield question, *self._answer(question, asked, known)

    def _answer(
        self, question: Question, asked: _Asked, known: list[tuple[frozenset[str], int]]
    ) -> tuple[Numbers, int]:
        """Return what a question needs, which may be ``known`` of others with the same goal, and its cost."""
        there = {premise.formula: n for n, premise in enumerate(question.premises, start=1)}
        for formulas, cost in known:
            if formulas <= there.keys():
                return tuple(sorted(there[formula] for formula in formulas)), cost
        numbers, cost = asked.needed(question)
        known.append((frozenset(question.premises[n - 1].formula for n in numbers), cost))
        return numbers, cost


class _Asked:
    """The questions of a block, with names for what is known and for what is asked."""

    def __init__(self, declared: str, block: Block) -> None:
        self._declared, self._block = declared, block
        premises = dict.fromkeys(p.formula for q in block.questions for p in q.premises)
        self._premises = {formula: f"h.{number}" for number, formula in enumerate(premises)}
        self._goals = {q.goal: f"g.{number}" for number, q in enumerate(block.questions) if q.goal}

    @cached_property
    def _script(self) -> NamedScript:
        return NamedScript(self._commands)

    @cached_property
    def _with_models(self) -> NamedScript:
        return NamedScript(self._commands, models=True)

    @cached_property
    def _commands(self) -> str:
        lines = [f"{self._declared}{self._block.commands}"]
        witnesses = dict.fromkeys(name for q in self._block.questions for name in q.witnesses)
        lines += [f"(declare-const {name} Int)\n" for name in witnesses]
        for names, text in ((self._goals, "(not {})"), (self._premises, "{}")):
            for formula, name in names.items():
                said = text.format(formula)
                lines.append(f"(declare-const {name} Bool)\n(assert (=> {name} {said}))\n")
        return "".join(lines)

    @cached_property
    def _costs(self) -> Costs:
        return Costs(f"{self._declared}{self._block.commands}")

    def needed(self, question: Question) -> tuple[Numbers, int]:
        """Return the numbers of premises from which the goal follows, as far as is seen, and their cost."""
        everything = tuple(range(1, len(question.premises) + 1))
        core = self._core(question, everything)
        if core is None:
            core = self._core_of_short_ones(question)
        if core is None:
            return everything, self._cost(question, everything)
        cost = self._cost(question, core)
        if cost <= CHEAP or len(question.together) > 1:
            return core, cost
        plain = {n for n in everything if not _QUANTIFIED.search(question.premises[n - 1].formula)}
        others = [tuple(sorted(plain | {*core})), everything]
        if len(core) <= FEW:
            others.append(self._least(question, core))
        costs = {core: cost} | {numbers: self._cost(question, numbers) for numbers in others}
        best = min(costs, key=lambda numbers: (costs[numbers], len(numbers)))
        return (best, costs[best]) if costs[best] <= MOST else (everything, costs[best])

    def _core(self, question: Question, among: Numbers) -> Numbers | None:
        """Return some of the premises from which the goal follows, if z3 sees that it does."""
        names = {n: self._premises[question.premises[n - 1].formula] for n in among}
        goal = (self._goals[question.goal],) if question.goal else ()
        asked = (*goal, *dict.fromkeys(names.values()))
        core = self._script.core(asked, SECONDS, effort=EFFORT)
        if core is None:  # z3 looks for models as well, where instances alone do not show it
            core = self._with_models.core(asked, SECONDS, effort=EFFORT)
        if core is None:
            return None
        first = {name: n for n, name in reversed(names.items())}
        return tuple(sorted(n for name, n in first.items() if name in core))

    def _core_of_short_ones(self, question: Question) -> Numbers | None:
        """Return a core without the longest premises, where all together are too much to find one."""
        lengths = [len(premise.formula) for premise in question.premises]
        order = sorted(range(1, len(lengths) + 1), key=lambda n: (-lengths[n - 1], n))
        left_out = 1
        while left_out < len(order):
            core = self._core(question, tuple(sorted(order[left_out:])))
            if core is not None:
                return core
            left_out *= 2
        return None

    def _least(self, question: Question, core: Numbers) -> Numbers:
        """Return a core none of whose premises can be left out, as far as is seen."""
        for number in reversed(core):
            less = tuple(n for n in core if n != number)
            if number in core and (smaller := self._core(question, less)) is not None:
                core = smaller
        return core

    def _cost(self, question: Question, numbers: Numbers) -> int:
        commands = with_needed(question, numbers).commands
        script = f"(set-option :rlimit {PLAIN})\n{self._declared}{self._block.commands}(push 1)\n{commands}"
        if run("z3", f"{script}(check-sat)\n", SECONDS) != ["unsat"]:
            return MOST + 1
        return self._costs.of(commands)
