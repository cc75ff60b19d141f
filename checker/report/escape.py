"""Text from a model, made safe for a terminal, for Markdown, for a file name and for a shell.

Names, sentences and labels are the author's. None of them may move the cursor, open a tag, start a
heading or leave its folder.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

__all__ = ["coded", "file_name", "markdown", "markdown_code", "markdown_coded", "visible"]

_LONGEST_NAME = 100


def visible(text: str) -> str:
    r"""Return ``text`` in one line, with every invisible character but the space spelled out.

    Tabs and line ends become spaces; control characters, direction marks and unpaired surrogates become
    ``\x1b``, ``\u202e`` and so on.
    """
    return "".join(_spelled(c) for c in text)


def _spelled(character: str) -> str:
    if character.isspace():
        return " "
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return character.encode("unicode_escape", "surrogatepass").decode("ascii")
    return character


_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_SPECIAL = re.compile(r"[\\`*\[\]|~#$]|(?<![a-zA-Z0-9])_|_(?![a-zA-Z0-9])|:(?=\S)|(?<=www)\.")
_AT_START = re.compile(r"^([-+=]|\d+(?=[.)]))")


def markdown(text: str) -> str:
    """Return ``text`` for a paragraph, heading, quote or table cell of GitHub's Markdown, as it is read.

    White space is folded: at the start of a line it could make a block of code.
    """
    plain = " ".join(visible(text).split())
    escaped = _SPECIAL.sub(lambda match: "\\" + match[0], plain)
    escaped = "".join(_HTML.get(c, c) for c in escaped)
    return _AT_START.sub(lambda match: f"\\{match[1]}" if match[1] in "-+=" else match[1] + "\\", escaped)


_PLAIN_CODE = re.compile(r"[\w .,:;=@/()\[\]{}'\"<>+*-]*[\w.,:;=@/()\[\]{}'\"<>+*-]")


def markdown_code(text: str) -> str:
    """Return ``text`` as code within a line or table cell."""
    plain = " ".join(visible(text).split())
    if not plain:
        return ""
    if _PLAIN_CODE.fullmatch(plain):
        return f"`{plain}`"
    return f"<code>{markdown(plain)}</code>"


def coded(text: str) -> tuple[tuple[bool, str], ...]:
    """Return a text in parts, each with whether it is code: that is what stands between backticks."""
    parts = re.split(r"`([^`]+)`", text)
    return tuple((number % 2 == 1, part) for number, part in enumerate(parts) if part)


def markdown_coded(text: str) -> str:
    """Return ``text`` as :func:`markdown` does, in which what stands between backticks is code."""
    told = []
    for code, part in coded(text):
        before, after = (" " if edge.isspace() else "" for edge in (part[0], part[-1]))
        told.append(markdown_code(part) if code else f"{before}{markdown(part)}{after}")
    return "".join(told).strip()


def file_name(text: str) -> str:
    """Return ``text`` as the stem of a file name, on any system; different texts give different names."""
    name = re.sub(r"[^A-Za-z0-9_.=,+-]", "_", text).lstrip(".")[:_LONGEST_NAME]
    if name == text:
        return name
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{name}-{digest}"
