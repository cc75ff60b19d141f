"""Large arrays of memory that start as zeros and cost only what is touched."""

from __future__ import annotations

import ctypes
import mmap
import sys

__all__ = ["Block"]

_HUGE = getattr(mmap, "MADV_HUGEPAGE", None)
_LARGE = 1 << 22
_PAGE = mmap.PAGESIZE


class Block:
    """A block of at least ``size`` bytes, all zero. Its address is valid until it is resized or freed.

    Raises MemoryError where there is not so much; a block that cannot grow stays as it is.
    """

    def __init__(self, size: int) -> None:
        self._map = _zeros(_rounded(size))
        self._advise()

    @property
    def size(self) -> int:
        """The number of bytes."""
        return len(self._map)

    @property
    def address(self) -> int:
        """Where the block begins."""
        # Reading an address exports the buffer for a moment only, so that resizing stays possible.
        return ctypes.addressof(ctypes.c_char.from_buffer(self._map))

    def grow(self, size: int) -> None:
        """Make the block larger, keeping what is in it; what is added is zero."""
        size = _rounded(size)
        if not _resize(self._map, size):
            larger = _zeros(size)
            larger.write(self._map)
            self._map.close()
            self._map = larger
        self._advise()

    def read(self, start: int, size: int) -> bytes:
        """Return ``size`` bytes from ``start``."""
        return self._map[start : start + size]

    def write(self, start: int, data: bytes) -> None:
        """Write ``data`` at ``start``."""
        self._map[start : start + len(data)] = data

    def free(self) -> None:
        """Give the memory back."""
        self._map.close()

    def _advise(self) -> None:
        if _HUGE is not None and self.size >= _LARGE:
            try:
                self._map.madvise(_HUGE)
            except OSError:  # a kernel without huge pages is slower, not wrong
                return


def _zeros(size: int) -> mmap.mmap:
    try:
        if sys.platform == "win32":
            return mmap.mmap(-1, size)
        # Private, because a shared map cannot grow beyond the object that it shares.
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as error:
        raise MemoryError(f"no {size} bytes are left") from error


def _resize(block: mmap.mmap, size: int) -> bool:
    """Resize a map in place if this system can; else it has to be copied."""
    try:
        block.resize(size)
    except (SystemError, OSError):
        return False
    return True


def _rounded(size: int) -> int:
    return max(_PAGE, -(-size // _PAGE) * _PAGE)
