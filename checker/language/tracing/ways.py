"""Ways: all paths through an author's function, explored by forking and folded into one result.

The function is run again and again. Where it asks for the truth of a symbolic condition that the way so
far does not decide, the run forks: the first run takes "true", a later one "false". Since a run depends
on nothing but its decisions, the runs form a binary tree, and results are folded along it.
"""

from __future__ import annotations

import dataclasses
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

from checker.errors import ModelError
from checker.language.rules import shorten
from checker.language.tracing.facts import Facts
from checker.system.model import Source
from checker.system.terms import FALSE, TRUE, Term, all_of, any_of, ite

__all__ = [
    "Recorder",
    "Tree",
    "Undone",
    "Way",
    "Wrong",
    "author_line",
    "explore",
    "fold_cuts",
    "fold_guard",
    "fold_terms",
    "fold_wrongs",
    "is_author_file",
    "not_repeatable",
]

R = TypeVar("R")

MOST_WAYS = 3000
"""Ways through one rule instance before tracing gives up and names the line that forks."""

MOST_DECISIONS = 500
"""Decisions on one way before tracing gives up."""

_TOOL = str(Path(__file__).resolve().parents[2])
_GAMES = str(Path(_TOOL) / "games")
_LIBRARY = str(Path(dataclasses.__file__).parent)


class Undone(Exception):  # noqa: N818 - no error: it steers the run
    """A requirement is not met: the whole rule is undone."""


@lru_cache
def is_author_file(path: str) -> bool:
    """Whether ``path`` is neither the tool's own nor Python's; the bundled games count as an author's."""
    return path.startswith(_GAMES) or not (path.startswith((_TOOL, _LIBRARY, "<")))


