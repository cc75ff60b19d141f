"""Conditions on one state, tested in machine code on millions of packed states."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from checker.explore.compiled.assembly import Function, module
from checker.explore.compiled.emit import read_words
from checker.explore.compiled.native import compile_module
from checker.explore.compiled.packing import Layout
from checker.explore.compiled.values import Values
from checker.system.terms import TRUE, Term

__all__ = ["Condition", "Tests"]

_TEST = "test"


@dataclass(frozen=True)
class Condition:
    """The conjunction of two terms; ``then`` is computed only where ``first`` is true."""

    then: Term
    first: Term = TRUE


class Tests:
    """Machine code that tests conditions on packed states.

    Raises OverflowError for numbers beyond 64 bits.
    """

    __test__ = False  # the name is no test of a test runner

    def __init__(self, layout: Layout, conditions: Sequence[Condition]) -> None:
        self._width = len(conditions)
        self._library = compile_module(module(_emit(layout, conditions)))
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        self._function = self._library.function(_TEST, None, pointer, number, number, pointer)

    def run(self, words: array[int], first: int, count: int) -> bytearray:
        """Test ``count`` states from ``first`` on, which lie packed in ``words``.

        Returns a row of bytes for each state, with a 1 or a 0 for each condition.
        """
        out = bytearray(count * self._width)
        if out:
            view = (ctypes.c_char * len(out)).from_buffer(out)
            self._function(words.buffer_info()[0], first, count, ctypes.addressof(view))
            del view
        return out


def _emit(layout: Layout, conditions: Sequence[Condition]) -> Function:
    """Return ``test(states, first, count, out)``; ``out`` must hold zeros."""
    f = Function(_TEST, "void", [("ptr", "states"), ("i64", "first"), ("i64", "count"), ("ptr", "out")])
    with f.count("%count") as i:
        values = Values(f, layout, read_words(f, layout, f.op(f"add i64 %first, {i}")))
        row = f.at("i8", "%out", f.op(f"mul i64 {i}, {len(conditions)}"))
        for column, condition in enumerate(conditions):
            with f.when(values.value(condition.first)):
                found = values.child().value(condition.then)
                f.store("i8", f.op(f"zext i1 {found} to i8"), row, str(column))
    f.do("ret void")
    return f
