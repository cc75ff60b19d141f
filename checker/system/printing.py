"""The printed form of terms and systems, which tests compare and ``ruleproof show`` prints.

The form depends on the terms alone, not on the order in which they were built: the parts of conjunctions,
disjunctions and sums are sorted by their text. A large part that is used several times is printed once,
under a name such as ``$1``, so that the text is never much longer than the term is large.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checker.system.model import System, Update
from checker.system.shapes import show
from checker.system.terms import FALSE, TRUE, Op, Sort, Term, walk

__all__ = ["format_system", "format_term", "format_update"]

_PRECEDENCE = {
    Op.OR: 1, Op.AND: 2, Op.NOT: 3, Op.EQUAL: 4, Op.LESS: 4, Op.ADD: 5, Op.MULTIPLY: 6, Op.DIVIDE: 6,
    Op.MODULO: 6,
}  # fmt: skip
_ATOM = 9

_LARGE = 16
"""From how many nodes on a part that is used several times gets a name."""

_NAME = re.compile(r"\$[0-9a-f]{16}")


def format_term(term: Term) -> str:
    """Return ``term`` as readable infix text; enumerated constants are shown by their labels."""
    [text], definitions = _format_together([term])
    if not definitions:
        return text
    return f"{text} where " + "; ".join(f"{name} = {meaning}" for name, meaning in definitions)


def format_update(update: Update) -> Iterator[str]:
    """Yield the lines of one update."""
    changed = sorted(update.next, key=lambda cell: cell.name)
    roots = [update.guard, update.wrong, update.cut, *(update.next[cell] for cell in changed)]
    (guard, wrong, cut, *following), definitions = _format_together(roots)
    cites = f"  [{', '.join(update.clauses)}]" if update.clauses else ""
    yield f"{update.kind.value} {update.name} at rank {update.rank}{cites}  {update.source}"
    if update.guard is not TRUE:
        yield f"  when {guard}"
    for cell, text in zip(changed, following, strict=True):
        value = update.next[cell]
        is_label = value.is_const and cell.domain.labels
        yield f"  {cell.name}' = {cell.domain.show(value.value) if is_label else text}"
    if update.wrong is not FALSE:
        yield f"  wrong if {wrong}"
    if update.cut is not FALSE:
        yield f"  cut if {cut}"
    for name, meaning in definitions:
        yield f"  where {name} = {meaning}"


def format_system(system: System) -> str:
    """Return the whole system as text."""
    lines = [f"game {system.name}"]
    for title, table in (("sizes", system.sizes), ("bounds", system.bounds), ("readings", system.readings)):
        if table:
            lines.append(f"{title}: " + ", ".join(f"{k}={v}" for k, v in table.items()))
    lines.append("cells:")
    lines.extend(f"  {cell.name}: {cell.domain}" for cell in system.cells)
    lines.append("starts at:" if len(system.initial) == 1 else f"starts at one of {len(system.initial)}:")
    for state in system.initial[:4]:
        values = ", ".join(f"{k}={show(v)}" for k, v in system.show_state(state).items())
        lines.append(f"  {values}")
    if system.over is not FALSE:
        lines.append(f"over when {format_term(system.over)}")
    for update in system.updates:
        lines.append("")
        lines.extend(format_update(update))
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class _Text:
    """A printed term, and how tightly its outermost operator binds."""

    text: str
    binds: int = _ATOM

    def within(self, around: int) -> str:
        """Return the text in parentheses unless it binds more tightly than ``around``."""
        return self.text if self.binds > around else f"({self.text})"


def _format_together(roots: Iterable[Term]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the texts of ``roots``, and the names of what they share, with meanings."""
    roots = tuple(roots)
    order = list(walk(roots))
    uses: dict[int, int] = {}
    size: dict[int, int] = {}
    for t in order:
        size[t.id] = min(_LARGE, 1 + sum(size[a.id] for a in t.args))
        for a in t.args:
            uses[a.id] = uses.get(a.id, 0) + 1
    for root in roots:
        uses[root.id] = uses.get(root.id, 0) + 1
    texts: dict[int, _Text] = {}
    meanings: dict[str, str] = {}
    for t in order:
        printed = _print(t, texts)
        if uses[t.id] > 1 and size[t.id] == _LARGE:
            # Named by its own text for now, so that sorting does not depend on the order of building.
            name = "$" + hashlib.sha256(printed.text.encode()).hexdigest()[:16]
            meanings[name] = printed.text
            printed = _Text(name)
        texts[t.id] = printed
    lines = [texts[root.id].text for root in roots]
    names: dict[str, str] = {}
    queue = list(lines)
    for text in queue:  # grows by the meanings of the names that turn up
        for name in _NAME.findall(text):
            if name not in names:
                names[name] = f"${len(names) + 1}"
                queue.append(meanings[name])

    def renamed(text: str) -> str:
        return _NAME.sub(lambda match: names[match.group()], text)

    return [renamed(x) for x in lines], [(short, renamed(meanings[name])) for name, short in names.items()]


