"""What Python says of an author's line, where it can be said better: misspelled names and keywords."""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Iterable
from types import FrameType
from typing import Any

from checker.errors import nearest

__all__ = ["misspelled", "public"]

_KEYWORD = re.compile(r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'")


def misspelled(error: Exception, frame: FrameType | None) -> tuple[str, str] | None:
    """Return what is wrong and what to write, where a name or keyword in ``frame`` is not known."""
    names: dict[str, Any] = {**vars(builtins), **(frame.f_globals | frame.f_locals if frame else {})}
    if isinstance(error, NameError) and error.name:
        return f"the name {error.name!r} is not defined", nearest(error.name, public(names))
    found = _KEYWORD.match(str(error)) if isinstance(error, TypeError) else None
    if found is None:
        return None
    called, keyword = found[1].removesuffix(".__init__").split(".")[-1], found[2]
    return f"{called}(...) takes no {keyword!r}", nearest(keyword, _parameters(names.get(called)))


def public(names: Iterable[str]) -> list[str]:
    """Return the names that do not start with an underscore, in order."""
    return sorted(n for n in names if not n.startswith("_"))


def _parameters(called: Any) -> list[str]:
    try:
        return public(inspect.signature(called).parameters)
    except (TypeError, ValueError):
        return []
