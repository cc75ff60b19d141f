"""The printed form of terms and systems, which tests compare and ``ruleproof show`` prints."""

from __future__ import annotations

from collections.abc import Iterator

from checker.system.model import System, Update
from checker.system.shapes import show
from checker.system.terms import FALSE, TRUE, Op, Sort, Term

__all__ = ["format_system", "format_term", "format_update"]

_PRECEDENCE = {
    Op.OR: 1, Op.AND: 2, Op.NOT: 3, Op.EQUAL: 4, Op.LESS: 4, Op.ADD: 5, Op.MULTIPLY: 6, Op.DIVIDE: 6,
    Op.MODULO: 6,
}  # fmt: skip


def format_term(term: Term) -> str:
    """Return ``term`` as readable infix text; enumerated constants are shown by their labels."""
    return _format(term, 0)


def _format(t: Term, around: int) -> str:
    text = _text(t)
    return f"({text})" if _PRECEDENCE.get(t.op, 9) <= around else text


def _text(t: Term) -> str:
    match t.op:
        case Op.CONST:
            if t.sort is Sort.BOOL:
                return "true" if t.value else "false"
            return str(t.payload)
        case Op.VAR:
            return f"{t.cell.name}'" if t.primed else t.cell.name
        case Op.NOT:
            inner = t.args[0]
            if inner.op is Op.EQUAL:
                return _relation(inner, "!=")
            if inner.op is Op.LESS:
                return _relation(inner, ">=")
            return f"not {_format(inner, _PRECEDENCE[Op.NOT] - 1)}"
        case Op.AND:
            return " and ".join(_format(a, _PRECEDENCE[Op.AND]) for a in t.args)
        case Op.OR:
            return " or ".join(_format(a, _PRECEDENCE[Op.OR]) for a in t.args)
        case Op.ITE:
            return f"if({', '.join(_format(a, 0) for a in t.args)})"
        case Op.ADD:
            return _format_sum(t)
        case Op.EQUAL | Op.LESS:
            return _relation(t, t.op.value)
        case _:
            operator = f" {t.op.value} "
            return operator.join(_format(a, _PRECEDENCE[t.op]) for a in t.args)


def _relation(t: Term, symbol: str) -> str:
    left, right = t.args
    if right.is_const and left.op is Op.VAR and left.cell.domain.labels and t.op is Op.EQUAL:
        return f"{_format(left, 4)} {symbol} {left.cell.domain.show(right.value)}"
    return f"{_format(left, 4)} {symbol} {_format(right, 4)}"


def _format_sum(t: Term) -> str:
    parts: list[str] = []
    for a in t.args:
        if a.is_const and a.value < 0 and parts:
            parts.append(f" - {-a.value}")
        elif a.op is Op.MULTIPLY and a.args[0].is_const and a.args[0].value == -1 and parts:
            parts.append(f" - {_format(a.args[1], _PRECEDENCE[Op.ADD])}")
        else:
            parts.append((" + " if parts else "") + _format(a, _PRECEDENCE[Op.ADD] - 1))
    return "".join(parts)


def _format_next(cell_labels: tuple[str, ...], low: int, t: Term) -> str:
    if t.is_const and cell_labels and low <= t.value < low + len(cell_labels):
        return cell_labels[t.value - low]
    return format_term(t)


def format_update(update: Update) -> Iterator[str]:
    """Yield the lines of one update."""
    cites = f"  [{', '.join(update.clauses)}]" if update.clauses else ""
    yield f"{update.kind.value} {update.name}{cites}  {update.source}"
    if update.guard is not TRUE:
        yield f"  when {format_term(update.guard)}"
    for cell, term in sorted(update.next.items(), key=lambda item: item[0].name):
        yield f"  {cell.name}' = {_format_next(cell.domain.labels, cell.domain.low, term)}"
    if update.wrong is not FALSE:
        yield f"  wrong if {format_term(update.wrong)}"
    if update.cut is not FALSE:
        yield f"  cut if {format_term(update.cut)}"


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
