"""What a start or a step of a system is, in commands for a solver, and questions about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.certify.conjuncts import Witnesses, conjuncts
from checker.certify.expressions import Expression, parsed, reads, text_of
from checker.certify.parts import Case, Definition, System, Write
from checker.certify.questions import Premise, Question
from checker.certify.removals import moving, put_in, said_before

__all__ = ["QUANTIFIED", "Told", "formulas"]

QUANTIFIED = re.compile("forall|exists")
"""What a formula with quantifiers has in it."""


def formulas(definitions: Iterable[Definition]) -> dict[str, Expression]:
    """Return what names stand for, where these are formulas."""
    return {name: parsed(formula, name) for name, sort, formula in definitions if sort == "Bool"}


@dataclass(frozen=True)
class Told:
    """A start or a step of a system as a solver is told of it.

    ``shared`` is what names stand for that all starts and steps share, where these are formulas.
    """

    system: System
    case: Case
    shared: Mapping[str, Expression]

    @property
    def whole(self) -> Premise:
        """Its formula, not taken apart."""
        return Premise(self.case.formula, self.case.name)

    @cached_property
    def _reads(self) -> set[str]:
        return reads(self.case.formula)

    @cached_property
    def _meanings(self) -> dict[str, Expression]:
        """What names that all steps share, and its own, stand for, where that are formulas."""
        return {**self.shared, **formulas(self.case.definitions)}

    @cached_property
    def after(self) -> dict[str, str]:
        """The names after a step of what it changes: of what it writes, or mentions after the step."""
        changed = self._reads | {f"n.{write.variable}" for write in self.case.writes}
        return {f"s.{v.name}": f"n.{v.name}" for v in self.system.variables if f"n.{v.name}" in changed}

    @cached_property
    def commands(self) -> str:
        """What declares or defines all that its formula speaks of, and all that there is after it."""
        case = self.case
        sorts = {v.name: v for v in self.system.variables}
        written = {write.variable for write in case.writes}
        lines = [
            f"(declare-fun n.{v.name} ({' '.join(v.arguments)}) {v.sort})"
            for v in self.system.variables
            if f"s.{v.name}" in self.after and v.name not in written
        ]
        lines += [f"(define-fun {name} () {sort} {formula})" for name, sort, formula in case.definitions]
        for write in case.writes:
            v = sorts[write.variable]
            pairs = zip(write.places, v.arguments, strict=True)
            places = " ".join(f"({place} {sort})" for place, sort in pairs)
            lines.append(f"(define-fun n.{v.name} ({places}) {v.sort} {write.value})")
        return "".join(f"{line}\n" for line in lines)

    @cached_property
    def witnesses(self) -> Witnesses:
        """The names of numbers of which its formula says that there are some."""
        return Witnesses()

    @cached_property
    def premises(self) -> tuple[Premise, ...]:
        """The parts of its formula, which may speak of its ``witnesses``."""
        parts = conjuncts(parsed(self.case.formula, self.case.name), self._meanings)
        return tuple(
            Premise(text_of(one), self.case.name)
            for part in parts
            for one in conjuncts(said_before(part), {}, self.witnesses)
        )

    @cached_property
    def _moving(self) -> dict[str, tuple[Write, Expression]]:
        return moving(self.case.writes)

    def goal(self, formula: str) -> str:
        """Return what has to follow so that solvers find what it speaks of in the state before."""
        return text_of(self._found_before(formula))

    def question(self, name: str, known: Iterable[Premise], formula: str) -> Question:
        """Return the question whether something follows from the step and from what is ``known``."""
        given = (*self.premises, *known)
        own = Witnesses(len(self.witnesses.names))
        denied = conjuncts(("not", self._found_before(formula)), self._meanings, own)
        premises = (*given, *(Premise(text_of(part), "and not") for part in denied))
        return Question(name, premises, witnesses=(*self.witnesses.names, *own.names))

    def _found_before(self, formula: str) -> Expression:
        expression = parsed(formula, self.case.name)
        if not self._moving or QUANTIFIED.search(formula) is None or reads(formula).isdisjoint(self._moving):
            return expression
        return said_before(put_in(expression, self._moving))
