"""S-expressions: just enough of SMT-LIB to know what a formula speaks of, and to rename it."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["RejectedError", "atoms", "lists_at_top", "parsed", "renamed"]

_TOKEN = re.compile(r"[()]|[A-Za-z0-9_.+*<>=-]+")

Expression = str | tuple["Expression", ...]
"""An atom, or a list of expressions."""


class RejectedError(Exception):
    """A certificate is not what it must be; the text says what is wrong and where."""


def _tokens(text: str, where: str) -> Iterator[str]:
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
        elif text[position] == ";":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        else:
            found = _TOKEN.match(text, position)
            if found is None:
                raise RejectedError(f"{where}: there is {text[position]!r}, which no formula has")
            yield found.group()
            position = found.end()


def lists_at_top(text: str, where: str) -> list[Expression]:
    """Return the expressions that a text consists of; comments are left out.

    Raises:
        RejectedError: a parenthesis is missing, or there is a character that is none of SMT-LIB's plain ones.
    """
    stack: list[list[Expression]] = [[]]
    for token in _tokens(text, where):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise RejectedError(f"{where}: a parenthesis closes nothing")
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise RejectedError(f"{where}: a parenthesis is not closed")
    return stack[0]


def parsed(text: str, where: str) -> Expression:
    """Return the one expression that a text is.

    Raises:
        RejectedError: it is none, or several.
    """
    found = lists_at_top(text, where)
    if len(found) != 1:
        raise RejectedError(f"{where}: {len(found)} formulas stand where one must")
    return found[0]


def atoms(expression: Expression) -> set[str]:
    """Return all atoms of an expression."""
    found: set[str] = set()
    waiting = [expression]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.add(one)
        else:
            waiting.extend(one)
    return found


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a formula with these atoms replaced by others, and without comments."""
    return re.sub(r"[A-Za-z0-9_.]+", lambda found: names.get(found.group(), found.group()), text)
