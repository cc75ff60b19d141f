"""The recorder of the run that is under way. Runs nest: a predicate is traced inside its rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from checker.language.tracing.ways import Recorder

__all__ = ["recorder", "recording"]

_stack: list[Recorder] = []


@contextmanager
def recording(new: Recorder) -> Iterator[Recorder]:
    """Record decisions with ``new`` for the duration of the block."""
    _stack.append(new)
    try:
        yield new
    finally:
        _stack.pop()


def recorder() -> Recorder:
    """Return the recorder of the innermost run."""
    return _stack[-1]
