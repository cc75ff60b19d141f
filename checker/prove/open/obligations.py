"""What has to be unsatisfiable for conditions to be invariants of an open system, as SMT-LIB scripts.

A state after a step is not spoken of by names of its own: a condition on it is the same condition with what
the step writes put in. So each script is about one state, and the arguments of one step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from checker.system.cells import Cell
from checker.system.open.model import OpenSystem, OpenUpdate, Parameter, after
from checker.system.open.smt import Speller, sort_name
from checker.system.terms import TRUE, Op, Term, all_of, any_of, negate, walk

__all__ = [
    "Goal",
    "Query",
    "Start",
    "claim_query",
    "start_queries",
    "starts",
    "step_query",
    "typed_after",
]


LONG = 200
"""A condition that is made of more terms than that is taken apart where it can be."""


@dataclass(frozen=True)
class Goal:
    """A condition with a name for a person."""

    name: str
    term: Term

    def parts(self) -> tuple[Goal, ...]:
        """Return conditions that are together the same, each of which may be shown or given up by itself.

        What is short is one condition. Of what is long a proof mostly needs some, and a solver reads less.
        """
        if sum(1 for _ in walk((self.term,))) <= LONG:
            return (self,)
        terms = tuple(dict.fromkeys(_apart(self.term)))
        if len(terms) == 1:
            return (self,)
        return tuple(Goal(f"{self.name}, part {n}", t) for n, t in enumerate(terms, start=1))


@dataclass(frozen=True)
class Start:
    """One way in which a game is set up: the values of variables then, where ``guard`` is true.

    Both are over variables that start at any value of their type, and over the parameters of the set-up.
    """

    guard: Term
    values: Mapping[Cell, Term]
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Query:
    """What must not be: ``given`` is true and ``wanted``, or the type of a written variable, is not.

    ``writes`` are the values that variables come to have, whose types are wanted too.
    """

    about: str
    system: OpenSystem
    given: tuple[Term, ...]
    wanted: tuple[Goal, ...]
    writes: Mapping[Cell, Term] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    typing: bool = True

    def only(self, goal: Goal | None) -> Query:
        """Return the question about one of the goals alone, or about the types."""
        wanted = () if goal is None else (goal,)
        return Query(
            self.about, self.system, self.given, wanted, self.writes, self.parameters, typing=goal is None
        )

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to ask: all that is wanted is true whatever the state."""
        return not self.typing and all(g.term is TRUE for g in self.wanted)

    def script(self) -> str:
        """Return the question as a script; it is as it should be where the script is unsatisfiable."""
        lines, given, goals = self._stated()
        lines += [f"(assert {text})" for text in given if text != "true"]
        lines.append(f"(assert (not (and true {' '.join(goals)})))")
        return "\n".join(lines) + "\n(check-sat)\n"

    def _stated(self) -> tuple[list[str], list[str], list[str]]:
        """Return what is true of every state and of the arguments, what is given, and the goals."""
        system = self.system
        cells = [*system.numbers, *(v.cell for v in system.variables)]
        speller = Speller(cells)
        wanted = [g.term for g in self.wanted]
        speller.share((*self.given, *wanted))
        always = [speller.typed(v) for v in system.variables]
        always += [f"(<= {number.domain.low} {speller.name(number)})" for number in system.numbers]
        # That they are no less is part of what terms are folded by, so that no term says it.
        always += [f"(<= 0 {speller.name(p.cell)})" for p in self.parameters]
        given = [speller.truth(t) for t in self.given]
        goals = [speller.truth(t) for t in wanted]
        if self.typing:
            goals += typed_after(speller, self.system, self.writes)
        lines = ["(set-logic ALL)"]
        for cell in cells:
            arguments = " ".join("Int" for _ in cell.places)
            lines.append(f"(declare-fun {speller.name(cell)} ({arguments}) {sort_name(cell)})")
        lines += [f"(declare-const {speller.name(p.cell)} Int)" for p in self.parameters]
        lines += [f"(declare-const {name} Int)" for name in speller.numbers]
        lines += [f"(define-fun {name} () {sort} {text})" for name, sort, text in speller.definitions]
        lines += [f"(assert {text})" for text in (*speller.numbers.values(), *always) if text != "true"]
        return lines, given, goals


def typed_after(speller: Speller, system: OpenSystem, writes: Mapping[Cell, Term]) -> Iterator[str]:
    """Yield that each of these new values of variables is of its type, as text."""
    for variable in system.variables:
        value = writes.get(variable.cell)
        if value is not None:
            yield speller.typed(variable, value, ends=tuple(after(variable.ends, writes)))


def _apart(condition: Term) -> Iterator[Term]:
    """Yield conditions that are together the same: "a, or b and c" is "a or b", and "a or c".

    Only where one alternative alone has parts: else there might be as many conditions as ways to choose.
    """
    if condition.op is Op.AND:
        for part in condition.args:
            yield from _apart(part)
        return
    several = [t for t in condition.args if t.op is Op.AND] if condition.op is Op.OR else []
    if len(several) == 1:
        rest = [t for t in condition.args if t is not several[0]]
        for part in several[0].args:
            yield from _apart(any_of((*rest, part)))
    else:
        yield condition


def step_query(
    system: OpenSystem, update: OpenUpdate, invariant: Sequence[Goal], wanted: Sequence[Goal]
) -> Query:
    """Return the question whether an update leads from the invariant to what is wanted.

    What is true before it, and of which it changes nothing, is not asked about.
    """
    known = {g.term for g in invariant}
    terms = update.after([g.term for g in wanted])
    pairs = zip(wanted, terms, strict=True)
    return Query(
        update.name,
        system,
        (*(g.term for g in invariant), update.enabled, negate(update.wrong)),
        tuple(Goal(g.name, t) for g, t in pairs if t is not TRUE and not (t is g.term and t in known)),
        update.writes,
        update.parameters,
    )


def claim_query(
    system: OpenSystem, update: OpenUpdate | None, invariant: Sequence[Goal], wanted: Goal
) -> Query:
    """Return the question whether a condition on a state (and on the step to be taken) follows."""
    given = tuple(g.term for g in invariant)
    if update is not None:
        given = (*given, update.enabled, negate(update.wrong))
    parameters = () if update is None else update.parameters
    about = "the claim" if update is None else update.name
    return Query(about, system, given, (wanted,), {}, parameters, typing=False)


def starts(system: OpenSystem) -> Iterator[Start]:
    """Yield the ways in which the game is set up, one for each combination of updates that do it."""
    for chain in product(*system.set_up):
        values = dict(system.start)
        guards: list[Term] = []
        for update in chain:
            guards += after((update.guard, negate(update.wrong)), values)
            written = dict(zip(update.writes, after(update.writes.values(), values), strict=True))
            values.update(written)
        yield Start(all_of(guards), values, tuple(p for u in chain for p in u.parameters))


def start_queries(system: OpenSystem, wanted: Sequence[Goal]) -> Iterator[Query]:
    """Yield the questions whether all that is wanted is true once the game is set up."""
    for start in starts(system):
        terms = after([g.term for g in wanted], start.values)
        goals = tuple(Goal(g.name, t) for g, t in zip(wanted, terms, strict=True) if t is not TRUE)
        yield Query("the start", system, (start.guard,), goals, start.values, start.parameters)
