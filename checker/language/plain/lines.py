"""Where in the author's files something happens."""

from __future__ import annotations

import ast
import functools
import linecache
import os
import sys
import sysconfig
from types import FrameType, TracebackType

from checker.language.rules import shorten
from checker.language.syntax import syntax_of
from checker.system.model import Source

__all__ = ["author_line", "is_author_file", "line_of_error", "required", "requirement"]

_LANGUAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_STANDARD = sysconfig.get_paths()["stdlib"] + os.sep


def is_author_file(name: str) -> bool:
    """Whether a file is an author's: neither of the language itself nor of Python's own library."""
    if name.startswith((_LANGUAGE, "<")):
        return False
    return not name.startswith(_STANDARD) or "site-packages" in name or "dist-packages" in name


def _is_authors(frame: FrameType) -> bool:
    return is_author_file(frame.f_code.co_filename)


@functools.cache
def _shown(path: str, _directory: str) -> str:
    return shorten(path)


def _source(path: str, line: int) -> Source:
    return Source(_shown(path, os.getcwd()), line)


def author_line() -> Source | None:
    """Return the line of the author's code that is being carried out, the innermost one."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not _is_authors(frame):
        frame = frame.f_back
    return None if frame is None else _source(frame.f_code.co_filename, frame.f_lineno)


def line_of_error(error: BaseException) -> Source | None:
    """Return the innermost of the author's lines that ``error`` came through."""
    found: Source | None = None
    step: TracebackType | None = error.__traceback__
    while step is not None:
        if _is_authors(step.tb_frame):
            found = _source(step.tb_frame.f_code.co_filename, step.tb_lineno)
        step = step.tb_next
    return found


def required(source: Source, condition: int) -> str:
    """Return the text of a condition of the ``require(...)`` at a line: the line where it cannot be told."""
    node = requirement(source.file, source.line, condition)
    if node is not None:
        return ast.unparse(node)
    lines = linecache.getlines(source.file)
    return lines[source.line - 1].strip() if 0 < source.line <= len(lines) else ""


def requirement(file: str, line: int, condition: int) -> ast.expr | None:
    """Return a condition of the ``require(...)`` at a line of a file, by its place; None if there is none."""
    tree = syntax_of(file)
    found = () if tree is None else _requirements(tree).get(line, ())
    return found[condition] if condition < len(found) else None


@functools.lru_cache(maxsize=16)
def _requirements(tree: ast.Module) -> dict[int, tuple[ast.expr, ...]]:
    """Return the conditions of every ``require(...)`` in a file, by its line."""
    found: dict[int, tuple[ast.expr, ...]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="require"), args=args):
                if not any(isinstance(argument, ast.Starred) for argument in args):
                    found[node.lineno] = tuple(args)
    return found
