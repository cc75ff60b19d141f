"""Games that step on the corners of the language: what is absent, undone, stale, forbidden."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum

from checker import (
    Bag,
    Game,
    Map,
    Maybe,
    Object,
    Participant,
    Queue,
    Set,
    Stack,
    action,
    automatic,
    bag,
    choice,
    each,
    event,
    every,
    ghost,
    integer,
    observer,
    queue,
    replaces,
    require,
    scope,
    some,
    stack,
    triggered,
    where,
)


class Player(Participant, size=2):
    pass


class Card(Object, size=3):
    pass


class Phase(Enum):
    MAIN = 0
    END = 1


@dataclass(frozen=True)
class Item:
    card: Card
    target: Maybe[Card] = None
    power: int = integer(1, 3)


class Corners(Game):
    held: Maybe[Item]
    holder: Maybe[Player]
    pile: Stack[Item] = stack(Item, depth=scope(2))
    heap: Bag[Item] = bag(Item, size=2)
    line: Queue[Card] = queue(Card, length=2)
    marks: Set[Card]
    life: Map[Player, int] = each(Player, integer(0, 2, start=1))
    phase: Phase = Phase.MAIN
    secret: int = ghost(integer(0, 1))

    @action()
    def fill(self, player: Player) -> None:
        self.pile.push(Item(Card(0)))
        self.pile.push(Item(Card(1), target=Card(2), power=3))
        self.heap.add(Item(Card(2)))
        self.heap.add(Item(Card(0)))

    @action()
    def overfill(self, player: Player) -> None:
        for card in Card:
            self.pile.push(Item(card))

    @action()
    def overfill_in_vain(self, player: Player) -> None:
        for card in Card:
            self.pile.push(Item(card))
        require(self.pile.size < 3)

    @action()
    def pay_late(self, player: Player) -> None:
        self.marks.add(Card(0))
        self.life[player] -= 2
        require(self.life[player] >= 0)

    @action()
    def overpay(self, player: Player) -> None:
        self.life[player] -= 2

    @action()
    def guarded_top(self, player: Player) -> None:
        require(self.pile, self.pile.top.card == Card(1))

    @action()
    def blind_top(self, player: Player) -> None:
        require(self.pile.top.card == Card(0))

    @action()
    def guarded_held(self, player: Player) -> None:
        require(self.held, self.held.card == Card(1))

    @action()
    def blind_held(self, player: Player) -> None:
        self.held = dataclasses.replace(self.held, power=2)

    @action()
    def blind_holder(self, player: Player) -> None:
        self.life[self.holder] += 1

    @action()
    def first_marked(self, player: Player) -> None:
        item = self.pile.find(lambda i: i.target)
        require(item == None)  # noqa: E711 - absence is compared

    @action()
    def serve_nobody(self, player: Player) -> None:
        self.line.pop()

    @action()
    def remove_what_is_not_there(self, player: Player) -> None:
        self.pile.remove(Item(Card(2)))

    @action()
    def remove_two(self, player: Player) -> None:
        bottom, top = self.pile
        self.pile.remove(bottom)
        self.pile.remove(top)

    @action()
    def remove_again(self, player: Player) -> None:
        for item in self.pile:
            self.pile.remove(item)

    @action()
    def empty(self, player: Player) -> None:
        while self.pile:
            self.pile.pop()

    @action()
    def read_secret(self, player: Player) -> None:
        require(self.secret == 0)

    @action()
    def write_secret(self, player: Player) -> None:
        self.secret = 1

    @action()
    def misspell(self, player: Player) -> None:
        self.lives[player] = 2

    @action()
    def put_a_word(self, player: Player) -> None:
        self.phase = "end"

    @action()
    def predicate_that_writes(self, player: Player) -> None:
        require(some(Card, lambda c: self.marks.add(c) is None))

    @action()
    def mark_others(self, player: Player) -> None:
        others = where(Card, lambda c: c not in self.marks)
        require(others.size > 1, every(others, self.marks, lambda a, b: a != b))
        for card in others:
            self.marks.add(card)

    @action()
    def advance(self, player: Player) -> None:
        match self.phase:
            case Phase.MAIN:
                self.phase = Phase.END
            case _:
                require(False)


class Chain(Game):
    """Two replacements of one event, each of which performs it again; and an override of it."""

    abstract = True
    depth: int = integer(0, 9)
    log: Stack[Phase] = stack(Phase, depth=4)

    @action()
    def go(self) -> None:
        require(self.depth == 0)
        self.grow(1)

    @event()
    def grow(self, by: int) -> None:
        self.depth += by

    @replaces("grow")
    def doubled(self, by: int) -> None:
        self.log.push(Phase.MAIN)
        self.grow(by * 2)

    @replaces("grow", when=lambda game, by: by < 5)
    def and_one(self, by: int) -> None:
        self.log.push(Phase.END)
        self.grow(by + 1)


class Shorter(Chain):
    def grow(self, by: int) -> None:
        super().grow(by)
        self.depth += 1


class Ranked(Game):
    """What is told must be settled first, what is marked is unmarked next, and only then somebody acts."""

    news: Bag[Card] = bag(Card, size=1)
    marks: Set[Card]

    @action()
    def tell(self, card: Card) -> None:
        self.news.add(card)

    @action()
    def mark(self, card: Card) -> None:
        self.marks.add(card)

    @choice(by="the table")
    def settle(self, card: Card) -> None:
        require(card in self.news)
        self.news.remove(card)

    @automatic()
    def unmark(self, card: Card) -> None:
        require(card in self.marks)
        self.marks.discard(card)


class Spoilt(Ranked):
    """A trigger that does more than add to a bag, and an observer that writes more than ghosts."""

    count: int = ghost(integer(0, 1))

    @triggered()
    def meddle(self, before: Spoilt, card: Card) -> None:
        require(card in self.news)
        self.marks.add(card)

    @observer
    def tamper(self, before: Spoilt, step: object) -> None:
        self.marks.clear()
