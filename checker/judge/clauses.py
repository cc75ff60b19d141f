"""A rulebook in memory: editions, clauses, glossary and precedence, and how a citation finds its clause."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from checker.errors import ModelError, nearest
from checker.system.model import Source

__all__ = [
    "GENERAL",
    "Became",
    "Change",
    "Clause",
    "ClauseKind",
    "Edition",
    "Precedence",
    "Rulebook",
    "split_id",
]

GENERAL = ("card text", "permissions", "prohibitions", "rules")
"""What a stated precedence may speak of besides single clauses."""

_ID = re.compile(r"(?P<edition>[^:/\s]+):(?P<number>[^:/\s]+)(?:/(?P<sentence>[1-9][0-9]*))?")


def split_id(text: str) -> tuple[str, str, int | None] | None:
    """Return edition, number and sentence of ``edition:number`` or ``edition:number/sentence``, else None."""
    found = _ID.fullmatch(text)
    if found is None:
        return None
    sentence = found["sentence"]
    return found["edition"], found["number"], int(sentence) if sentence else None


class ClauseKind(Enum):
    """What a clause does: demands or allows something, says what a word means, or shows a case."""

    NORM = "norm"
    DEFINITION = "definition"
    EXAMPLE = "example"


class Change(Enum):
    """What became of a clause in a later edition."""

    KEPT = "kept"
    RENUMBERED = "renumbered"
    CHANGED = "changed"
    GONE = "gone"

    @property
    def same(self) -> bool:
        """Whether the later clause says the same."""
        return self in (Change.KEPT, Change.RENUMBERED)


@dataclass(frozen=True)
class Edition:
    """One text of the rules. ``date`` is an ISO date, or words where only the time is known."""

    tag: str
    title: str
    date: str
    source: str
    language: str
    numbering: str
    chapters: Mapping[str, str]
    place: Source


@dataclass(frozen=True)
class Became:
    """What became of a clause in ``edition``; ``to`` are the ids of the clauses there (none if gone)."""

    edition: str
    how: Change
    to: tuple[str, ...] = ()


@dataclass(frozen=True)
class Clause:
    """One clause, or one sentence of a clause that says several things.

    ``terms`` are words of the source's own language, explained in the glossary. ``reason`` says why the
    clause is not modelled. ``chapter`` is a title for people, ``source`` the line in the rulebook.
    """

    id: str
    edition: str
    number: str
    sentence: int | None
    paraphrase: str
    kind: ClauseKind
    chapter: str
    terms: tuple[str, ...]
    became: Became | None
    reason: str
    source: Source

    @property
    def whole(self) -> str:
        """The id of the clause that a sentence belongs to; its own id for a clause that is not split."""
        return f"{self.edition}:{self.number}"


@dataclass(frozen=True)
class Precedence:
    """What the rulebook says of which clause wins over which, and the clause that says so.

    ``wins`` and ``over`` are clause ids, or one of the words in :data:`GENERAL`.
    """

    wins: tuple[str, ...]
    over: tuple[str, ...]
    clause: str
    source: Source


@dataclass(frozen=True)
class Rulebook:
    """The rulebook of a game, loaded and checked. ``clauses`` are in the order of the file.

    ``glossary`` maps a language to its terms, each with its meaning in English.
    """

    game: str
    file: str
    editions: Mapping[str, Edition]
    clauses: Mapping[str, Clause]
    glossary: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    precedence: tuple[Precedence, ...] = ()

    def clause(self, citation: str) -> Clause:
        """Return the clause that ``citation`` names; one that is split into sentences is put together.

        Raises:
            ModelError: there is no such clause.
        """
        found = self.check_citation(citation, None)
        return found[0] if citation in self.clauses else _joined(found)

    def explained(self, clause: Clause) -> tuple[tuple[str, str], ...]:
        """Return the terms of a clause in its own language, each with its meaning in English."""
        meanings = self.glossary.get(self.editions[clause.edition].language, {})
        return tuple((term, meanings.get(term, "")) for term in clause.terms)

    def check_citation(self, citation: str, source: Source | None) -> tuple[Clause, ...]:
        """Return what ``citation`` names: one clause, or all sentences of one that is split.

        Raises:
            ModelError: with ``source`` as its place, if there is no such clause; the hint names the nearest.
        """
        if citation in self.clauses:
            return (self.clauses[citation],)
        if citation in self._sentences:
            return self._sentences[citation]
        message, hint = self.unknown(citation)
        raise ModelError(message, hint=hint, source=source)

    @cached_property
    def _sentences(self) -> Mapping[str, tuple[Clause, ...]]:
        """The sentences of every clause that is split, by the id of the whole."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses.values():
            if clause.sentence is not None:
                found.setdefault(clause.whole, []).append(clause)
        return {whole: tuple(sorted(parts, key=lambda c: c.sentence or 0)) for whole, parts in found.items()}

    def unknown(self, citation: str) -> tuple[str, str]:
        """Return what is wrong with a citation that names no clause, and what to write instead."""
        names = (*self.clauses, *self._sentences)
        parts = split_id(citation)
        if parts is None:
            alike = sorted(name for name in names if _number(name) == citation)
            example = " or ".join(map(repr, alike)) or f"edition:number, such as {names[0]!r}"
            return f"{citation!r} is no citation of a clause", f"write {example}"
        edition = parts[0]
        if edition not in self.editions:
            return f"{self.file} has no edition {edition!r} for {citation!r}", nearest(edition, self.editions)
        message = f"{self.file} has no clause {citation!r}"
        elsewhere = sorted(name for name in names if _number(name) == _number(citation))
        if elsewhere:
            return message, f"did you mean {' or '.join(map(repr, elsewhere))}?"
        numbers = {_number(name): name for name in names if name.startswith(f"{edition}:")}
        close = difflib.get_close_matches(_number(citation), numbers, n=1)
        if close:
            return message, f"did you mean {numbers[close[0]]!r}?"
        return message, f"none of its {len(numbers)} clauses of {edition} has a number like that"


def _number(id_: str) -> str:
    """Return what stands behind the edition: number and sentence."""
    return id_.partition(":")[2]


def _joined(parts: tuple[Clause, ...]) -> Clause:
    """Return the whole of the sentences ``parts`` as one clause."""
    first = parts[0]
    kinds = [part.kind for part in parts]
    reasons = [part.reason for part in parts]
    return Clause(
        id=first.whole,
        edition=first.edition,
        number=first.number,
        sentence=None,
        paraphrase=" ".join(part.paraphrase for part in parts),
        kind=ClauseKind.NORM if ClauseKind.NORM in kinds else kinds[0],
        chapter=first.chapter,
        terms=tuple(dict.fromkeys(term for part in parts for term in part.terms)),
        became=_joined_change([part.became for part in parts]),
        reason=" ".join(dict.fromkeys(reasons)) if all(reasons) else "",
        source=first.source,
    )


def _joined_change(changes: list[Became | None]) -> Became | None:
    """Return what became of the whole: "changed" unless every sentence fared alike."""
    known = [change for change in changes if change is not None]
    if len(known) != len(changes) or len({change.edition for change in known}) != 1:
        return None
    hows = {change.how for change in known}
    how = hows.pop() if len(hows) == 1 else Change.CHANGED
    return Became(known[0].edition, how, tuple(dict.fromkeys(to for change in known for to in change.to)))
