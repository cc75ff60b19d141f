"""One Python function a system, that yields what goes on in a state.

The function follows the order of updates. Ranks are tried one after the other, and the first one with
an enabled update ends it. Neighbouring updates that share parts of their guards are tested together;
what an update does is computed only where its guard is true, and cells that change under one condition
are told apart by one branch and not by a conditional expression each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from checker.explore.source import MAX_BLOCKS, Scope, Writer, below, heavy
from checker.system.model import State, System
from checker.system.terms import FALSE, TRUE, Cell, Op, Term, var

__all__ = ["CUT", "HIT", "OVER", "WRONG", "Conditions", "Successors", "compile_conditions", "compile_steps"]

OVER, WRONG, CUT, HIT = -1, -2, -3, -4
"""What stands in place of an update's index in a result that is no proper step."""

Successors = Callable[[State], Iterator[tuple[int, Any]]]
"""Yields ``(update, next state)`` for the proper steps from a state, in the order of updates; beside them
``(OVER, None)``, ``(WRONG, update)``, ``(CUT, update)``, and after what a step was
``(HIT, (number, update, next state or None))`` for each condition on steps that is met. A dead end yields
nothing at all."""

Conditions = Callable[[State], Sequence[int]]
"""Returns the numbers of the conditions that are true in a state, least first."""

_LAST_CASES = 3

_COPIED = 6
"""Runs of more unchanged cells than this are copied from the state as a whole, not cell by cell."""


@dataclass(frozen=True)
class _Item:
    """An update, and what of its guard has not been tested yet."""

    index: int
    guard: tuple[Term, ...]


def compile_steps(system: System, conditions: Mapping[int, Sequence[Term]] | None = None) -> Successors:
    """Return the successor function of ``system``.

    ``conditions`` holds conditions on the state before a step, by a number of the caller's choice, one
    for each update; they are tested wherever the update is enabled.
    """
    return _StepWriter(system, conditions or {}).compile()


def compile_conditions(cells: Sequence[Cell], conditions: Mapping[int, Term]) -> Conditions:
    """Return a function that tells which of the numbered ``conditions`` are true in a state."""
    writer = Writer({c: i for i, c in enumerate(cells)})
    scope = Scope()
    _unpack(writer, scope, cells, conditions.values())
    writer.line(scope, "hits = []")
    texts = writer.values(conditions.values(), scope)
    for number, text in zip(conditions, texts, strict=True):
        writer.line(scope, f"if {text}: hits.append({number})")
    writer.line(scope, "return hits")
    function: Conditions = _load(writer)
    return function


def _load(writer: Writer) -> Any:
    """Compile the function that was written."""
    names: dict[str, Any] = {}
    source = "def function(state):\n" + "\n".join(writer.lines) + "\n"
    exec(compile(source, "<transition system>", "exec"), names)
    return names["function"]


def _unpack(writer: Writer, scope: Scope, cells: Sequence[Cell], terms: Any = None) -> None:
    """Give every cell of the state its name (only those that ``terms`` read, where these are few)."""
    if terms is not None:
        read = {t.cell for t in below(terms, scope) if t.op is Op.VAR}
        if 3 * len(read) < len(cells):
            for i, cell in enumerate(cells):
                if cell in read:
                    writer.line(scope, f"c{i} = state[{i}]")
            return
    writer.line(scope, f"({' '.join(f'c{i},' for i in range(len(cells)))}) = state")


