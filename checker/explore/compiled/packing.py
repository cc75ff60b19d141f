"""How the cells of a state are packed into 64-bit words.

Every cell holds its value less the least value of its domain, in as few bits as the domain needs. No
cell straddles two words; each goes into the first word that has room for it, so that cells which are
declared side by side stay together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.system.model import State
from checker.system.terms import Cell, Sort

__all__ = ["WORD_BITS", "Layout", "Slot", "signed"]

WORD_BITS = 64


def signed(bits: int) -> int:
    """Return a pattern of 64 bits as the signed number that stands for it."""
    return bits - (1 << WORD_BITS) if bits >> (WORD_BITS - 1) else bits


@dataclass(frozen=True)
class Slot:
    """Where one cell lies: ``width`` bits from ``shift`` in word ``word``; 0 bits if it has one value."""

    word: int
    shift: int
    width: int
    low: int
    high: int

    @property
    def mask(self) -> int:
        """The bits of the cell within its word."""
        return ((1 << self.width) - 1) << self.shift


@dataclass(frozen=True)
class Layout:
    """The slots of all cells, in their order, and the number of words of a state (at least one)."""

    cells: tuple[Cell, ...]
    slots: tuple[Slot, ...]
    words: int

    @staticmethod
    def of(cells: Iterable[Cell]) -> Layout:
        """Lay out ``cells``. Raises ValueError for a cell that no word can hold."""
        cells = tuple(cells)
        used: list[int] = []
        slots = []
        for cell in cells:
            domain = cell.domain
            if domain.sort is Sort.MOMENT:
                raise ValueError(f"{cell} is a moment, which has no value of its own to pack")
            width = (domain.size - 1).bit_length()
            if width > WORD_BITS - 1 or not -(1 << 62) <= domain.low <= domain.high < 1 << 62:
                raise ValueError(f"{cell} has values {domain}, too large for a word of {WORD_BITS} bits")
            word = next((i for i, bits in enumerate(used) if bits + width <= WORD_BITS), len(used))
            if word == len(used):
                used.append(0)
            slots.append(Slot(word, used[word], width, domain.low, domain.high))
            used[word] += width
        return Layout(cells, tuple(slots), max(1, len(used)))

    def pack(self, state: State) -> tuple[int, ...]:
        """Return the words of ``state``. Raises ValueError where a value is outside its domain."""
        words = [0] * self.words
        for cell, slot, value in zip(self.cells, self.slots, state, strict=True):
            if not slot.low <= value <= slot.high:
                raise ValueError(f"{cell} cannot be {value}: its values are {cell.domain}")
            words[slot.word] |= (value - slot.low) << slot.shift
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> State:
        """Return the state whose words these are."""
        return tuple(((words[s.word] & s.mask) >> s.shift) + s.low for s in self.slots)
