"""Loops over objects of an open number: what is refused, with the reason."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from checker import (
    Bag,
    Game,
    Map,
    Object,
    Participant,
    Set,
    action,
    as_enters,
    bag,
    chosen,
    each,
    event,
    integer,
    require,
    scope,
    some,
    state_based,
)
from checker.language.open.lower import lower_open
from checker.language.open.refusal import CannotOpen
from checker.language.schema import Schema


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class Card(Object, size=scope(2, least=1, most=3)):
    pass


class Table(Game):
    """Cards with a number each, a total, and what is noted."""

    abstract: ClassVar[bool] = True

    number: Map[Card, int] = each(Card, integer(0, 3))
    turned: Set[Card]
    total: int = integer(0, 3)
    notes: Bag[Card] = bag(Card, size=3)

    @event()
    def turn(self, card: Card) -> None:
        self.turned.add(card)

    @as_enters("turn")
    def with_a_number(self, card: Card, number: int = chosen(by="the owner", among=integer(0, 3))) -> None:
        self.number[card] = number


def opened(game: type[Game]) -> Any:
    return lower_open(Schema(game), many=True, objects=[Card])


class Breaks(Table):
    @action()
    def act(self, player: Player) -> None:
        for card in Card:
            if card in self.turned:
                break
            self.turned.add(card)


class Collects(Table):
    @action()
    def act(self, player: Player) -> None:
        found: list[Card] = []
        for card in Card:
            found.append(card)
        require(found)


class Lists(Table):
    @action()
    def act(self, player: Player) -> None:
        for card in [c for c in Card if c in self.turned]:
            self.number[card] = 0


class Counts(Table):
    @action()
    def act(self, player: Player) -> None:
        last = 0
        for card in Card:
            self.number[card] = last
            last = 1


class Totals(Table):
    @action()
    def act(self, player: Player) -> None:
        for _card in Card:
            self.total = 1


class Notes(Table):
    @action()
    def act(self, player: Player) -> None:
        for card in Card:
            self.notes.add(card)


class Elsewhere(Table):
    @action()
    def act(self, player: Player) -> None:
        for card in Card:
            if some(Card, lambda c: self.number[c] == 3):
                self.number[card] = 0


class AtAnother(Table):
    @action()
    def act(self, player: Player, other: Card) -> None:
        for _card in Card:
            self.number[other] = 0


class Nested(Table):
    @action()
    def act(self, player: Player) -> None:
        for card in Card:
            self.each_of_others(card)

    def each_of_others(self, card: Card) -> None:
        for _other in Card:
            self.number[card] = 0


class Chooses(Table):
    @action()
    def act(self, player: Player) -> None:
        for card in Card:
            self.turn(card)


class Asks(Table):
    def all_turned(self) -> bool:
        for card in Card:
            require(card in self.turned)
        return True

    @action()
    def act(self, player: Player) -> None:
        require(some(Player, lambda p: self.all_turned()))


class TotalsAtOnce(Table):
    @action()
    def act(self, player: Player) -> None:
        require(player not in self.in_game)

    @state_based()
    def check(self, card: Card) -> None:
        require(card in self.turned)
        self.total = 1


class Pairs(Table):
    @action()
    def act(self, player: Player) -> None:
        require(player not in self.in_game)

    @state_based()
    def check(self, card: Card, player: Player) -> None:
        require(card in self.turned, player in self.in_game)
        self.turned.discard(card)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Breaks, "holds `break`"),
        (Collects, "uses 'found', which it could change"),
        (Lists, "is no plain `for` statement"),
        (Counts, "sets 'last', which is used outside of it as well"),
        (Totals, "changes total, which is not of one member"),
        (Notes, "changes notes.size, which is not of one member"),
        (Elsewhere, "reads number of other members than its own"),
        (AtAnother, "changes number at more than one member"),
        (Nested, "stands inside another one"),
        (Chooses, "'number' is chosen once for each member"),
        (Asks, "a loop over the members of Card, of which there may be any number"),
        (TotalsAtOnce, "'check' happen in one event.* changes 'total', not at its own 'card' alone"),
        (Pairs, "'check' happen in one event.* told apart by more than one member"),
    ],
)
def test_what_stands_in_the_way_is_told(game: type[Game], message: str) -> None:
    with pytest.raises(CannotOpen, match=message) as caught:
        opened(game)
    assert caught.value.source is not None
    assert caught.value.source.file.endswith("test_loops.py")
    assert caught.value.source.line > 0
    assert caught.value.hint


class Fine(Table):
    """A loop whose turns read what no turn writes, and of what they write their own."""

    @action()
    def act(self, player: Player, other: Card) -> None:
        self.number[other] = 3
        for card in Card:
            if card in self.turned or card == other:
                self.step(card)
            else:
                self.number[card] = self.total
        require(self.number[other] == 2)
        for card in Card:
            self.turned.add(card)

    def step(self, card: Card) -> None:
        self.number[card] -= 1


def test_a_loop_is_one_term_for_each_place() -> None:
    lowered = opened(Fine)
    (update,) = lowered.system.updates
    written = {c.name: str(t) for c, t in update.writes.items()}
    assert written["turned"] == "true"
    assert written["number"] == "if($other = @0 or turned(@0), if($other = @0, 2, number(@0) - 1), 0)"
    (wrong,) = update.wrong_parts
    assert str(wrong[2]) == "some #1 < cards: #1 != $other and #1 < cards and number(#1) = 0 and turned(#1)"