class _StepWriter:
    """Writes the successor function of one system."""

    def __init__(self, system: System, conditions: Mapping[int, Sequence[Term]]) -> None:
        self.system = system
        self.conditions = conditions
        self.writer = Writer(system.position)
        self.last_rank = max((u.rank for u in system.updates), default=0)

    def compile(self) -> Successors:
        """Write the function and return it."""
        writer, scope = self.writer, Scope()
        _unpack(writer, scope, self.system.cells)
        if self.system.over is not FALSE:
            writer.line(scope, f"if {writer.conditions([self.system.over], scope)}:")
            inner = scope.inner()
            writer.line(inner, f"yield {OVER}, None")
            writer.line(inner, "return")
        ranks = sorted({u.rank for u in self.system.updates})
        if len(ranks) > 1:
            writer.line(scope, "enabled = False")
        for rank in ranks:
            items = [
                _Item(i, _parts(u.guard))
                for i, u in enumerate(self.system.updates)
                if u.rank == rank and u.guard is not FALSE
            ]
            self.write_items(items, scope)
            if rank != self.last_rank:
                writer.line(scope, "if enabled: return")
        writer.line(scope, "return")
        writer.line(scope, "yield")  # a function with a yield is a generator, even where nothing moves
        function: Successors = _load(writer)
        return function

    def write_items(self, items: list[_Item], scope: Scope) -> None:
        """Write the updates in order, neighbours with common parts of guards under one test."""
        runs = list(_runs(items)) if scope.blocks < MAX_BLOCKS - _LAST_CASES else [[i] for i in items]
        if len(runs) > 1:
            self.writer.declare(self.shared(runs, scope), scope)
        for run in runs:
            common = _common(run)
            if len(run) == 1 or not common:
                self.write_item(run[0], scope)
                continue
            self.writer.line(scope, f"if {self.writer.conditions(common, scope)}:")
            known = {t.id for t in common}
            rest = [_Item(i.index, tuple(t for t in i.guard if t.id not in known)) for i in run]
            self.write_items(rest, scope.inner())

    def shared(self, runs: list[list[_Item]], scope: Scope) -> list[Term]:
        """Return the terms that several of the runs need and that are worth a name."""
        users: dict[int, int] = {}
        parents: dict[int, set[int]] = {}
        terms: dict[int, Term] = {}
        for run in runs:
            roots = [t for item in run for t in (*item.guard, *self.body(item.index))]
            for root in roots:
                parents.setdefault(root.id, set()).add(-1 - root.id)
            for t in below(roots, scope):
                terms[t.id] = t
                users[t.id] = users.get(t.id, 0) + 1
                if scope.find(t) is None:
                    for a in t.args:
                        parents.setdefault(a.id, set()).add(t.id)
        several = {k for k, n in users.items() if n > 1 and terms[k].args and heavy(terms[k])}
        # What is needed only inside one other shared term is computed together with it.
        return [
            terms[k]
            for k in sorted(several)
            if (len(parents[k]) > 1 or not parents[k] <= several)
            and scope.find(terms[k]) is None
            and scope.find_lazy(terms[k]) is None
        ]

    def body(self, index: int) -> list[Term]:
        """Return what is computed where an update is enabled."""
        u = self.system.updates[index]
        return [u.wrong, u.cut, *u.next.values(), *(c[index] for c in self.conditions.values())]

    def write_item(self, item: _Item, scope: Scope) -> None:
        """Write one update: first the parts of its guard that need nothing computed beforehand."""
        cheap = [t for t in item.guard if not heavy(t)]
        costly = [t for t in item.guard if heavy(t)]
        stages = [cheap, *([t] for t in costly[: _LAST_CASES - 1]), costly[_LAST_CASES - 1 :]]
        for stage in stages:
            if stage:
                self.writer.line(scope, f"if {self.writer.conditions(stage, scope)}:")
                scope = scope.inner()
        self.write_body(item.index, scope)

    def write_body(self, index: int, scope: Scope) -> None:
        """Write what an enabled update does."""
        writer, u = self.writer, self.system.updates[index]
        if u.rank != self.last_rank:
            writer.line(scope, "enabled = True")
        hits: list[tuple[int, str]] = []
        for number, each in self.conditions.items():
            if each[index] is not FALSE:
                name = writer.fresh()
                writer.line(scope, f"{name} = {writer.conditions([each[index]], scope)}")
                hits.append((number, name))
        for code, condition in ((WRONG, u.wrong), (CUT, u.cut)):
            if condition is FALSE:
                continue
            writer.line(scope, f"if {writer.conditions([condition], scope)}:")
            inner = scope.inner()
            writer.line(inner, f"yield {code}, {index}")
            self.write_hits(hits, index, "None", inner)
            writer.line(scope, "else:")
            scope = scope.inner()
        following = {c: t for c, t in u.next.items() if t is not var(c)}
        # Each new value is written with its own conditionals. Branches for those that several values share
        # made the source of one game half as long again, and no search faster.
        state = self.state_with(following, scope)
        if hits:
            name = writer.fresh()
            writer.line(scope, f"{name} = {state}")
            state = name
        writer.line(scope, f"yield {index}, {state}")
        self.write_hits(hits, index, state, scope)

    def write_hits(self, hits: list[tuple[int, str]], index: int, after: str, scope: Scope) -> None:
        """Write the results for the conditions on steps that are met."""
        for number, name in hits:
            self.writer.line(scope, f"if {name}: yield {HIT}, ({number}, {index}, {after})")

    def state_with(self, following: dict[Cell, Term], scope: Scope) -> str:
        """Return the state with new values of some cells; long runs of the others are copied as a whole."""
        values = dict(zip(following, self.writer.values(following.values(), scope), strict=True))
        parts: list[str] = []
        start = 0
        for end, cell in enumerate((*self.system.cells, None)):
            if cell is None or cell in values:
                kept = range(start, end)
                parts.extend([f"*state[{start}:{end}]"] if len(kept) > _COPIED else [f"c{i}" for i in kept])
                parts.extend([values[cell]] if cell is not None else [])
                start = end + 1
        return f"({''.join(f'{part}, ' for part in parts)})"


def _parts(guard: Term) -> tuple[Term, ...]:
    """Return the conjuncts of a guard."""
    if guard is TRUE:
        return ()
    return guard.args if guard.op is Op.AND else (guard,)


def _runs(items: list[_Item]) -> Iterator[list[_Item]]:
    """Split the updates into the longest runs of neighbours whose guards share a part."""
    start = 0
    while start < len(items):
        end = start + 1
        shared = set(items[start].guard)
        while end < len(items) and not shared.isdisjoint(items[end].guard):
            shared.intersection_update(items[end].guard)
            end += 1
        yield items[start:end]
        start = end


def _common(run: list[_Item]) -> list[Term]:
    """Return the parts that all guards of a run share."""
    return [t for t in run[0].guard if all(t in item.guard for item in run)]
