"""A search in progress: its memory, the numbers it shares with the kernel, and what it has found."""

from __future__ import annotations

import ctypes
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from checker.explore.compiled.checkpoint import CHUNK, Header, fingerprint
from checker.explore.compiled.context import Field, Pause
from checker.explore.compiled.emit import (
    EXAMINE,
    EXPAND,
    FINDS_SIZE,
    Tally,
    emit_examine,
    emit_expand,
    most_successors,
    tally_size,
)
from checker.explore.compiled.kernel import DOUBLE, EDGES, INDEX, LOCATE, SEARCH, emit_kernel
from checker.explore.compiled.memory import Block
from checker.explore.compiled.native import Library, compile_module
from checker.explore.compiled.packing import Layout
from checker.explore.compiled.table import LINE
from checker.explore.interface import Target
from checker.system.model import State, System
from checker.system.terms import FALSE

__all__ = ["Search"]

_ORDER: Literal["little", "big"] = sys.byteorder

_WORD = 8
_BATCH = 192
"""Successors in flight at once, beyond the most that one state can have."""
_FIRST_STATES = 1 << 15
_FIRST_BITS = 16
_FIRST_LEVELS = 1 << 10
_NARROW_BITS = 31
_NONE = -1
_CHUNK = 1 << 16
"""States that ``locate`` looks at before Python gets a turn."""
_LOAD = (3, 4)
"""The table grows when more than this part of its slots is used: 16 bytes a state at most while it does."""


