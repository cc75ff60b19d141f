"""Terms, and whatever is made of them, as bytes for another process, which may not know the game at all.

Terms are one object a meaning in each process, so that they cannot be pickled like other values: they travel
as one table, arguments first, and are built anew where they arrive.
"""

from __future__ import annotations

import io
import pickle
from types import MappingProxyType
from typing import Any

from checker.system.nodes import DEAD, NOW, Op, Term, boolean, integer, var
from checker.system.terms import Sort, built

__all__ = ["packed", "unpacked"]

_Row = tuple[Op, Sort, Any, tuple[int, ...]]


def packed(value: object) -> bytes:
    """Return a value as bytes; whatever it holds besides terms must be what ``pickle`` takes."""
    rows = _Rows()
    body = io.BytesIO()
    _Pickler(body, rows).dump(value)
    return pickle.dumps((rows.rows, body.getvalue()))


def unpacked(data: bytes) -> Any:
    """Return the value that :func:`packed` made bytes of, with the terms of this process."""
    rows, body = pickle.loads(data)
    terms: list[Term] = []
    for row in rows:
        terms.append(_term(row, terms))
    return _Unpickler(io.BytesIO(body), terms).load()


class _Rows:
    """The table of the terms that are packed, each once, after its arguments."""

    def __init__(self) -> None:
        self.rows: list[_Row] = []
        self._numbers: dict[int, int] = {}
        self._kept: list[Term] = []  # an id says which term it is only as long as there is that term

    def number(self, term: Term) -> int:
        """Return where in the table a term stands, and put it there if it does not."""
        stack = [(term, False)]
        while stack:
            found, ready = stack.pop()
            if found.id in self._numbers:
                continue
            if found.args and not ready:
                stack.append((found, True))
                stack.extend((argument, False) for argument in found.args)
                continue
            self._numbers[found.id] = len(self.rows)
            self._kept.append(found)
            arguments = tuple(self._numbers[argument.id] for argument in found.args)
            self.rows.append((found.op, found.sort, found.payload, arguments))
        return self._numbers[term.id]


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, rows: _Rows) -> None:
        super().__init__(file)
        self._rows = rows

    def persistent_id(self, value: Any) -> int | None:
        """Return the number of a term, and nothing for any other value."""
        return self._rows.number(value) if isinstance(value, Term) else None

    def reducer_override(self, value: Any) -> Any:
        """Return how a read-only mapping is made, which ``pickle`` does not know."""
        return (_read_only, (dict(value),)) if isinstance(value, MappingProxyType) else NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, terms: list[Term]) -> None:
        super().__init__(file)
        self._terms = terms

    def persistent_load(self, number: Any) -> Term:
        """Return the term with that number."""
        term: Term = self._terms[number]
        return term


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


def _term(row: _Row, terms: list[Term]) -> Term:
    op, sort, payload, arguments = row
    if op is Op.VAR:
        cell, primed = payload
        return var(cell, primed=primed)
    if op is Op.CONST:
        if sort is Sort.MOMENT:
            return NOW if payload == NOW.payload else DEAD
        return boolean(payload) if sort is Sort.BOOL else integer(payload)
    return built(op, tuple(terms[number] for number in arguments))
