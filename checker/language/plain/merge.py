"""The state-based event: what several rules do to the same state at once, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checker.language.plain.machine import PlainMachine
from checker.language.plain.sequences import Slots
from checker.language.plain.state import PlainState, order_key, values_of
from checker.language.plain.world import Notes, Path, World, Wrong, path_label
from checker.language.resolved import BagType, IntType, MapType, SequenceType, SetType, Type
from checker.system.model import Source

__all__ = ["Part", "merged"]


@dataclass(frozen=True)
class Part:
    """What one rule of the event did by itself: its label and line, and the machine that it ran on."""

    label: str
    source: Source
    machine: PlainMachine


def merged(world: World, before: PlainState, parts: list[Part], notes: Notes) -> PlainState:
    """Return the state after all ``parts`` at once; what cannot be at once is noted as wrong.

    A cell that is changed by ``+=`` and ``-=`` alone gets the sum of all changes. A cell that some part
    writes must get the same value from all that do, and no change from another. A stack or queue counts as
    one cell; what several parts add to a bag is all added, unless one of them takes something out. Where
    one of them goes past a bound by itself, there is nothing to merge.
    """
    if notes.cut is not None:
        return before
    values = {}
    for name, field in world.schema.fields.items():
        merger = _Merger(parts, notes)
        datas = [part.machine.data(name) for part in parts]
        values[name] = merger.value((name,), field.type, before.values[name], datas)
    return PlainState(values, before.clock)


class _Merger:
    """Merges what the parts made of one field."""

    def __init__(self, parts: list[Part], notes: Notes) -> None:
        self._parts = parts
        self._notes = notes

    def value(self, path: Path, t: Type, before: Any, datas: list[Any]) -> Any:
        """Return the merged value of the cell or container at ``path``."""
        match t:
            case MapType(key, item):
                return tuple(
                    self.value((*path, k), item, old, [d[k] for d in datas])
                    for k, old in zip(values_of(key), before, strict=True)
                )
            case SetType(key):
                return frozenset(
                    k
                    for k in values_of(key)
                    if self._cell((*path, k), None, k in before, [k in d for d in datas])
                )
            case SequenceType():
                return self._sequence(path, t, before, datas)
        return self._cell(path, t, before, datas)

    def _cell(self, path: Path, t: Type | None, before: Any, values: list[Any]) -> Any:
        touched = [
            (part, value)
            for part, value in zip(self._parts, values, strict=True)
            if path in part.machine.written or path in part.machine.changes
        ]
        if not touched:
            return before
        if isinstance(t, IntType) and not any(path in part.machine.written for part, _ in touched):
            total = before + sum(part.machine.changes[path] for part, _ in touched)
            if not t.low <= total <= t.high:
                self._wrong(f"{path_label(path)} leaves its range {t.low}..{t.high}", touched[-1][0], path)
            return total
        writers = [(part, value) for part, value in touched if path in part.machine.written]
        adders = [p for p, _ in touched if path not in p.machine.written and p.machine.changes[path] != 0]
        first, value = writers[0]
        if isinstance(t, IntType) and not t.low <= value <= t.high:
            self._wrong(f"{path_label(path)} leaves its range {t.low}..{t.high}", first, path)
        for other in adders:
            self._conflict(path, first, other)
        for other, different in writers[1:]:
            if different != value if t is None else order_key(t, different) != order_key(t, value):
                self._conflict(path, first, other)
        return value

    def _sequence(self, path: Path, t: SequenceType, before: tuple[Any, ...], datas: list[Slots]) -> Any:
        def row(items: tuple[Any, ...]) -> list[Any]:
            return [order_key(t.item, item) for item in items]

        results = [tuple(item for _, item in d.items) for d in datas]
        changed = [i for i, items in enumerate(results) if row(items) != row(before)]
        if not changed:
            return before
        added = [datas[i].added for i in changed]
        if isinstance(t, BagType) and None not in added:
            items = [*before, *(item for some in added for item in some or ())]
            if len(items) > t.bound and self._notes.cut is None:
                self._notes.cut = t.scope_name
            return tuple(sorted(items, key=lambda item: order_key(t.item, item)))
        for i in changed[1:]:
            if row(results[i]) != row(results[changed[0]]):
                self._conflict(path, self._parts[changed[0]], self._parts[i])
        return results[changed[0]]

    def _conflict(self, path: Path, first: Part, other: Part) -> None:
        self._wrong(
            f"{first.label} and {other.label} give {path_label(path)} different values at once", other, path
        )

    def _wrong(self, message: str, part: Part, path: Path) -> None:
        if self._notes.wrong is None:
            self._notes.wrong = Wrong(message, part.machine.written.get(path) or part.source)
