"""Where the classes of a model, and the fields in them, stand in the author's files."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable

from checker.language.rules import shorten
from checker.system.model import Source

__all__ = ["class_source", "field_source", "source_of_file"]


def source_of_file(cls: type) -> str:
    """Return the file of ``cls`` as it is shown to the user."""
    return shorten(inspect.getfile(cls))


def class_source(cls: type) -> Source:
    """Return the line of ``class Name``, below its decorators; no place where the source is not at hand."""
    return _line_in(cls, lambda node: node.lineno)


def field_source(cls: type, name: str) -> Source:
    """Return the line on which the body of ``cls`` declares the field ``name``, else that of the class."""

    def find(node: ast.ClassDef) -> int:
        for statement in node.body:
            match statement:
                case ast.AnnAssign(target=ast.Name(id=found)) if found == name:
                    return statement.lineno
                case ast.Assign(targets=[ast.Name(id=found)]) if found == name:
                    return statement.lineno
        return node.lineno

    return _line_in(cls, find)


def _line_in(cls: type, find: Callable[[ast.ClassDef], int]) -> Source:
    parsed = _parsed(cls)
    if parsed is None:
        return Source("", 0)
    node, first = parsed
    return Source(source_of_file(cls), first + find(node) - 1)


@functools.lru_cache(maxsize=256)  # a class is asked for each of its fields, in each round of a check
def _parsed(cls: type) -> tuple[ast.ClassDef, int] | None:
    """Return the definition of ``cls`` and the line in its file that its line 1 is, if it is at hand."""
    try:
        lines, first = inspect.getsourcelines(cls)
    except (OSError, TypeError):
        return None
    text = "".join(lines)
    if text[:1].isspace():  # a class inside a function or a class
        text, first = f"if True:\n{text}", first - 1
    return next(n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ClassDef)), first
