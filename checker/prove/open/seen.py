"""What samples of steps do to measures: what has been seen need not be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from checker.prove.open.measures import Measure
from checker.prove.open.samples import Sample, moved
from checker.system.open.model import OpenUpdate

__all__ = ["Seen"]


class Seen:
    """Samples of some steps, by the numbers of these. Each measure is held against each sample once.

    Sets of samples of a step are numbers, in which the bit of each sample of the set is one.
    """

    def __init__(self, steps: Sequence[OpenUpdate], samples: Mapping[str, Sequence[Sample]]) -> None:
        self._steps = steps
        self._samples = [samples.get(step.name, ()) for step in steps]
        self._moved: dict[tuple[int, Measure], tuple[int, int]] = {}

    def count(self, step: int) -> int:
        """Return how many samples of a step there are."""
        return len(self._samples[step])

    def some_keeps(self, step: int, kept: Iterable[Measure]) -> bool:
        """Return whether a sample of a step leaves all these measures as they are."""
        return self._keeping(step, kept) != 0

    def some_lowers(self, step: int, measure: Measure, kept: Iterable[Measure] = ()) -> bool:
        """Return whether a sample of a step that keeps some measures makes another one smaller."""
        return self._moves(step, measure)[0] & self._keeping(step, kept) != 0

    def some_raises(self, step: int, measure: Measure, kept: Iterable[Measure] = ()) -> bool:
        """Return whether a sample of a step that keeps some measures makes another one greater."""
        return self._moves(step, measure)[1] & self._keeping(step, kept) != 0

    def _keeping(self, step: int, kept: Iterable[Measure]) -> int:
        """Return the samples of a step that leave all these measures as they are."""
        found = (1 << len(self._samples[step])) - 1
        for measure in kept:
            if not found:
                break
            lowered, raised = self._moves(step, measure)
            found &= ~(lowered | raised)
        return found

    def _moves(self, step: int, measure: Measure) -> tuple[int, int]:
        """Return the samples of a step that make a measure smaller, and those that make it greater."""
        found = self._moved.get((step, measure))
        if found is None:
            lowered = raised = 0
            if not measure.reads.isdisjoint(self._steps[step].writes):
                for number, sample in enumerate(self._samples[step]):
                    move = moved(measure, sample)
                    lowered |= (move < 0) << number
                    raised |= (move > 0) << number
            found = self._moved[step, measure] = lowered, raised
        return found
