"""Which rules a claim on steps asks for by name: one that is misspelled would say nothing, and hold."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Collection, Iterator
from typing import Any

from checker.errors import ModelError, nearest
from checker.language.rules import source_of
from checker.system.model import Source

__all__ = ["check_rule_names"]

_STEP = 1
"""Which parameter of a claim on steps is the step."""

_EVENT = "state_based"
"""What ``step.rule`` is for the state-based event."""


def check_rule_names(function: Callable[..., Any], game: str, rules: Collection[str]) -> None:
    """Check that ``def claim(before, step, after)`` compares ``step.rule`` with names of rules alone.

    Args:
        function: the claim.
        game: the name of the game that it is about.
        rules: the rules of that game.

    Raises:
        ModelError: the game has no such rule.

    """
    for name, line in _asked(function):
        if name not in rules and name != _EVENT:
            raise ModelError(
                f"the claim {function.__name__!r} asks for the rule {name!r}, which {game} has not",
                hint=nearest(name, rules),
                source=Source(source_of(function).file, line),
            )


def _asked(function: Callable[..., Any]) -> Iterator[tuple[str, int]]:
    """Yield the names that a claim compares ``step.rule`` with, and the line of each."""
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return  # written by no file
    step = list(inspect.signature(function).parameters)[_STEP]
    for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
        match node:
            case ast.Compare(left=ast.Attribute(value=ast.Name(id=name), attr="rule"), comparators=[other]):
                if name == step:
                    for text in _texts(other, function.__globals__):
                        yield text, first + node.lineno - 1


def _texts(node: ast.expr, names: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of an expression that is one, a list of some, or the name of either."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from _texts(item, names)
        case ast.Name(id=name):
            value = names.get(name)
            for text in (
                (value,) if isinstance(value, str) else value if isinstance(value, Collection) else ()
            ):
                if isinstance(text, str):
                    yield text
