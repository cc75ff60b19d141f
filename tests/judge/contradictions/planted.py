"""Games for planted contradictions, and what is found in them."""

from __future__ import annotations

from collections.abc import Callable

from checker import (
    Game,
    Map,
    Maybe,
    Participant,
    action,
    automatic,
    between_actions,
    each,
    forbids,
    integer,
    needs,
    norm,
    permits,
    require,
    scope,
)
from checker.judge.contradictions.examination import Examination
from checker.judge.contradictions.finding import Finding, FindingKind
from checker.judge.selection import Selection
from checker.judge.workspace import GameEntry
from checker.language.schema import game_name


class Player(Participant, size=scope(2, least=2, most=3)):
    pass


class Market(Game):
    """Whoever's turn it is buys, haggles or waits; a purse holds up to two coins."""

    turn: Player = Player(0)
    leader: Maybe[Player]
    coins: int = integer(0, 2, start=1)
    day: int = integer(0, 12)

    @action(says="{player} buys")
    def buy(self, player: Player) -> None:
        require(player == self.turn, self.coins > 0)
        self.coins -= 1
        self.leader = player

    @action(says="{player} earns")
    def earn(self, player: Player) -> None:
        require(player == self.turn, self.coins < 2)
        self.coins += 1

    @action(says="{player} ends the day")
    def wait(self, player: Player) -> None:
        require(player == self.turn, self.day < 12)
        self.day += 1
        self.turn = player.next_in_game
        self.leader = None


class Silent:
    def tell(self, text: str, done: int | None = None, of: int | None = None) -> None:
        pass

    def found(self, verdict: object) -> None:
        pass


def found(game: type[Game], **scopes: int) -> list[Finding]:
    entry = GameEntry(game_name(game), game, None)
    return list(Examination(entry, Selection(scopes=scopes), Silent()).whole().findings)


def clashes(game: type[Game], **scopes: int) -> dict[tuple[str, ...], Finding]:
    return {f.clauses: f for f in found(game, **scopes) if f.kind is FindingKind.CLASH}


def two_clauses() -> tuple[Callable[[], None], Callable[[], None]]:
    def permission() -> None:
        @norm("A:1", permits("buy"))
        def the_player_may_buy(game: Market, player: Player) -> bool:
            """The player whose turn it is may buy."""
            return player == game.turn

    def prohibition() -> None:
        @norm("A:2", forbids("buy"))
        def nobody_buys_on_the_third_day(game: Market) -> bool:
            """Nobody buys on the third day."""
            return game.day == 3

    return permission, prohibition


def means() -> None:
    @norm("A:8", needs("buy"))
    def a_purchase_takes_a_coin(game: Market) -> bool:
        return game.coins > 0


class Race(Game):
    """Two players take steps in turn until one of them has taken two; the game counts who has won."""

    turn: Player = Player(0)
    steps: Map[Player, int] = each(Player, integer(0, 2))
    winner: Maybe[Player]
    procedure = between_actions("crown")

    def over(self) -> bool:
        return bool(self.winner)

    @action()
    def step(self, player: Player) -> None:
        require(player == self.turn)
        self.steps[player] += 1
        self.turn = player.next_in_game

    @automatic()
    def crown(self, player: Player) -> None:
        require(self.steps[player] == 2)
        self.winner = player
