"""Digests of systems and questions: equal on every run for what is equal, different for all else."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from enum import Enum
from hashlib import blake2b
from typing import Any

from checker.judge.questions import Question
from checker.system.cells import Cell
from checker.system.model import Source, System
from checker.system.nodes import Op, Term
from checker.system.traversal import walk

__all__ = ["Digests", "UnknownValueError"]

_SIZE = 16
_UNORDERED = (Op.AND, Op.OR, Op.ADD, Op.MULTIPLY, Op.EQUAL)
"""Operators whose arguments stand in the order in which they were built, which differs from run to run."""


class UnknownValueError(Exception):
    """A value has a type of which it is not known what makes two of them equal."""


class Digests:
    """Digests of values, each part computed once; what was digested is kept alive as long as this is.

    Places in files are left out: no engine sees them, and what is told of them is told anew.
    """

    def __init__(self) -> None:
        self._terms: dict[Term, bytes] = {}
        self._systems: dict[int, tuple[System, bytes]] = {}

    def of_questions(self, questions: Iterable[Question]) -> bytes:
        """Return the digest of questions in their order, with the systems that they are about."""
        return _hash(b"questions", *(self._question(question) for question in questions))

    def of(self, value: Any) -> bytes:
        """Return the digest of a value.

        Raises:
            UnknownValueError: it holds something of another type than systems are made of.
        """
        match value:
            case None | bool() | int() | str() | float():
                return _hash(type(value).__name__.encode(), repr(value).encode())
            case Term():
                return self._term(value)
            case Source():
                return _hash(b"source")
            case Enum():
                return _hash(b"enum", type(value).__name__.encode(), value.name.encode())
            case tuple() | list():
                return _hash(b"list", *map(self.of, value))
            case frozenset() | set():
                return _hash(b"set", *sorted(map(self.of, value)))
            case Mapping():
                return _hash(b"map", *(self.of(part) for pair in value.items() for part in pair))
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                fields = dataclasses.fields(value)
                parts = (p for f in fields for p in (f.name.encode(), self.of(getattr(value, f.name))))
                return _hash(type(value).__name__.encode(), *parts)
            case _:
                raise UnknownValueError(f"{type(value)}")

    def _question(self, question: Question) -> bytes:
        claim = question.claim
        stated = (claim.name, claim.kind, claim.says, claim.at)
        going_on = (claim.fair, claim.strongly_fair, claim.but_for)
        asked = (question.ghosts, question.states, question.steps, question.undefined)
        return _hash(
            self._system(question.system),
            self.of((*stated, *going_on, claim.clauses, claim.expect, claim.also)),
            self.of((*asked, question.undefined_steps, question.rules)),
        )

    def _system(self, system: System) -> bytes:
        if id(system) not in self._systems:
            self._systems[id(system)] = (system, self.of(system))
        return self._systems[id(system)][1]

    def _term(self, root: Term) -> bytes:
        known = self._terms
        if root not in known:
            for term in walk((root,)):
                if term not in known:
                    below = [known[part] for part in term.args]
                    if term.op in _UNORDERED:
                        below.sort()
                    known[term] = _hash(
                        term.op.name.encode(), term.sort.name.encode(), self._payload(term), *below
                    )
        return known[root]

    def _payload(self, term: Term) -> bytes:
        if isinstance(term.payload, tuple):
            cell, primed = term.payload
            return _hash(self._cell(cell), b"after" if primed else b"before")
        return self.of(term.payload)

    def _cell(self, cell: Cell) -> bytes:
        return _hash(cell.name.encode(), self.of(cell.domain))


def _hash(*parts: bytes) -> bytes:
    """Return the digest of parts; each goes in with its length, so that none runs into the next."""
    digest = blake2b(digest_size=_SIZE)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
