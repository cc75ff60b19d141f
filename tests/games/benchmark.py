"""The core of a two-player card game, as in the comparison of model checkers: its counts are known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from checker import Game, Map, Participant, Stack, action, each, integer, require, scope, stack


class Player(Participant, size=2):
    pass


class Kind(Enum):
    STRIKE = 0
    DRAW = 1
    COUNTER = 2
    BURN = 3


@dataclass(frozen=True)
class Spell:
    controller: Player
    kind: Kind


DEPTH = scope(2, name="depth")
LIFE = scope(1, name="life")
HAND = scope(1, name="hand")


class Benchmark(Game):
    turn: Player = Player(0)
    holder: Player = Player(0)
    passed: bool = False
    stack: Stack[Spell] = stack(Spell, depth=DEPTH)
    life: Map[Player, int] = each(Player, integer(0, LIFE, start=LIFE))
    hand: Map[Player, int] = each(Player, integer(0, HAND, start=HAND))
    deepest: int = integer(0, DEPTH, start=DEPTH)  # these two never change: rules cannot read a scope
    fullest: int = integer(0, HAND, start=HAND)

    def over(self) -> bool:
        return self.life[Player(0)] == 0 or self.life[Player(1)] == 0

    def draw(self, player: Player) -> None:
        if self.hand[player] < self.fullest:
            self.hand[player] += 1

    @action(says="{player} casts {kind}")
    def cast(self, player: Player, kind: Kind) -> None:
        require(self.holder == player, self.hand[player] > 0, self.stack.size < self.deepest)
        self.stack.push(Spell(player, kind))
        self.hand[player] -= 1
        self.passed = False

    @action(says="{player} passes")
    def pass_priority(self, player: Player) -> None:
        require(self.holder == player, not self.passed)
        self.passed = True
        self.holder = player.next_in_game

    @action(says="{self.stack.top.kind} resolves")
    def resolve(self, player: Player) -> None:
        require(self.holder == player, self.passed, self.stack)
        spell = self.stack.pop()
        if spell.kind == Kind.DRAW:
            self.draw(spell.controller)
        elif spell.kind == Kind.COUNTER:
            if self.stack:
                self.stack.pop()
        else:
            self.life[spell.controller.next_in_game] -= 1
        self.passed = False
        self.holder = self.turn

    @action(says="the next turn begins")
    def next_turn(self, player: Player) -> None:
        require(self.holder == player, self.passed, not self.stack)
        self.turn = self.turn.next_in_game
        self.holder = self.turn
        self.draw(self.turn)
        self.passed = False
