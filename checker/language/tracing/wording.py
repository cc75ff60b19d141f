"""Wording: what values and types are called in messages to an author, who never heard of terms."""

from __future__ import annotations

import enum
from types import FunctionType, MethodType
from typing import Any

from checker.errors import with_article
from checker.language import types as T  # noqa: N812 - the author's types are named as types are

__all__ = ["LEN_HINT", "describe"]

LEN_HINT = "write `.size`; what len(...) gives must be one number in Python, and here it depends on the state"

_CONTAINERS: tuple[tuple[type, str], ...] = (
    (T.Map, "a map"),
    (T.Set, "a set"),
    (T.Stack, "a stack"),
    (T.Queue, "a queue"),
    (T.Bag, "a bag"),
    (T.Moment, "a moment"),
)


def describe(value: Any) -> str:
    """Return what a value is, as its author would say: ``a number``, ``a stack``, ``the value 'x'``.

    Symbolic values say it themselves by a private attribute ``_words``.
    """
    if value is None or isinstance(value, bool | int | float | str):
        return f"the value {value!r}" if value is not None else "None"
    for cls, name in _CONTAINERS:
        if isinstance(value, cls):
            return name
    words = getattr(value, "_words", None)
    if isinstance(words, str) and getattr(value, "is_symbolic", False):
        return words
    if isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, T.Member):
        return with_article(getattr(type(value), "_base", type(value)).__name__)
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, FunctionType | MethodType):
        return f"the function {value.__name__}"
    if isinstance(value, list | tuple | set | frozenset | dict):
        return f"a Python {type(value).__name__}"
    return with_article(type(value).__name__)
