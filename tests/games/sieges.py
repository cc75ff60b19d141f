"""Battles that enter with a protector, are attacked, and trigger when they are defeated."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from checker import (
    Bag,
    Game,
    Map,
    Maybe,
    Moment,
    Object,
    Participant,
    Stack,
    action,
    as_enters,
    automatic,
    bag,
    between_actions,
    chosen,
    each,
    event,
    ghost,
    integer,
    now,
    observer,
    one_of,
    replaces,
    require,
    scope,
    some,
    stack,
    state_based,
    triggered,
)


class Player(Participant, size=scope(2, least=2, most=4)):
    pass


class Battle(Object, size=scope(2)):
    pass


class Zone(Enum):
    HAND = 0
    FIELD = 1
    GRAVE = 2
    EXILE = 3


@dataclass(frozen=True)
class Defeat:
    battle: Battle


@dataclass(frozen=True)
class Entry:
    battle: Battle
    arrived: Moment


class Sieges(Game):
    zone: Map[Battle, Zone] = each(Battle, Zone.HAND)
    defense: Map[Battle, int] = each(Battle, integer(0, 2))
    protector: Map[Battle, Maybe[Player]]
    waiting: Bag[Defeat] = bag(Defeat, size=scope(2))
    stack: Stack[Entry] = stack(Entry, depth=scope(2))
    buried: int = ghost(integer(0, 2))

    procedure = between_actions("state_based", "put_on_stack", "resolve")

    def pending(self, battle: Battle) -> bool:
        return some(self.waiting, lambda d: d.battle == battle) or some(
            self.stack, lambda e: e.battle == battle
        )

    @event(affects=lambda game, battle: Player(0))
    def enter(self, battle: Battle) -> None:
        self.zone[battle] = Zone.FIELD
        self.defense[battle] = 2

    @as_enters("enter", cites="S:2", says="{protector} protects {battle}")
    def protect(self, battle: Battle, protector: Player = chosen(by=lambda self, battle: Player(0))) -> None:
        require(protector != Player(0))
        self.protector[battle] = protector

    @replaces("enter", when=lambda game, battle: battle == Battle(1), says="{battle} enters weak")
    def enter_weak(self, battle: Battle) -> None:
        self.enter(battle)
        self.defense[battle] -= 1

    @replaces("enter", when=lambda game, battle: battle == Battle(1))
    def enter_guarded(self, battle: Battle) -> None:
        self.enter(battle)
        self.protector[battle] = Player(0)

    @action(cites="S:1", says="{player} plays {battle}")
    def play(self, player: Player, battle: Battle) -> None:
        require(player == Player(0), self.zone[battle] == Zone.HAND)
        self.enter(battle)

    @action(says="{player} attacks {battle} of {self.defense[battle]}")
    def attack(self, player: Player, battle: Battle) -> None:
        require(self.zone[battle] == Zone.FIELD, self.protector[battle] != player, self.defense[battle] > 0)
        self.defense[battle] -= 1

    @action()
    def shrink_all(self, player: Player) -> None:
        require(player == Player(1), self.defense[Battle(0)] == 1, self.defense[Battle(1)] == 1)
        for battle in Battle:
            self.defense[battle] -= 1

    @triggered(cites="S:3", says="{battle} is defeated")
    def defeated(self, before: Sieges, battle: Battle) -> None:
        require(before.defense[battle] > 0, self.defense[battle] == 0)
        self.waiting.add(Defeat(battle))

    @automatic(says="the defeat of {defeat.battle} goes on the stack")
    def put_on_stack(self, defeat: Defeat = one_of("waiting")) -> None:
        self.waiting.remove(defeat)
        self.stack.push(Entry(defeat.battle, now()))

    @automatic(says="the defeat of {self.stack.top.battle} resolves")
    def resolve(self, exile: bool = chosen(by="the controller")) -> None:
        require(self.stack)
        entry = self.stack.pop()
        if exile:
            self.zone[entry.battle] = Zone.EXILE

    @state_based(says="{battle} is buried")
    def bury(self, battle: Battle) -> None:
        require(self.zone[battle] == Zone.FIELD, self.defense[battle] == 0, not self.pending(battle))
        self.zone[battle] = Zone.GRAVE

    @observer
    def count_buried(self, before: Sieges, step: object) -> None:
        for battle in Battle:
            if before.zone[battle] == Zone.FIELD and self.zone[battle] == Zone.GRAVE:
                self.buried += 1
