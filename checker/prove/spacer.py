"""Proof by property-directed reachability: z3's Spacer over the integers and truth values of the cells.

Every way to start and every step is one Horn clause about the states that plays reach. What Spacer answers is
not believed: an invariant comes back as terms, to be checked as any other, and a play as the choices along
its way, to be run on plain numbers.

After Komuravelli, Gurfinkel and Chaki, "SMT-based model checking for recursive programs" (2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any  # z3 has no type information

from checker.prove.smtlib import Writer, conjunction, number_text, plain_names
from checker.prove.solver import INTERRUPTED, Clock
from checker.system.model import System
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Sort,
    Term,
    all_of,
    any_of,
    boolean,
    equal,
    integer,
    ite,
    less,
    less_equal,
    multiply,
    negate,
    total,
    var,
)

__all__ = ["Reached", "Shown", "Stopped", "spacer"]


@dataclass(frozen=True)
class Shown:
    """Conditions that are together inductive, given what was known, and rule out every bad state."""

    invariant: tuple[Term, ...]
    frames: int


@dataclass(frozen=True)
class Reached:
    """A play to a bad state, as Spacer has it: an initial state by number, then updates by theirs."""

    choices: tuple[int, ...]


@dataclass(frozen=True)
class Stopped:
    """No answer: ``reason`` says why, ``frames`` within how many steps of the start nothing is bad."""

    reason: str
    frames: int


def spacer(system: System, claim: Term, known: Sequence[Term], clock: Clock) -> Shown | Reached | Stopped:
    """Look for an inductive invariant that shows ``claim``, or a play that breaks it.

    ``known`` are conditions that are true in every reachable state: every step may take them for granted.
    """
    import z3

    engine = z3.Fixedpoint()
    # What is found is to be about all cells: none is left out, and no step is put into others.
    kept = ("slice", "inline_eager", "inline_linear", "inline_linear_branch")
    engine.set(engine="spacer", **{f"xform.{name}": False for name in kept})
    left = clock.left
    if left is not None:
        engine.set("timeout", max(1, int(left * 1000)))
    engine.parse_string(_script(system, claim, known))
    sorts = [z3.BoolSort() if cell.domain.sort is Sort.BOOL else z3.IntSort() for cell in system.cells]
    reached = z3.Function("reached", *sorts, z3.BoolSort())
    try:
        found = engine.query(z3.Bool("bad"))
    except z3.Z3Exception as error:  # so it tells of its time limit, too
        return _stopped(engine, str(error))
    if found == z3.unknown:
        return _stopped(engine, engine.reason_unknown())
    if found == z3.sat:
        return Reached(_choices(engine))
    reader = _Reader([var(cell) for cell in system.cells])
    return Shown(tuple(reader.conditions(engine.get_cover_delta(-1, reached))), _frames(engine))


def _stopped(engine: Any, told: str) -> Stopped:
    """Return that there is no answer.

    Raises:
        KeyboardInterrupt: the user gave up, which z3 has caught.
    """
    if told == INTERRUPTED:
        raise KeyboardInterrupt
    late = any(word in told for word in ("timeout", "canceled"))
    return Stopped("time limit" if late else f"Spacer gave up: {told}", _frames(engine))


def _frames(engine: Any) -> int:
    figures = engine.statistics()
    return int(dict(zip(figures.keys(), (v for _, v in figures), strict=True)).get("SPACER max depth", 0))


# -- the clauses ---------------------------------------------------------------------------------


def _script(system: System, claim: Term, known: Sequence[Term]) -> str:
    """Return the clauses: ``reached`` of all cells is true of all states that plays reach."""
    names = plain_names(system.cells)
    updates = [(number, u) for number, u in enumerate(system.updates) if u.enabled is not FALSE]
    before = all_of(known)
    roots = [before, negate(claim)]
    for _, update in updates:
        roots += [update.enabled, negate(update.wrong), negate(update.cut), *update.next.values()]
    writer = Writer(names, roots, lambda number: f"t.{number}")
    cells = [f"s.{names[cell]}" for cell in system.cells]
    sorts = [_sort(cell) for cell in system.cells]
    here = f"(reached {' '.join(cells)})"
    lines = [f"(declare-var {cell} {sort})" for cell, sort in zip(cells, sorts, strict=True)]
    lines += [f"(declare-rel reached ({' '.join(sorts)}))", "(declare-rel bad ())"]
    lines += [f"(define-fun {name} () {sort} {text})" for name, sort, text in writer.shared]
    for number, state in enumerate(system.initial):
        values = " ".join(_value(cell, value) for cell, value in zip(system.cells, state, strict=True))
        lines.append(f"(rule (reached {values}) start_{number})")
    for number, update in updates:
        when = [before, update.enabled, negate(update.wrong), negate(update.cut)]
        body = conjunction([here, *(writer.text(term) for term in when)])
        after = " ".join(
            writer.text(update.next[cell]) if cell in update.next else f"s.{names[cell]}"
            for cell in system.cells
        )
        lines.append(f"(rule (=> {body} (reached {after})) step_{number})")
    bad = conjunction([here, *(writer.text(term) for term in (before, negate(claim)))])
    return "\n".join([*lines, f"(rule (=> {bad} bad) end_0)", ""])


def _sort(cell: Cell) -> str:
    return "Bool" if cell.domain.sort is Sort.BOOL else "Int"


def _value(cell: Cell, value: int) -> str:
    if cell.domain.sort is Sort.BOOL:
        return "true" if value else "false"
    return number_text(value)


def _choices(engine: Any) -> tuple[int, ...]:
    """Return the start and the updates of the play that was found, in order."""
    named = [str(name).rpartition("_") for name in engine.get_rule_names_along_trace()]
    numbers = [int(number) for kind, _, number in named if kind in ("start", "step")]
    return tuple(reversed(numbers))


# -- the answer ----------------------------------------------------------------------------------


class _Reader:
    """Reads conditions of the solver over the arguments of ``reached`` as terms over the cells."""

    def __init__(self, cells: Sequence[Term]) -> None:
        self._cells = cells
        self._known: dict[int, Term] = {}

    def conditions(self, found: Any) -> list[Term]:
        """Return conditions that are together ``found``."""
        import z3

        parts = found.children() if z3.is_and(found) else [found]
        return list(dict.fromkeys(t for t in map(self._term, parts) if t is not TRUE))

    def _term(self, root: Any) -> Term:
        waiting = [root]
        while waiting:
            top = waiting[-1]
            missing = [a for a in top.children() if a.get_id() not in self._known]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if top.get_id() not in self._known:
                self._known[top.get_id()] = self._made(top, [self._known[a.get_id()] for a in top.children()])
        return self._known[root.get_id()]

    def _made(self, found: Any, args: list[Term]) -> Term:
        import z3

        if z3.is_var(found):
            return self._cells[int(z3.get_var_index(found))]
        if z3.is_int_value(found):
            return integer(found.as_long())
        kind = found.decl().kind()
        match kind:
            case z3.Z3_OP_TRUE | z3.Z3_OP_FALSE:
                return boolean(kind == z3.Z3_OP_TRUE)
            case z3.Z3_OP_NOT:
                return negate(args[0])
            case z3.Z3_OP_AND:
                return all_of(args)
            case z3.Z3_OP_OR:
                return any_of(args)
            case z3.Z3_OP_IMPLIES:
                return any_of((negate(args[0]), args[1]))
            case z3.Z3_OP_ITE:
                return ite(*args)
            case z3.Z3_OP_EQ | z3.Z3_OP_IFF:
                return equal(*args)
            case z3.Z3_OP_LE:
                return less_equal(*args)
            case z3.Z3_OP_GE:
                return less_equal(args[1], args[0])
            case z3.Z3_OP_LT:
                return less(*args)
            case z3.Z3_OP_GT:
                return less(args[1], args[0])
            case z3.Z3_OP_ADD:
                return total(args)
            case z3.Z3_OP_SUB:
                return total([args[0], *(multiply(integer(-1), a) for a in args[1:])])
            case z3.Z3_OP_UMINUS:
                return multiply(integer(-1), args[0])
            case z3.Z3_OP_MUL:
                return reduce(multiply, args)
        raise ValueError(f"{found.decl()} is no operation that conditions have")
