"""S-expressions: just enough of SMT-LIB to know what a formula speaks of, and to rename it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

__all__ = [
    "BINDERS",
    "Expression",
    "RejectedError",
    "atoms",
    "bindings",
    "lists_at_top",
    "parsed",
    "reads",
    "renamed",
    "text_of",
]

_TOKEN = re.compile(r"[()]|[A-Za-z0-9_.+*<>=-]+")
_NAME = re.compile(r"[A-Za-z0-9_.]+")

BINDERS = frozenset({"forall", "exists", "let"})
"""The words that bind names."""

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
    """Return an expression as text, however deep it is."""
    words: list[str] = []
    waiting = [expression]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            words.append(one)
        else:
            waiting += [")", *reversed(one), "("]
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def bindings(expression: Expression) -> Iterator[str]:
    """Yield the names that are bound anywhere in an expression.

    Raises:
        RejectedError: a word that binds names stands where it binds none.
    """
    waiting = [expression]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if one in BINDERS:
                raise RejectedError(f"{one} binds no names")
        elif one and one[0] in BINDERS:
            if len(one) != 3 or not isinstance(one[1], tuple):
                raise RejectedError(f"{text_of(one)[:60]} does not bind names in a formula")
            for pair in one[1]:
                if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
                    raise RejectedError(f"{text_of(pair)[:60]} binds no name")
                yield pair[0]
                waiting.append(pair[1])
            waiting.append(one[2])
        else:
            waiting.extend(one)


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
