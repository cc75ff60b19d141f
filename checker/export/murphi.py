"""Murphi, for Rumur.

As in Promela, which steps can be taken is kept in the state, one truth value a step, and so is what is
claimed of it: they depend on the other variables alone, so that there are as many states as without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.export.comments import about_cell, about_property, about_update, heading, plain
from checker.export.effects import assignments, cell_texts
from checker.export.expressions import Expressions, Infix
from checker.export.model import Exported, PropertyKind
from checker.system.terms import Sort, Term

__all__ = ["HOLDS", "write"]

_WORDS = {
    PropertyKind.INVARIANT: "invariant",
    PropertyKind.POSSIBLE: "cover",
    PropertyKind.ALWAYS_POSSIBLE: "liveness",
}

HOLDS = frozenset(_WORDS)
"""The kinds of claim that can be exported."""

_DIALECT = Infix("true", "false", "!", "&", "|", "=", "%")

_HOW = (
    "  rumur --deadlock-detection off --output model.c model.m",
    "  gcc -O3 -march=native -mcx16 -o model model.c -lpthread && ./model",
    "It stops at the first claim that is violated; with --max-errors 1000 for rumur it goes on.",
)


def write(exported: Exported) -> str:
    """Return the model as the text of a file."""
    return "\n".join(_lines(exported)) + "\n"


def _lines(exported: Exported) -> Iterator[str]:
    yield from _comment(heading(exported, "Murphi", _HOW))
    yield ""
    yield "var"
    for cell in exported.cells:
        domain = cell.domain
        kind = "boolean" if domain.sort is Sort.BOOL else f"{domain.low}..{domain.high}"
        yield f"  {exported.cell_names[cell]}: {kind};  -- {about_cell(cell)}"
    yield from _comment(["Whether each step can be taken, and what holds: functions of the variables above."])
    for name in exported.step_names:
        yield f"  can_{name}: boolean;"
    for name in exported.property_names:
        yield f"  {name}: boolean;"
    yield ""
    yield from _look(exported)
    yield from _starts(exported)
    for number in range(len(exported.steps)):
        yield from _rule(exported, number)
    for claim, name in zip(exported.properties, exported.property_names, strict=True):
        yield ""
        yield from _comment(about_property(claim))
        yield f'{_WORDS[claim.kind]} "{plain(claim.name)}"'
        yield f"  {name};"


def _look(exported: Exported) -> Iterator[str]:
    """Yield the procedure that computes, of a state, which steps can be taken and what is true."""
    locals_ = _Locals()
    expressions = Expressions(_DIALECT, cell_texts(exported, _DIALECT), locals_.fresh)
    lines: list[str] = []
    for (update, guard), name in zip(exported.steps, exported.step_names, strict=True):
        named, (text,) = expressions.write((guard,))
        lines += _comment([next(about_update(update))], "  ")
        lines += [f"  {n.name} := {n.text};" for n in named]
        lines.append(f"  can_{name} := {text};")
        expressions.call(guard, f"can_{name}")
    for claim, name in zip(exported.properties, exported.property_names, strict=True):
        named, (text,) = expressions.write((claim.condition,))
        lines += [f"  {n.name} := {n.text};" for n in named]
        lines.append(f"  {name} := {text};")
    yield "procedure look();"
    yield from locals_.declared()
    yield "begin"
    yield from lines
    yield "end;"


def _starts(exported: Exported) -> Iterator[str]:
    for number, state in enumerate(exported.starts, start=1):
        yield ""
        yield f'startstate "{number}"'
        yield "begin"
        for cell, value in zip(exported.cells, state, strict=True):
            yield f"  {exported.cell_names[cell]} := {_DIALECT.constant(cell.domain.sort, value)};"
        yield "  look();"
        yield "end;"


def _rule(exported: Exported, number: int) -> Iterator[str]:
    update, _ = exported.steps[number]
    locals_ = _Locals()
    done = assignments(exported, update, _DIALECT, locals_.fresh)
    yield ""
    yield from _comment(list(about_update(update))[1:])
    yield f'rule "{plain(update.name)}"'
    yield f"  can_{exported.step_names[number]}"
    yield "==>"
    yield from locals_.declared()
    yield "begin"
    for one in done:
        yield f"  {one.variable} := {one.text};"
    yield "  look();"
    yield "end;"


class _Locals:
    """The local variables of a rule or procedure, each with the values that it can have."""

    def __init__(self) -> None:
        self._kinds: list[str] = []

    def fresh(self, term: Term) -> str:
        """Return a new variable for the value of ``term``."""
        self._kinds.append("boolean" if term.sort is Sort.BOOL else f"{term.low}..{term.high}")
        return f"t{len(self._kinds)}"

    def declared(self) -> Iterator[str]:
        """Yield their declarations."""
        if self._kinds:
            yield "var"
        for number, kind in enumerate(self._kinds, start=1):
            yield f"  t{number}: {kind};"


def _comment(lines: Iterable[str], indent: str = "") -> Iterator[str]:
    return (f"{indent}-- {line}".rstrip() for line in lines)
