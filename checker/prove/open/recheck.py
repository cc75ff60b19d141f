"""Checks that measures show that automatic runs end, knowing nothing of how they were found.

For every step that runs consist of, one script: the state before the step, what each variable is after it by
a name and definition of its own, and that of the measures the first that is another after the step is not
smaller. For every measure, that it is never below its least value. Nothing is put into anything else here:
that is left to the solver.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache, partial

from checker.prove.open.measures import Measure
from checker.prove.open.obligations import Goal
from checker.prove.solver import Clock, NamedScript, Result, answer_script
from checker.system.cells import Cell, Sort
from checker.system.model import Kind
from checker.system.open.functions import Function, place
from checker.system.open.model import OpenSystem, OpenUpdate
from checker.system.open.smt import NOW_NAME, Speller, named, sort_name
from checker.system.terms import Op, Term, negate

__all__ = ["recheck_ending"]

QUICK, FEW, EFFORT = 1_000_000, 400_000, 20_000_000
"""What is spent on one script without models, with a few, and at last, in steps that the solver counts."""

LONGEST = 90.0
"""Seconds for one script."""

_NAME = r"[\w.]+"

_Script = Callable[[], str]


def recheck_ending(
    system: OpenSystem,
    invariant: Sequence[Goal],
    measures: Sequence[Measure],
    clock: Clock,
    rests_on: Mapping[str, Set[Term]] | None = None,
) -> tuple[str, Result] | None:
    """Return what is not confirmed, and whether it is refuted or not known; nothing if all is well.

    ``rests_on`` may say for steps, by their names, what of the invariant and of their own conditions will do.
    Nothing else is taken for true because of it.
    """
    scribe = _Scribe(system, [g.term for g in invariant], measures)
    for measure in measures:
        if measure.value.sort is not Sort.BOOL:
            result = _answered([[partial(scribe.below, measure)]], clock)
            if result is not Result.UNSAT:
                return measure.says, result
    for update in system.updates:
        if update.kind in (Kind.AUTOMATIC, Kind.STATE_BASED):
            few = (rests_on or {}).get(update.name)
            given = (None,) if few is None else (few, None)
            scripts = [
                [cache(partial(scribe.not_smaller, update, only, apart=apart)) for apart in (False, True)]
                for only in given
            ]
            result = _answered(scripts, clock)
            if result is not Result.UNSAT:
                return update.name, result
    return None


def _answered(scripts: Sequence[Sequence[_Script]], clock: Clock) -> Result:
    """Return that the solver refutes one of some scripts, or else what it says to the last of them.

    They are in groups of those that are given the same. That comes soonest where it looks for no models, next
    where it looks for them as soon as it has no more instances; only then is more tried, and more given.
    """
    result = Result.UNKNOWN
    looks = (_refuted, _seen_through, _told)
    for look, script in ((look, script) for group in scripts for look in looks for script in group):
        left = clock.left
        result = look(script(), LONGEST if left is None else max(0.001, min(LONGEST, left)))
        if result is Result.UNSAT:
            break
    return result


def _refuted(script: str, seconds: float) -> Result:
    core = NamedScript(script).core((), seconds, effort=QUICK)
    return Result.UNKNOWN if core is None else Result.UNSAT


def _seen_through(script: str, seconds: float) -> Result:
    core = NamedScript(script, models=True).core((), seconds, effort=FEW)
    return Result.UNKNOWN if core is None else Result.UNSAT


def _told(script: str, seconds: float) -> Result:
    return answer_script(script, seconds, effort=EFFORT)[0]


class _Scribe:
    def __init__(self, system: OpenSystem, invariant: Sequence[Term], measures: Sequence[Measure]) -> None:
        self._system = system
        self._invariant = invariant
        self._measures = measures
        self._cells = [*system.numbers, *(v.cell for v in system.variables)]

    # -- scripts ---------------------------------------------------------------------------------

    def below(self, measure: Measure) -> str:
        speller = Speller(self._cells, constants=False)
        lines = [*self._declared(speller, self._cells, "s"), *_asserted(self._typed(speller))]
        value, end = _spelled(speller, measure)
        lines += ["(declare-const x.m Int)"]
        if end:
            lines += _asserted(["(<= 0 x.m)", f"(< x.m {end})"])
        lines += _asserted([f"(< {value} {measure.least})"])
        return _script(lines)

    def not_smaller(self, update: OpenUpdate, only: Set[Term] | None, *, apart: bool) -> str:
        """Return the script that a step makes nothing smaller, given all that is known or ``only`` these."""
        speller = Speller(self._cells)
        known = [t for t in self._known(update) if only is None or t in only]
        speller.share((*known, *update.writes.values()))
        if apart:
            speller.share_quantifiers(known)
        smaller = self._smaller(update)
        mentioned = set(re.findall(_NAME, smaller))
        changed = [c for c in update.writes if speller.name(c, "n") in mentioned]
        given = [*self._typed(speller), *map(speller.truth, known)]
        given += [f"(<= 0 {speller.name(p.cell)})" for p in update.parameters]
        defined = [line for cell in changed for line in _after(speller, cell, update.writes[cell])]
        lines = self._declared(speller, self._cells, "s")
        lines += [f"(declare-const {speller.name(p.cell)} Int)" for p in update.parameters]
        lines += [f"(declare-const {name} Int)" for name in (NOW_NAME, *speller.numbers)]
        lines += [line for definition in speller.definitions for line in named(*definition, apart=apart)]
        lines += [*defined, *_asserted([*speller.numbers.values(), *given])]
        return _script([*lines, f"(assert (not {smaller}))"])

    def _known(self, update: OpenUpdate) -> Iterator[Term]:
        """Yield what is true of a state in which a step may be taken, in parts."""
        yield from self._invariant
        for condition in (update.enabled, negate(update.wrong)):
            yield from condition.args if condition.op is Op.AND else (condition,)

    def _declared(self, speller: Speller, cells: Sequence[Cell], prefix: str) -> list[str]:
        return [
            f"(declare-fun {speller.name(c, prefix)} ({' '.join('Int' for _ in c.places)}) {sort_name(c)})"
            for c in cells
        ]

    def _typed(self, speller: Speller) -> list[str]:
        parts = [speller.typed(v) for v in self._system.variables]
        return [*parts, *(f"(<= {n.domain.low} {speller.name(n)})" for n in self._system.numbers)]

    # -- smaller ---------------------------------------------------------------------------------

    def _smaller(self, update: OpenUpdate) -> str:
        """Return that the first of the measures that changes gets smaller.

        Its parts get no names: these would say the same of the state before the step and after it.
        """
        speller = Speller(self._cells, constants=False)
        written = {speller.name(c): speller.name(c, "n") for c in update.writes}
        result = "false"
        for measure in reversed(self._measures):
            value, end = _spelled(speller, measure)
            after, end_after = _renamed(value, written), _renamed(end, written)
            if (value, end) == (after, end_after):
                continue
            less, same = _compared(value, end, after, end_after)
            result = f"(or {less} (and {same} {result}))"
        return result


def _compared(value: str, end: str, after: str, end_after: str) -> tuple[str, str]:
    """Return that a quantity is less after a step than before it, and that it is the same."""
    if not end:
        return f"(< {after} {value})", f"(= {after} {value})"
    inside = f"(and (<= 0 x.m) (< x.m {end_after}))"
    nowhere_more = f"(forall ((x.m Int)) (=> {inside} (<= {after} {value})))"
    somewhere_less = f"(exists ((x.m Int)) (and {inside} (< {after} {value})))"
    less = f"(and (<= {end_after} {end}) {nowhere_more} (or (< {end_after} {end}) {somewhere_less}))"
    same = f"(and (= {end_after} {end}) (forall ((x.m Int)) (=> {inside} (= {after} {value}))))"
    return less, same


def _spelled(speller: Speller, measure: Measure) -> tuple[str, str]:
    """Return a quantity as a number, at the place ``x.m`` where it has places, and their end or nothing."""
    text, around = speller.value(measure.value, {place(0): "x.m"})
    if around("") != "":
        raise ValueError(f"{measure.says} takes a number that is only told by what is true of it")
    number = f"(ite {text} 1 0)" if measure.value.sort is Sort.BOOL else text
    return number, "" if measure.end is None else speller.value(measure.end)[0]


def _after(speller: Speller, cell: Cell, value: Term) -> Iterator[str]:
    """Yield what a variable is after a step: defined, or told by what is true of it at all its places."""
    name, sort = speller.name(cell, "n"), sort_name(cell)
    places = speller.places(cell) if isinstance(cell, Function) else {}
    text, around = speller.value(value, places)
    declared = " ".join(f"({x} Int)" for x in places.values())
    if around("") == "":
        yield f"(define-fun {name} ({declared}) {sort} {text})"
        return
    yield f"(declare-fun {name} ({' '.join('Int' for _ in places)}) {sort})"
    here = f"({name} {' '.join(places.values())})" if places else name
    equation = around(f"(= {here} {text})")
    yield f"(assert (forall ({declared}) {equation}))" if places else f"(assert {equation})"


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(_NAME, lambda found: names.get(found[0], found[0]), text)


def _asserted(formulas: Sequence[str]) -> list[str]:
    return [f"(assert {text})" for text in formulas if text != "true"]


def _script(lines: Sequence[str]) -> str:
    return "\n".join(["(set-logic ALL)", *lines, "(check-sat)"]) + "\n"
