"""Promela, for SPIN.

Which steps can be taken is kept in the state, as one truth value a step: it depends on the other variables
alone, so that there are as many states as without it, and it lets everything that guards share be computed
once, in one place. Temporary variables are hidden, which means that they are no part of the state; each is
written and read within one ``d_step``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.export.comments import about_cell, about_property, about_update, heading, plain
from checker.export.effects import assignments, cell_texts
from checker.export.expressions import Expressions, Infix
from checker.export.model import Exported, PropertyKind
from checker.system.terms import Cell, Sort, Term

__all__ = ["HOLDS", "write"]

HOLDS = frozenset({PropertyKind.INVARIANT, PropertyKind.POSSIBLE})
"""The kinds of claim that can be exported."""

_DIALECT = Infix("true", "false", "!", "&&", "||", "==", "%", "({} -> {} : {})")

_HOW = (
    "  spin -o2 -a model.pml && gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c",
    "  ./pan -m1000000         search all states; stops at the first assertion that is violated",
    "  spin -t -B model.pml    print the play to it",
    "  ./pan -A -m1000000      count the states, whatever is claimed",
    "Without -o2, SPIN sets variables back that it takes for dead, and may pass over states.",
    "With -DREACH for gcc, ./pan -i looks for ever shorter plays. SPIN counts one state more than there are:",
    "the one before the first. A game may end, or a bound may stop it: this is a valid end state here.",
)


def write(exported: Exported) -> str:
    """Return the model as the text of a file."""
    return "\n".join(_lines(exported)) + "\n"


def _lines(exported: Exported) -> Iterator[str]:
    temporaries = _Temporaries()
    play = list(_play(exported, temporaries))
    yield from _comment(heading(exported, "Promela", (*_HOW, *_seeking(exported))))
    yield ""
    for cell in exported.cells:
        yield f"{_declared(cell, exported.cell_names[cell])};  /* {about_cell(cell)} */"
    yield "bool begun;"
    yield ""
    yield from _comment(["Whether each step can be taken: a function of the variables above."])
    for name in exported.step_names:
        yield f"bool can_{name};"
    for name in exported.property_names:
        yield f"hidden byte {name};"  # a bit cannot be hidden
    for name in temporaries.names:
        yield f"hidden int {name};"
    yield ""
    yield from play


def _play(exported: Exported, temporaries: _Temporaries) -> Iterator[str]:
    """Yield the process: a start or a step, and then a look at the state that it led to."""
    names = exported.cell_names
    yield "active proctype play() {"
    yield "end: do"
    yield "  :: atomic {"
    yield "    if"
    for number, state in enumerate(exported.starts, start=1):
        yield f"    :: !begun -> d_step {{  /* start {number} */"
        yield "      begun = true;"
        for cell, value in zip(exported.cells, state, strict=True):
            yield f"      {names[cell]} = {_DIALECT.constant(cell.domain.sort, value)};"
        yield "    }"
    for (update, _), name in zip(exported.steps, exported.step_names, strict=True):
        temporaries.reset()
        yield from _comment(about_update(update), "    ")
        yield f"    :: can_{name} -> d_step {{"
        yield f'      printf("{plain(update.name).replace("%", "%%")}\\n");'
        for done in assignments(exported, update, _DIALECT, temporaries.fresh):
            yield f"      {done.variable} = {done.text};"
        yield "    }"
    yield "    fi;"
    yield "    d_step {"
    yield "      skip;"
    yield from (
        f"      {line}" if not line.startswith("#") else line for line in _look(exported, temporaries)
    )
    yield "    }"
    yield "  }"
    yield "  od"
    yield "}"


def _look(exported: Exported, temporaries: _Temporaries) -> Iterator[str]:
    """Yield the part that computes, of a state, which steps can be taken and what is true."""
    temporaries.reset()
    expressions = Expressions(_DIALECT, cell_texts(exported, _DIALECT), temporaries.fresh)
    for (update, guard), name in zip(exported.steps, exported.step_names, strict=True):
        named, (text,) = expressions.write((guard,))
        yield from _comment([next(about_update(update))])
        yield from (f"{n.name} = {n.text};" for n in named)
        yield f"can_{name} = {text};"
        expressions.call(guard, f"can_{name}")
    for claim, name in zip(exported.properties, exported.property_names, strict=True):
        named, (text,) = expressions.write((claim.condition,))
        yield from _comment(about_property(claim))
        yield from (f"{n.name} = {n.text};" for n in named)
        yield f"{name} = {text};"
        if claim.kind is PropertyKind.INVARIANT:
            yield f"assert({name});"
        else:
            yield from (f"#ifdef SEEK_{name}", f"assert(!{name});", "#endif")


class _Temporaries:
    """Hidden variables; after ``reset`` the same ones are given again."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._used = 0

    def fresh(self, _: Term) -> str:
        """Return a variable that is not in use."""
        self._used += 1
        if self._used > len(self.names):
            self.names.append(f"t{self._used}")
        return self.names[self._used - 1]

    def reset(self) -> None:
        """Let all be used again."""
        self._used = 0


def _declared(cell: Cell, name: str) -> str:
    """Return the declaration of a cell, in as few bits as the language allows."""
    domain = cell.domain
    if domain.sort is Sort.BOOL:
        return f"bool {name}"
    if domain.low < 0:
        return f"{'short' if domain.low >= -(2**15) and domain.high < 2**15 else 'int'} {name}"
    return f"unsigned {name} : {max(1, domain.high.bit_length())}"


def _seeking(exported: Exported) -> Iterator[str]:
    for claim, name in zip(exported.properties, exported.property_names, strict=True):
        if claim.kind is PropertyKind.POSSIBLE:
            yield f"spin -DSEEK_{name} -o2 -a model.pml: what is possible, as a violated assertion."


def _comment(lines: Iterable[str], indent: str = "") -> Iterator[str]:
    """Yield lines as one comment."""
    texts = [line.rstrip() for line in lines]
    for number, text in enumerate(texts):
        begin = "/* " if not number else "   "
        yield f"{indent}{begin}{text}".rstrip() + (" */" if number == len(texts) - 1 else "")
