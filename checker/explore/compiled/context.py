"""What a search and its compiled code share: one array of 64-bit numbers, and its places."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Field", "Pause"]


class Field(IntEnum):
    """The places of the array that a search shares with the kernel."""

    STATES = 0
    """Address of the array of states."""
    COUNT = 1
    """How many states there are."""
    HEAD = 2
    """The first state that is not expanded yet."""
    END = 3
    """The end of the level that is being expanded."""
    STATE_ROOM = 4
    """How many states the array has room for."""
    TABLE = 5
    """Address of the table."""
    TABLE_BITS = 6
    """Binary logarithm of the number of its slots."""
    TABLE_ROOM = 7
    """How many states may be in it."""
    LEVELS = 8
    """Address of the array of the starts of the levels."""
    LEVEL_COUNT = 9
    """How many levels there are; the last is the one being expanded."""
    LEVEL_ROOM = 10
    """How many levels there may be."""
    BUDGET = 11
    """How many states are expanded before the next pause, about; counted down."""
    OUT = 12
    """Address of the buffer for successors."""
    UPDATES = 13
    """Address of the buffer for their updates."""
    HASHES = 14
    """Address of the buffer for their hashes."""
    OUT_ROOM = 15
    """How many successors fit in the buffers."""
    EXPAND = 16
    """Address of the function ``expand`` of the system."""
    EXAMINE = 17
    """Address of its function ``examine``, or 0 if no target is a state."""
    TALLY = 18
    """Address of the array of :class:`~checker.explore.compiled.emit.Tally`."""
    FIRED = 19
    """Address of the counters of proper steps by update."""
    WANTED = 20
    """``locate``: address of the wanted states."""
    WANTED_COUNT = 21
    """``locate``: how many there are."""
    PARENTS = 22
    """``locate``: address of the answers, the index of a state plus 1 each, 0 for none."""
    EDGE_STARTS = 23
    """``edges``: address of the places of the first edge of each state."""
    OLD = 24
    """``double``: address of the table of half the size."""
    GUESSES = 25
    """Address of the buffer for the states that the successors are probably equal to."""
    LAST_LEVEL = 26
    """The number of levels with which the search ends, or -1."""
    EDGE_UPDATES = 27
    """``edges``: address of the updates of the edges."""
    EDGE_TARGETS = 28
    """``edges``: address of the states to which the edges lead."""
    EDGE_COUNT = 29
    """``edges``: how many edges there are already."""


class Pause(IntEnum):
    """Why ``search`` returned."""

    DONE = 0
    STATES_FULL = 1
    TABLE_FULL = 2
    LEVELS_FULL = 3
    BUDGET = 4
    FOUND = 5
    LAST_LEVEL = 6
    FAULT = 7