class Search:
    """The states found so far, in breadth-first order, and the means to find more.

    ``narrow_bits`` is the size of the table, as a power of 2, from which its slots have 64 bits.
    Raises ValueError or OverflowError for a system whose numbers are too large to be packed.
    """

    def __init__(
        self, system: System, targets: Sequence[Target] = (), *, narrow_bits: int = _NARROW_BITS
    ) -> None:
        self.system = system
        self.targets = tuple(targets)
        self.layout = Layout.of(system.cells)
        self._narrow_bits = narrow_bits
        self._code = compile_module(emit_expand(system, self.layout, targets))
        self._kernel: Library
        self._slot_size = 0
        self._context = (ctypes.c_int64 * len(Field))()
        room = _BATCH + most_successors(system)
        self._tally = (ctypes.c_int64 * tally_size(len(self.targets)))()
        self._scratch_tally = (ctypes.c_int64 * tally_size(len(self.targets)))()
        self._fired = (ctypes.c_int64 * max(1, len(system.updates)))()
        self._out = (ctypes.c_int64 * (room * self.layout.words))()
        self._updates = (ctypes.c_int32 * room)()
        self._hashes, self._guesses = (ctypes.c_int64 * room)(), (ctypes.c_int64 * room)()
        self._levels = (ctypes.c_int64 * _FIRST_LEVELS)()
        self._states = Block(_FIRST_STATES * self.layout.words * _WORD)
        self._table: Block | None = None
        self._bits = _FIRST_BITS
        self._most_states: int | None = None
        self._judge: Library | None = None
        if any(t.states is not FALSE for t in self.targets):
            self._judge = compile_module(emit_examine(self.layout, targets))
            self._context[Field.EXAMINE] = self._judge.address(EXAMINE)
        self._context[Field.EXPAND] = self._code.address(EXPAND)
        for field, buffer in (
            (Field.TALLY, self._tally),
            (Field.FIRED, self._fired),
            (Field.OUT, self._out),
            (Field.UPDATES, self._updates),
            (Field.HASHES, self._hashes),
            (Field.GUESSES, self._guesses),
        ):
            self._context[field] = ctypes.addressof(buffer)
        self._context[Field.OUT_ROOM] = room
        self._set_rooms()

    # -- what there is -----------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of states found."""
        return self._context[Field.COUNT]

    @property
    def expanded(self) -> int:
        """The number of states whose steps have been taken: the first ones."""
        return self._context[Field.HEAD]

    @property
    def levels(self) -> list[int]:
        """The index of the first state of every level."""
        return self._levels[: self._context[Field.LEVEL_COUNT]]

    @property
    def fired(self) -> tuple[int, ...]:
        """The number of proper steps by update."""
        return tuple(self._fired[: len(self.system.updates)])

    def tally(self, counter: Tally) -> int:
        """Return one of the counters of the system's functions."""
        return self._tally[counter]

    def find(self, target: int) -> tuple[int | None, tuple[int, int] | None]:
        """Return the first state at which a target was found, and (state, update) of its first step."""
        at = Tally.TARGETS + FINDS_SIZE * target
        state, before, update = self._tally[at : at + FINDS_SIZE]
        return (state - 1 if state else None), ((before - 1, update) if before else None)

    def state(self, index: int) -> State:
        """Return a state by its index."""
        return self.layout.unpack(self._words(index))

    def level_of(self, index: int) -> int:
        """Return the level of a state, the initial ones being at level 0."""
        end = self._context[Field.END]
        return len(self.levels) if index >= end else bisect_right(self.levels, index) - 1

    def packed(self) -> Iterator[bytes]:
        """Yield all states as they lie in memory, in pieces."""
        end = self.count * self._state_size
        for start in range(0, end, CHUNK):
            yield self._states.read(start, min(CHUNK, end - start))

    # -- searching ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Put the initial states into the empty search."""
        distinct = dict.fromkeys(map(self.layout.pack, self.system.initial))
        self._append(b"".join(word.to_bytes(_WORD, _ORDER) for words in distinct for word in words))
        if distinct:
            self._context[Field.LEVEL_COUNT] = 1
        self._context[Field.END] = self.count
        self._make_table(self._bits)
        if self._judge is not None:
            pointer, number = ctypes.c_void_p, ctypes.c_int64
            examine = self._judge.function(EXAMINE, None, pointer, number, number, pointer)
            examine(self._states.address, 0, self.count, self._context[Field.TALLY])

    def note(self, seconds: float, finds: list[tuple[int, int, int]]) -> Header:
        """Return what a checkpoint has to say beside the states."""
        return Header(
            fingerprint=fingerprint(self.system, self.targets),
            count=self.count,
            head=self.expanded,
            end=self._context[Field.END],
            levels=self.levels,
            tally=list(self._tally),
            fired=list(self._fired),
            finds=finds,
            seconds=seconds,
        )

    def resume(self, header: Header, states: Iterable[bytes]) -> None:
        """Put the states of a checkpoint into the empty search, instead of :meth:`start`."""
        for piece in states:
            self._append(piece)
        while len(self._levels) < len(header.levels):
            self._grow_levels()
        for numbers, values in (
            (self._levels, header.levels),
            (self._tally, header.tally),
            (self._fired, header.fired),
        ):
            for place, value in enumerate(values):
                numbers[place] = value
        self._context[Field.LEVEL_COUNT] = len(header.levels)
        self._context[Field.HEAD], self._context[Field.END] = header.head, header.end
        self._make_table(self._bits)

    def limit(self, states: int | None, levels: int | None) -> None:
        """Let :meth:`advance` stop where there are more states, or levels, than this."""
        self._most_states = states
        self._context[Field.LAST_LEVEL] = _NONE if levels is None else levels
        self._set_rooms()

    def advance(self, budget: int) -> Pause:
        """Expand about ``budget`` more states.

        Returns ``DONE``, ``BUDGET`` or ``FOUND``, or at a limit ``STATES_FULL`` or ``LAST_LEVEL``.
        Raises RuntimeError for a step that leaves a domain without being wrong, and MemoryError where
        memory runs out; then nothing more can be found, but what was found is as it was.
        """
        self._context[Field.BUDGET] = budget
        while True:
            pause = Pause(self._call(SEARCH, self._context))
            match pause:
                case Pause.FAULT:
                    raise RuntimeError(self._describe_fault(self._tally[Tally.FAULT] - 1))
                case Pause.STATES_FULL if self._most_states is None or self.count <= self._most_states:
                    self._states.grow(self._states.size * 3 // 2)
                case Pause.LEVELS_FULL:
                    self._grow_levels()
                case Pause.TABLE_FULL:
                    self._double_table()
                case _:
                    return pause
            self._set_rooms()

    def locate(self, wanted: Sequence[int], first: int, last: int) -> list[int | None]:
        """Return for each wanted state the first one from ``first`` up to ``last`` with a step to it."""
        size = self.layout.words
        words = (ctypes.c_uint64 * (len(wanted) * size))(*(w for i in wanted for w in self._words(i)))
        answers = (ctypes.c_int64 * len(wanted))()
        context = self._scratch(first, last)
        context[Field.WANTED], context[Field.PARENTS] = ctypes.addressof(words), ctypes.addressof(answers)
        context[Field.WANTED_COUNT] = len(wanted)
        left = len(wanted)
        for start in range(first, last, _CHUNK):
            context[Field.HEAD], context[Field.END] = start, min(last, start + _CHUNK)
            left -= self._call(LOCATE, context)
            if not left:
                break
        return [answer - 1 if answer else None for answer in answers]

    def edges(self, first: int, last: int) -> tuple[array[int], array[int], array[int]]:
        """Return the steps from the states from ``first`` up to ``last``, in order.

        The first array has for each state the place of its first step in the others, and at its end their
        length; the others have the update of each step, and the state it leads to. Steps to states that
        are not found yet are left out.
        """
        room = min(sum(self.fired), (last - first) * most_successors(self.system))
        starts, updates, targets = (_numbers(n) for n in (last - first + 1, room, room))
        context = self._scratch(first, last)
        context[Field.EDGE_UPDATES], context[Field.EDGE_TARGETS] = _address(updates), _address(targets)
        for start in range(first, last, _CHUNK):
            context[Field.HEAD], context[Field.END] = start, min(last, start + _CHUNK)
            context[Field.EDGE_STARTS] = _address(starts) + (start - first) * _WORD
            context[Field.EDGE_COUNT] = self._call(EDGES, context)
        starts[-1] = context[Field.EDGE_COUNT]
        del updates[starts[-1] :], targets[starts[-1] :]
        return starts, updates, targets

    def free(self) -> None:
        """Give the memory back; the search cannot be used any more."""
        self._states.free()
        if self._table is not None:
            self._table.free()

    # -- memory ------------------------------------------------------------------------------------

    @property
    def _state_size(self) -> int:
        return self.layout.words * _WORD

    def _words(self, index: int) -> list[int]:
        data = self._states.read(index * self._state_size, self._state_size)
        return [int.from_bytes(data[i : i + _WORD], _ORDER) for i in range(0, len(data), _WORD)]

    def _append(self, data: bytes) -> None:
        """Put packed states behind those that are there."""
        start = self.count * self._state_size
        if start + len(data) > self._states.size:
            self._states.grow(max(start + len(data), self._states.size * 3 // 2))
        self._states.write(start, data)
        self._context[Field.COUNT] = (start + len(data)) // self._state_size
        self._set_rooms()

    def _set_rooms(self) -> None:
        """Tell the kernel how much it may use before it has to come back."""
        context, states = self._context, self._states.size // self._state_size
        batch = context[Field.OUT_ROOM]
        if self._most_states is not None:
            states = min(states, self._most_states + batch)
        context[Field.STATES] = self._states.address
        context[Field.STATE_ROOM] = states
        context[Field.LEVELS] = ctypes.addressof(self._levels)
        context[Field.LEVEL_ROOM] = len(self._levels)
        if self._table is not None:
            context[Field.TABLE] = self._table.address
            context[Field.TABLE_BITS] = self._bits
            context[Field.TABLE_ROOM] = self._table_room(self._bits)

    def _make_table(self, bits: int) -> None:
        """Build the table from the states."""
        while self._table_room(bits) < self.count + self._context[Field.OUT_ROOM]:
            bits += 1
        if self._table is not None:
            self._table.free()
        self._slot_size = 4 if bits <= self._narrow_bits else 8
        self._kernel = compile_module(emit_kernel(self.layout.words, 8 * self._slot_size))
        self._bits = bits
        self._table = Block(self._slot_size << bits)
        self._set_rooms()
        self._call(INDEX, self._scratch(0, self.count))

    def _double_table(self) -> None:
        if self._bits + 1 > self._narrow_bits and self._slot_size == 4:
            self._make_table(self._bits + 1)
            return
        old = self._table
        assert old is not None
        self._table = Block(self._slot_size << self._bits + 1)
        self._bits += 1
        self._set_rooms()
        context = self._scratch(0, old.size // LINE)
        context[Field.OLD] = old.address
        self._call(DOUBLE, context)
        old.free()

    def _table_room(self, bits: int) -> int:
        return (_LOAD[0] << bits) // _LOAD[1]

    def _call(self, name: str, context: ctypes.Array[ctypes.c_int64]) -> int:
        function = self._kernel.function(name, ctypes.c_int64, ctypes.c_void_p)
        return int(function(ctypes.addressof(context)))

    def _scratch(self, first: int, last: int) -> ctypes.Array[ctypes.c_int64]:
        """Return the context of a call that leaves the search as it is, for these states."""
        context = type(self._context)(*self._context)
        context[Field.HEAD], context[Field.END] = first, last
        context[Field.TALLY] = ctypes.addressof(self._scratch_tally)
        return context

    def _grow_levels(self) -> None:
        self._levels = (ctypes.c_int64 * (2 * len(self._levels)))(*self._levels)

    def _describe_fault(self, index: int) -> str:
        state = self.state(index)
        for update, after in self.system.steps(state):
            for slot, cell, value in zip(self.layout.slots, self.layout.cells, after, strict=True):
                if not slot.low <= value <= slot.high:
                    rule = self.system.updates[update]
                    return f"{rule.source}: {rule} sets {cell} to {value} without being wrong in {state}"
        return f"compiled code and terms disagree about the steps from {state}"


def _numbers(count: int) -> array[int]:
    return array("q", bytes(count * _WORD))


def _address(numbers: array[int]) -> int:
    return numbers.buffer_info()[0]
