"""Reads ``rulebook.toml``, and tells what is wrong with its layout by file and line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from checker.errors import ModelError, nearest
from checker.judge.rulebook_file import (
    BecameEntry,
    ClauseEntry,
    EditionEntry,
    Entry,
    PrecedenceEntry,
    RulebookFile,
)
from checker.judge.toml_lines import Path as TomlPath
from checker.judge.toml_lines import TomlLines
from checker.language.rules import shorten
from checker.system.model import Source

__all__ = ["read_rulebook"]

_TABLES: dict[str, type[Entry]] = {
    "edition": EditionEntry,
    "clause": ClauseEntry,
    "precedence": PrecedenceEntry,
}

_EXPECTED = {
    "date_type": "a date such as 2024-10-02",
    "dict_type": "a table",
    "list_type": 'a list, such as ["one", "two"]',
    "model_type": "a table",
    "string_type": "a text in quotes",
}

_SYNTAX = {
    "Cannot overwrite a value": "this key was written before",
    "Illegal character '\\n'": "a text is not closed on its line",
    "Invalid value": "a value is missing, or a text has no quotes",
}


def read_rulebook(path: Path) -> tuple[RulebookFile, TomlLines]:
    """Read ``path`` and check its layout.

    Returns:
        The contents, and the lines on which its tables and keys stand.

    Raises:
        ModelError: the file cannot be read, is no TOML, or has a key or value that is not laid down.
    """
    name = shorten(str(path))
    text = _text(path, name)
    lines = TomlLines(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(str(error), name, text, lines) from None
    try:
        return RulebookFile.model_validate(data), lines
    except ValidationError as error:
        raise _layout_error(error, name, lines) from None


def _text(path: Path, name: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise ModelError(
            f"{name} is not written in UTF-8", hint="save it as UTF-8", source=Source(name, line)
        ) from None
    except OSError as error:
        raise ModelError(
            f"the rulebook {name} cannot be read: {error.strerror}",
            hint="`ruleproof new` writes one to begin with; or mend `rulebook = ...` in the game",
            source=Source(name, 1),
        ) from None


def _syntax_error(said: str, name: str, text: str, lines: TomlLines) -> ModelError:
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", said, re.DOTALL)
    what = found[1] if found else said
    line = int(found[2]) if found and found[2] else max(len(text.splitlines()), 1)
    for path, first, second in lines.repeated:
        if second <= line:
            return ModelError(
                f"there are two entries for {_called(path)}",
                hint=f"the first one is at {name}:{first}; join them, or give this one its own id",
                source=Source(name, second),
            )
    return ModelError(
        f"this is not TOML: {_SYNTAX.get(what, what[:1].lower() + what[1:])}",
        hint='texts stand in quotes, lists in [ ], and ids with a colon in quotes: [clause."CR24:117.4"]',
        source=Source(name, line),
    )


def _layout_error(error: ValidationError, name: str, lines: TomlLines) -> ModelError:
    """Return the first thing that is wrong, in the order of the file.

    An unknown key goes before all else: written right, it may be the one that is missing.
    """
    found = [(lines.line_of(tuple(detail["loc"])), dict(detail)) for detail in error.errors()]
    line, first = min(found, key=lambda pair: (pair[1]["type"] != "extra_forbidden", pair[0]))
    message, hint = _told(first)
    return ModelError(message, hint=hint, source=Source(name, line))


def _told(detail: dict[str, Any]) -> tuple[str, str]:
    """Return message and hint for one error of pydantic."""
    owner, key = _owner(tuple(detail["loc"]))
    kind, given = detail["type"], detail["input"]
    where = f"`{key}` of {_called(owner)}" if owner else f"`{key}`"
    if kind == "extra_forbidden":
        return f"{_called(owner)} has an unknown key {key!r}", nearest(key, _table(owner).model_fields)
    if kind == "missing":
        about = _table(owner).model_fields[key].description
        return f"{_called(owner)} has no `{key}`", f"write `{key}`: {about}"
    if kind == "literal_error":
        return f"{where} cannot be {given!r}", f"write {detail['ctx']['expected']}"
    if key == "language" and kind == "string_pattern_mismatch":
        return f"{where} cannot be {given!r}", "write a code of two or three letters, such as 'en' or 'it'"
    if kind in ("string_too_short", "string_pattern_mismatch", "too_short"):
        return f"{where} is empty", "write what belongs there, or leave the key out if it may be left out"
    if owner == ("glossary",):
        return (
            f"{where} cannot be {given!r}",
            "write `[glossary.en]`, with the language's code, above the words",
        )
    if key == "date":
        return (
            f"{where} cannot be {given!r}",
            "write a date such as 2024-10-02, or a text where no day is known",
        )
    return f"{where} cannot be {given!r}", f"write {_EXPECTED.get(kind, detail['msg'])}"


def _owner(place: TomlPath) -> tuple[TomlPath, str]:
    """Return the table that a place belongs to, and the key in it."""
    if place[0] not in ("edition", "clause", "glossary", "precedence") or len(place) == 1:
        return (), str(place[0])
    if len(place) == 2:
        return place[:1], str(place[1])
    if place[2] in ("became", "chapters") and len(place) > 3:
        return place[:3], str(place[3])
    return place[:2], str(place[2])


def _called(path: TomlPath) -> str:
    """Return what a person calls the table at ``path``."""
    if not path:
        return "the rulebook"
    if len(path) == 1:
        return f"`{path[0]}`"
    if path[0] == "precedence":
        return f"precedence {int(path[1]) + 1}"
    called = f"the {path[0]} {path[1]!r}"
    return f"`{path[2]}` of {called}" if len(path) > 2 else called


def _table(path: TomlPath) -> type[Entry]:
    if path[2:] == ("became",):
        return BecameEntry
    return _TABLES[str(path[0])] if path else RulebookFile
