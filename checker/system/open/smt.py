"""Open terms as SMT-LIB 2.6 text: integers, functions of integers, and quantifiers, under plain names.

Every solver for these takes it: no arrays, no lambdas, no names that must be quoted. Moments are integers.
The least (or greatest) number with a property is a number of which the property is stated: where it depends
on nothing that is bound, one constant for all its uses, else one that a quantifier around the comparison
that uses it binds. There is exactly one such number, so that neither changes what a formula says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy

from checker.system.cells import Cell, Sort
from checker.system.open.functions import UNBOUNDED, place
from checker.system.open.known import bound_cell, free_in
from checker.system.open.model import Variable
from checker.system.terms import DEAD, NOW, Op, Term, var, walk

__all__ = ["NOW_NAME", "Speller", "named", "sort_name"]

NOW_NAME = "d.k.now"
"""The moment of a step."""

_OPERATORS = {Op.NOT: "not", Op.AND: "and", Op.OR: "or", Op.ITE: "ite", Op.EQUAL: "=", Op.LESS: "<",
              Op.ADD: "+", Op.MULTIPLY: "*", Op.DIVIDE: "div", Op.MODULO: "mod"}  # fmt: skip

Bound = Mapping[Cell, str]


def sort_name(cell: Cell) -> str:
    """Return the sort of a variable's values."""
    return "Bool" if cell.domain.sort is Sort.BOOL else "Int"


