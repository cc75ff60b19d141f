"""Terms as the expressions of a language, with what they share written once.

Folded terms are graphs: written out as trees they can be exponentially large. What is used more than once
gets a name, so that the text is in proportion to the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from checker.system.terms import Cell, Op, Sort, Term, walk

__all__ = ["Dialect", "Expressions", "Infix", "Named"]

_SHORT = 24
"""Characters that may be written again rather than named."""

_LONG = 400
"""Characters from which an expression is named although it is used once, so that lines can be read."""

_DEEP = 30
"""The same for parentheses within parentheses."""


class Dialect(Protocol):
    """How a language writes the operators of terms."""

    def constant(self, sort: Sort, value: int) -> str:
        """Return a constant."""

    def operation(self, term: Term, args: list[str]) -> str:
        """Return ``term`` with its arguments written as ``args``, such that it can stand within others."""


@dataclass(frozen=True)
class Named:
    """A name for a term that is used more than once, and what it stands for."""

    name: str
    text: str
    term: Term


@dataclass
class Expressions:
    """Writes terms, and remembers what has a name already.

    ``cells`` gives the names of cells, ``fresh`` a new name for a term that is shared.
    """

    dialect: Dialect
    cells: Mapping[Cell, str]
    fresh: Callable[[Term], str]
    _names: dict[Term, str] = field(default_factory=dict)

    def write(self, roots: Iterable[Term]) -> tuple[list[Named], list[str]]:
        """Return what is to be named first, in order, and then the texts of ``roots``."""
        roots = tuple(roots)
        order = list(walk(roots))
        uses: dict[Term, int] = {}
        for used in (*roots, *(a for t in order for a in t.args)):
            uses[used] = uses.get(used, 0) + 1
        named: list[Named] = []
        texts: dict[Term, tuple[str, int]] = {}
        for t in order:
            known = self._names.get(t)
            if known is not None:
                texts[t] = known, 0
                continue
            text, depth = self._text(t, texts)
            if t.args and ((uses[t] > 1 and len(text) > _SHORT) or len(text) > _LONG or depth > _DEEP):
                self._names[t] = name = self.fresh(t)
                named.append(Named(name, text, t))
                text, depth = name, 0
            texts[t] = text, depth
        return named, [texts[t][0] for t in roots]

    def call(self, term: Term, name: str) -> None:
        """Let ``term`` be written as ``name`` from now on."""
        if term.args:
            self._names[term] = name

    def _text(self, t: Term, texts: Mapping[Term, tuple[str, int]]) -> tuple[str, int]:
        if t.op is Op.CONST:
            return self.dialect.constant(t.sort, t.value), 0
        if t.op is Op.VAR:
            if t.primed:
                raise ValueError(f"{t.cell} is asked for after a step, and there is no step")
            return self.cells[t.cell], 0
        args = [texts[a] for a in t.args]
        return self.dialect.operation(t, [text for text, _ in args]), 1 + max(depth for _, depth in args)


@dataclass(frozen=True)
class Infix:
    """The operators of languages that look like C or Pascal: by their signs, all in parentheses."""

    true: str
    false: str
    negation: str
    conjunction: str
    disjunction: str
    equality: str
    modulo: str
    choice: str = "({} ? {} : {})"

    def constant(self, sort: Sort, value: int) -> str:
        """Return a constant; negative numbers stand in parentheses."""
        if sort is Sort.BOOL:
            return self.true if value else self.false
        return str(value) if value >= 0 else f"({value})"

    def operation(self, term: Term, args: list[str]) -> str:
        """Return an operation in parentheses."""
        match term.op:
            case Op.NOT:
                return f"{self.negation}{args[0]}"
            case Op.AND:
                return f"({f' {self.conjunction} '.join(args)})"
            case Op.OR:
                return f"({f' {self.disjunction} '.join(args)})"
            case Op.ITE:
                return self.choice.format(*args)
            case Op.EQUAL:
                return f"({args[0]} {self.equality} {args[1]})"
            case Op.DIVIDE | Op.MODULO:
                return self._division(term, args)
            case _:
                return f"({f' {term.op.value} '.join(args)})"

    def _division(self, term: Term, args: list[str]) -> str:
        """Return a quotient or remainder rounded down, in languages that round towards zero."""
        divisor = term.args[1].value
        turns = max(0, -(term.args[0].low // divisor))
        lifted = f"({args[0]} + {turns * divisor})" if turns else args[0]
        if term.op is Op.MODULO:
            return f"({lifted} {self.modulo} {divisor})"
        return f"({lifted} / {divisor} - {turns})" if turns else f"({lifted} / {divisor})"
