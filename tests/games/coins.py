"""Coins that are noted in one state-based event as they turn, several of them in the same bag."""

from dataclasses import dataclass

from checker import Bag, Game, Object, Participant, Set, action, bag, require, state_based


class Player(Participant, size=1):
    """Who turns coins."""


class Coin(Object, size=2):
    """A coin."""


@dataclass(frozen=True, kw_only=True)
class Note:
    """That a coin was seen."""

    coin: Coin
    twice: bool


class Coins(Game):
    """Both coins are turned, and all that is seen is noted at once; a note may be the same as another."""

    turned: Set[Coin]
    notes: Bag[Note] = bag(Note, size=5)

    def over(self) -> bool:
        """Nothing is left to be done."""
        return False

    @action(says="{player} turns both coins")
    def turn(self, player: Player) -> None:
        """Turn them."""
        for coin in Coin:
            self.turned.add(coin)

    @action(says="{player} turns {coin}")
    def turn_one(self, player: Player, coin: Coin) -> None:
        """Turn one."""
        self.turned.add(coin)

    @state_based(says="{coin} is noted")
    def note(self, coin: Coin) -> None:
        """What is turned is noted, and turned back."""
        require(coin in self.turned)
        self.turned.discard(coin)
        self.notes.add(Note(coin=coin, twice=False))

    @state_based(says="{coin} is noted once more")
    def note_again(self, coin: Coin) -> None:
        """The second coin is noted again by another rule."""
        require(coin in self.turned, coin == Coin(1))
        self.notes.add(Note(coin=coin, twice=True))
