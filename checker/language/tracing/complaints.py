"""Complaints: what Python says against an author's line, in the words of rules.

A rule is run on values that stand for many, and their classes have names that no author knows. Here what
Python says of them is said again of what the author wrote.
"""

from __future__ import annotations

import dataclasses
import re
from types import FrameType
from typing import Any

from checker.errors import ModelError, nearest
from checker.language.python_words import misspelled, public
from checker.language.rules import shorten
from checker.language.tracing.containers import SymbolicMap
from checker.language.tracing.ways import is_author_file
from checker.language.tracing.wording import LEN_HINT, describe
from checker.language.types import Object, Participant
from checker.system.model import Source

__all__ = ["calls_itself", "complaint", "error_line"]

_INSTEAD = {
    "append": ("push", "add"),
    "insert": ("push", "add"),
    "remove": ("discard",),
    "extend": ("push", "add"),
    "update": ("add",),
    "appendleft": ("push",),
    "popleft": ("pop",),
    "peek": ("top", "front"),
    "empty": ("size",),
    "count": ("size",),
    "length": ("size",),
    "first": ("front", "top"),
    "last": ("top",),
    "items": (),
    "get": (),
    "keys": (),
    "values": (),
}
"""Methods of Python's own containers, and those of a game's containers that do the same."""

_INTERNAL: tuple[tuple[str, str], ...] = (
    ("SymbolicInt", "a number of the game"),
    ("SymbolicBool", "a truth value of the game"),
    ("SymbolicEnum", "an Enum value of the game"),
    ("SymbolicMoment", "a moment"),
    ("SymbolicMaybe", "what may be absent"),
    ("SymbolicMap", "a map"),
    ("SymbolicSetView", "a set"),
    ("SymbolicSet", "a set"),
    ("SymbolicStack", "a stack"),
    ("SymbolicQueue", "a queue"),
    ("SymbolicBag", "a bag"),
    ("SymbolicSelection", "what where(...) picks out"),
)

_DEEP = 100
"""Calls of the author's functions inside one another that no rule needs."""


def complaint(name: str, error: Exception) -> ModelError:
    """Return the error of the model that an exception in an author's function ``name`` means."""
    frame, line = _authors_frame(error)
    message, hint = _words(name, error, frame)
    return ModelError(message, hint=hint, source=line)


def error_line(error: BaseException) -> Source:
    """Return the innermost line of the author's that an exception came through."""
    return _authors_frame(error)[1]


def calls_itself(error: RecursionError) -> bool:
    """Whether it is the author's functions that are nested too deep, and not the tool's own."""
    mine, traceback = 0, error.__traceback__
    while traceback is not None:
        mine += is_author_file(traceback.tb_frame.f_code.co_filename)
        traceback = traceback.tb_next
    return mine > _DEEP


def _authors_frame(error: BaseException) -> tuple[FrameType | None, Source]:
    """Return the innermost frame of the author's in the traceback, and its line."""
    frame, place = None, Source("", 0)
    traceback = error.__traceback__
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if is_author_file(file):
            frame, place = traceback.tb_frame, Source(shorten(file), traceback.tb_lineno)
        traceback = traceback.tb_next
    return frame, place


def _words(name: str, error: Exception, frame: FrameType | None) -> tuple[str, str]:
    words = misspelled(error, frame)
    if words is not None:
        return words
    match error:
        case dataclasses.FrozenInstanceError():
            return (
                "a record is changed, and records never change",
                "put a new one in its place: `self.stack.replace(item, dataclasses.replace(item, cost=2))`",
            )
        case AttributeError(name=str() as missing) if error.obj is not None:
            return _no_attribute(error.obj, missing)
        case RecursionError():
            return (
                f"{name!r} calls itself without end",
                "write a loop that ends by the bounds of the game, such as one over a class of members",
            )
    text = str(error)
    if isinstance(error, TypeError):
        if "has no len()" in text:
            of = _renamed(text).removeprefix("object of type ").removesuffix(" has no len()")
            return f"len(...) is asked of {of}", _EVERY_KEY if of == "a map" else LEN_HINT
        count = _COUNT.fullmatch(text)
        if count is not None:
            wanted, given = int(count["wanted"]) - 1, int(count["given"]) - 1
            return (
                f"{count['called']}(...) is given {given} values, and takes {wanted or 'none'}",
                f"look at how {count['called']!r} is used elsewhere, or what your editor says of it",
            )
    instead = next((hint for words, hint in _TOLD if words in text), "")
    return (
        f"Python stops here: {type(error).__name__}: {_renamed(text)}",
        instead
        or f"{name!r} cannot go past this line: rules and claims are made of comparisons, "
        "assignments, `if`, `match`, loops, `require` and helper methods",
    )


_EVERY_KEY = "a map has a value for each key: write `count(Player, lambda p: ...)` for those that are meant"

_COUNT = re.compile(
    r"Symbolic\w+\.(?P<called>\w+)\(\) takes (?:from \d+ to )?(?P<wanted>\d+) positional arguments? "
    r"but (?P<given>\d+) (?:was|were) given"
)
"""What Python says of too many values for a method of a game's values; it counts the value itself."""

_TOLD: tuple[tuple[str, str], ...] = (
    (
        "not supported between instances",
        "numbers and moments have an order; all else is only equal or not: `==`",
    ),
    ("is not subscriptable", "write `.top` or `.front`, a loop, or `.find(lambda item: ...)`"),
)
"""What else Python says of values of a game, and what to write instead."""


_OWN = frozenset(
    {"entries", "first_who", "has", "increment", "is_symbolic", "item_at", "key", "location"}
    | {"negated", "next_who", "nonempty", "prefix", "term", "terms"}
)
"""What values have for the tool alone: no word of the language, and so none that a hint names."""


def _no_attribute(value: Any, missing: str) -> tuple[str, str]:
    own = {*_OWN, "size"} if isinstance(value, Participant | Object) else _OWN
    has = [name for name in public(dir(value)) if name not in own]
    instead = [word for word in _INSTEAD.get(missing, ()) if word in has]
    if instead:
        hint = f"write `.{instead[0]}`"
    elif not has:
        hint = (
            "write `map[key]`"
            if isinstance(value, SymbolicMap)
            else "it can only be compared or counted with"
        )
    elif missing in _INSTEAD:
        hint = f"it has {', '.join(has)}"
    else:
        hint = nearest(missing, has)
    return f"{describe(value)} has no {missing!r}", hint


def _renamed(text: str) -> str:
    """Return a message of Python's with the names of symbolic classes replaced by words."""
    for internal, words in _INTERNAL:
        text = re.sub(rf"'{internal}'(?: object)?", words, text)
    return text
