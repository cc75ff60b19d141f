"""The layout of ``rulebook.toml``: which keys there are and what they hold, checked by pydantic.

This module imports pydantic and is imported only when a rulebook is read.
"""

from __future__ import annotations

import datetime
import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "BecameEntry",
    "ClauseEntry",
    "EditionEntry",
    "Entry",
    "PrecedenceEntry",
    "RulebookFile",
    "schema_text",
]

Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
Texts = Annotated[list[Text], Field(min_length=1)]


class Entry(BaseModel):
    """A table of the file: no other keys than its own, and no value of another type than it says."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class EditionEntry(Entry):
    """One text of the rules, `[edition.TAG]`."""

    title: Text
    """What the text is called."""
    date: datetime.date | Text
    """The day from which it holds, such as 2024-10-02, or a text where no day is known."""
    source: Text
    """Where the text comes from, so that a reader can look a clause up."""
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] = "en"
    """The language of the text, as a code such as en or it."""
    numbering: Text = ""
    """Whose numbers the clauses have, and how they are counted where the text has none."""
    chapters: dict[str, Text] = {}
    """Titles of chapters by the number they start with: everything before the first dot or dash."""


class BecameEntry(Entry):
    """What became of a clause in a later edition."""

    edition: Text
    """The tag of the later edition."""
    how: Literal["kept", "renumbered", "changed", "gone"]
    """kept: same number, says the same. renumbered: says the same under another number. changed. gone."""
    to: Texts = []
    """The numbers in the later edition; left out if the clause is gone."""


class ClauseEntry(Entry):
    """One clause, `[clause."EDITION:NUMBER"]`, or one sentence of it, `[clause."EDITION:NUMBER/1"]`."""

    paraphrase: Text = ""
    """What it says, in English and in your own words; may be left out if a kept or renumbered one has it."""
    kind: Literal["norm", "definition", "example"] = "norm"
    """Whether it demands or allows something (norm), says what a word means, or shows a case."""
    terms: Texts = []
    """The words of the source's own language that matter in it; each stands in the glossary."""
    became: BecameEntry | None = None
    """What became of it in a later edition."""
    reason: Text = ""
    """Why it is not modelled, for a clause that no rule and no claim cites."""
    chapter: Text = ""
    """The chapter it belongs to, where its number does not say so."""


class PrecedenceEntry(Entry):
    """What the rulebook itself says about which clause wins, `[[precedence]]`."""

    wins: Texts
    """Clauses, or one of: card text, permissions, prohibitions, rules."""
    over: Texts
    """The clauses that give way, or one of the same words."""
    clause: Text
    """The clause that says so."""


class RulebookFile(Entry):
    """The rulebook of a game: its editions, its clauses and its words."""

    game: Text
    """The game's name."""
    edition: Annotated[dict[str, EditionEntry], Field(min_length=1)]
    """The texts of the rules by tag, each as a table `[edition.TAG]`."""
    clause: Annotated[dict[str, ClauseEntry], Field(min_length=1)]
    """The clauses by id, each as a table `[clause."TAG:NUMBER"]`."""
    glossary: dict[str, dict[str, Text]] = {}
    """By language: the game's own words in that language, each with its meaning in English."""
    precedence: list[PrecedenceEntry] = []
    """Which clause wins over which, where the rulebook says so."""


def schema_text() -> str:
    """Return the JSON schema of ``rulebook.toml``, for editors that complete and check TOML by a schema."""
    schema = RulebookFile.model_json_schema()
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
