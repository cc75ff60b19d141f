"""Terms as Python source: flat statements and shallow expressions, what is shared computed once.

The source is read by Python's own compiler, which allows neither deep parentheses nor deep blocks, so
that expressions over a depth are cut into assignments, and blocks are nested only so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from checker.system.terms import Cell, Op, Sort, Term

__all__ = ["MAX_BLOCKS", "Scope", "Writer", "below", "heavy"]

MAX_BLOCKS = 16
"""How deep blocks may be nested (Python allows 100 levels of indentation)."""

_MAX_DEPTH = 20
_MAX_LENGTH = 1000
_MAX_SUMMANDS = 20
_CHEAP = 2


@dataclass(frozen=True)
class _Text:
    """An expression. ``number`` says that a truth value is 0 or 1 and not ``False`` or ``True``."""

    text: str
    number: bool
    depth: int = 0


@dataclass
class Scope:
    """The local names that are known in a block of the source, and in the blocks around it.

    ``ready`` names terms that are computed wherever this block is reached; ``lazy`` names terms that
    hold ``None`` until the first block that needs them has computed them.
    """

    ready: dict[int, _Text] = field(default_factory=dict)
    lazy: dict[int, str] = field(default_factory=dict)
    outer: Scope | None = None
    blocks: int = 0

    def find(self, term: Term) -> _Text | None:
        """Return the name of a computed term."""
        scope: Scope | None = self
        while scope is not None:
            if term.id in scope.ready:
                return scope.ready[term.id]
            scope = scope.outer
        return None

    def find_lazy(self, term: Term) -> str | None:
        """Return the name under which a term is kept once it is computed."""
        scope: Scope | None = self
        while scope is not None:
            if term.id in scope.lazy:
                return scope.lazy[term.id]
            scope = scope.outer
        return None

    def inner(self) -> Scope:
        """Return the scope of a block within this one."""
        return Scope(outer=self, blocks=self.blocks + 1)


def heavy(term: Term) -> bool:
    """Whether reading a local name is clearly cheaper than computing the term again."""
    todo, seen = [term], 0
    while todo:
        t = todo.pop()
        if t.args and t.op is not Op.NOT:
            seen += 1
            if seen > _CHEAP:
                return True
        todo.extend(t.args)
    return False


def below(roots: Iterable[Term], scope: Scope) -> list[Term]:
    """Return the terms needed for ``roots`` that ``scope`` does not have, arguments first, each once."""
    order: list[Term] = []
    done: set[int] = set()
    todo = [(t, False) for t in roots]
    todo.reverse()
    while todo:
        term, expanded = todo.pop()
        if term.id in done:
            continue
        if expanded or not term.args or scope.find(term) is not None:
            done.add(term.id)
            order.append(term)
        else:
            todo.append((term, True))
            todo.extend((a, False) for a in reversed(term.args) if a.id not in done)
    return order


class Writer:
    """Collects the lines of a function, and makes local names for its terms."""

    def __init__(self, position: Mapping[Cell, int]) -> None:
        self.lines: list[str] = []
        self._position = position
        self._names = 0

    def line(self, scope: Scope, text: str) -> None:
        """Write a line at the depth of ``scope``."""
        self.lines.append("    " * (scope.blocks + 1) + text)

    def fresh(self) -> str:
        """Return a name that is not in use."""
        self._names += 1
        return f"t{self._names}"

    def declare(self, terms: Iterable[Term], scope: Scope) -> None:
        """Let ``terms`` be computed once in ``scope``, and only in the blocks that need them."""
        new = {term.id: self.fresh() for term in terms}
        scope.lazy.update(new)
        names = list(new.values())
        for i in range(0, len(names), 50):
            self.line(scope, " = ".join([*names[i : i + 50], "None"]))

    def conditions(self, terms: Iterable[Term], scope: Scope) -> str:
        """Write what the conjunction of ``terms`` needs, and return it as an expression to be tested."""
        texts = [t.text for t in self._render(tuple(terms), scope)]
        texts.sort(key=len)
        return " and ".join(texts) if texts else "True"

    def values(self, terms: Iterable[Term], scope: Scope) -> list[str]:
        """Write what ``terms`` need, and return expressions for their values as integers."""
        return [t.text if t.number else f"(1 if {t.text} else 0)" for t in self._render(tuple(terms), scope)]

    def _render(self, roots: tuple[Term, ...], scope: Scope) -> list[_Text]:
        order = below(roots, scope)
        uses: dict[int, int] = {}
        for used in (*roots, *(a for t in order if scope.find(t) is None for a in t.args)):
            uses[used.id] = uses.get(used.id, 0) + 1
        lazy = {t.id: name for t in order if (name := scope.find_lazy(t)) is not None and not scope.find(t)}
        texts: dict[int, _Text] = {}
        for t in order:
            known = scope.find(t)
            if known is None:
                known = self._text(t, texts)
                name = lazy.get(t.id)
                if name is not None:
                    self.line(scope, f"if {name} is None: {name} = {known.text}")
                elif (
                    known.depth > _MAX_DEPTH or len(known.text) > _MAX_LENGTH or (uses[t.id] > 1 and heavy(t))
                ):
                    name = self.fresh()
                    self.line(scope, f"{name} = {known.text}")
                if name is not None:
                    known = _Text(name, known.number)
                    scope.ready[t.id] = known
            texts[t.id] = known
        return [texts[t.id] for t in roots]

    def _text(self, t: Term, texts: Mapping[int, _Text]) -> _Text:
        if t.op is Op.CONST:
            return _Text(str(t.value), number=True)
        if t.op is Op.VAR:
            if t.primed:
                raise ValueError(f"{t.cell} is asked for after a step, and there is no step")
            return _Text(f"c{self._position[t.cell]}", number=True)
        a = [texts[x.id] for x in t.args]
        depth = 1 + max(x.depth for x in a)
        number = t.sort is Sort.INT
        match t.op:
            case Op.NOT:
                text = f"(not {a[0].text})"
            case Op.AND | Op.OR:
                number = all(x.number for x in a)
                operator = f" {t.op.value} "
                text = f"({operator.join(x.text for x in sorted(a, key=lambda x: len(x.text)))})"
            case Op.ITE:
                number = a[1].number and a[2].number
                if a[0].number and (a[1].text, a[2].text) == ("1", "0"):
                    return a[0]
                text = f"({a[1].text} if {a[0].text} else {a[2].text})"
            case Op.EQUAL:
                text = f"({a[0].text} == {a[1].text})"
            case Op.ADD if len(a) > _MAX_SUMMANDS:
                text = f"sum(({', '.join(x.text for x in a)}))"
            case _:
                operator = f" {t.op.value} "
                text = f"({operator.join(x.text for x in a)})"
        return _Text(text, number, depth)