def _print(t: Term, texts: dict[int, _Text]) -> _Text:
    """Return the text of a term whose arguments have been printed."""
    a = [texts[x.id] for x in t.args]
    binds = _PRECEDENCE.get(t.op, _ATOM)
    match t.op:
        case Op.CONST if t.sort is Sort.BOOL:
            return _Text("true" if t.value else "false")
        case Op.CONST:
            return _Text(str(t.payload))
        case Op.VAR:
            return _Text(f"{t.cell.name}'" if t.primed else t.cell.name)
        case Op.AT:
            return _Text(f"{t.cell.name}{chr(39) if t.primed else ''}({', '.join(x.text for x in a)})")
        case Op.SOME | Op.LEAST | Op.GREATEST:
            assert isinstance(t.payload, tuple)
            return _Text(f"{t.op.value} {t.payload[0].name} < {a[0].within(_ATOM - 1)}: {a[1].text}", 0)
        case Op.NOT:
            inner = t.args[0]
            symbol = {Op.EQUAL: "!=", Op.LESS: ">="}.get(inner.op)
            if symbol is not None:
                return _Text(_relation(inner, symbol, texts), binds)
            return _Text(f"not {a[0].within(binds - 1)}", binds)
        case Op.AND | Op.OR:
            return _Text(f" {t.op.value} ".join(sorted(x.within(binds) for x in a)), binds)
        case Op.ITE:
            return _Text(f"if({', '.join(x.text for x in a)})")
        case Op.ADD:
            return _Text(_sum(t, texts), binds)
        case Op.EQUAL | Op.LESS:
            return _Text(_relation(t, t.op.value, texts), binds)
        case _:
            parts = [x.within(binds) for x in a]
            if t.op is Op.MULTIPLY and not t.args[0].is_const:
                parts.sort()
            return _Text(f" {t.op.value} ".join(parts), binds)


def _relation(t: Term, symbol: str, texts: dict[int, _Text]) -> str:
    left, right = t.args
    first, second = (texts[x.id].within(_PRECEDENCE[t.op]) for x in t.args)
    if t.op is Op.EQUAL and right.is_const and left.op is Op.VAR and left.cell.domain.labels:
        second = left.cell.domain.show(right.value)
    elif t.op is Op.EQUAL and not right.is_const and second < first:
        first, second = second, first
    return f"{first} {symbol} {second}"


def _sum(t: Term, texts: dict[int, _Text]) -> str:
    """Return a sum: what is added, then what is taken away, each sorted, and the constant last."""
    plus: list[str] = []
    minus: list[str] = []
    constant = 0
    for x in t.args:
        if x.is_const:
            constant = x.value
        elif x.op is Op.MULTIPLY and x.args[0].is_const and x.args[0].value < 0:
            factor = -x.args[0].value
            base = texts[x.args[1].id].within(_PRECEDENCE[Op.MULTIPLY] if factor > 1 else _PRECEDENCE[Op.ADD])
            minus.append(base if factor == 1 else f"{factor} * {base}")
        else:
            plus.append(texts[x.id].within(_PRECEDENCE[Op.ADD]))
    plus.sort()
    minus.sort()
    if constant > 0 or not plus:
        plus.append(str(constant))
    elif constant < 0:
        minus.append(str(-constant))
    return " - ".join((" + ".join(plus), *minus))
