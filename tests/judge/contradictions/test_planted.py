"""Rulebooks with planted contradictions, and with what only looks like one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from checker import (
    Game,
    Maybe,
    Participant,
    action,
    forbids,
    integer,
    norm,
    permits,
    require,
    scope,
)
from checker.judge.contradictions.finding import Finding, FindingKind, Standing
from checker.judge.contradictions.run import Examination
from checker.judge.norms import declare
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


@pytest.fixture(autouse=True)
def only_own_norms(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(declare, "_norms", [])
    monkeypatch.setattr(declare, "_settled", [])
    yield


def state(clause: str, form: Any, condition: Callable[..., Any], name: str = "", **more: Any) -> None:
    """State a norm about the game that the condition's first parameter names."""
    condition.__name__ = name or f"norm_{len(declare._norms)}"
    norm(clause, form, says=condition.__name__, **more)(condition)


def found(game: type[Game], **scopes: int) -> list[Finding]:
    entry = GameEntry(game_name(game), game, None)
    return Examination(entry, Selection(scopes=scopes), Silent()).findings()  # type: ignore[arg-type]


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


def test_two_clauses_clash_where_both_speak() -> None:
    for statement in two_clauses():
        statement()
    ((clauses, finding),) = clashes(Market).items()
    assert clauses == ("A:1", "A:2")
    assert finding.play is not None
    assert [s.rule for s in finding.play.steps] == ["wait"] * 3
    assert finding.standing is Standing.EXCEPTION
    assert (finding.players, finding.fewest) == (2, 2)
    assert finding.count == 6  # three purses, and a leader (who buys then) or none
    assert '"The player whose turn it is may buy"; but "Nobody buys on the third day"' in finding.headline
    assert [c.gone for c in finding.changes] == [True] * 4


@pytest.mark.parametrize("removed", [0, 1])
def test_removing_either_norm_removes_the_finding(removed: int) -> None:
    two_clauses()[1 - removed]()
    assert clashes(Market) == {}
