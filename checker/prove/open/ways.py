"""Measures for steps that are left: that a way in which one may be taken is called for.

A step may be taken in several ways where rules happen in one event, or where one requires this or that. What
a way requires comes about again and again in part (that somebody is to look, say), as long as other steps
are left that bring it about. What lasts of it is called for until the step is taken, which puts an end to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from checker.prove.open.measures import Measure
from checker.prove.open.seen import Seen
from checker.system.logic import parts_of
from checker.system.open.model import OpenUpdate
from checker.system.terms import Op, Term, all_of

__all__ = ["wanted_ways"]


def wanted_ways(
    steps: Sequence[OpenUpdate], left: Mapping[int, Sequence[Measure]], seen: Seen
) -> Iterator[Measure]:
    """Yield that a way in which a step may be taken is called for, for all of each step that is ``left``.

    Steps have their numbers in ``steps``, and those that are left the measures that they are looked at to
    keep. No part of a way that these bring about counts, unless the step itself puts an end to it.
    """
    for number in left:
        step = steps[number]
        ways = step.guard.args if step.guard.op is Op.OR else (step.guard,)
        for place, way in enumerate(ways, 1):
            lasting = [part for part in parts_of(way) if _lasts(step, part, number, left, seen)]
            which = step.name if len(ways) == 1 else f"way {place} of {step.name}"
            yield Measure(f"{which} is called for", step.some(all_of(lasting)))


def _lasts(
    step: OpenUpdate, part: Term, number: int, left: Mapping[int, Sequence[Measure]], seen: Seen
) -> bool:
    """Return whether a step puts an end to a part of a way, or no step that is left brings it about."""
    measure = Measure("", step.some(part))
    if seen.some_lowers(number, measure, left[number]):
        return True
    return not any(seen.some_raises(n, measure, kept) for n, kept in left.items())
