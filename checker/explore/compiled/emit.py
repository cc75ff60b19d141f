"""The successor function of one system, and the test for targets, as LLVM text.

``expand(states, first, count, out, updates, room, tally)`` takes packed states ``first``, ``first + 1``,
... of the array ``states`` and writes their packed successors to ``out`` and the indices of the updates
to ``updates``, in the order of states and updates. It stops before a state whose successors might not
fit in ``room``, and returns the number of successors; ``tally[CONSUMED]`` says how many states it took.

``examine(states, first, count, tally)`` looks for targets that are states.

Both keep the other numbers of :class:`Tally`. A find is written down only where the target has none
of its kind yet, with numbers that count from 1 so that 0 means "none".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import groupby

from checker.explore.compiled.assembly import Function, Local, module
from checker.explore.compiled.packing import WORD_BITS, Layout, signed
from checker.explore.compiled.values import Values, insert, inside
from checker.explore.interface import Target
from checker.system.model import System, Update
from checker.system.terms import FALSE, TRUE, var

__all__ = [
    "EXAMINE",
    "EXPAND",
    "FINDS_SIZE",
    "Tally",
    "emit_examine",
    "emit_expand",
    "most_successors",
    "read_words",
    "tally_size",
]

EXPAND, EXAMINE = "expand", "examine"
_ALL_BITS = (1 << WORD_BITS) - 1
FINDS_SIZE = 3
"""Numbers that each target has in the tally: state found, state before the step found, its update."""


class Tally(IntEnum):
    """The places of the counters in the array ``tally``; the finds of the targets begin at ``TARGETS``.

    ``FAULT`` is the number of the first state with a step that is not wrong, not cut and yet leaves a domain:
    such a system contradicts itself. ``FINDS`` counts finds of any target.
    """

    CONSUMED = 0
    OVER = 1
    DEAD_ENDS = 2
    CUT = 3
    WRONG = 4
    FAULT = 5
    FINDS = 6
    TARGETS = 8


def tally_size(targets: int) -> int:
    """Return the length of the array ``tally`` for so many targets."""
    return Tally.TARGETS + FINDS_SIZE * targets


def most_successors(system: System) -> int:
    """Return a bound on the successors of one state: only updates of one rank are taken at a time."""
    return max((len(list(group)) for _, group in groupby(sorted(u.rank for u in system.updates))), default=0)


def emit_expand(system: System, layout: Layout, targets: Sequence[Target]) -> str:
    """Return the module with ``expand``. Raises OverflowError for numbers beyond 64 bits."""
    return module(_Expand(system, layout, targets).function)


def emit_examine(layout: Layout, targets: Sequence[Target]) -> str:
    """Return the module with ``examine``, which is apart so that a claim about states costs little.

    Raises OverflowError for numbers beyond 64 bits.
    """
    return module(_examine(layout, targets))


def read_words(f: Function, layout: Layout, index: str) -> list[str]:
    """Load the words of the state ``index`` of the array ``%states``."""
    offset = f.op(f"mul i64 {index}, {layout.words}")
    start = f.at("i64", "%states", offset)
    return [f.load("i64", start, str(i)) for i in range(layout.words)]


def _note_find(f: Function, target: int, found: str, index: str, update: int | None = None) -> None:
    """Write a find of ``target`` down where there was none: a state, or a step from it.

    ``found`` is the condition, ``index`` the state, ``update`` the step.
    """
    slot = Tally.TARGETS + FINDS_SIZE * target + (update is not None)
    new = f.op(f"icmp eq i64 {f.load('i64', '%tally', str(slot))}, 0")
    with f.when(f.op(f"and i1 {found}, {new}")):
        f.store("i64", f.op(f"add i64 {index}, 1"), "%tally", str(slot))
        if update is not None:
            f.store("i64", str(update), "%tally", str(slot + 1))
        f.bump("%tally", str(int(Tally.FINDS)))


def _examine(layout: Layout, targets: Sequence[Target]) -> Function:
    f = Function(EXAMINE, "void", [("ptr", "states"), ("i64", "first"), ("i64", "count"), ("ptr", "tally")])
    wanted = [(i, t.states) for i, t in enumerate(targets) if t.states is not FALSE]
    if wanted:
        with f.count("%count") as i:
            index = f.op(f"add i64 %first, {i}")
            values = Values(f, layout, read_words(f, layout, index))
            for number, condition in wanted:
                _note_find(f, number, values.value(condition), index)
    f.do("ret void")
    return f


class _Expand:
    """Builds the function ``expand``."""

    def __init__(self, system: System, layout: Layout, targets: Sequence[Target]) -> None:
        self._system, self._layout, self._targets = system, layout, targets
        self._words: list[str] = []
        self._index = ""
        self.function = Function(
            EXPAND,
            "i64",
            [
                ("ptr", "states"),
                ("i64", "first"),
                ("i64", "count"),
                ("ptr", "out"),
                ("ptr", "updates"),
                ("i64", "room"),
                ("ptr", "tally"),
            ],
        )
        self._made: Local
        self._emit()

    def _emit(self) -> None:
        f = self.function
        self._made = made = f.local("i64", "0")
        taken = f.local("i64", "0")
        last = f.op(f"sub i64 %room, {most_successors(self._system)}")
        test, each, following, end = f.label("test"), f.label("each"), f.label("next"), f.label("end")
        f.jump(test)
        f.block(test)
        now = taken.get()
        more = f.op(f"icmp ult i64 {now}, %count")
        fits = f.op(f"icmp sle i64 {made.get()}, {last}")
        f.branch(f.op(f"and i1 {more}, {fits}"), each, end)
        f.block(each)
        self._state(f.op(f"add i64 %first, {now}"), following)
        f.block(following)
        taken.set(f.op(f"add i64 {now}, 1"))
        f.jump(test)
        f.block(end)
        f.store("i64", now, "%tally", str(int(Tally.CONSUMED)))
        f.give(made.get())

    def _state(self, index: str, following: str) -> None:
        """Expand one state; every way ends with a jump to ``following``."""
        f, system = self.function, self._system
        self._index, self._words = index, read_words(f, self._layout, index)
        values = Values(f, self._layout, self._words)
        if system.over is not FALSE:
            with f.leave_when(values.value(system.over)):
                f.bump("%tally", str(int(Tally.OVER)))
                f.jump(following)
        ordered = sorted(enumerate(system.updates), key=lambda item: item[1].rank)
        for _, of_rank in groupby(ordered, key=lambda item: item[1].rank):
            guards: dict[str, None] = {}
            for guard, group in groupby(of_rank, key=lambda item: item[1].guard):
                enabled = values.value(guard)
                guards[enabled] = None
                with f.when(enabled):
                    branch = values.child()
                    for number, update in group:
                        self._update(branch, number, update)
            taken = values.any_of(tuple(guards))
            with f.leave_when(taken):
                f.jump(following)
        f.bump("%tally", str(int(Tally.DEAD_ENDS)))
        f.jump(following)

    def _update(self, values: Values, number: int, update: Update) -> None:
        """Do what happens on one enabled update."""
        f = self.function
        for place, target in enumerate(self._targets):
            if target.steps and target.steps[number] is not FALSE:
                _note_find(f, place, values.value(target.steps[number]), self._index, number)
        behind = f.label("done")
        # Both conditions come first: what is computed behind a way out is not known after the update.
        stops = [
            (values.value(condition), counter)
            for condition, counter in ((update.wrong, Tally.WRONG), (update.cut, Tally.CUT))
            if condition is not FALSE
        ]
        for condition, counter in stops:
            with f.leave_when(condition):
                f.bump("%tally", str(int(counter)))
                f.jump(behind)
        if update.wrong is not TRUE and update.cut is not TRUE:
            self._successor(values.child(), number, update)
        f.jump(behind)
        f.block(behind)

    def _successor(self, values: Values, number: int, update: Update) -> None:
        """Write the state after a proper step behind the successors so far."""
        f, count = self.function, self._layout.words
        changed: dict[int, list[str]] = {}
        masks = [0] * count
        tests: list[str] = []
        for cell, term in update.next.items():
            if term is var(cell):
                continue
            slot = values.slot(cell)
            operand = values.value(term)
            test = inside(f, slot, term, operand)
            if test is not None:
                tests.append(test)
            masks[slot.word] |= slot.mask
            changed.setdefault(slot.word, []).append(insert(f, slot, term, operand))
        if tests:
            fault = str(int(Tally.FAULT))
            with f.when(f.op(f"xor i1 {values.all_of(tests)}, true")):
                first = f.load("i64", "%tally", fault)
                none = f.op(f"icmp eq i64 {first}, 0")
                here = f.op(f"add i64 {self._index}, 1")
                f.store("i64", f.op(f"select i1 {none}, i64 {here}, i64 {first}"), "%tally", fault)
        made = self._made.get()
        start = f.at("i64", "%out", f.op(f"mul i64 {made}, {count}"))
        for i, word in enumerate(self._words):
            new = word
            if i in changed:
                new = f.op(f"and i64 {word}, {signed(masks[i] ^ _ALL_BITS)}")
                for part in changed[i]:
                    new = f.op(f"or i64 {new}, {part}")
            f.store("i64", new, start, str(i))
        f.store("i32", str(number), "%updates", made)
        self._made.set(f.op(f"add i64 {made}, 1"))
