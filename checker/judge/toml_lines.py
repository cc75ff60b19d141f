"""Where in a TOML file each table and key stands, which ``tomllib`` does not tell."""

from __future__ import annotations

import re
import tomllib
from typing import Any

__all__ = ["Path", "TomlLines"]

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]\s*(?:#.*)?$")
_ENTRY = re.compile(rf"\s*\[\[\s*({_DOTTED})\s*\]\]\s*(?:#.*)?$")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")

Path = tuple[str | int, ...]


class TomlLines:
    """The lines of the tables and keys of a TOML text, also of one that TOML refuses.

    ``lines`` maps the path of each table and key to its line, counted from 1, and what only contains tables
    to the first of them; the n-th ``[[name]]`` is ``(name, n)``, counted from 0. ``repeated`` holds tables
    that are declared a second time, as path, first line and second line.
    """

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self.repeated: list[tuple[Path, int, int]] = []
        self._entries: dict[Path, int] = {}
        self._scan(text)

    def line_of(self, path: Path) -> int:
        """Return the line of ``path``, or of what it stands in where it has no line of its own."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return 1

    def _scan(self, text: str) -> None:
        table: Path = ()
        headers: dict[Path, int] = {}
        closing = ""
        for number, line in enumerate(text.splitlines(), start=1):
            if closing:
                closing = "" if closing in line else closing
                continue
            entry, header = _ENTRY.match(line), _TABLE.match(line)
            if entry:
                table = self._enter(_split(entry[1]))
                self.lines[table] = number
            elif header:
                table = _split(header[1])
                if table in headers:
                    self.repeated.append((table, headers[table], number))
                headers.setdefault(table, number)
                for length in range(1, len(table) + 1):
                    self.lines.setdefault(table[:length], number)
            elif key := _KEY.match(line):
                self.lines.setdefault(table + _split(key[1]), number)
                closing = _opened(line[key.end() :])

    def _enter(self, name: Path) -> Path:
        count = self._entries.get(name, 0)
        self._entries[name] = count + 1
        return (*name, count)


def _split(dotted: str) -> Path:
    """Return the parts of a dotted key, read by TOML itself so that quotes mean what they mean there."""
    parts: list[str] = []
    inner: Any = tomllib.loads(f"{dotted} = 0")
    while isinstance(inner, dict):
        ((key, inner),) = inner.items()
        parts.append(key)
    return tuple(parts)


def _opened(value: str) -> str:
    """Return the quotes that a value opens and leaves open at the end of its line, or an empty text."""
    for quotes in ('"""', "'''"):
        if value.lstrip().startswith(quotes) and value.count(quotes) == 1:
            return quotes
    return ""
