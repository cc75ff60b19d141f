"""Imports of an author's files, and what goes wrong in them told as an error of the file."""

from __future__ import annotations

import importlib
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from checker.errors import InputError, ModelError, nearest
from checker.language.python_words import misspelled, public
from checker.language.rules import shorten
from checker.language.tracing.ways import is_author_file
from checker.system.model import Source

__all__ = ["importing"]

_NAME_FROM = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


@contextmanager
def importing(path: Path) -> Iterator[None]:
    """Tell what goes wrong while the file ``path`` is imported as an error of the line that it came from.

    Raises:
        ModelError: the file, or one that it imports, cannot be loaded.
    """
    try:
        yield
    except InputError as error:
        if error.source is None:
            error.source = _place(error, path)[1]
        raise
    except SyntaxError as error:
        where = Source(shorten(error.filename or str(path)), error.lineno or 1)
        raise ModelError(
            f"this is not valid Python: {error.msg}",
            hint="Python cannot read the file from this line on",
            source=where,
        ) from error
    except SystemExit as error:
        raise ModelError(
            "this line ends the program as the file is loaded",
            hint="take it out, or put it below `if __name__ == '__main__':`",
            source=_place(error, path)[1],
        ) from error
    except Exception as error:
        frame, where = _place(error, path)
        message, hint = _words(error, frame)
        raise ModelError(message, hint=hint, source=where) from error


def _place(error: BaseException, path: Path) -> tuple[FrameType | None, Source]:
    """Return the innermost of the author's frames that an error came through, and its line."""
    found: FrameType | None = None
    where = Source(shorten(str(path)), 1)
    for frame, line in traceback.walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if is_author_file(file) and "site-packages" not in file:
            found, where = frame, Source(shorten(file), line)
    return found, where


def _words(error: Exception, frame: FrameType | None) -> tuple[str, str]:
    words = misspelled(error, frame)
    if words is not None:
        return words
    match error:
        case ModuleNotFoundError(name=str() as missing):
            return (
                f"there is no module {missing!r} to import",
                "look at how it is spelled; a package of yours needs an `__init__.py`",
            )
        case ImportError() if found := _NAME_FROM.search(str(error)):
            name, module = found.groups()
            names = public(vars(importlib.import_module(module)))
            return f"there is no {name!r} in {module} to import", nearest(name, names)
    return (
        f"the file cannot be loaded: {type(error).__name__}: {error}",
        "what stands outside of functions runs as the file is loaded, and stops at this line",
    )
