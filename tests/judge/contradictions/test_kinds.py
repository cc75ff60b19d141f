"""What is found beside clashes: duties, gaps, redundant clauses, divergences; and how findings are named."""

from __future__ import annotations

from typing import Any

import pytest

from checker import (
    Bag,
    Game,
    Maybe,
    action,
    automatic,
    bag,
    chosen,
    every,
    forbids,
    gives,
    norm,
    obliges,
    require,
    settled,
)
from checker.judge.contradictions.finding import FindingKind
from tests.judge.contradictions.planted import Market, Player, found, means, two_clauses

pytestmark = pytest.mark.usefixtures("only_own_norms")


def test_a_duty_that_nobody_can_fulfil_is_stuck() -> None:
    @norm("A:1", obliges("buy", before="wait"))
    def the_player_must_buy(game: Market, player: Player) -> bool:
        return player == game.turn and game.day == 1

    means()
    told = {f.kind: f for f in found(Market)}
    stuck = told[FindingKind.STUCK]
    assert stuck.clauses == ("A:1",)
    assert stuck.play is not None
    assert sorted(s.rule for s in stuck.play.steps) == ["buy", "wait"]
    # Where there is a coin, the model lets the player wait all the same.
    assert told[FindingKind.MISMATCH].clauses == ("A:1",)


def test_a_field_that_no_clause_settles_is_a_gap() -> None:
    settled(Market, "leader", after="wait", says="who leads")

    @norm("A:1", gives("leader", after="buy"))
    def who_buys_leads(before: Market, step: Any, after: Market) -> tuple[bool, bool]:
        return before.day != 5, after.leader == step.player

    gaps = [f for f in found(Market) if f.kind is FindingKind.GAP]
    assert [f.headline for f in gaps] == [
        "No clause says who leads after a player ends the day",
        "No clause says who leads after a player buys",
    ]
    assert [len(f.play.steps) for f in gaps if f.play is not None] == [1, 6]


def test_a_clause_that_others_say_as_well_is_redundant() -> None:
    two_clauses()[1]()

    @norm("A:3", forbids("buy"))
    def the_first_buys_nothing_on_the_third_day(game: Market, player: Player) -> bool:
        return game.day == 3 and player == Player(0)

    @norm("B:3", forbids("buy"))
    def another_edition_says_so_too(game: Market) -> bool:
        return game.day == 3

    assert [f.clauses for f in found(Market) if f.kind is FindingKind.REDUNDANT] == [("A:3",)]


class Draft(Game):
    """A pick for which nobody is named."""

    picked: Maybe[Player]
    hand: Bag[Player] = bag(Player, size=2)

    @action(says="{player} asks for a pick")
    def ask(self, player: Player, chosen_one: Player = chosen(by="")) -> None:  # noqa: B008 - a declaration
        require(not self.picked)
        self.picked = chosen_one

    def over(self) -> bool:
        return bool(self.picked)


def test_a_choice_for_which_nobody_is_named_is_a_gap() -> None:
    (finding,) = found(Draft)
    assert finding.kind is FindingKind.GAP
    assert finding.headline == "No clause names who chooses chosen one when a player asks for a pick"


def test_a_condition_on_what_is_left_open_takes_no_part() -> None:
    @norm("A:1", gives("leader"))
    def a_leader_stays(game: Market) -> tuple[bool, bool]:
        return game.leader == Player(0), every(Player, lambda p: p != game.leader or p == game.turn)

    (finding,) = found(Market)
    assert finding.kind is FindingKind.SILENT
    assert finding.counts
    assert "takes no part" in finding.headline


class Scramble(Game):
    """Two rules of one layer, of which the first one wins."""

    started: bool = False
    winner: Maybe[Player]

    @action(says="{player} starts")
    def begin(self, player: Player) -> None:
        require(not self.started)
        self.started = True

    @automatic(cites="C:1", says="{player} wins")
    def win(self, player: Player) -> None:
        require(self.started, not self.winner)
        self.winner = player

    def over(self) -> bool:
        return bool(self.winner)


def test_an_order_that_matters_and_that_nothing_settles_is_a_divergence() -> None:
    (finding,) = found(Scramble)
    assert finding.kind is FindingKind.DIVERGENCE
    assert finding.headline == (
        "Whether win(player=P1) or win(player=P2) happens first matters, and nothing says which"
    )
    assert finding.play is not None
    assert [s.rule for s in finding.play.steps] == ["begin"]


def test_a_finding_keeps_its_id_and_another_one_between_the_same_clauses_has_its_own() -> None:
    for statement in two_clauses():
        statement()
    ids = {f.id for players in (2, 3) for f in found(Market, players=players)}

    @norm("A:2", forbids("buy"))
    def nobody_buys_at_the_start(game: Market) -> bool:
        return game.day == 0

    first, second = sorted(
        (f for f in found(Market) if f.kind is FindingKind.CLASH),
        key=lambda f: len(f.play.steps) if f.play else 0,
    )
    assert first.clauses == second.clauses == ("A:1", "A:2")
    assert first.play is not None
    assert first.play.steps == ()
    assert {i for i in ids if ".clash." in i} == {second.id} != {first.id}
