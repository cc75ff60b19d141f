"""The benchmark model written directly as a transition system, without the language.

The core of a two-player trading-card game: a turn player, a priority holder, a count of passes in
succession, a stack of spells, lives and hands. The priority holder casts a spell of any kind or passes;
when both have passed the top of the stack resolves, or, if it is empty, the next turn begins. A spell of
kind 1 draws a card, one of kind 2 removes the spell below it, any other takes a life.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checker.system.model import Kind, System, Update
from checker.system.terms import (
    FALSE,
    TRUE,
    Cell,
    Domain,
    Term,
    add,
    all_of,
    any_of,
    at_least,
    equal,
    integer,
    ite,
    less,
    negate,
    subtract,
    var,
)

__all__ = ["INSTANCES", "Instance", "priority_stack"]

_DRAWS, _REMOVES = 1, 2
_PLAYERS = (0, 1)


@dataclass(frozen=True)
class Instance:
    """Sizes of the model, and what a search of all its plays counts."""

    depth: int
    kinds: int
    lives: int
    hand: int
    states: int
    transitions: int
    ends: int
    levels: int


INSTANCES: Mapping[str, Instance] = {
    "tiny": Instance(2, 4, 1, 1, 248, 352, 24, 10),
    "small": Instance(4, 4, 2, 2, 50_720, 78_864, 2_576, 24),
    "large": Instance(6, 4, 3, 3, 6_096_768, 9_630_816, 207_936, 38),
}


def priority_stack(depth: int, kinds: int, lives: int, hand: int) -> System:
    """Return the model for stacks up to ``depth``, so many kinds of spell, lives and cards in hand."""
    return _Model(depth, kinds, lives, hand).system()


class _Model:
    def __init__(self, depth: int, kinds: int, lives: int, hand: int) -> None:
        self._depth, self._kinds, self._lives, self._hand = depth, kinds, lives, hand
        player, kind = Domain.integer(0, 1), Domain.integer(0, kinds - 1)
        self._turn, self._holder = Cell("turn", player), Cell("holder", player)
        self._passed = Cell("passed", Domain.boolean())
        self._size = Cell("stack.size", Domain.integer(0, depth))
        self._casters = [Cell(f"stack[{i}].caster", player) for i in range(depth)]
        self._spells = [Cell(f"stack[{i}].kind", kind) for i in range(depth)]
        self._life = [Cell(f"life[{p}]", Domain.integer(0, lives)) for p in _PLAYERS]
        self._cards = [Cell(f"hand[{p}]", Domain.integer(0, hand)) for p in _PLAYERS]

    def system(self) -> System:
        """Return the whole system."""
        slots = [cell for pair in zip(self._casters, self._spells, strict=True) for cell in pair]
        cells = (self._turn, self._holder, self._passed, *self._life, *self._cards, self._size, *slots)
        start = {**dict.fromkeys(self._life, self._lives), **dict.fromkeys(self._cards, self._hand)}
        updates = (*map(self._cast, range(self._kinds)), self._pass(), self._resolve(), self._next_turn())
        return System.build(
            "PriorityStack",
            cells,
            (tuple(start.get(cell, 0) for cell in cells),),
            updates,
            over=any_of(equal(var(cell), integer(0)) for cell in self._life),
        )

    def _cast(self, kind: int) -> Update:
        size, holder = var(self._size), var(self._holder)
        mine = [equal(holder, integer(p)) for p in _PLAYERS]
        has_card = ite(mine[0], at_least(var(self._cards[0]), 1), at_least(var(self._cards[1]), 1))
        change = {self._passed: FALSE, self._size: add(size, integer(1))}
        for p, cell in enumerate(self._cards):
            change[cell] = ite(mine[p], subtract(var(cell), integer(1)), var(cell))
        for i, (caster, spell) in enumerate(zip(self._casters, self._spells, strict=True)):
            here = equal(size, integer(i))
            change[caster] = ite(here, holder, var(caster))
            change[spell] = ite(here, integer(kind), var(spell))
        guard = all_of((has_card, less(size, integer(self._depth))))
        return _action("cast", (("kind", str(kind)),), guard, change)

    def _pass(self) -> Update:
        passed = var(self._passed)
        return _action("pass", (), negate(passed), {self._passed: TRUE, self._holder: _other(self._holder)})

    def _resolve(self) -> Update:
        size = var(self._size)
        tops = [equal(size, integer(i + 1)) for i in range(self._depth)]
        caster = _pick(tops, self._casters)
        spell = _pick(tops, self._spells)
        draws, removes = equal(spell, integer(_DRAWS)), equal(spell, integer(_REMOVES))
        left = ite(
            all_of((removes, at_least(size, 2))), subtract(size, integer(2)), subtract(size, integer(1))
        )
        change = {self._passed: FALSE, self._holder: var(self._turn), self._size: left}
        for p in _PLAYERS:
            cards, life, by_p = var(self._cards[p]), var(self._life[p]), equal(caster, integer(p))
            change[self._cards[p]] = ite(all_of((draws, by_p)), self._drawn(cards), cards)
            hurts = all_of((negate(draws), negate(removes), negate(by_p)))
            change[self._life[p]] = ite(hurts, subtract(life, integer(1)), life)
        for i, cells in enumerate(zip(self._casters, self._spells, strict=True)):
            for cell in cells:
                change[cell] = ite(less(integer(i), left), var(cell), integer(0))
        return _action("resolve", (), all_of((var(self._passed), at_least(size, 1))), change)

    def _next_turn(self) -> Update:
        turn = _other(self._turn)
        change = {self._passed: FALSE, self._turn: turn, self._holder: turn}
        for p in _PLAYERS:
            cards = var(self._cards[p])
            change[self._cards[p]] = ite(equal(turn, integer(p)), self._drawn(cards), cards)
        return _action(
            "next_turn", (), all_of((var(self._passed), less(var(self._size), integer(1)))), change
        )

    def _drawn(self, cards: Term) -> Term:
        return ite(less(cards, integer(self._hand)), add(cards, integer(1)), cards)


def _other(player: Cell) -> Term:
    return subtract(integer(1), var(player))


def _pick(conditions: Sequence[Term], cells: Sequence[Cell]) -> Term:
    """Return the value of the cell whose condition is true, the first one where none is."""
    result = var(cells[0])
    for condition, cell in zip(conditions[1:], cells[1:], strict=True):
        result = ite(condition, var(cell), result)
    return result


def _action(
    rule: str, arguments: tuple[tuple[str, str], ...], guard: Term, change: Mapping[Cell, Term]
) -> Update:
    return Update(rule, arguments, Kind.ACTION, 0, guard, change)
