"""Proofs about open systems in the form of certificates (see :mod:`checker.prove.certificate`).

A certificate speaks of the state after a step by names of its own, so that it can be read without knowing how
conditions are put into each other: a function that is written has a formula for all its places.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from checker.prove.certificate import Case, Certified, Condition, Subject, Symbol
from checker.prove.open.obligations import Goal, Start, starts
from checker.system.cells import Cell, Sort
from checker.system.open.functions import Function
from checker.system.open.model import OpenSystem, OpenUpdate, Parameter, Variable
from checker.system.open.smt import NOW_NAME, Speller, sort_name
from checker.system.terms import Term, all_of, negate

__all__ = ["OpenScribe"]


class OpenScribe:
    """Writes one open system, and proofs about it.

    ``sizes`` are phrases for a person, such as ``any number of players``.
    """

    def __init__(self, system: OpenSystem, sizes: Sequence[str]) -> None:
        self.system = system
        self._sizes = tuple(sizes)
        self._cells = [*system.numbers, *(v.cell for v in system.variables)]
        self._plain = Speller(self._cells, constants=False)
        self._choices: dict[str, Symbol] = {}
        cases = tuple(self._starts()), tuple(self._step(u) for u in system.updates)
        self.subject = Subject(
            game=system.name,
            name="open",
            sizes=self._sizes,
            readings=dict(system.readings),
            variables=tuple(self._symbol(c) for c in self._cells),
            choices=tuple(self._choices.values()),
            definitions=(),
            starts=cases[0],
            steps=cases[1],
        )

    def certified(
        self, name: str, says: str, invariant: Sequence[Goal], claim: Term | Sequence[Term]
    ) -> Certified:
        """Return the proof of a claim, which is a condition on states, or one for each update."""
        if not isinstance(claim, Term):
            pairs = zip(self.system.updates, claim, strict=True)
            claim = all_of(
                negate(u.some(all_of((u.enabled, negate(u.wrong), negate(term))))) for u, term in pairs
            )
        conditions = tuple(
            Condition(
                "claim" if g.name == name else "lemma",
                g.name.replace("_", " "),
                self._formula(g.term),
            )
            for g in invariant
        )
        return Certified(
            self.subject,
            name,
            says,
            (self._types(), *conditions),
            self._formula(claim),
            found_by="induction over open sizes",
        )

    def _symbol(self, cell: Cell) -> Symbol:
        arguments = tuple("Int" for _ in cell.places)
        return Symbol(self._plain.plain(cell), sort_name(cell), cell.name, arguments)

    def _formula(self, term: Term) -> str:
        return self._plain.truth(term)

    def _types(self) -> Condition:
        parts = [f"(<= {n.domain.low} {self._plain.name(n)})" for n in self.system.numbers]
        parts += [t for v in self.system.variables if (t := self._plain.typed(v)) != "true"]
        return Condition("types", "every variable has values of its type", _all(parts))

    # -- starts and steps ------------------------------------------------------------------------

    def _starts(self) -> Iterator[Case]:
        for number, start in enumerate(starts(self.system), start=1):
            parts_of = functools.partial(self._start, start=start)
            yield Case(f"start {number}", self._complete(parts_of, start.parameters))

    def _start(self, speller: Speller, start: Start) -> list[str]:
        parts = [f"(<= {n.domain.low} {speller.name(n)})" for n in self.system.numbers]
        parts.append(speller.truth(start.guard))
        for variable in self.system.variables:
            value = start.values.get(variable.cell)
            parts.append(speller.typed(variable) if value is None else _is(speller, variable, "s", value))
        return parts

    def _step(self, update: OpenUpdate) -> Case:
        return Case(update.name, self._complete(lambda s: self._effect(s, update), update.parameters))

    def _effect(self, speller: Speller, update: OpenUpdate) -> list[str]:
        parts = [speller.truth(update.enabled), speller.truth(negate(update.wrong))]
        for variable in self.system.variables:
            if variable.cell in update.writes:
                parts.append(_is(speller, variable, "n", update.writes[variable.cell]))
        return parts

    def _complete(self, parts_of: Callable[[Speller], list[str]], parameters: Sequence[Parameter]) -> str:
        """Return a formula with what is true of the numbers that it uses, and of the moment of the step."""
        speller = Speller(self._cells)
        parts = parts_of(speller)
        for p in parameters:
            name = speller.name(p.cell)
            self._choose(name)
            parts.append(f"(<= 0 {name})")
        for name, meaning in speller.numbers.items():
            self._choose(name)
            parts.append(meaning)
        if any(re.search(rf"(?<![\w.]){re.escape(NOW_NAME)}(?![\w.])", part) for part in parts):
            self._choose(NOW_NAME)
            parts += self._newest(speller)
        return _all(part for part in parts if part != "true")

    def _choose(self, name: str) -> None:
        plain = name.removeprefix("d.")
        self._choices.setdefault(plain, Symbol(plain, "Int"))

    def _newest(self, speller: Speller) -> Iterator[str]:
        """Yield that the moment of the step is newer than all that are stored."""
        for variable in self.system.variables:
            cell = variable.cell
            if cell.domain.sort is Sort.MOMENT:
                bound = speller.places(cell)
                value = _at(speller.name(cell), bound.values())
                yield speller.everywhere(variable.ends, bound, f"(< {value} {NOW_NAME})")


def _is(speller: Speller, variable: Variable, prefix: str, value: Term) -> str:
    """Return that a variable is, at all its places, what a term says."""
    cell = variable.cell
    name = speller.name(cell, prefix)
    if not isinstance(cell, Function):
        text, around = speller.value(value)
        return around(f"(= {name} {text})")
    bound = speller.places(cell)
    text, around = speller.value(value, bound)
    names = list(bound.values())
    declared = " ".join(f"({n} Int)" for n in names)
    return f"(forall ({declared}) {around(f'(= {_at(name, names)} {text})')})"


def _at(name: str, places: Iterable[str]) -> str:
    names = list(places)
    return f"({name} {' '.join(names)})" if names else name


def _all(parts: Iterable[str]) -> str:
    texts = list(parts)
    return f"(and true {' '.join(texts)})"
