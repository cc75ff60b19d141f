"""What a loop over members of an open number may hold, by its looks.

Such a loop is traced for one member that stands for all. So nothing may go from one turn to the next, or
out of the loop, but by the fields of the game: that is seen in the source, where Python would not ask the
values.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Iterator
from functools import lru_cache
from types import FrameType
from typing import Any

from checker.language.syntax import syntax_of

__all__ = ["refusal_of"]

_MUTABLE = (list, dict, set, bytearray)

_STATEMENTS = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If, ast.Pass, ast.Continue)
"""What a body is made of."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def refusal_of(frame: FrameType) -> str:
    """Return why a loop, at whose head a frame is, cannot be traced for one member; nothing if it can."""
    found = _loop_at(frame)
    function, loop = found or (None, None)
    if function is None or loop is None or not isinstance(loop.iter, ast.Name | ast.Attribute):
        return "is no plain `for` statement"
    for statement in _statements(loop.body):
        if not isinstance(statement, _STATEMENTS):
            return f"holds `{type(statement).__name__.lower()}`"
    if loop.orelse:
        return "has an `else`"
    kept = _stored(loop)
    leaving = [name for name in sorted(kept) if _stands_in(function, name, loop)]
    if leaving:
        return f"sets {leaving[0]!r}, which is used outside of it as well"
    read = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name)} - kept
    collected = sorted(name for name in read if _is_mutable(frame, name))
    return f"uses {collected[0]!r}, which it could change" if collected else ""


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _statements(statement.body)
            yield from _statements(statement.orelse)


def _stored(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


def _stands_in(node: ast.AST, name: str, but: ast.For) -> bool:
    """Return whether a name is used in a node, but in this loop, and where it is another one of that name."""
    if node is but or _has_its_own(node, name):
        return False
    if isinstance(node, ast.Name | ast.arg):
        return name == (node.id if isinstance(node, ast.Name) else node.arg)
    return any(_stands_in(child, name, but) for child in ast.iter_child_nodes(node))


def _has_its_own(node: ast.AST, name: str) -> bool:
    """Return whether a node gives a name a value of its own, each time before it uses it."""
    match node:
        case ast.For(target=ast.Name(id=own)):
            return own == name
        case ast.Lambda(args=arguments):
            return name in {a.arg for a in ast.walk(arguments) if isinstance(a, ast.arg)}
    return False


def _is_mutable(frame: FrameType, name: str) -> bool:
    value: Any = frame.f_locals.get(name, frame.f_globals.get(name))
    return isinstance(value, _MUTABLE)


def _loop_at(frame: FrameType) -> tuple[_Function, ast.For] | None:
    """Return the ``for`` statement that asks for its next member, with the function that it stands in."""
    code = frame.f_code
    if dis.opname[code.co_code[frame.f_lasti]] != "FOR_ITER":
        return None
    line, _, column, _ = list(code.co_positions())[frame.f_lasti // 2]
    # Python 3.11 gives the place of the statement, later ones that of what is gone through.
    tree = syntax_of(code.co_filename)
    return None if tree is None else _loops(tree).get((line, column))


@lru_cache(maxsize=64)
def _loops(tree: ast.Module) -> dict[tuple[int | None, int | None], tuple[_Function, ast.For]]:
    """Return the ``for`` statements of a file with the functions that they stand in, by where they begin."""
    found: dict[tuple[int | None, int | None], tuple[_Function, ast.For]] = {}
    for function in ast.walk(tree):  # outer functions come before inner ones
        if isinstance(function, _Function):
            for node in ast.walk(function):
                if isinstance(node, ast.For):
                    found[node.lineno, node.col_offset] = (function, node)
                    found[node.iter.lineno, node.iter.col_offset] = (function, node)
    return found
