"""The syntax of files that authors wrote, read once as each stands in memory."""

from __future__ import annotations

import ast
import functools
import linecache

__all__ = ["syntax_of"]

_MOST_FILES = 128
"""Files of which the tree is kept: more than the models and specs of a large workspace."""


def syntax_of(file: str) -> ast.Module | None:
    """Return the tree of a file, which is not to be changed; nothing where it cannot be read.

    The file is as it was when its lines were first asked for (:mod:`linecache`), which the tracebacks and
    positions of a module that has been imported are about.
    """
    return _parsed("".join(linecache.getlines(file)))


@functools.lru_cache(_MOST_FILES)
def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:
        return None
