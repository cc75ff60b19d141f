"""SMV, for NuSMV and nuXmv.

The step is an input variable, so that a trace says which rules were taken. Each cell says once what the
steps make of it. A state without a successor goes on as it is by the step ``nothing``, since branching-time
claims are about endless plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.export.comments import about_cell, about_property, about_update, heading
from checker.export.effects import cell_texts
from checker.export.expressions import Expressions, Infix
from checker.export.model import Exported, Property, PropertyKind
from checker.system.terms import Cell, Sort, Term

__all__ = ["HOLDS", "write"]

HOLDS = frozenset(PropertyKind)
"""The kinds of claim that can be exported."""

_DIALECT = Infix("TRUE", "FALSE", "!", "&", "|", "=", "mod")

_HOW = (
    "  NuSMV model.smv             judge the claims",
    "  NuSMV -int model.smv        then: go; compute_reachable; print_reachable_states",
    "What is possible is claimed to be impossible: it is possible where that invariant is false. A play that",
    "a bound cuts off stays where it is, as does one that has ended.",
)


def write(exported: Exported) -> str:
    """Return the model as the text of a file."""
    return "\n".join(_lines(exported)) + "\n"


def _lines(exported: Exported) -> Iterator[str]:
    cells = cell_texts(exported, _DIALECT)
    numbers = iter(range(1, 1 << 31))
    expressions = Expressions(_DIALECT, cells, lambda _: f"t{next(numbers)}")
    yield from _comment(heading(exported, "SMV", _HOW))
    yield "MODULE main"
    yield ""
    yield "VAR"
    for cell in exported.cells:
        domain = cell.domain
        kind = "boolean" if domain.sort is Sort.BOOL else f"{domain.low}..{domain.high}"
        yield f"  {cells[cell]} : {kind};  -- {about_cell(cell)}"
    yield ""
    yield "IVAR"
    yield f"  move : {{{', '.join((*exported.step_names, 'nothing'))}}};"
    yield ""
    yield "INIT"
    yield f"  {_start(exported, cells)};"
    for (update, guard), name in zip(exported.steps, exported.step_names, strict=True):
        yield ""
        yield from _comment(about_update(update))
        yield from _defined(expressions, guard, f"can_{name}")
        yield f"TRANS move = {name} -> can_{name};"
    stuck = " & ".join(f"!can_{name}" for name in exported.step_names) or "TRUE"
    yield ""
    yield f"TRANS move = nothing -> {stuck};"
    for cell in exported.cells:
        yield ""
        yield from _next(exported, cell, cells[cell], expressions)
    for claim, name in zip(exported.properties, exported.property_names, strict=True):
        yield ""
        yield from _comment(about_property(claim))
        yield from _claim(claim, name, expressions)


def _start(exported: Exported, cells: dict[Cell, str]) -> str:
    """Return the condition of being an initial state: what all have in common, and then each of the rest."""
    columns = list(zip(*exported.starts, strict=True))
    same = [i for i, values in enumerate(columns) if len(set(values)) == 1]
    other = [i for i in range(len(columns)) if i not in set(same)]

    def are(state: tuple[int, ...], places: list[int]) -> list[str]:
        return [
            f"{cells[exported.cells[i]]} = {_DIALECT.constant(exported.cells[i].domain.sort, state[i])}"
            for i in places
        ]

    parts = are(exported.starts[0], same) if exported.starts else ["FALSE"]
    if other:
        ways = "\n   | ".join(f"({' & '.join(are(state, other))})" for state in exported.starts)
        parts.append(f"({ways})")
    return " & ".join(parts) or "TRUE"


def _defined(expressions: Expressions, term: Term, name: str) -> Iterator[str]:
    """Yield what defines ``name`` as ``term``, and what the term shares with others."""
    named, (text,) = expressions.write((term,))
    yield from (f"DEFINE {n.name} := {n.text};" for n in named)
    yield f"DEFINE {name} := {text};"
    expressions.call(term, name)


def _next(exported: Exported, cell: Cell, name: str, expressions: Expressions) -> Iterator[str]:
    """Yield what the steps make of one cell."""
    moves: dict[Term, list[str]] = {}
    for (update, _), step in zip(exported.steps, exported.step_names, strict=True):
        if cell in update.next:
            moves.setdefault(update.next[cell], []).append(step)
    named, texts = expressions.write(moves)
    yield from (f"DEFINE {n.name} := {n.text};" for n in named)
    if not moves:
        yield f"TRANS next({name}) = {name};"
        return
    yield f"TRANS next({name}) = case"
    for steps, text in zip(moves.values(), texts, strict=True):
        yield f"    {' | '.join(f'move = {step}' for step in steps)} : {text};"
    yield f"    TRUE : {name};"
    yield "  esac;"


def _claim(claim: Property, name: str, expressions: Expressions) -> Iterator[str]:
    yield from _defined(expressions, claim.condition, name)
    match claim.kind:
        case PropertyKind.INVARIANT:
            yield f"INVARSPEC {name};"
        case PropertyKind.POSSIBLE:
            yield f"INVARSPEC !{name};"
        case PropertyKind.ALWAYS_POSSIBLE:
            yield f"CTLSPEC AG EF {name};"
        case PropertyKind.EVENTUALLY:
            yield f"CTLSPEC AF {name};"
        case PropertyKind.LEADS_TO:
            named, (premise,) = expressions.write((claim.premise,))
            yield from (f"DEFINE {n.name} := {n.text};" for n in named)
            yield f"CTLSPEC AG ({premise} -> AF {name});"


def _comment(lines: Iterable[str]) -> Iterator[str]:
    return (f"-- {line}".rstrip() for line in lines)
