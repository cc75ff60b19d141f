"""S-expressions: just enough of SMT-LIB to know what a formula speaks of, to rename it and take it apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

__all__ = [
    "BINDERS",
    "Expression",
    "RejectedError",
    "atoms",
    "bindings",
    "conjuncts",
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
        elif holds and isinstance(whole, tuple) and (common := _in_all_cases(whole)):
            waiting.append((_without(whole, common), True, inside))
            waiting.extend((part, True, inside) for part in reversed(common))
        elif isinstance(whole, tuple) and _is_worth_opening(whole):
            waiting.append((whole[2], holds, (*inside, whole[1])))
        elif one != ("true" if holds else "false"):
            found.append(_within(around, one if holds else ("not", one)))
    return found


def _in_all_cases(whole: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """Return what all cases have in common, where something is one of several each of which is more."""
    cases = [one for one in whole[1:] if isinstance(one, tuple) and one[:1] == ("and",)]
    if whole[:1] != ("or",) or len(cases) < 2 or len(cases) + 1 < len(whole):
        return ()
    return tuple(
        dict.fromkeys(part for part in cases[0][1:] if part != "true" and all(part in one for one in cases))
    )


def _without(whole: tuple[Expression, ...], common: tuple[Expression, ...]) -> Expression:
    """Return a disjunction of conjunctions without what they have in common."""
    return ("or", *(("and", "true", *(part for part in one[1:] if part not in common)) for one in whole[1:]))


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
