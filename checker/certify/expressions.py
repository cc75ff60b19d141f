"""S-expressions: just enough of SMT-LIB to know what a formula speaks of, to rename it and take it apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

__all__ = [
    "Expression",
    "RejectedError",
    "atoms",
    "conjuncts",
    "lists_at_top",
    "parsed",
    "reads",
    "renamed",
    "text_of",
]

_TOKEN = re.compile(r"[()]|[A-Za-z0-9_.+*<>=-]+")
_NAME = re.compile(r"[A-Za-z0-9_.]+")

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


def text_of(expression: Expression) -> str:
    """Return an expression as text."""
    if isinstance(expression, str):
        return expression
    return f"({' '.join(text_of(part) for part in expression)})"


def conjuncts(expression: Expression, meanings: Mapping[str, Expression]) -> list[Expression]:
    """Return expressions all of which are true exactly where the given one is.

    ``meanings`` are those of names that stand for formulas; they are looked into where that takes them apart.
    """
    found: list[Expression] = []
    waiting = [(expression, True)]
    while waiting:
        one, holds = waiting.pop()
        whole = meanings.get(one, one) if isinstance(one, str) else one
        if isinstance(whole, tuple) and whole[:1] == ("not",) and len(whole) == 2:
            waiting.append((whole[1], not holds))
        elif isinstance(whole, tuple) and whole[:1] == ("and" if holds else "or",):
            waiting.extend((part, holds) for part in reversed(whole[1:]))
        elif one != ("true" if holds else "false"):
            found.append(one if holds else ("not", one))
    return found


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


def reads(text: str) -> set[str]:
    """Return all names in a formula, and with them words and numerals."""
    return set(_NAME.findall(text))


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return a formula with these atoms replaced by others, and without comments."""
    return _NAME.sub(lambda found: names.get(found.group(), found.group()), text)
