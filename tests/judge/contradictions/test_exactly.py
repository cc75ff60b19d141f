"""What exactly takes part in a clash, excuses a mismatch, is settled, repeats another clause, or is asked."""

from __future__ import annotations

from enum import Enum

import pytest

from checker import (
    Game,
    Maybe,
    Stack,
    action,
    chosen,
    forbids,
    may,
    norm,
    obliges,
    permits,
    require,
    requires,
    stack,
)
from checker.judge.clauses import Precedence, Rulebook
from checker.judge.contradictions.finding import ContradictionRun, FindingKind
from checker.judge.contradictions.standing import settled_by
from checker.judge.contradictions.study import Study, study
from checker.judge.workspace import GameEntry
from checker.system.model import Source
from tests.judge.contradictions.planted import Market, Player, clashes, found, two_clauses

pytestmark = pytest.mark.usefixtures("only_own_norms")

WINS = Precedence(("prohibitions",), ("permissions",), "A:9", Source("rulebook.toml", 1))
BOOK = Rulebook("market", "rulebook.toml", {}, {}, precedence=(WINS,))


def market() -> Study:
    return study(GameEntry("market", Market, None), scopes={}, readings={})


def duties() -> None:
    @norm("A:1", obliges("buy"))
    def a_purchase_is_due(game: Market) -> bool:
        return game.day == 3

    @norm("A:2", obliges("earn"))
    def earning_is_due(game: Market) -> bool:
        return game.day == 3

    @norm("A:3", forbids("buy"))
    def nobody_buys(game: Market) -> bool:
        return game.day == 3


def test_of_two_duties_the_one_that_can_be_met_comes_first() -> None:
    duties()
    assert clashes(Market) == {}


def test_a_duty_clashes_with_what_forbids_it_and_not_with_what_forbids_another_one() -> None:
    duties()

    @norm("A:4", forbids("earn"))
    def nobody_earns(game: Market) -> bool:
        return game.day == 3

    assert set(clashes(Market)) == {("A:1", "A:3"), ("A:2", "A:4")}


def test_a_duty_in_another_matter_silences_no_clause_that_reads_what_is_open_there() -> None:
    @norm("A:1", obliges("buy"))
    def a_purchase_is_due_to_who_leads(game: Market) -> bool:
        return game.day == 3 and game.leader == Player(1)

    @norm("A:2", forbids("buy"))
    def nobody_buys(game: Market) -> bool:
        return game.day == 3

    @norm("A:3", obliges("earn"))
    def earning_is_due(game: Market) -> bool:
        return game.day == 4

    @norm("A:4", requires(), governs="leader")
    def the_leader_earns(game: Market) -> tuple[bool, bool]:
        return game.day == 4, game.leader == Player(0) or may(game.turn, "earn")

    told = {f.clauses: f for f in found(Market) if f.kind in (FindingKind.CLASH, FindingKind.SILENT)}
    assert told.keys() == {("A:1", "A:2")}
    assert told["A:1", "A:2"].about == ("buy",)


def test_a_clash_of_a_clause_excuses_no_mismatch_in_another_matter() -> None:
    @norm("A:1", permits("buy"))
    def the_poor_may_buy(game: Market, player: Player) -> bool:
        return game.day == 1 and game.coins == 0 and player == game.turn

    @norm("A:1", permits("earn"))
    def the_player_may_earn(game: Market, player: Player) -> bool:
        return game.day == 1 and player == game.turn

    @norm("A:2", forbids("earn"))
    def nobody_earns_poor(game: Market) -> bool:
        return game.coins == 0

    @norm("A:4", requires())
    def something_goes_on(game: Market) -> tuple[bool, bool]:
        there = may(game.turn, "wait") or may(game.turn, "buy") or may(game.turn, "earn")
        return game.day < 12, there

    told = found(Market)
    assert [f.clauses for f in told if f.kind is FindingKind.CLASH] == [("A:1", "A:2")]
    mismatched = {side.norm for f in told if f.kind is FindingKind.MISMATCH for side in f.sides}
    assert mismatched == {"the_poor_may_buy", "nobody_earns_poor", "the_player_may_earn"}


def test_a_prohibition_wins_over_a_permission_of_the_same_alone() -> None:
    for statement in two_clauses():
        statement()

    @norm("A:3", requires())
    def who_may_earn_may_buy_on_the_fifth_day(game: Market) -> tuple[bool, bool]:
        return game.day == 5, not may(game.turn, "buy") or may(game.turn, "earn")

    @norm("A:4", forbids("earn"))
    def nobody_earns_on_the_fifth_day(game: Market) -> bool:
        return game.day == 5

    (examined,) = market().examined
    settled = {tuple(sorted(c.clauses)): settled_by(BOOK, examined, c) for c in examined.clashes.values()}
    assert settled == {("A:1", "A:2"): (WINS, "A:2"), ("A:1", "A:3", "A:4"): None}