def author_line() -> Source:
    """Return the innermost line of the running call that is not the tool's own."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if is_author_file(name):
            return Source(shorten(name), frame.f_lineno)
        if frame.f_back is None:
            break
        frame = frame.f_back
    return Source("", 0)


@dataclass(frozen=True)
class Wrong:
    """A condition under which a step is wrong: what goes wrong, and on which line."""

    message: str
    source: Source
    condition: Term


@dataclass
class Recorder:
    """The decisions of the present run, and what they imply.

    ``trail`` has what was known after each decision of an earlier run that this one shares; what a run
    decides is added to it. ``forks`` counts forks by line over all runs, for the message when there are
    too many. ``again`` runs the same once more with another recorder, ``known`` is what runs that share their
    decisions share as well; ``loops`` counts loops over members of an open number, of which one ``turn`` may
    be what this run is for.
    """

    facts: Facts
    prefix: tuple[tuple[Term, bool], ...] = ()
    trail: list[Facts] = field(default_factory=list)
    taken: list[tuple[Term, bool, bool]] = field(default_factory=list)
    wrongs: list[Wrong] = field(default_factory=list)
    cuts: list[tuple[str, Term]] = field(default_factory=list)
    forks: Counter[Source] = field(default_factory=Counter)
    again: Callable[[Recorder], object] | None = None
    known: dict[object, object] = field(default_factory=dict)
    loops: int = 0
    turn: object = None

    def decide(self, term: Term) -> bool:
        """Return the truth of ``term`` on this way; where it is open, fork."""
        known = self.facts.decide(term)
        if known is not None:
            return known
        value = True
        place = len(self.taken)
        if place < len(self.prefix):
            expected, value = self.prefix[place]
            if expected is not term:
                raise not_repeatable(author_line())
        else:
            self.forks[author_line()] += 1
        self._take(term, value, forks=True)
        return value

    def require(self, term: Term) -> None:
        """Go on only where ``term`` is true; elsewhere the rule is undone."""
        known = self.facts.decide(term)
        if known is False:
            raise Undone
        if known is None:
            place = len(self.taken)
            if place < len(self.prefix) and self.prefix[place][0] is not term:
                raise not_repeatable(author_line())
            self._take(term, True, forks=False)

    def _take(self, term: Term, value: bool, *, forks: bool) -> None:
        if len(self.taken) >= MOST_DECISIONS:
            raise self.too_many(f"more than {MOST_DECISIONS} things are asked on one way through the rule")
        place = len(self.taken)
        self.taken.append((term, value, forks))
        if place == len(self.trail):
            known = Facts(self.facts)
            known.assume(term, value)
            self.trail.append(known)
        self.facts = self.trail[place]

    def too_many(self, what: str) -> ModelError:
        """Return the error for a rule that forks without bound, naming the line that forks most."""
        line = self.forks.most_common(1)[0][0] if self.forks else author_line()
        return ModelError(
            f"{what}: this line asks the state again and again",
            hint="let loops end by the bounds of the game; ask about many things at once with some(...), "
            "every(...), count(...) or where(...) instead of looping over them with `if`",
            source=line,
        )


def not_repeatable(source: Source) -> ModelError:
    """Return the error for a rule that depends on more than the game and its parameters."""
    return ModelError(
        "the rule does not do the same when it is run twice",
        hint="a rule depends on the game and its parameters only: no random numbers, and nothing that an "
        "earlier run has changed",
        source=source,
    )


@dataclass(frozen=True)
class Way(Generic[R]):
    """One finished run: its decisions, and what it came to (``None`` where it was undone)."""

    decisions: tuple[tuple[Term, bool, bool], ...]
    result: R | None
    undone: bool
    wrongs: tuple[Wrong, ...]
    cuts: tuple[tuple[str, Term], ...]


Tree = list[Way[R]]


def explore(run: Callable[[Recorder], R], facts: Facts) -> Tree[R]:
    """Return all ways through ``run``, in the order true-before-false of their decisions."""
    ways: Tree[R] = []
    forks: Counter[Source] = Counter()
    prefix: tuple[tuple[Term, bool], ...] = ()
    trail: list[Facts] = []
    known: dict[object, object] = {}
    while True:
        recorder = Recorder(facts, prefix, trail, forks=forks, again=run, known=known)
        result: R | None = None
        undone = False
        try:
            result = run(recorder)
        except Undone:
            undone = True
        ways.append(Way(tuple(recorder.taken), result, undone, tuple(recorder.wrongs), tuple(recorder.cuts)))
        if len(ways) > MOST_WAYS:
            raise recorder.too_many(f"there are more than {MOST_WAYS} ways through the rule")
        path = [(t, v) for t, v, _ in recorder.taken]
        open_places = [i for i, (_, value, fork) in enumerate(recorder.taken) if value and fork]
        if not open_places:
            return ways
        last = open_places[-1]
        del trail[last:]
        prefix = (*path[:last], (path[last][0], False))


Value = TypeVar("Value")


def fold(ways: Tree[R], leaf: Callable[[Way[R]], Term | None], missing: Term) -> Term:
    """Fold one term a way along the tree of decisions.

    ``leaf`` gives the term of a way, or None where it does not matter (then any sibling's serves).
    ``missing`` is the result where nothing matters. The False side of a requirement is undone.
    """
    result = _fold_between(ways, leaf, 0, len(ways), 0)
    return missing if result is None else result


def _fold_between(
    ways: Tree[R], leaf: Callable[[Way[R]], Term | None], low: int, high: int, depth: int
) -> Term | None:
    """Fold the ways from ``low`` to before ``high``, whose decisions are the same up to ``depth``."""
    way = ways[low]
    if len(way.decisions) == depth:
        return leaf(way)
    condition, _, forks = way.decisions[depth]
    if not forks:
        return _fold_between(ways, leaf, low, high, depth + 1)
    middle = _first_false(ways, low, high, depth)
    then = _fold_between(ways, leaf, low, middle, depth + 1) if middle > low else None
    otherwise = _fold_between(ways, leaf, middle, high, depth + 1) if middle < high else None
    if then is None:
        return otherwise
    if otherwise is None:
        return then
    return ite(condition, then, otherwise)


def _first_false(ways: Tree[R], low: int, high: int, depth: int) -> int:
    """Return the first of these ways on which the decision at ``depth`` is "false", or ``high``."""
    while low < high and ways[low].decisions[depth][1]:
        low += 1
    return low


def fold_terms(ways: Tree[R], value: Callable[[R], Term], missing: Term) -> Term:
    """Fold the term that ``value`` picks from each way's result; undone ways do not matter."""
    return fold(ways, lambda w: None if w.undone or w.result is None else value(w.result), missing)


def fold_guard(ways: Tree[R]) -> Term:
    """Return the condition under which the rule is not undone: all requirements of the way taken."""
    return _guard_between(ways, 0, len(ways), 0)


def _guard_between(ways: Tree[R], low: int, high: int, depth: int) -> Term:
    way = ways[low]
    if len(way.decisions) == depth:
        return FALSE if way.undone else TRUE
    condition, _, forks = way.decisions[depth]
    if not forks:
        return all_of((condition, _guard_between(ways, low, high, depth + 1)))
    middle = _first_false(ways, low, high, depth)
    then = _guard_between(ways, low, middle, depth + 1) if middle > low else FALSE
    otherwise = _guard_between(ways, middle, high, depth + 1) if middle < high else FALSE
    return ite(condition, then, otherwise)


def fold_wrongs(ways: Tree[R]) -> tuple[Wrong, ...]:
    """Return what can go wrong on any way, each message and line once, with its condition folded.

    What goes wrong on a way that is undone in the end never happened.
    """
    keys = dict.fromkeys((w.message, w.source) for way in ways if not way.undone for w in way.wrongs)
    return tuple(
        Wrong(
            message,
            source,
            fold(
                ways,
                lambda way, m=message, s=source: (  # type: ignore[misc] # mypy cannot type defaults of lambdas
                    FALSE
                    if way.undone
                    else any_of(w.condition for w in way.wrongs if (w.message, w.source) == (m, s))
                ),
                FALSE,
            ),
        )
        for message, source in keys
    )


def fold_cuts(ways: Tree[R]) -> tuple[tuple[str, Term], ...]:
    """Return the bounds that can be exceeded, each with its condition folded."""
    names = dict.fromkeys(name for way in ways if not way.undone for name, _ in way.cuts)
    return tuple(
        (
            name,
            fold(
                ways,
                lambda way, n=name: (  # type: ignore[misc] # as above
                    FALSE if way.undone else any_of(c for m, c in way.cuts if m == n)
                ),
                FALSE,
            ),
        )
        for name in names
    )
