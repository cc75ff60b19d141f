"""Terms as LLVM instructions: each term once, where it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.explore.compiled.assembly import Function
from checker.explore.compiled.packing import Layout, Slot, signed
from checker.system.terms import Cell, Op, Sort, Term

__all__ = ["Values", "insert", "inside"]

_WIDEST = 1 << 63


class Values:
    """The terms that have a value at this point of a function, and how to give more of them one.

    Truth values are of type i1, integers of type i64. A child sees what its parent has computed before
    and keeps to itself what is computed in it: it belongs to a branch of the function. ``words`` are the
    words of the state before the step.
    """

    def __init__(self, function: Function, layout: Layout, words: Sequence[str]) -> None:
        self._function = function
        self._words = words
        self._slots = dict(zip(layout.cells, layout.slots, strict=True))
        self._known: dict[int, str] = {}
        self._parent: Values | None = None

    def child(self) -> Values:
        """Return a scope for code that runs only under a condition."""
        made = object.__new__(Values)
        made._function, made._words, made._slots = self._function, self._words, self._slots
        made._known, made._parent = {}, self
        return made

    def slot(self, cell: Cell) -> Slot:
        """Return where ``cell`` is packed."""
        return self._slots[cell]

    def value(self, term: Term) -> str:
        """Return the operand that holds ``term``, computing what is still missing of it."""
        for missing in self._missing(term):
            self._known[missing.id] = self._compute(missing)
        found = self._find(term)
        assert found is not None
        return found

    def any_of(self, operands: Sequence[str]) -> str:
        """Return the disjunction of truth values that are computed already."""
        return self._fold("or", operands)

    def all_of(self, operands: Sequence[str]) -> str:
        """Return the conjunction of truth values that are computed already."""
        return self._fold("and", operands)

    def _find(self, term: Term) -> str | None:
        if term.is_const:
            return ("true" if term.value else "false") if term.sort is Sort.BOOL else str(term.value)
        scope: Values | None = self
        while scope is not None:
            found = scope._known.get(term.id)
            if found is not None:
                return found
            scope = scope._parent
        return None

    def _missing(self, root: Term) -> Iterator[Term]:
        """Yield the terms below ``root`` that have no value yet, arguments first."""
        stack = [(root, False)]
        while stack:
            term, ready = stack.pop()
            if self._find(term) is not None:
                continue
            if ready or not term.args:
                yield term
            else:
                stack.append((term, True))
                stack.extend((a, False) for a in reversed(term.args))

    def _compute(self, t: Term) -> str:
        f = self._function
        if t.sort is Sort.INT and not -_WIDEST <= t.low <= t.high < _WIDEST:
            raise OverflowError(f"the values of {t} do not fit in 64 bits")
        if t.op is Op.VAR:
            return self._read(t)
        a = [self._operand(x) for x in t.args]
        match t.op:
            case Op.NOT:
                return f.op(f"xor i1 {a[0]}, true")
            case Op.AND:
                return self._fold("and", a)
            case Op.OR:
                return self._fold("or", a)
            case Op.ITE:
                kind = "i1" if t.sort is Sort.BOOL else "i64"
                return f.op(f"select i1 {a[0]}, {kind} {a[1]}, {kind} {a[2]}")
            case Op.EQUAL:
                kind = "i1" if t.args[0].sort is Sort.BOOL else "i64"
                return f.op(f"icmp eq {kind} {a[0]}, {a[1]}")
            case Op.LESS:
                return f.op(f"icmp slt i64 {a[0]}, {a[1]}")
            case Op.ADD:
                return self._fold("add", a, "i64")
            case Op.MULTIPLY:
                return f.op(f"mul i64 {a[0]}, {a[1]}")
            case Op.DIVIDE:
                return self._divide(t, a[0], a[1])
            case Op.MODULO:
                return self._modulo(t, a[0], a[1])
            case _:
                raise AssertionError(f"{t} is no term to compute")

    def _operand(self, term: Term) -> str:
        found = self._find(term)
        assert found is not None
        return found

    def _fold(self, name: str, operands: Sequence[str], kind: str = "i1") -> str:
        result = operands[0]
        for operand in operands[1:]:
            result = self._function.op(f"{name} {kind} {result}, {operand}")
        return result

    def _read(self, t: Term) -> str:
        if t.primed:
            raise ValueError(f"{t} is asked for after a step, where only the state before it is known")
        f, slot = self._function, self._slots[t.cell]
        word = self._words[slot.word]
        if t.sort is Sort.BOOL:
            return f.op(f"icmp ne i64 {f.op(f'and i64 {word}, {signed(slot.mask)}')}, 0")
        shifted = f.op(f"lshr i64 {word}, {slot.shift}") if slot.shift else word
        plain = f.op(f"and i64 {shifted}, {(1 << slot.width) - 1}")
        return f.op(f"add i64 {plain}, {slot.low}") if slot.low else plain

    def _divide(self, t: Term, a: str, b: str) -> str:
        f = self._function
        if t.args[0].low >= 0:
            return f.op(f"udiv i64 {a}, {b}")
        # Machine division rounds towards zero, terms round down.
        negative = f.op(f"icmp slt i64 {f.op(f'srem i64 {a}, {b}')}, 0")
        return f.op(f"sub i64 {f.op(f'sdiv i64 {a}, {b}')}, {f.op(f'zext i1 {negative} to i64')}")

    def _modulo(self, t: Term, a: str, b: str) -> str:
        f = self._function
        if t.args[0].low >= 0:
            return f.op(f"urem i64 {a}, {b}")
        rest = f.op(f"srem i64 {a}, {b}")
        negative = f.op(f"icmp slt i64 {rest}, 0")
        return f.op(f"add i64 {rest}, {f.op(f'select i1 {negative}, i64 {b}, i64 0')}")


def inside(function: Function, slot: Slot, term: Term, operand: str) -> str | None:
    """Return the test that a new value lies in its cell's domain; None where its bounds show it."""
    if slot.low <= term.low and term.high <= slot.high:
        return None
    offset = function.op(f"sub i64 {operand}, {slot.low}")
    return function.op(f"icmp ule i64 {offset}, {slot.high - slot.low}")


def insert(function: Function, slot: Slot, term: Term, operand: str) -> str:
    """Return a new value as the bits of its cell, shifted to their place and never beside it."""
    if term.is_const:
        return str(signed(((term.value - slot.low) << slot.shift) & slot.mask))
    if term.sort is Sort.BOOL:
        bits = function.op(f"zext i1 {operand} to i64")
    else:
        bits = function.op(f"sub i64 {operand}, {slot.low}") if slot.low else operand
        if not (slot.low <= term.low and term.high <= slot.high):
            bits = function.op(f"and i64 {bits}, {(1 << slot.width) - 1}")
    return function.op(f"shl i64 {bits}, {slot.shift}") if slot.shift else bits
