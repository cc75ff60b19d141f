"""Players around a table: they leave, take turns, roll dice, queue up, and pick from the middle of a pile."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from checker import (
    CHANCE,
    Game,
    Map,
    Maybe,
    Moment,
    Object,
    Participant,
    Queue,
    Set,
    Stack,
    action,
    assumed,
    choice,
    chosen,
    count,
    ghost,
    integer,
    now,
    observer,
    one_of,
    queue,
    reading,
    require,
    scope,
    set_of,
    stack,
    start,
)


class Player(Participant, size=scope(3, least=2, most=4)):
    pass


class Card(Object, size=2, prefix="K"):
    pass


class Leaving(Game):
    """Who has the turn may pass it on or leave; the last one wins."""

    turn: Player

    def over(self) -> bool:
        return self.in_game.size == 1

    @action(says="{player} passes to {player.next_in_game}")
    def pass_on(self, player: Player) -> None:
        require(self.turn == player)
        self.turn = player.next_in_game

    @action()
    def leave(self, player: Player) -> None:
        self.in_game.discard(player)
        if self.turn == player:
            self.turn = player.next_in_game


class Line(Game):
    """A queue of players; who is served leaves it, and nobody is served twice in a row."""

    waiting: Queue[Player] = queue(Player, length=scope(2))
    served: Maybe[Player]
    last_pair: bool = ghost(False)

    @action()
    def join(self, player: Player) -> None:
        require(player not in self.waiting)
        self.waiting.push(player)

    @action()
    def serve(self, player: Player) -> None:
        require(self.waiting, self.waiting.front == player, self.served != player)
        self.served = self.waiting.pop()

    @action()
    def hurry(self, player: Player) -> None:
        require(self.served == player)
        self.turn_back(player)

    def turn_back(self, player: Player) -> None:
        self.waiting.remove(player)

    @observer
    def watch(self, before: Line, step: object) -> None:
        self.last_pair = before.served != None and self.served != None  # noqa: E711 - absence is compared


class Side(Enum):
    HEADS = 0
    TAILS = 1


class Dice(Game):
    """A die decides who starts; each roll is a choice by chance, and a guess must be taken first."""

    starter: Maybe[Player]
    guess: Maybe[Side]
    asked: bool = False
    score: int = integer(0, 3)
    rule: str = reading("who starts?", roller="D:1", guesser="D:2")

    def over(self) -> bool:
        return bool(self.starter)

    @start(cites="D:0")
    def set_up(self, n: int = integer(0, 2)) -> None:
        require(n != 1)
        self.score = n

    @action(says="{player} rolls {n}")
    def roll(self, player: Player, n: int = chosen(by=CHANCE, among=integer(1, 2))) -> None:
        require(not self.asked, self.score + n <= 3)
        self.score += n
        self.asked = True

    @choice(by="player", says="{player} guesses {side}")
    def answer(self, player: Player, side: Side) -> None:
        require(self.asked, self.guess == None, player == Player(1))  # noqa: E711 - traced
        self.guess = side

    @action()
    @assumed("a card says who starts")
    def begin(self, player: Player) -> None:
        require(self.asked)
        if self.rule == "roller":
            self.starter = player
        elif self.guess == Side.HEADS:
            self.starter = Player(0)
        else:
            require(player == Player(1))
            self.starter = player


@dataclass(frozen=True)
class Stone:
    card: Card
    arrived: Moment
    weight: int = integer(1, 2)


class Pile(Game):
    """Stones are piled up and picked out of the middle; the newest is always on top."""

    pile: Stack[Stone] = stack(Stone, depth=scope(2))
    touched: Map[Card, Moment]
    seen: Set[Card] = ghost()
    ordered: bool = ghost(True)

    @action()
    def put(self, card: Card) -> None:
        require(count(self.pile, lambda s: s.card == card) == 0)
        self.pile.push(Stone(card, now()))
        self.touched[card] = now()

    @action()
    def pick(self, stone: Stone = one_of("pile")) -> None:
        self.pile.remove(stone)

    @action()
    def swap(self, stone: Stone = one_of("pile")) -> None:
        require(stone.weight == 1, self.pile.size == 2)
        self.pile.replace(stone, Stone(stone.card, stone.arrived, 2))

    @observer
    def watch(self, before: Pile, step: object) -> None:
        self.seen = set_of(*[s.card for s in self.pile])
        self.ordered = all(
            older.arrived < newer.arrived for older in self.pile for newer in self.pile if older is not newer
        ) or self.pile.size < 2  # fmt: skip
