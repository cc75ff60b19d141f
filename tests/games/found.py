"""Small games on which tracing and plain interpretation once differed, or easily could."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from checker import (
    CHANCE,
    Bag,
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
    as_enters,
    bag,
    chosen,
    each,
    event,
    ghost,
    integer,
    now,
    observer,
    queue,
    replaces,
    require,
    set_of,
    stack,
    start,
    state_based,
    triggered,
)


class Card(Object, size=2):
    pass


class Player(Participant, size=2):
    pass


@dataclass(frozen=True)
class Stone:
    card: Card
    since: Moment


class AtOnce(Game):
    """In one event: additions to a bag from all, a stack that is one cell, a number set and then changed."""

    waiting: bool = False
    together: Bag[Card] = bag(Card, size=2)
    pile: Stack[Card] = stack(Card, depth=2)
    count: int = integer(0, 2)
    mode: int = integer(0, 4)

    @action()
    def begin(self, mode: int = integer(0, 4)) -> None:
        require(self.together.size < 2)
        self.waiting = True
        self.mode = mode

    @state_based()
    def add(self, card: Card) -> None:
        require(self.waiting)
        self.waiting = False
        if self.mode == 0 and card == Card(0):
            self.together.clear()  # nothing may be in it: then this is no change
        self.together.add(card)

    @state_based()
    def pile_up(self, card: Card) -> None:
        require(self.waiting, self.mode == 1)
        self.pile.push(Card(0))

    @state_based()
    def disagree(self, card: Card) -> None:
        require(self.waiting, self.mode == 2)
        self.pile.push(card)

    @state_based()
    def overfill(self, card: Card) -> None:
        require(self.waiting, self.mode == 4)
        for _ in range(2):
            self.pile.push(Card(0))
        self.pile.push(card)

    @state_based()
    def set_and_change(self) -> None:
        require(self.waiting, self.mode == 3)
        self.count = (self.count + 1) % 3
        self.count += self.count


class PastTheBound(Game):
    """What a rule sees past a bound, or after it took out what is not there, decides whether it applies."""

    pile: Stack[Card] = stack(Card, depth=1)
    line: Queue[Card] = queue(Card, length=1)

    @action()
    def pile_three(self, card: Card) -> None:
        for _ in range(3):
            self.pile.push(card)
        self.pile.push(Card(0))
        require(self.pile.size == 4, self.pile.top == Card(0))

    @action()
    def pile_three_in_vain(self) -> None:
        for _ in range(3):
            self.pile.push(Card(0))
        require(self.pile.size == 1)

    @action()
    def serve_nobody(self) -> None:
        self.line.pop()
        require(self.line.size == 0)

    @action()
    def remove_what_is_not_there(self) -> None:
        self.line.remove(Card(1))
        require(self.line.size == 1)

    @action()
    def remove_what_is_not_found(self) -> None:
        self.line.remove(self.line.find(lambda card: card == Card(1)))
        require(self.line.size == 1)

    @action()
    def stand_in_line(self) -> None:
        self.line.push(Card(0))


class Absence(Game):
    """An absent card is compared, looked for among items, and put into a set."""

    held: Maybe[Card]
    item: Maybe[Stone]
    stone: Stone = Stone(Card(0), None)  # all moments start equal
    line: Queue[Card] = queue(Card, length=1)
    marks: Set[Card]
    when: Maybe[Moment]

    @action()
    def hold(self, card: Card) -> None:
        self.held = card
        self.item = Stone(card, now())

    @action()
    def drop(self) -> None:
        self.held = None
        self.item = None

    @action()
    def queue_up(self, card: Card) -> None:
        require(not self.line)
        self.line.push(card)

    @action()
    def hold_another(self) -> None:
        require(self.held not in self.line, self.line)
        self.line.pop()

    @action()
    def mark(self, other: Maybe[Card]) -> None:
        self.marks = set_of(self.held)
        require(Card(0) in self.marks, self.held == other)

    @action()
    def older(self) -> None:
        require(self.item.since < now(), self.line)
        self.line.clear()

    @action()
    def remember(self) -> None:
        self.when = None if self.when else self.stone.since

    @action()
    def as_old(self) -> None:
        require(self.stone.since <= self.item.since, not self.marks)
        self.marks = {Card(0)}

    @action()
    def same(self) -> None:
        require(self.stone == self.item)
        self.marks.clear()

    @action()
    def named(self, other: Maybe[Card]) -> None:
        require(other.index == 0)
        self.marks.add(Card(1))


class Moments(Game):
    """Triggers and observers see that something happened now, and a ghost remembers when."""

    touched: Moment
    news: Bag[Card] = bag(Card, size=1)
    just_now: bool = ghost(False)
    seen: Moment = ghost()
    steps: int = ghost(integer(0, 1))

    @action()
    def touch(self) -> None:
        self.touched = now()

    @action()
    def rest(self) -> None:
        require(self.news)
        self.news.clear()

    @triggered()
    def tell(self, before: Moments) -> None:
        require(self.touched == now(), not self.news)
        self.news.add(Card(0))

    @observer
    def watch(self, before: Moments, step: object) -> None:
        self.just_now = self.touched == now()
        if not self.news:
            self.seen = self.touched

    @observer
    def count(self, before: Moments, step: object) -> None:
        if self.news:
            self.steps += 1


class Arrival(Game):
    """An event with what replaces it, what happens as it does, a choice of a taken name, and an override."""

    abstract: ClassVar[bool] = True
    came: int = integer(0, 3)
    held: Maybe[Card]
    told: Maybe[Card] = ghost()

    @start()
    def set_up(self) -> None:
        self.arrive(Card(0))

    @action()
    def come(self, card: Card, other: Maybe[Card]) -> None:
        require(self.came < 2)
        self.arrive(card=card)
        require(self.held == other)

    @event(affects=lambda game, card: card)
    def arrive(self, card: Card) -> None:
        self.came += 1

    @as_enters("arrive")
    def hold(self, who: Card, other: Maybe[Card] = chosen(by=CHANCE)) -> None:
        require(other != who)
        self.held = other

    @replaces("arrive", when=lambda game, card: game.came == 1)
    def arrive_twice(self, it: Card) -> None:
        self.arrive(it)
        self.came += 1

    @replaces("arrive", when=lambda game, card: card == Card(1))
    def stay_away(self, it: Card) -> None:
        self.held = it

    @observer
    def watch(self, before: Arrival, step: object) -> None:
        self.told = step.other2  # the second choice of that name


class ArrivalOverridden(Arrival):
    @event(affects=lambda game, card: Card(1))
    def arrive(self, card: Card) -> None:
        super().arrive(card)
        require(self.came < 3)


class ArrivalAsItIs(Arrival):
    pass


class ManyPiles(Game):
    """Piles by player: a pile is emptied by a loop whose end depends on whose pile it is."""

    turn: Player = Player(0)
    piles: Map[Player, Stack[Card]] = each(Player, stack(Card, depth=2))

    @action()
    def put(self, player: Player, card: Card) -> None:
        require(self.turn == player)
        self.piles[self.turn].push(card)
        self.turn = player.next_in_game

    @action()
    def empty(self, player: Player) -> None:
        require(self.turn != player)
        while self.piles[self.turn]:
            self.piles[self.turn].pop()
