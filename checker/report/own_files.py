"""Which files the tool wrote itself: it replaces no others.

Most documents say of themselves who wrote them: in their metadata, or in a comment. What is read line by line
(text, annotations, lines for editors) has no place for that, and is known by what its lines look like.
"""

from __future__ import annotations

import re
from pathlib import Path

from checker.errors import UsageError
from checker.report.play_marks import MARK

__all__ = ["check_own", "is_own", "marked"]

_MARKED = "<!-- ruleproof document: written by the tool, which replaces it -->"
"""The first line of a Markdown document in a file of its own."""

_HEAD, _TAIL = 4096, 1024
"""Bytes at the beginning and at the end of a file in which its marks are looked for."""

_HEADS = re.compile(
    b"|".join(
        (
            re.escape(MARK.encode("ascii")),
            rb'^\s*\{\s*"format": "ruleproof ',
            rb'"driver": \{\s*"name": "ruleproof"',
            rb'<testsuites name="ruleproof[ "]',
            rb"ruleproof report</title>",
            rb"\A<!-- ruleproof ",
            rb"\A\W{1,3}[^\n]*, exported by ruleproof from ",
            rb"\A::(?:error|warning|notice) ",
            rb"\A[^\n]+?:\d+: (?:error|warning|note): ",
            rb"\A(?:Examined [^\n]*\(\d+ norms?\)|No finding\.)",
        )
    )
)

_TAILS = re.compile(rb"^\d+ verdicts? \(", re.MULTILINE)


def marked(text: str) -> str:
    """Return a Markdown document with the line that tells who wrote it."""
    return text if text.startswith("<!-- ruleproof ") else f"{_MARKED}\n\n{text}"


def is_own(path: Path) -> bool:
    """Whether a file may be replaced: the tool wrote it, or nothing is in it.

    Raises:
        OSError: it cannot be read.

    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(_HEAD)
        file.seek(max(0, path.stat().st_size - _TAIL))
        tail = file.read()
    return not head.strip() or bool(_HEADS.search(head) or _TAILS.search(tail))


def check_own(path: Path) -> None:
    """Check that nothing but a document of the tool's own would be replaced.

    Raises:
        UsageError: there is a file that the tool did not write.
        OSError: it cannot be read.

    """
    if path.is_file() and not is_own(path):
        raise UsageError(
            f"{path} was not written by ruleproof, and is left as it is",
            hint="move it away, or name another file",
        )
