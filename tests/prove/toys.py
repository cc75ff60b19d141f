"""Small systems whose claims, proofs and plays are known exactly."""

from __future__ import annotations

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
    boolean,
    equal,
    integer,
    ite,
    less,
    negate,
    total,
    var,
)
from tests.toys import update


def counter(modulus: int, skip: int, start: int = 0) -> System:
    """A number that goes up by ``skip`` modulo ``modulus``."""
    cell = Cell("n", Domain.integer(0, modulus - 1))
    n = var(cell)
    wrapped = ite(less(n, integer(modulus - skip)), add(n, integer(skip)), add(n, integer(skip - modulus)))
    return System.build("counter", (cell,), ((start,),), (update("go", TRUE, {cell: wrapped}),))


class PriorityStack:
    """Players who cast cards onto a bounded stack, pass in turn, and let the top card resolve.

    Cells: the zone of each card (hand, stack, yard), the stack as a length and slots, who may act (a set),
    who has passed. A card resolves when all have passed; then the turn player may act again.
    """

    def __init__(self, players: int = 2, cards: int = 3, depth: int = 3) -> None:
        self.zone = [Cell(f"zone[C{i}]", Domain.enumeration(("HAND", "STACK", "YARD"))) for i in range(cards)]
        self.size = Cell("stack.size", Domain.integer(0, depth))
        names = tuple(f"C{i}" for i in range(cards))
        self.slot = [Cell(f"stack[{i}]", Domain.enumeration(names)) for i in range(depth)]
        self.holds = [Cell(f"holders[P{i}]", Domain.boolean()) for i in range(players)]
        self.passed = [Cell(f"passed[P{i}]", Domain.boolean()) for i in range(players)]
        cells = (*self.zone, self.size, *self.slot, *self.holds, *self.passed)
        start = (0,) * (cards + 1 + depth) + (1,) + (0,) * (2 * players - 1)
        updates = [self._resolve()]
        updates += [self._cast(p, c) for p in range(players) for c in range(cards)]
        updates += [self._pass(p) for p in range(players)]
        self.system = System.build("priority stack", cells, (start,), tuple(updates))

    def _cast(self, player: int, card: int) -> Update:
        size = var(self.size)
        depth = len(self.slot)
        pushed = {
            slot: ite(equal(size, integer(i)), integer(card), var(slot)) for i, slot in enumerate(self.slot)
        }
        return update(
            "cast",
            all_of((var(self.holds[player]), equal(var(self.zone[card]), integer(0)))),
            {
                self.zone[card]: integer(1),
                self.size: ite(less(size, integer(depth)), add(size, integer(1)), integer(depth)),
                **pushed,
                **dict.fromkeys(self.passed, FALSE),
            },
            cut=equal(size, integer(depth)),
            arguments=(("player", f"P{player}"), ("card", f"C{card}")),
        )

    def _pass(self, player: int) -> Update:
        following = (player + 1) % len(self.holds)
        return update(
            "pass",
            all_of((var(self.holds[player]), negate(all_of(map(var, self.passed))))),
            {self.passed[player]: TRUE, self.holds[player]: FALSE, self.holds[following]: TRUE},
            arguments=(("player", f"P{player}"),),
        )

    def _resolve(self) -> Update:
        size = var(self.size)
        guard = all_of((*map(var, self.passed), less(integer(0), size)))
        top = [equal(size, integer(i + 1)) for i in range(len(self.slot))]
        moved = {
            zone: ite(
                any_of(all_of((t, equal(var(s), integer(c)))) for t, s in zip(top, self.slot, strict=True)),
                integer(2),
                var(zone),
            )
            for c, zone in enumerate(self.zone)
        }
        popped = {s: ite(t, integer(0), var(s)) for t, s in zip(top, self.slot, strict=True)}
        holders = {cell: boolean(i == 0) for i, cell in enumerate(self.holds)}
        following = {**moved, **popped, **dict.fromkeys(self.passed, FALSE), **holders}
        following[self.size] = ite(less(integer(0), size), add(size, integer(-1)), integer(0))
        return update("resolve", guard, following, kind=Kind.AUTOMATIC)

    @property
    def one_holder(self) -> Term:
        """At most one player may act."""
        return less(total(ite(var(c), integer(1), integer(0)) for c in self.holds), integer(2))

    @property
    def stack_is_counted(self) -> Term:
        """As many cards are in the zone of the stack as the stack has entries."""
        on = total(ite(equal(var(z), integer(1)), integer(1), integer(0)) for z in self.zone)
        return equal(on, var(self.size))

    @property
    def entries_are_on_the_stack(self) -> Term:
        """The card of every live slot is in the zone of the stack."""
        size = var(self.size)
        return all_of(
            any_of(
                (
                    negate(less(integer(i), size)),
                    negate(equal(var(slot), integer(c))),
                    equal(var(zone), integer(1)),
                )
            )
            for i, slot in enumerate(self.slot)
            for c, zone in enumerate(self.zone)
        )

    @property
    def entries_differ(self) -> Term:
        """No card is in two live slots."""
        size = var(self.size)
        return all_of(
            negate(all_of((less(integer(j), size), equal(var(self.slot[i]), var(self.slot[j])))))
            for j in range(len(self.slot))
            for i in range(j)
        )
