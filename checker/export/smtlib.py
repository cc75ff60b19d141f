"""SMT-LIB 2.6, for z3, cvc5 and other solvers: a bounded search for a play, or Horn clauses.

Start, step and claims are functions of the cells; what their terms share is bound by ``let``. Division is
SMT-LIB's own, which rounds down for divisors above zero, as it does in rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from checker.export.comments import about_cell, about_property, about_update, heading
from checker.export.effects import cell_texts
from checker.export.expressions import Expressions, Named
from checker.export.model import Exported, PropertyKind
from checker.system.terms import Cell, Op, Sort, Term, walk

__all__ = ["HOLDS", "write_bounded", "write_horn"]

HOLDS = frozenset({PropertyKind.INVARIANT, PropertyKind.POSSIBLE})
"""The kinds of claim that can be exported."""

_SORTS = {Sort.BOOL: "Bool", Sort.INT: "Int"}


class _Prefix:
    """The operators of SMT-LIB."""

    _words = {  # noqa: RUF012 - never changed
        Op.NOT: "not", Op.AND: "and", Op.OR: "or", Op.ITE: "ite", Op.EQUAL: "=", Op.LESS: "<", Op.ADD: "+",
        Op.MULTIPLY: "*", Op.DIVIDE: "div", Op.MODULO: "mod",
    }  # fmt: skip

    def constant(self, sort: Sort, value: int) -> str:
        """Return a constant."""
        if sort is Sort.BOOL:
            return "true" if value else "false"
        return str(value) if value >= 0 else f"(- {-value})"

    def operation(self, term: Term, args: list[str]) -> str:
        """Return an operation."""
        return f"({self._words[term.op]} {' '.join(args)})"


_DIALECT = _Prefix()


def write_bounded(exported: Exported, depth: int) -> str:
    """Return the question whether a play of at most ``depth`` steps breaks a claim, or is possible."""
    how = (
        f"Satisfiable: there is a play of at most {depth} steps that breaks a claim, or reaches what",
        "is possible; `length` says how many steps it has, and `move@1` and so on which ones.",
        "  z3 model.smt2",
        "  cvc5 --produce-models model.smt2",
    )
    return "\n".join(_bounded(exported, depth, how)) + "\n"


def write_horn(exported: Exported) -> str:
    """Return the claims as Horn clauses: satisfiable where no play breaks them."""
    how = (
        "Constrained Horn clauses. Satisfiable: no play at all breaks a claim (or reaches what is possible).",
        "Unsatisfiable: some play does.",
        "  z3 model.smt2",
    )
    return "\n".join(_horn(exported, how)) + "\n"


def _bounded(exported: Exported, depth: int, how: tuple[str, ...]) -> Iterator[str]:
    yield from _comment(heading(exported, "SMT-LIB", how))
    yield "(set-option :produce-models true)"
    yield f"(set-logic {'QF_NIA' if _multiplies(exported) else 'QF_LIA'})"
    yield from _functions(exported)
    yield ""
    yield from _comment(["The states and the steps of a play."])
    for at in range(depth + 1):
        for cell in exported.cells:
            yield f"(declare-const {exported.cell_names[cell]}@{at} {_SORTS[cell.domain.sort]})"
        if at:
            yield f"(declare-const move@{at} Int)"
    yield "(declare-const length Int)"
    yield f"(assert (<= 0 length {depth}))"
    yield f"(assert {_call('start', _frame(exported, 0))})"
    for at in range(1, depth + 1):
        step = _call("step", [*_frame(exported, at - 1), f"move@{at}", *_frame(exported, at)])
        yield f"(assert (=> (<= {at} length) {step}))"
    ways = [f"(and (= length {at}) {_call('found', _frame(exported, at))})" for at in range(depth + 1)]
    yield f"(assert {_joined('or', ways, 'false')})"
    yield "(check-sat)"
    asked = ["length", *(f"move@{at}" for at in range(1, depth + 1))]
    yield f"; (get-value ({' '.join(asked)}))"


def _horn(exported: Exported, how: tuple[str, ...]) -> Iterator[str]:
    yield from _comment(heading(exported, "SMT-LIB", how))
    yield "(set-logic HORN)"
    yield from _functions(exported)
    before, after = _parameters(exported, ""), _parameters(exported, "@after")
    here, there = _frame(exported, None), [f"{name}@after" for name in _frame(exported, None)]
    yield ""
    yield f"(declare-fun reachable ({' '.join(_SORTS[c.domain.sort] for c in exported.cells)}) Bool)"
    reached = _call("reachable", here)
    yield _forall(before, f"(=> {_call('start', here)} {reached})")
    step = _call("step", [*here, "move", *there])
    yield _forall([*before, "(move Int)", *after], f"(=> (and {reached} {step}) {_call('reachable', there)})")
    yield _forall(before, f"(=> (and {reached} {_call('found', here)}) false)")
    yield "(check-sat)"


def _functions(exported: Exported) -> Iterator[str]:
    """Yield the definitions of what is a start, what is a step, and what is looked for."""
    cells = _parameters(exported, "")
    yield ""
    yield from _comment(about_cell(cell) for cell in exported.cells)
    yield f"(define-fun start ({' '.join(cells)}) Bool"
    starts = [
        _joined("and", [_is(cell, name, v) for cell, name, v in _values(exported, state)], "true")
        for state in exported.starts
    ]
    yield f"  {_joined('or', starts, 'false')})"
    yield ""
    yield from _step(exported, cells)
    for claim, name in zip(exported.properties, exported.property_names, strict=True):
        yield ""
        yield from _comment(about_property(claim))
        yield f"(define-fun {name} ({' '.join(cells)}) Bool"
        named, (text,) = _expressions(exported).write((claim.condition,))
        yield from _let(named, text)
    yield ""
    yield from _comment(["What is looked for: a state in which a claim is false, or what is possible true."])
    frame = _frame(exported, None)
    found = [
        _call(name, frame) if claim.kind is PropertyKind.POSSIBLE else f"(not {_call(name, frame)})"
        for claim, name in zip(exported.properties, exported.property_names, strict=True)
    ]
    yield f"(define-fun found ({' '.join(cells)}) Bool {_joined('or', found, 'false')})"


def _step(exported: Exported, cells: list[str]) -> Iterator[str]:
    """Yield the definition of a step: which one it is, when it can be, and what each cell becomes."""
    yield from _comment(["The steps, by number:"])
    for number, (update, _) in enumerate(exported.steps, start=1):
        first, *more = about_update(update)
        yield from _comment([f"{number}: {first}", *(f"   {line}" for line in more)])
    yield f"(define-fun step ({' '.join([*cells, '(move Int)', *_parameters(exported, '@after')])}) Bool"
    effects: list[tuple[Cell, Term, list[int]]] = []
    for cell in exported.cells:
        moves: dict[Term, list[int]] = {}
        for number, (update, _) in enumerate(exported.steps, start=1):
            if cell in update.next:
                moves.setdefault(update.next[cell], []).append(number)
        effects += [(cell, term, numbers) for term, numbers in moves.items()]
    guards = [guard for _, guard in exported.steps]
    named, texts = _expressions(exported).write([*guards, *(term for _, term, _ in effects)])
    can = [f"(and (= move {n}) {text})" for n, text in enumerate(texts[: len(guards)], start=1)]
    becomes = dict(zip(exported.cells, _frame(exported, None), strict=True))
    for (cell, _, numbers), text in zip(effects, texts[len(guards) :], strict=True):
        these = _joined("or", [f"(= move {n})" for n in numbers], "false")
        becomes[cell] = f"(ite {these} {text}\n      {becomes[cell]})"
    after = [f"(= {exported.cell_names[c]}@after {text})" for c, text in becomes.items()]
    body = "\n    ".join(["(and", _joined("or", can, "false"), *after])
    yield from _let(named, f"{body})")


def _expressions(exported: Exported) -> Expressions:
    numbers = iter(range(1, 1 << 31))
    return Expressions(_DIALECT, cell_texts(exported, _DIALECT), lambda _: f"t{next(numbers)}")


def _let(named: Sequence[Named], body: str) -> Iterator[str]:
    """Yield ``body`` below the names that it uses, and the end of the definition around it.

    Names that do not use each other are bound together, so that bindings are not nested more than needed.
    """
    levels: dict[Term, int] = {}
    grouped: list[list[Named]] = []
    own = {n.term for n in named}
    for t in walk(n.term for n in named):
        levels[t] = max((levels[a] + (a in own) for a in t.args), default=0)
    for n in named:
        while len(grouped) <= levels[n.term]:
            grouped.append([])
        grouped[levels[n.term]].append(n)
    for group in grouped:
        bindings = "\n        ".join(f"({n.name} {n.text})" for n in group)
        yield f"  (let ({bindings})"
    yield f"  {body}{')' * len(grouped)})"


def _frame(exported: Exported, at: int | None) -> list[str]:
    """Return the names of the cells, in the state number ``at`` of a play."""
    suffix = "" if at is None else f"@{at}"
    return [f"{exported.cell_names[cell]}{suffix}" for cell in exported.cells]


def _parameters(exported: Exported, suffix: str) -> list[str]:
    return [f"({exported.cell_names[c]}{suffix} {_SORTS[c.domain.sort]})" for c in exported.cells]


def _values(exported: Exported, state: tuple[int, ...]) -> Iterator[tuple[Cell, str, int]]:
    return zip(exported.cells, _frame(exported, None), state, strict=True)


def _is(cell: Cell, name: str, value: int) -> str:
    if cell.domain.sort is Sort.BOOL:
        return name if value else f"(not {name})"
    return f"(= {name} {_DIALECT.constant(Sort.INT, value)})"


def _joined(word: str, parts: Sequence[str], none: str) -> str:
    return f"({word} {' '.join(parts)})" if len(parts) > 1 else parts[0] if parts else none


def _call(name: str, args: Sequence[str]) -> str:
    return f"({name} {' '.join(args)})" if args else name


def _forall(parameters: Sequence[str], body: str) -> str:
    return f"(assert (forall ({' '.join(parameters)}) {body}))" if parameters else f"(assert {body})"


def _multiplies(exported: Exported) -> bool:
    """Whether any term multiplies two cells."""
    roots = [t for u, guard in exported.steps for t in (guard, *u.next.values())]
    roots += [p.condition for p in exported.properties]
    return any(t.op is Op.MULTIPLY and not any(a.is_const for a in t.args) for t in walk(roots))


def _comment(lines: Iterable[str]) -> Iterator[str]:
    return (f"; {line}".rstrip() for line in lines)
