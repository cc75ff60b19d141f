"""What samples of steps do to measures: what has been seen need not be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.prove.open.measures import Measure
from checker.prove.open.samples import Sample, moved

__all__ = ["Seen"]


class Seen:
    """Samples of some steps, by the names of these. Each measure is held against each sample once."""

    def __init__(self, steps: Sequence[str], samples: Mapping[str, Sequence[Sample]]) -> None:
        self._samples = [samples.get(name, ()) for name in steps]
        self._moved: dict[tuple[int, Measure], list[int]] = {}

    def count(self, step: int) -> int:
        """Return how many samples of a step there are."""
        return len(self._samples[step])

    def keeping(self, step: int, kept: Sequence[Measure]) -> list[int]:
        """Return the samples of a step, by their numbers, that leave all these measures as they are."""
        found = list(range(len(self._samples[step])))
        for measure in kept:
            if not found:
                break
            moves = self._all_moves(step, measure)
            found = [s for s in found if not moves[s]]
        return found

    def moves(self, step: int, measure: Measure, kept: Sequence[Measure] = ()) -> set[int]:
        """Return what samples of a step that keep some measures do to another one: -1, 0 and 1 of these."""
        moves = self._all_moves(step, measure)
        return {moves[s] for s in self.keeping(step, kept)}

    def _all_moves(self, step: int, measure: Measure) -> list[int]:
        found = self._moved.get((step, measure))
        if found is None:
            found = self._moved[step, measure] = [moved(measure, s) for s in self._samples[step]]
        return found
