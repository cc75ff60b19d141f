"""Proofs about open systems in the form of certificates (see :mod:`checker.prove.certificate`).

A certificate says what each variable that a step writes comes to be, so that it can be read without knowing
how conditions are put into each other. A value that no expression is (as it takes the least number with a
property, at each place another one) is told by a formula about all its places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from checker.prove.certificate import Case, Certified, Condition, Quantity, Subject, Symbol, Write
from checker.prove.open.cores import Cores
from checker.prove.open.ends import automatic_steps
from checker.prove.open.measures import Measure, some_smaller
from checker.prove.open.obligations import Goal, starts
from checker.prove.open.reasons import Reasons
from checker.prove.smtlib import number_text
from checker.prove.solver import Clock
from checker.system.cells import Cell, Sort
from checker.system.open.functions import Function, place
from checker.system.open.model import OpenSystem, OpenUpdate, Parameter, Variable
from checker.system.open.smt import NOW_NAME, Speller, sort_name
from checker.system.terms import TRUE, Term, negate

__all__ = ["OpenScribe", "is_open", "open_name"]

_OPEN = "open"


def open_name(objects: Iterable[str] = ()) -> str:
    """Return the name of a system whose sizes are left open, and the number of these objects besides."""
    return "-".join((_OPEN, *objects))


def is_open(name: str) -> bool:
    """Return whether a system has the name of one whose sizes are left open."""
    return name.partition("-")[0] == _OPEN


class OpenScribe:
    """Writes one open system, and proofs about it.

    ``name`` is that of the system (:func:`open_name`), and ``sizes`` are phrases for a person, such as
    ``any number of players``. ``cores`` are asked what each proof needs; what is not known to be spare is
    kept. With ``least`` they are asked until no condition can be spared, which makes small certificates and
    takes longer.
    """

    def __init__(
        self,
        system: OpenSystem,
        name: str,
        sizes: Sequence[str],
        cores: Cores | None = None,
        *,
        least: bool = False,
    ) -> None:
        self.system = system
        self._least = least
        self._cores = cores or Cores(system, Clock(None))
        self._reasons: dict[tuple[Goal, ...], Reasons] = {}
        self._sizes = tuple(sizes)
        self._cells = [*system.numbers, *(v.cell for v in system.variables)]
        self._variables = [v for v in system.variables if v.cell not in system.unknown]
        self._plain = self._speller()
        self._choices: dict[str, Symbol] = {}
        self._spellers: dict[str, Speller] = {}
        cases = tuple(self._starts()), tuple(self._step(u) for u in system.updates)
        self.subject = Subject(
            game=system.name,
            name=name,
            sizes=self._sizes,
            readings=dict(system.readings),
            variables=tuple(self._symbol(c) for c in self._cells if c not in system.unknown),
            choices=tuple(self._choices.values()),
            definitions=(),
            starts=cases[0],
            steps=cases[1],
        )

    def _speller(self, *, constants: bool = True, shared: str = "t.") -> Speller:
        return Speller(self._cells, self.system.unknown, constants=constants, shared=shared)

    def certified(
        self, name: str, says: str, invariant: Sequence[Goal], claim: Term | Sequence[Term]
    ) -> Certified:
        """Return the proof of a claim, which is a condition on states, or one for each update.

        Of the invariant it has what the claim needs.
        """
        on_state, on_steps = self.claim(claim)
        proof = self._proof(name, says, invariant, claim, found_by="induction over open sizes")
        return replace(proof, claim=on_state, on_steps=on_steps)

    def ending(
        self, name: str, says: str, invariant: Sequence[Goal], measures: Sequence[Measure]
    ) -> Certified:
        """Return the proof that runs of automatic steps end by ``measures``, the most important first."""
        runs = automatic_steps(self.system)
        claim = [some_smaller(measures, u.writes) if u in runs else TRUE for u in self.system.updates]
        proof = self._proof(name, says, invariant, claim, found_by="a ranking over open sizes")
        return replace(
            proof, measures=tuple(map(self._quantity, measures)), among=tuple(u.name for u in runs)
        )

    def _proof(
        self,
        name: str,
        says: str,
        invariant: Sequence[Goal],
        claim: Term | Sequence[Term],
        *,
        found_by: str,
    ) -> Certified:
        """Return a proof that has what a claim needs of the invariant, and not yet the claim itself."""
        found = Reasons(self.system, invariant, self._cores, least=self._least)
        reasons = self._reasons.setdefault(tuple(invariant), found)
        needed = reasons.of(claim)
        numbers = {r.goal.name: number for number, r in enumerate(needed.conditions, start=2)}

        def numbered(known: Iterable[str]) -> tuple[int, ...]:
            return (1, *sorted(numbers[one] for one in known))

        types = "every variable has values of its type"
        conditions = [Condition("types", types, self._types(), numbered(needed.keeps_types))]
        conditions += [
            Condition(
                "claim" if r.goal.name == name else "lemma",
                r.goal.name.replace("_", " "),
                self._formula(r.goal.term),
                numbered(r.kept_by),
            )
            for r in needed.conditions
        ]
        shown_by = numbered(needed.shows)
        return Certified(self.subject, name, says, tuple(conditions), shown_by=shown_by, found_by=found_by)

    def _quantity(self, measure: Measure) -> Quantity:
        """Return a measure as text, as the number that it is above the least that it can be."""
        speller = self._speller(constants=False)
        text, around = speller.value(measure.value, {place(0): "x.m"})
        if around("") != "":
            raise ValueError(f"{measure.says} takes a number that is only told by what is true of it")
        if measure.value.sort is Sort.BOOL:
            text = f"(ite {text} 1 0)"
        elif measure.least:
            text = f"(- {text} {number_text(measure.least)})"
        if measure.end is None:
            return Quantity(text)
        return Quantity(text, "x.m", speller.value(measure.end)[0])

    def claim(self, claim: Term | Sequence[Term]) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return a claim as a formula on states, or else as one for each step."""
        if isinstance(claim, Term):
            return self._formula(claim), ()
        pairs = zip(self.system.updates, claim, strict=True)
        return "", tuple((u.name, self._spellers[u.name].complete(term)) for u, term in pairs)

    def _symbol(self, cell: Cell) -> Symbol:
        arguments = tuple("Int" for _ in cell.places)
        return Symbol(self._plain.plain(cell), sort_name(cell), cell.name, arguments)

    def _formula(self, term: Term) -> str:
        """Return a condition as text that needs nothing around it: what it shares is bound in it."""
        speller = self._speller(constants=False, shared="x.t")
        speller.share((term,))
        text = speller.truth(term)
        for name, _, meaning in reversed(speller.definitions):
            text = f"(let (({name} {meaning})) {text})"
        return text

    def _types(self) -> str:
        speller = self._speller(constants=False)
        parts = [f"(<= {n.domain.low} {speller.name(n)})" for n in self.system.numbers]
        parts += speller.typed_together(self._variables)
        return _all(parts)

    # -- starts and steps ------------------------------------------------------------------------

    def _starts(self) -> Iterator[Case]:
        for number, start in enumerate(starts(self.system), start=1):
            speller = self._speller()
            speller.share((start.guard, *start.values.values()))
            parts = [f"(<= {n.domain.low} {speller.name(n)})" for n in self.system.numbers]
            parts.append(speller.truth(start.guard))
            for variable in self._variables:
                value = start.values.get(variable.cell)
                parts.append(speller.typed(variable) if value is None else _is(speller, variable, "s", value))
            yield self._case(f"start {number}", speller, parts, start.parameters)

    def _step(self, update: OpenUpdate) -> Case:
        speller = self._speller()
        self._spellers[update.name] = speller
        speller.share((update.enabled, update.wrong, *update.writes.values()))
        parts = [speller.truth(update.enabled), speller.truth(negate(update.wrong))]
        writes = []
        for variable in self.system.variables:
            if variable.cell in update.writes:
                value = update.writes[variable.cell]
                if (write := self._write(speller, variable, value)) is not None:
                    writes.append(write)
                else:
                    parts.append(_is(speller, variable, "n", value))
        return self._case(update.name, speller, parts, update.parameters, writes)

    def _write(self, speller: Speller, variable: Variable, value: Term) -> Write | None:
        """Return what a variable comes to be, or nothing where that is no plain value."""
        bound = speller.places(variable.cell)
        text = speller.plain_value(value, bound)
        return None if text is None else Write(self._plain.plain(variable.cell), tuple(bound.values()), text)

    def _case(
        self,
        name: str,
        speller: Speller,
        parts: Sequence[str],
        parameters: Sequence[Parameter],
        writes: Sequence[Write] = (),
    ) -> Case:
        """Return a case with what is true of the numbers that it uses, and of the moment of the step."""
        parts = list(parts)
        for p in parameters:
            self._choose(speller.name(p.cell))
            parts.append(f"(<= 0 {speller.name(p.cell)})")
        for number, meaning in speller.numbers.items():
            self._choose(number)
            parts.append(meaning)
        texts = [*parts, *(w.value for w in writes), *(text for _, _, text in speller.definitions)]
        spoken_of = set(re.findall(r"[\w.]+", " ".join(texts)))
        if NOW_NAME in spoken_of:
            self._choose(NOW_NAME)
            parts += self._newest(speller)
        for variable in self.system.variables:
            if variable.cell in self.system.unknown and speller.name(variable.cell) in spoken_of:
                symbol = self._symbol(variable.cell)
                self._choices.setdefault(symbol.name, symbol)
                parts.append(speller.typed(variable))
        formula = _all(part for part in parts if part != "true")
        return Case(name, formula, tuple(speller.definitions), tuple(writes))

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