def test_two_clauses_that_demand_the_same_are_one_finding() -> None:
    @norm("A:1", forbids("buy"))
    def nobody_buys_on_the_first_day(game: Market) -> bool:
        return game.day == 1

    @norm("A:2", forbids("buy"))
    def on_the_first_day_nobody_buys(game: Market) -> bool:
        return game.day == 1

    @norm("A:3", forbids("buy"))
    def nobody_buys_on_the_first_days(game: Market) -> bool:
        return game.day < 3

    @norm("A:4", forbids("buy"))
    def the_first_buys_nothing_on_the_second_day(game: Market, player: Player) -> bool:
        return game.day == 2 and player == Player(0)

    told = {f.clauses: f.headline for f in found(Market) if f.kind is FindingKind.REDUNDANT}
    assert told == {
        ("A:1", "A:2"): "A:1 and A:2 demand the same: one of them would do",
        ("A:4",): "A:4 demands nothing that other clauses do not demand as well",
    }


def test_what_this_scope_does_not_reach_fails_no_build() -> None:
    @norm("A:1", forbids("buy"))
    def nobody_buys_when_the_other_one_leads(game: Market) -> bool:
        return game.leader == game.turn.next_in_game

    (finding,) = found(Market)
    assert finding.kind is FindingKind.DEAD
    assert ContradictionRun((finding,), {}, {}).exit_code == 0


def test_what_a_demand_leaves_open_is_told_whole_or_by_what_it_rules_out() -> None:
    @norm("A:1", requires(), governs="leader")
    def the_first_leads_or_nobody(game: Market) -> tuple[bool, bool]:
        return game.day == 1, game.leader != Player(1)

    @norm("A:2", requires(), governs="leader")
    def the_second_leads(game: Market) -> tuple[bool, bool]:
        return game.day == 1, game.leader == Player(1)

    @norm("A:3", requires(), governs="day")
    def days_are_few(game: Market) -> tuple[bool, bool]:
        return game.coins == 0, game.day < 11

    @norm("A:4", requires(), governs="day")
    def the_last_day_has_come(game: Market) -> tuple[bool, bool]:
        return game.coins == 0, game.day == 12

    here = {side.clause: side.here for f in clashes(Market).values() for side in f.sides}
    assert here == {
        "A:1": ("leader is nobody and nothing, or leader is P1",),
        "A:2": ("leader is P2",),
        "A:3": ("not that day is 11, nor that day is 12",),
        "A:4": ("day is 12",),
    }


class Chip(Enum):
    """What is piled up."""

    RED = 1
    BLACK = 2


class Pile(Game):
    """A chip is put on a pile, or not."""

    pile: Stack[Chip] = stack(Chip, depth=2)
    full: bool = False

    @action(says="{chip} is put on the pile")
    def put(self, chip: Chip) -> None:
        require(not self.full)
        self.pile.push(chip)
        self.full = True


def test_what_a_demand_says_nothing_of_is_not_told() -> None:
    """A demand on the size of a pile leaves open which chips lie there; a solver has some in mind."""

    @norm("A:1", requires(), governs="pile")
    def one_chip_lies_there(game: Pile) -> tuple[bool, bool]:
        return game.full, game.pile.size == 1

    @norm("A:2", requires(), governs="pile")
    def none_lies_there(game: Pile) -> tuple[bool, bool]:
        return game.full, game.pile.size == 0

    (clash,) = clashes(Pile).values()
    assert {side.clause: side.here for side in clash.sides} == {
        "A:1": ("size of pile is 1",),
        "A:2": ("pile is {}",),
    }


class Auction(Game):
    """A lot for which a function says who names the winner."""

    seller: Player = Player(0)
    winner: Maybe[Player]

    @action(says="{player} closes the bidding")
    def close(self, player: Player, won: Player = chosen(by=lambda game: game.seller)) -> None:  # noqa: B008 - as in models
        require(not self.winner)
        self.winner = won

    def over(self) -> bool:
        return bool(self.winner)


def test_a_chooser_whom_a_function_tells_is_no_gap() -> None:
    assert found(Auction) == []


def test_each_group_of_situations_takes_one_call_at_most() -> None:
    for statement in two_clauses():
        statement()
    figures = market().figures()
    assert (figures.states, figures.groups, figures.calls) == (77, 3, 1)
