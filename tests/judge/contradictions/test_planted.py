"""Rulebooks with planted clashes, and with what only looks like one."""

from __future__ import annotations

import pytest

from checker import (
    Game,
    Set,
    action,
    at_most_one,
    automatic,
    between_actions,
    choice,
    closed,
    forbids,
    integer,
    may,
    norm,
    obliges,
    only,
    permits,
    require,
    requires,
)
from checker.judge.contradictions.finding import FindingKind, Standing
from tests.judge.contradictions.planted import Market, Player, clashes, found, means, two_clauses

pytestmark = pytest.mark.usefixtures("only_own_norms")


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


def test_three_clauses_clash_of_which_no_two_do() -> None:
    @norm("A:1", requires())
    def somebody_may_trade(game: Market) -> tuple[bool, bool]:
        return game.day > 0, may(game.turn, "buy") or may(game.turn, "earn")

    @norm("A:2", forbids("buy"))
    def nobody_buys_rich(game: Market) -> bool:
        return game.coins == 2

    @norm("A:3", forbids("earn"))
    def nobody_earns_late(game: Market) -> bool:
        return game.day > 1

    ((clauses, finding),) = clashes(Market).items()
    assert clauses == ("A:1", "A:2", "A:3")
    assert finding.play is not None
    assert sorted(s.rule for s in finding.play.steps) == ["earn", "wait", "wait"]
    assert [c.what for c in finding.changes] == ["Strike A:1", "Strike A:2", "Strike A:3"]


def test_a_clash_behind_a_premise_that_only_a_long_play_reaches() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def nobody_buys_on_the_last_day(game: Market) -> bool:
        return game.day == 12

    ((_, finding),) = clashes(Market).items()
    assert finding.play is not None
    assert len(finding.play.steps) == 12


def test_a_clash_that_takes_three_players() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def who_does_not_sit_beside_the_first_buys_nothing(game: Market, player: Player) -> bool:
        return player != Player(0) and player != Player(0).next_in_game

    assert clashes(Market) == {}
    ((_, finding),) = clashes(Market, players=3).items()
    assert (finding.players, finding.fewest) == (3, 2)
    assert finding.play is not None
    assert len(finding.play.steps) == 2


def test_a_clause_that_contradicts_itself() -> None:
    @norm("A:1", permits("buy", instances="every"))
    def all_may_buy(game: Market) -> bool:
        return game.day == 1

    @norm("A:1", only("buy"))
    def only_the_first_buys(game: Market, player: Player) -> bool:
        return player == Player(0)

    ((clauses, finding),) = clashes(Market).items()
    assert clauses == ("A:1",)
    assert finding.headline.startswith("A:1 contradicts itself")
    assert finding.standing is Standing.SEVERAL


def test_clauses_that_never_apply_together_do_not_clash() -> None:
    two_clauses()[0]()

    @norm("A:3", forbids("buy"))
    def who_is_not_on_turn_buys_nothing(game: Market, player: Player) -> bool:
        return player != game.turn

    means()
    assert found(Market) == []


def test_may_that_fails_for_lack_of_means_is_no_clash() -> None:
    two_clauses()[0]()
    means()
    assert found(Market) == []


def test_without_saying_that_it_is_a_matter_of_means_it_is_one() -> None:
    two_clauses()[0]()

    @norm("A:3", only("buy"))
    def a_purchase_takes_a_coin(game: Market) -> bool:
        return game.coins > 0

    assert list(clashes(Market)) == [("A:1", "A:3")]


class Siege(Game):
    """An attacker and a defender both choose; then two automatic rules follow, one after the other."""

    attacker: Player = Player(0)
    asked: Set[Player]
    answered: Set[Player]
    gates: int = integer(0, 2)
    counted: bool = False

    procedure = between_actions("open_gate", "count_up")

    @action(says="{player} attacks")
    def attack(self, player: Player) -> None:
        require(player == self.attacker, not self.asked)
        self.asked = self.in_game

    @choice(says="{player} answers")
    def answer(self, player: Player, strong: bool) -> None:
        require(player in self.asked)
        self.asked.discard(player)
        self.answered.add(player)

    @automatic(says="a gate opens")
    def open_gate(self) -> None:
        require(self.answered == self.in_game, self.gates < 2, not self.counted)
        self.gates += 1

    @automatic(says="the gates are counted")
    def count_up(self) -> None:
        require(self.answered == self.in_game, not self.counted)
        self.counted = True

    def over(self) -> bool:
        return self.counted


def test_two_choosers_of_one_kind_of_choice_do_not_clash() -> None:
    @norm("B:1", permits("answer"))
    def the_attacker_chooses(game: Siege, player: Player) -> bool:
        return player == game.attacker and player in game.asked

    @norm("B:2", permits("answer"))
    def the_defender_chooses(game: Siege, player: Player) -> bool:
        return player != game.attacker and player in game.asked

    @norm("B:3", obliges("answer", before="open_gate"))
    def somebody_answers(game: Siege, player: Player) -> bool:
        return player in game.asked

    assert [f for f in found(Siege) if f.kind is not FindingKind.REDUNDANT] == []


def test_an_order_that_the_procedure_fixes_is_no_clash() -> None:
    @norm("B:1", obliges("open_gate", before="actions"))
    def gates_open(game: Siege) -> bool:
        return game.answered == game.in_game and game.gates < 2

    @norm("B:2", obliges("count_up", before="actions"))
    def gates_are_counted(game: Siege) -> bool:
        return game.answered == game.in_game

    @norm("B:3", permits("attack"))
    def the_attacker_attacks(game: Siege, player: Player) -> bool:
        return player == game.attacker and not game.asked

    assert clashes(Siege) == {}


def test_orders_that_go_round_in_a_ring_clash() -> None:
    @norm("B:1", obliges("open_gate", before="count_up"))
    def gates_first(game: Siege) -> bool:
        return game.answered == game.in_game and game.gates < 2

    @norm("B:2", obliges("count_up", before="open_gate"))
    def counting_first(game: Siege) -> bool:
        return game.answered == game.in_game

    assert list(clashes(Siege)) == [("B:1", "B:2")]


def closing() -> None:
    @norm("A:9", closed("buy"))
    def what_is_not_permitted_is_forbidden(game: Market) -> bool:
        return True


def test_a_closed_rule_is_taken_where_permitted() -> None:
    two_clauses()[0]()
    means()
    closing()
    assert found(Market) == []


def test_a_closed_rule_is_not_taken_where_no_clause_permits_it() -> None:
    closing()

    @norm("A:1", permits("buy"))
    def the_player_may_buy_but_on_the_second_day(game: Market, player: Player) -> bool:
        return player == game.turn and game.day != 2

    means()
    (finding,) = found(Market)
    assert finding.kind is FindingKind.MISMATCH
    assert finding.clauses == ("A:9",)
    assert finding.sides[0].here == ('"P1 buys" and "P2 buys" may not happen, as no clause permits it',)


def test_at_most_one_player_may_act() -> None:
    @norm("A:1", at_most_one("buy", "earn"))
    def one_trades(game: Market) -> bool:
        return True

    @norm("A:2", permits("buy", instances="every"))
    def all_may_buy(game: Market) -> bool:
        return game.day == 1

    (finding,) = clashes(Market).values()
    assert finding.clauses == ("A:1", "A:2")
