"""Sets and mappings of state numbers that are kept in arrays."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Set

import numpy as np
from numpy.typing import NDArray

__all__ = ["Blocked", "Marked", "Numbers"]

Numbers = NDArray[np.int64]


class Marked(Set[int]):
    """The numbers that have a 1 in an array of bytes, in order."""

    def __init__(self, flags: bytearray) -> None:
        self._flags = flags
        self._count = flags.count(1)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < len(self._flags) and self._flags[number] == 1

    def __iter__(self) -> Iterator[int]:
        number = self._flags.find(1)
        while number >= 0:
            yield number
            number = self._flags.find(1, number + 1)

    def __len__(self) -> int:
        return self._count


class Blocked(Mapping[int, tuple[int, ...]]):
    """For some states the updates that are enabled and have no successor, from pairs in order."""

    def __init__(self, states: Numbers, updates: Numbers) -> None:
        self.states, self.updates = states, updates
        keys, starts = np.unique(states, return_index=True)
        self._keys = keys.data
        self._starts = np.append(starts, len(states)).data

    def __getitem__(self, state: int) -> tuple[int, ...]:
        place = bisect_left(self._keys, state)
        if place == len(self._keys) or self._keys[place] != state:
            raise KeyError(state)
        return tuple(self.updates[self._starts[place] : self._starts[place + 1]].tolist())

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
