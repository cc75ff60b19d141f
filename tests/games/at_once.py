"""Small games about state-based events: everything that applies happens at once."""

from __future__ import annotations

from enum import Enum

from checker import (
    Bag,
    Game,
    Map,
    Object,
    Participant,
    Set,
    action,
    automatic,
    bag,
    between_actions,
    chosen,
    each,
    integer,
    one_of,
    require,
    scope,
    state_based,
)


class Card(Object, size=2):
    pass


class Player(Participant, size=2):
    pass


class Fire(Game):
    """Armed cards burn together, each for one; from one life two of them burn too much."""

    life: int = integer(0, 3, start=3)
    armed: Set[Card]

    def over(self) -> bool:
        return self.life == 0

    @action(says="{card} is armed")
    def arm(self, card: Card) -> None:
        self.armed.add(card)

    @action(says="both cards are armed")
    def arm_both(self) -> None:
        self.armed = {Card(0), Card(1)}

    @state_based(says="{card} burns", cites="F:1")
    def burn(self, card: Card) -> None:
        require(card in self.armed)
        self.life -= 1
        self.armed.discard(card)


class Colour(Enum):
    BLANK = 0
    RED = 1
    BLUE = 2


class Paint(Game):
    """Two rules that write one cell at once: agreeing is fine, disagreeing is wrong."""

    colour: Colour = Colour.BLANK
    first: Colour = Colour.BLANK
    second: Colour = Colour.BLANK

    @action()
    def choose(self, first: Colour, second: Colour) -> None:
        require(self.colour == Colour.BLANK, first != Colour.BLANK)
        self.first = first
        self.second = second

    @state_based()
    def paint_first(self) -> None:
        require(self.first != Colour.BLANK)
        self.colour = self.first
        self.first = Colour.BLANK

    @state_based()
    def paint_second(self) -> None:
        require(self.second != Colour.BLANK)
        self.colour = self.second
        self.second = Colour.BLANK


class Hunt(Game):
    """Each hunted card gets a guard who is not its owner, chosen as part of one event; then it is told."""

    owner: Map[Card, Player] = each(Card, Player(0))
    guard: Map[Card, Player] = each(Card, Player(0))
    hunted: Set[Card]
    news: Bag[Card] = bag(Card, size=scope(2))

    procedure = between_actions("state_based", "tell")

    @action()
    def hunt(self, player: Player) -> None:
        require(self.owner[Card(1)] == Player(0))
        self.hunted = {Card(0), Card(1)}
        self.owner[Card(1)] = player

    @state_based()
    def assign(self, card: Card, guard: Player = chosen(by="owner of the card")) -> None:
        require(card in self.hunted, guard != self.owner[card])
        self.guard[card] = guard
        self.hunted.discard(card)
        self.news.add(card)

    @automatic()
    def tell(self, card: Card = one_of("news")) -> None:
        self.news.remove(card)
