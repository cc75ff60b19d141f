"""What has to follow for measures to show that runs of steps end.

A measure with places is compared at all of them: it gets smaller where it has fewer places or less at one,
and more at none. It is never below zero at any place, and has no fewer than no places. So the sum of what it
is at its places, and one more for each of these, is a number that gets smaller with it, and that cannot go
on for ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.certify.expressions import renamed
from checker.certify.parts import Measure

__all__ = ["never_below_zero", "some_smaller"]


def never_below_zero(measure: Measure) -> str:
    """Return that a measure is not below zero, at any of its places if it has them."""
    if not measure.place:
        return f"(<= 0 {measure.value})"
    everywhere = _everywhere(measure, measure.end, f"(<= 0 {measure.value})")
    return f"(and (<= 0 {measure.end}) {everywhere})"


def some_smaller(measures: Sequence[Measure], after: Mapping[str, str]) -> str:
    """Return that of some measures the first that changes gets smaller, with the names ``after`` a step."""
    found = "false"
    for measure in reversed(measures):
        value, end = renamed(measure.value, after), renamed(measure.end, after)
        if (value, end) != (measure.value, measure.end):
            smaller, same = _compared(measure, value, end)
            found = f"(or {smaller} (and {same} {found}))"
    return found


def _compared(measure: Measure, value: str, end: str) -> tuple[str, str]:
    """Return that a measure gets smaller, and that it stays the same, where it becomes this."""
    if not measure.place:
        return f"(< {value} {measure.value})", f"(= {value} {measure.value})"
    nowhere_more = _everywhere(measure, end, f"(<= {value} {measure.value})")
    inside = f"(and (<= 0 {measure.place}) (< {measure.place} {end}))"
    somewhere_less = f"(exists (({measure.place} Int)) (and {inside} (< {value} {measure.value})))"
    fewer = f"(or (< {end} {measure.end}) {somewhere_less})"
    smaller = f"(and (<= {end} {measure.end}) {nowhere_more} {fewer})"
    return (
        smaller,
        f"(and (= {end} {measure.end}) {_everywhere(measure, end, f'(= {value} {measure.value})')})",
    )


def _everywhere(measure: Measure, end: str, formula: str) -> str:
    place = measure.place
    return f"(forall (({place} Int)) (=> (and (<= 0 {place}) (< {place} {end})) {formula}))"
