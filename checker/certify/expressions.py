"""S-expressions: just enough of SMT-LIB to know what a formula speaks of, to rename it and take it apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

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
    So are formulas with quantifiers for which ``let`` binds names; each part keeps the bindings that it
    speaks of.
    """
    found: list[Expression] = []
    waiting: list[tuple[Expression, bool, tuple[Expression, ...]]] = [(expression, True, ())]
    while waiting:
        one, holds, around = waiting.pop()
        whole, inside = one, around
        if isinstance(one, str) and one in meanings and not _bound(one, around):
            whole, inside = meanings[one], ()  # which speaks of nothing that is bound here
        if isinstance(whole, tuple) and whole[:1] == ("not",) and len(whole) == 2:
            waiting.append((whole[1], not holds, inside))
        elif isinstance(whole, tuple) and whole[:1] == ("and" if holds else "or",):
            waiting.extend((part, holds, inside) for part in reversed(whole[1:]))
        elif isinstance(whole, tuple) and _is_worth_opening(whole):
            waiting.append((whole[2], holds, (*inside, whole[1])))
        elif one != ("true" if holds else "false"):
            found.append(_within(around, one if holds else ("not", one)))
    return found


def _is_worth_opening(whole: tuple[Expression, ...]) -> bool:
    """Return whether names are bound for something with quantifiers, which solvers do better in parts."""
    if whole[:1] != ("let",) or len(whole) != 3 or not isinstance(whole[1], tuple):
        return False
    plain = all(isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str) for one in whole[1])
    return plain and not atoms(whole[2]).isdisjoint(("forall", "exists"))


def _bound(name: str, around: Sequence[Expression]) -> bool:
    """Return whether one of some lists of bindings, each a name with its value, binds a name."""
    return any(name == binding[0] for bindings in around for binding in bindings)


def _within(around: Sequence[Expression], expression: Expression) -> Expression:
    """Return an expression with the bindings around it that it speaks of."""
    for bindings in reversed(around):
        spoken = atoms(expression)
        if any(binding[0] in spoken for binding in bindings):
            expression = ("let", bindings, expression)
    return expression


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
