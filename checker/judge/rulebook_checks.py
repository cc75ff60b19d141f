"""What must be true of a rulebook beyond its layout, and the making of the rulebook in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.errors import ModelError, nearest
from checker.judge.clauses import (
    GENERAL,
    Became,
    Change,
    Clause,
    ClauseKind,
    Edition,
    Precedence,
    Rulebook,
    split_id,
)
from checker.judge.rulebook_file import BecameEntry, ClauseEntry, RulebookFile
from checker.judge.toml_lines import TomlLines
from checker.system.model import Source

__all__ = ["build"]


def build(file: RulebookFile, lines: TomlLines, name: str) -> Rulebook:
    """Return the rulebook that ``file`` describes.

    Raises:
        ModelError: an id, an edition, a term, a precedence or what became of a clause fits nothing.
    """
    return _Builder(file, lines, name).rulebook()


@dataclass(frozen=True)
class _Builder:
    file: RulebookFile
    lines: TomlLines
    name: str

    def rulebook(self) -> Rulebook:
        """Return the rulebook, checked from its editions to its precedence."""
        self._check_ids()
        self._check_sentences()
        editions = {
            tag: Edition(
                tag=tag,
                title=entry.title,
                date=str(entry.date),
                source=entry.source,
                language=entry.language,
                numbering=" ".join(entry.numbering.split()),
                chapters=dict(entry.chapters),
                place=self._at("edition", tag),
            )
            for tag, entry in self.file.edition.items()
        }
        changes = {
            id_: self._became(id_, entry.became) if entry.became else None
            for id_, entry in self.file.clause.items()
        }
        self._check_circles(changes)
        clauses = {id_: self._clause(id_, entry, changes[id_]) for id_, entry in self.file.clause.items()}
        self._check_chapters()
        self._check_glossary()
        book = Rulebook(self.file.game, self.name, editions, clauses, self.file.glossary)
        precedence = tuple(self._precedence(book))
        return Rulebook(book.game, book.file, editions, clauses, book.glossary, precedence)

    # -- ids ---------------------------------------------------------------------------------------

    def _check_ids(self) -> None:
        for id_ in self.file.clause:
            parts = split_id(id_)
            if parts is None:
                raise self._error(
                    f"{id_!r} is no clause id",
                    "write edition:number or edition:number/sentence",
                    "clause",
                    id_,
                )
            if parts[0] not in self.file.edition:
                raise self._error(
                    f"the clause {id_!r} is of an unknown edition {parts[0]!r}",
                    nearest(parts[0], self.file.edition),
                    "clause",
                    id_,
                )

    def _check_sentences(self) -> None:
        for whole, sentences in self._split.items():
            first = f"{whole}/{sentences[0]}"
            if whole in self.file.clause:
                raise self._error(
                    f"the clause {whole!r} is written whole and by sentences",
                    f"keep one of the two; {first!r} stands at {self._at('clause', first)}",
                    "clause",
                    whole,
                )
            if sorted(sentences) != list(range(1, len(sentences) + 1)) or len(sentences) == 1:
                numbers = ", ".join(map(str, sorted(sentences)))
                raise self._error(
                    f"the sentences of the clause {whole!r} are numbered {numbers}",
                    "number them 1, 2, ..., or write the clause whole",
                    "clause",
                    first,
                )

    @cached_property
    def _split(self) -> Mapping[str, list[int]]:
        """The sentence numbers of the clauses that are split, by the id of the whole, in the file's order."""
        found: dict[str, list[int]] = {}
        for id_ in self.file.clause:
            _, _, sentence = _parts(id_)
            if sentence is not None:
                found.setdefault(id_.rpartition("/")[0], []).append(sentence)
        return found

    # -- clauses -----------------------------------------------------------------------------------

    def _clause(self, id_: str, entry: ClauseEntry, became: Became | None) -> Clause:
        edition, number, sentence = _parts(id_)
        text = self._text_of(id_)
        return Clause(
            id=id_,
            edition=edition,
            number=number,
            sentence=sentence,
            paraphrase=text.paraphrase,
            kind=ClauseKind(text.kind),
            chapter=entry.chapter or self._chapter(edition, number),
            terms=tuple(self._terms(id_, edition, entry)),
            became=became,
            reason=entry.reason or text.reason,
            source=self._at("clause", id_),
        )

    def _text_of(self, id_: str) -> ClauseEntry:
        """Return the entry that says what the clause says: its own, or its successor's that says the same."""
        entry = self.file.clause[id_]
        if entry.paraphrase:
            return entry
        became = entry.became
        if became is None or not Change(became.how).same or len(became.to) != 1:
            raise self._error(
                f"the clause {id_!r} has no paraphrase",
                "write `paraphrase`: what it says, in English and in your own words",
                "clause",
                id_,
            )
        texts = [self._text_of(later) for later in self._entries(f"{became.edition}:{became.to[0]}")]
        kinds = [text.kind for text in texts]
        reasons = [text.reason for text in texts]
        return ClauseEntry.model_construct(
            paraphrase=" ".join(text.paraphrase for text in texts),
            kind="norm" if "norm" in kinds else kinds[0],
            reason=" ".join(dict.fromkeys(reasons)) if all(reasons) else "",
        )

    def _entries(self, id_: str) -> list[str]:
        """Return the entries that a known id names: itself, or the sentences of the clause."""
        return [id_] if id_ in self.file.clause else [f"{id_}/{n}" for n in sorted(self._split[id_])]

    def _check_circles(self, changes: Mapping[str, Became | None]) -> None:
        """Refuse clauses of which each is said to have become the other."""
        for id_ in changes:
            later, seen = {id_}, set[str]()
            while later - seen:
                seen |= later
                found = [changes[name] for name in later]
                later = {part for became in found if became for to in became.to for part in self._entries(to)}
                if id_ in later:
                    raise self._error(
                        f"the clause {id_!r} is said to have become a clause that has become {id_!r} again",
                        "say what became of a clause at the earlier one only",
                        "clause",
                        id_,
                        "became",
                    )

    def _became(self, id_: str, entry: BecameEntry) -> Became:
        edition = _parts(id_)[0]
        place = ("clause", id_, "became")
        if entry.edition not in self.file.edition or entry.edition == edition:
            what = "its own" if entry.edition == edition else "an unknown"
            raise self._error(
                f"the clause {id_!r} is said to have become something in {what} edition {entry.edition!r}",
                nearest(entry.edition, set(self.file.edition) - {edition}),
                *place,
            )
        if (entry.how == "gone") == bool(entry.to):
            raise self._error(
                f"the clause {id_!r} is said to be {entry.how}"
                + (f" and to have become {entry.to[0]!r}" if entry.to else ", but not what it became"),
                "leave `to` out for a clause that is gone" if entry.to else 'write `to = ["NUMBER"]`',
                *place,
            )
        to = tuple(f"{entry.edition}:{number}" for number in entry.to)
        for later in to:
            if later not in self._known:
                raise self._error(
                    f"the clause {id_!r} is said to have become {later!r}, which is no clause here",
                    nearest(later, (known for known in self._known if known.startswith(f"{entry.edition}:"))),
                    *place,
                )
        return Became(entry.edition, Change(entry.how), to)

    def _terms(self, id_: str, edition: str, entry: ClauseEntry) -> Iterator[str]:
        language = self.file.edition[edition].language
        known = self.file.glossary.get(language, {})
        for term in entry.terms:
            if term not in known:
                raise self._error(
                    f"the term {term!r} of the clause {id_!r} does not stand in `[glossary.{language}]`",
                    nearest(term, known),
                    "clause",
                    id_,
                    "terms",
                )
            yield term

    def _chapter(self, edition: str, number: str) -> str:
        start = _start(number)
        return self.file.edition[edition].chapters.get(start, start)

    # -- the rest ----------------------------------------------------------------------------------

    def _check_chapters(self) -> None:
        for tag, entry in self.file.edition.items():
            starts = {_start(_parts(id_)[1]) for id_ in self.file.clause if _parts(id_)[0] == tag}
            for start in entry.chapters:
                if start not in starts:
                    raise self._error(
                        f"the chapter {start!r} of the edition {tag!r} has no clause",
                        nearest(start, starts),
                        "edition",
                        tag,
                        "chapters",
                        start,
                    )

    def _check_glossary(self) -> None:
        used = {
            (self.file.edition[_parts(id_)[0]].language, term)
            for id_, entry in self.file.clause.items()
            for term in entry.terms
        }
        for language, terms in self.file.glossary.items():
            for term in terms:
                if (language, term) not in used:
                    raise self._error(
                        f"no clause uses the term {term!r} of `[glossary.{language}]`",
                        "name it in the `terms` of a clause of an edition in that language, or strike it",
                        "glossary",
                        language,
                        term,
                    )

    def _precedence(self, book: Rulebook) -> Iterator[Precedence]:
        for number, entry in enumerate(self.file.precedence):
            for key, names in (("wins", entry.wins), ("over", entry.over), ("clause", [entry.clause])):
                for name in names:
                    if name in self._known or (name in GENERAL and key != "clause"):
                        continue
                    message, hint = book.unknown(name)
                    words = "" if key == "clause" else f" (or write one of: {', '.join(GENERAL)})"
                    raise self._error(
                        f"`{key}` of precedence {number + 1}: {message}",
                        hint + words,
                        "precedence",
                        number,
                        key,
                    )
            both = set(entry.wins) & set(entry.over)
            if both:
                raise self._error(
                    f"precedence {number + 1} lets {min(both)!r} win over itself",
                    "name different clauses in `wins` and `over`",
                    "precedence",
                    number,
                )
            yield Precedence(
                tuple(entry.wins), tuple(entry.over), entry.clause, self._at("precedence", number)
            )

    @cached_property
    def _known(self) -> frozenset[str]:
        """Every id that can be named: entries, and wholes of which the sentences are entries."""
        return frozenset(self.file.clause) | frozenset(self._split)

    def _at(self, *place: str | int) -> Source:
        return Source(self.name, self.lines.line_of(place))

    def _error(self, message: str, hint: str, *place: str | int) -> ModelError:
        return ModelError(message, hint=hint, source=self._at(*place))


def _parts(id_: str) -> tuple[str, str, int | None]:
    """Return edition, number and sentence of an id that was checked before."""
    parts = split_id(id_)
    assert parts is not None, id_
    return parts


def _start(number: str) -> str:
    """Return what names the chapter of a clause: its number up to the first dot or dash."""
    return re.split(r"[.-]", number, maxsplit=1)[0]
