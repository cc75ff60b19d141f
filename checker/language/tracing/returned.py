"""What a claim or a condition of the game returned: whether it can be meant as a truth value."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import FunctionType, GeneratorType, MethodType
from typing import Any

from checker.errors import ModelError
from checker.language.rules import source_of
from checker.language.tracing.values import SymbolicEnum, SymbolicInt
from checker.language.tracing.wording import describe

__all__ = ["returned_truth"]

_NO_TRUTH = (SymbolicInt, SymbolicEnum, str, float, Enum, type, FunctionType, MethodType, GeneratorType)
"""What nobody can mean by its truth. (What may be absent, and containers, are true if there is any.)"""

_FINE = object()


def returned_truth(function: Callable[..., Any], result: Any, index: int = 0, parts: int = 1) -> Any:
    """Return a truth value that a function returned, or with ``index`` one of the several that it had to.

    Raises:
        ModelError: it returned nothing, or something else.
    """
    found = result if isinstance(result, tuple) else (result,)
    wrong = next((value for value in found if value is None or isinstance(value, _NO_TRUTH)), _FINE)
    if len(found) == parts and wrong is _FINE:
        return found[index]
    if result is None:
        raise ModelError(
            f"{function.__name__!r} returns nothing on some way through it",
            hint="every way through it ends in `return` with a truth value",
            source=source_of(function),
        )
    what = (
        "a pair"
        if isinstance(result, tuple) and parts == 1
        else describe(result if wrong is _FINE else wrong)
    )
    if isinstance(wrong, FunctionType | MethodType):
        hint = f"call it: `{wrong.__name__}(...)`"
    elif parts > 1:
        hint = "write `return premise, goal`"
    else:
        hint = "write a condition, such as `return game.tally < 2`; join several by `and`"
    raise ModelError(
        f"{function.__name__!r} returns {what}, and not "
        f"{'a truth value' if parts == 1 else 'a pair of truth values'}",
        hint=hint,
        source=source_of(function),
    )
