"""How many examples property-based tests take: a part by default, all of them in the slow tier."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

__all__ = ["examples", "number_of_examples"]

_THOROUGH = bool(os.environ.get("RULEPROOF_THOROUGH"))
_PART = 3
_LEAST = 10


def number_of_examples(most: int) -> int:
    """Return how many of ``most`` examples this run takes."""
    return most if _THOROUGH else max(_LEAST, most // _PART)


def examples(most: int, **more: Any) -> settings:
    """Return the settings (a decorator) of a test that takes ``most`` examples in the slow tier."""
    return settings(max_examples=number_of_examples(most), **more)