class _Scope:
    """The body of a quantifier over one variable, with the parts of it that have names, in order."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.names: dict[int, str] = {}
        self.parts: list[tuple[str, str]] = []


class Speller:
    """Spells terms as text, and remembers what it had to name.

    ``chosen`` are variables that every step may find any values in, as if they were arguments of it.
    ``definitions`` are the shared parts, name (``shared`` and a number), sort and text of each, in order;
    ``numbers`` the constants that stand for least and greatest numbers, each with what is true of it. Both
    are over the state before a step, and over the arguments of a step where the terms are.
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        chosen: Collection[Cell] = (),
        *,
        constants: bool = True,
        shared: str = "t.",
    ) -> None:
        self._names = _plain_names(cells)
        self._chosen = chosen
        self._constants = constants
        self._prefix = shared
        self._letter = "d.k."
        self._texts: dict[int, str] = {}
        self._numbers: dict[int, str] = {}
        self._shared: set[int] = set()
        self._fresh = 0
        self._pending: list[list[tuple[str, str]]] = []
        self._scopes: list[_Scope] = []
        self.definitions: list[tuple[str, str, str]] = []
        self.numbers: dict[str, str] = {}

    def name(self, cell: Cell, prefix: str = "s") -> str:
        """Return the name of a variable in the state before a step, or of an argument of the step."""
        if cell.name.startswith("$"):
            return f"d.{cell.name[1:]}"
        if cell in self._chosen:
            return f"d.{self.plain(cell)}"
        return f"{prefix}.{self._names[cell]}"

    def plain(self, cell: Cell) -> str:
        """Return the name of a variable without its prefix."""
        # No argument of a rule has a dot in its name, and so none has the name of what is chosen besides.
        return f"k.{self._names[cell]}" if cell in self._chosen else self._names[cell]

    def share(self, roots: Iterable[Term]) -> None:
        """Give names to the large parts that several of these use, or one uses several times."""
        uses: dict[int, int] = {}
        size: dict[int, int] = {}
        for t in walk(roots):
            size[t.id] = 1 + sum(size[a.id] for a in t.args)
            for a in t.args:
                uses[a.id] = uses.get(a.id, 0) + 1
        self._shared |= {i for i, n in uses.items() if n > 1 and size[i] > 6}

    def share_quantifiers(self, roots: Iterable[Term]) -> None:
        """Give names to all that these say of some number, however seldom they use it."""
        self._shared |= {t.id for t in walk(roots) if t.op is Op.SOME}

    def truth(self, term: Term, bound: Bound | None = None) -> str:
        """Return a truth value as text; ``bound`` has the names of bound variables that stand in it."""
        return self._text(term, bound or {})

    def value(self, term: Term, bound: Bound | None = None) -> tuple[str, Callable[[str], str]]:
        """Return any value as text, and what has to be put around a formula that uses it."""
        if term.sort is Sort.BOOL:
            return self._text(term, bound or {}), lambda formula: formula
        self._pending.append([])
        text = self._text(term, bound or {})
        pending = self._pending.pop()
        return text, lambda formula: _with(pending, formula)

    def complete(self, term: Term) -> str:
        """Return a truth value as text after what has been spelled: what else it uses it binds itself.

        Nothing is remembered of it, so that the text does not depend on what else is spelled so.
        """
        other = copy(self)
        other._texts, other._numbers = dict(self._texts), dict(self._numbers)
        other._shared, other.definitions, other.numbers = set(self._shared), [], {}
        other._prefix, other._letter = "x.t", "x.n"
        other.share((term,))
        text = other.truth(term)
        if other.numbers:
            text = f"(=> (and true {' '.join(other.numbers.values())}) {text})"
        for name, _, meaning in reversed(other.definitions):
            text = f"(let (({name} {meaning})) {text})"
        if other.numbers:
            text = f"(forall ({' '.join(f'({name} Int)' for name in other.numbers)}) {text})"
        return text

    def plain_value(self, term: Term, bound: Bound) -> str | None:
        """Return any value as text, or nothing where something has to be put around what uses it."""
        text, around = self.value(term, bound)
        return text if around("") == "" else None

    # -- the text of a term ----------------------------------------------------------------------

    def _text(self, t: Term, bound: Bound) -> str:
        known = self._texts.get(t.id)
        if known is not None:
            return known
        closed = not free_in(t)
        if not closed and (scope := self._scope_of(t)) is not None and t.id in scope.names:
            return scope.names[t.id]
        text = self._wrapped(t, bound) if t.sort is Sort.BOOL else self._bare(t, bound)
        if closed and t.id in self._shared and t.args and not self._waiting():
            name = f"{self._prefix}{len(self.definitions)}"
            self.definitions.append((name, "Bool" if t.sort is Sort.BOOL else "Int", text))
            text = name
        if closed and not self._waiting():
            self._texts[t.id] = text
        if not closed and t.id in self._shared and t.args and not self._waiting():
            return self._shared_in_scope(t, text)
        return text

    def _shared_in_scope(self, t: Term, text: str) -> str:
        """Return a name for a part that speaks of a bound variable, which is given where that is bound."""
        scope = self._scope_of(t)
        if scope is None:
            return text
        name = scope.names[t.id] = self._fresh_name("x.p")
        scope.parts.append((name, text))
        return name

    def _scope_of(self, t: Term) -> _Scope | None:
        """Return the innermost quantifier at hand that binds something in a term."""
        free = free_in(t)
        return next((scope for scope in reversed(self._scopes) if scope.cell in free), None)

    def _body(self, t: Term, bound: Bound, cell: Cell, name: str) -> str:
        """Return what is said of one bound variable, in which the parts that are used again have names."""
        self._scopes.append(_Scope(cell))
        text = self._text(t, {**bound, cell: name})
        for part, meaning in reversed(self._scopes.pop().parts):
            text = f"(let (({part} {meaning})) {text})"
        return text

    def _waiting(self) -> bool:
        """Whether the text at hand uses a number that a quantifier around it is to bind."""
        return bool(self._pending and self._pending[-1])

    def _wrapped(self, t: Term, bound: Bound) -> str:
        """Return the text of a truth value, with the numbers that it uses bound around it."""
        self._pending.append([])
        text = self._bare(t, bound)
        return _with(self._pending.pop(), text)

    def _bare(self, t: Term, bound: Bound) -> str:
        match t.op:
            case Op.CONST:
                return self._constant(t)
            case Op.VAR:
                return bound[t.cell] if t.cell in bound else self.name(t.cell)
            case Op.AT:
                return f"({self.name(t.cell)} {self._texts_of(t.args, bound)})"
            case Op.SOME:
                return self._some(t, bound)
            case Op.LEAST | Op.GREATEST:
                return self._number(t, bound)
        return f"({_OPERATORS[t.op]} {self._texts_of(t.args, bound)})"

    def _texts_of(self, args: Sequence[Term], bound: Bound) -> str:
        return " ".join(self._text(a, bound) for a in args)

    @staticmethod
    def _constant(t: Term) -> str:
        if t is NOW:
            return NOW_NAME
        if t is DEAD:
            return "0"
        if t.sort is Sort.BOOL:
            return "true" if t.value else "false"
        return str(t.value) if t.value >= 0 else f"(- {-t.value})"

    def _some(self, t: Term, bound: Bound) -> str:
        end = self._text(t.args[0], bound)
        x = self._fresh_name("x.b")
        body = self._body(t.args[1], bound, bound_cell(t), x)
        return f"(exists (({x} Int)) (and (<= 0 {x}) (< {x} {end}) {body}))"

    def _number(self, t: Term, bound: Bound) -> str:
        known = self._numbers.get(t.id)
        if known is not None:
            return known
        constant = self._constants and not free_in(t)
        name = self._fresh_name(self._letter if constant else "x.k")
        if constant:
            self._numbers[t.id] = name
            self._pending.append([])
            meaning = self._meaning(t, name, bound)
            self.numbers[name] = _with(self._pending.pop(), meaning)
        else:
            self._pending[-1].append((name, self._meaning(t, name, bound)))
        return name

    def _meaning(self, t: Term, name: str, bound: Bound) -> str:
        end = self._text(t.args[0], bound)
        cell = bound_cell(t)
        x = self._fresh_name("x.b")
        here = self._body(t.args[1], bound, cell, name)
        there = self._body(t.args[1], bound, cell, x)
        if t.op is Op.LEAST:
            return (
                f"(and (<= 0 {name}) (<= {name} {end}) (=> (< {name} {end}) {here}) "
                f"(forall (({x} Int)) (=> (and (<= 0 {x}) (< {x} {name})) (not {there}))))"
            )
        return (
            f"(and (<= (- 1) {name}) (< {name} {end}) (=> (<= 0 {name}) {here}) "
            f"(forall (({x} Int)) (=> (and (< {name} {x}) (< {x} {end})) (not {there}))))"
        )

    def _fresh_name(self, letter: str) -> str:
        self._fresh += 1
        return f"{letter}{self._fresh}"

    # -- types -----------------------------------------------------------------------------------

    def typed(
        self, variable: Variable, value: Term | None = None, *, ends: tuple[Term, ...] | None = None
    ) -> str:
        """Return that a variable has values of its type wherever it is looked at.

        ``value`` is what it has, over its places, and ``ends`` are the ends of these: its own value, and
        those of the state at hand, unless given.
        """
        bound = self._places_below(variable.ends)
        formula = self._in_range(variable, var(variable.cell) if value is None else value, bound)
        return formula if formula == "true" else self.everywhere(ends or variable.ends, bound, formula)

    def typed_together(self, variables: Iterable[Variable]) -> Iterator[str]:
        """Yield that variables have values of their types, said once of all that have the same places."""
        together: dict[tuple[Term, ...], list[Variable]] = {}
        for variable in variables:
            together.setdefault(variable.ends, []).append(variable)
        for ends, several in together.items():
            bound = self._places_below(ends)
            parts = [self._in_range(v, var(v.cell), bound) for v in several]
            parts = [part for part in parts if part != "true"]
            if parts:
                yield self.everywhere(ends, bound, f"(and true {' '.join(parts)})")

    def _places_below(self, ends: tuple[Term, ...]) -> dict[Cell, str]:
        return {place(i): self._fresh_name("x.i") for i in range(len(ends))}

    def _in_range(self, variable: Variable, value: Term, bound: Bound) -> str:
        """Return that a value is one of the type of a variable."""
        domain = variable.cell.domain
        if domain.sort is not Sort.INT:
            return "true"
        text, around = self.value(value, bound)
        parts = [f"(<= {domain.low} {text})"]
        if domain.high < UNBOUNDED:
            parts.append(f"(<= {text} {domain.high})")
        if variable.end is not None:
            parts.append(f"(< {text} {self._text(variable.end, {})})")
        return around(f"(and {' '.join(parts)})")

    def everywhere(self, ends: tuple[Term, ...], bound: Bound, formula: str) -> str:
        """Return that a formula is true at all places below these ends."""
        for position in reversed(range(len(ends))):
            x = bound[place(position)]
            end = self._text(ends[position], bound)
            formula = f"(forall (({x} Int)) (=> (and (<= 0 {x}) (< {x} {end})) {formula}))"
        return formula

    def places(self, cell: Cell) -> dict[Cell, str]:
        """Return fresh names for the places of a function."""
        return {p: self._fresh_name("x.i") for p in cell.places}


def named(name: str, sort: str, meaning: str, *, apart: bool) -> list[str]:
    """Return the lines that define a shared part.

    With ``apart``, what has a quantifier is a constant of its own: that it cannot be both true and false is
    seen without looking into it. Where one has to look into it, that takes longer.
    """
    if apart and sort == "Bool" and "(exists " in meaning:
        return [f"(declare-const {name} Bool)", f"(assert (= {name} {meaning}))"]
    return [f"(define-fun {name} () {sort} {meaning})"]


def _with(pending: list[tuple[str, str]], formula: str) -> str:
    for name, meaning in reversed(pending):
        formula = f"(exists (({name} Int)) (and {meaning} {formula}))"
    return formula


def _plain_names(cells: Iterable[Cell]) -> dict[Cell, str]:
    """Return names of letters, digits, dots and underscores alone, each once."""
    taken: set[str] = set()
    names: dict[Cell, str] = {}
    for cell in cells:
        plain = re.sub(r"[^A-Za-z0-9.]+", "_", cell.name.replace("?", ".there")).strip("_")
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name)
        names[cell] = name
    return names
