"""A small game in a file, whose every text a test can fill with what it likes."""

from __future__ import annotations

from pathlib import Path

from checker.explorer.positions import Explored
from checker.judge.workspace import load_file

MODEL = '''
from checker import Game, Map, Participant, Stack, action, automatic, each, integer, invariant, require
from checker import possible, scope, stack, transition


class Player(Participant, size=2):
    pass


class Rooms(Game):
    """TEXT"""

    turn: Player
    life: Map[Player, int] = each(Player, integer(0, 2, start=1))
    pile: Stack[Player] = stack(Player, depth=scope(2))

    @action(says="{player} pushes TEXT")
    def push(self, player: Player) -> None:
        require(player == self.turn, self.life[player] > 0)
        self.pile.push(player)

    @automatic(says="the top falls TEXT")
    def fall(self) -> None:
        require(self.pile.size > 1)
        self.life[self.pile.pop()] -= 1

    def over(self) -> bool:
        return self.life[Player(0)] == 0


@invariant(says="TEXT lives")
def all_live(game: Rooms) -> bool:
    return game.life[Player(0)] > 0


@transition(says="TEXT never falls")
def nothing_falls(before: Rooms, step: object, after: Rooms) -> bool:
    return after.life[Player(1)] >= before.life[Player(1)]


@possible(says="two lie there TEXT")
def two(game: Rooms) -> bool:
    return game.pile.size == 2
'''


def rooms(folder: Path, text: str = "", **scopes: int) -> Explored:
    path = folder / "rooms.py"
    path.write_text(MODEL.replace("TEXT", text), encoding="utf-8")
    (entry,) = load_file(path)
    return Explored(entry, scopes)
