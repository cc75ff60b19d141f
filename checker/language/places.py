"""Where the classes of a model, and the fields in them, stand in the author's files."""

from __future__ import annotations

import ast
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
    try:
        lines, first = inspect.getsourcelines(cls)
    except (OSError, TypeError):
        return Source("", 0)
    text = "".join(lines)
    if text[:1].isspace():  # a class inside a function or a class
        text, first = f"if True:\n{text}", first - 1
    node = next(n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.ClassDef))
    return Source(source_of_file(cls), first + find(node) - 1)
