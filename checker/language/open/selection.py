"""What is ranged over: items that are known one by one, and numbers below an end with an item each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from checker.language.open.counting import OpenCount
from checker.language.open.ranges import found
from checker.language.open.refusal import refused
from checker.language.tracing.active import recorder
from checker.language.tracing.values import truth
from checker.system import terms as tm
from checker.system.terms import FALSE, TRUE, Op, Term

__all__ = ["OpenSelection", "Span", "cannot_loop"]


@dataclass(frozen=True)
class Span:
    """All numbers below ``end``: what each stands for, and when it counts."""

    end: Term
    item: Callable[[Term], Any]
    counts: Callable[[Term], Term] = lambda _: TRUE


def cannot_loop(what: str) -> Exception:
    """Return the error for a loop over something of an open size."""
    return refused(
        f"a loop over {what}, of which there may be any number",
        "ask with some(...), every(...) or find(...); what happens to each of them is a rule of its own "
        "that fires once for each",
    )


class OpenSelection:
    """What ``where`` picks out: single items, each under a condition, and spans."""

    is_symbolic = True

    def __init__(self, singles: Sequence[tuple[Term, Any]], spans: Sequence[Span]) -> None:
        self.singles = tuple(singles)
        self.spans = tuple(spans)

    @property
    def nonempty(self) -> Term:
        """The condition that anything is picked."""
        return tm.any_of(
            (*(c for c, _ in self.singles), *(found(Op.SOME, s.end, s.counts) for s in self.spans))
        )

    @property
    def size(self) -> OpenCount:
        """How many are picked."""
        return OpenCount([c for c, _ in self.singles], [(s.end, s.counts) for s in self.spans])

    def __iter__(self) -> Iterator[Any]:
        raise cannot_loop("a selection")

    def __contains__(self, wanted: object) -> bool:
        def same(span: Span) -> Term:
            return found(
                Op.SOME, span.end, lambda x: tm.all_of((span.counts(x), truth(span.item(x) == wanted)))
            )

        single = (tm.all_of((c, truth(x == wanted))) for c, x in self.singles)
        return recorder().decide(tm.any_of((FALSE, *single, *(same(s) for s in self.spans))))

    def __bool__(self) -> bool:
        return recorder().decide(self.nonempty)
