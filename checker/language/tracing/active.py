"""The recorder of the run that is under way. Runs nest: a predicate is traced inside its rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from checker.language.tracing.ways import Recorder

__all__ = ["aside", "in_predicate", "recorder", "recording"]

_stack: list[Recorder] = []


@contextmanager
def recording(new: Recorder) -> Iterator[Recorder]:
    """Record decisions with ``new`` for the duration of the block."""
    _stack.append(new)
    try:
        yield new
    finally:
        _stack.pop()


@contextmanager
def aside() -> Iterator[None]:
    """Leave the runs that are under way aside for the duration of the block, as if none were."""
    kept = _stack[:]
    _stack.clear()
    try:
        yield
    finally:
        _stack[:] = kept


def recorder() -> Recorder:
    """Return the recorder of the innermost run."""
    return _stack[-1]


def in_predicate(*, of_claim: bool = False) -> bool:
    """Whether the innermost run is one inside another: a predicate that is folded into one term.

    A claim is folded into one term itself; ``of_claim`` asks for a predicate inside it.
    """
    return len(_stack) > (2 if of_claim else 1)
