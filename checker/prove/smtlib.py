"""Terms as SMT-LIB text, over integers and truth values.

The text depends on what the terms say alone, not on the order in which they were built: arguments whose
order means nothing are sorted by a digest of their own. What is used several times is named once, so that
the text is in proportion to the graph of terms.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence

from checker.system.terms import Cell, Op, Sort, Term, walk

__all__ = ["Writer", "conjunction", "number_text", "plain_names", "written_alone"]

_ORDERLESS = (Op.AND, Op.OR, Op.ADD, Op.MULTIPLY, Op.EQUAL)

_SYMBOLS = {
    Op.NOT: "not",
    Op.AND: "and",
    Op.OR: "or",
    Op.ITE: "ite",
    Op.EQUAL: "=",
    Op.LESS: "<",
    Op.ADD: "+",
    Op.MULTIPLY: "*",
    Op.DIVIDE: "div",  # by positive constants, so that both round down as terms do
    Op.MODULO: "mod",
}


def plain_names(cells: Iterable[Cell]) -> dict[Cell, str]:
    """Return a name of letters, digits, dots and underscores for each cell, all of them different."""
    names: dict[Cell, str] = {}
    taken: set[str] = set()
    for cell in cells:
        plain = re.sub(r"[^A-Za-z0-9_]+", ".", cell.name).strip(".") or "cell"
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}.{number}", number + 1
        taken.add(name)
        names[cell] = name
    return names


def conjunction(parts: Sequence[str]) -> str:
    """Return "all of ``parts``" as text."""
    if not parts:
        return "true"
    return parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})"


def number_text(value: int) -> str:
    """Return an integer as text; there are no negative numerals."""
    return str(value) if value >= 0 else f"(- {-value})"


class Writer:
    """Writes terms over the cells of one state, sharing what ``roots`` have in common.

    ``share`` makes the name of the shared part with a number. :attr:`shared` has name, sort and text of
    each, such that each uses the ones before it alone.
    """

    def __init__(self, names: dict[Cell, str], roots: Sequence[Term], share: Callable[[int], str]) -> None:
        self._names = names
        self.shared: list[tuple[str, str, str]] = []
        self._texts: dict[int, str] = {}
        self._digests: dict[int, bytes] = {}
        order = list(walk(roots))
        uses: dict[int, int] = {}
        for t in order:
            self._digests[t.id] = self._digest(t)
            for a in t.args:
                uses[a.id] = uses.get(a.id, 0) + 1
        for root in roots:
            uses[root.id] = uses.get(root.id, 0) + 1
        for t in self._in_order(roots):
            text = self._text(t)
            if t.args and uses[t.id] > 1 and not (t.op is Op.NOT and t.args[0].op is Op.VAR):
                name = share(len(self.shared))
                self.shared.append((name, "Bool" if t.sort is Sort.BOOL else "Int", text))
                text = name
            self._texts[t.id] = text

    def text(self, root: Term) -> str:
        """Return the text of one of the roots."""
        return self._texts[root.id]

    def _digest(self, t: Term) -> bytes:
        if t.op is Op.VAR:
            if t.primed:
                raise ValueError(f"{t.cell} is asked for after a step, and a condition is about one state")
            own = f"cell {t.cell.name}"
        else:
            own = f"{t.op.name} {t.sort.name} {t.payload if t.op is Op.CONST else ''}"
        parts = [self._digests[a.id] for a in t.args]
        return hashlib.sha256(
            own.encode() + b"".join(sorted(parts) if t.op in _ORDERLESS else parts)
        ).digest()

    def _args(self, t: Term) -> Sequence[Term]:
        return sorted(t.args, key=lambda a: self._digests[a.id]) if t.op in _ORDERLESS else t.args

    def _in_order(self, roots: Sequence[Term]) -> Iterable[Term]:
        """Yield each term after its arguments, in an order that follows from what the terms say."""
        done: set[int] = set()
        for root in roots:
            waiting = [(root, False)]
            while waiting:
                t, ready = waiting.pop()
                if t.id in done:
                    continue
                if ready:
                    done.add(t.id)
                    yield t
                    continue
                waiting.append((t, True))
                waiting.extend((a, False) for a in reversed(self._args(t)))

    def _text(self, t: Term) -> str:
        if t.op is Op.CONST:
            if t.sort is Sort.BOOL:
                return "true" if t.value else "false"
            return number_text(t.value)
        if t.op is Op.VAR:
            return f"s.{self._names[t.cell]}"
        return f"({_SYMBOLS[t.op]} {' '.join(self._texts[a.id] for a in self._args(t))})"


def written_alone(names: dict[Cell, str], term: Term) -> str:
    """Return one term as text that needs nothing around it: what it shares is bound in it."""
    writer = Writer(names, (term,), lambda number: f"x.{number}")
    text = writer.text(term)
    for name, _, meaning in reversed(writer.shared):
        text = meaning if name == text else f"(let (({name} {meaning})) {text})"
    return text
